/* SPDX-License-Identifier: MIT
 *
 * The report at the end of a run: variables by name, correlations, kinds of failures, and how to go
 * on for every reason to stop; as a table and as JSON. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "report/report.h"
#include "support/runs.h"
#include "support/said.h"

enum { D = 3 };

static const double X0[D] = {0.5, 4, 1}, LOWER[D] = {1e-3, 1, 1}, UPPER[D] = {10, 9, 1};

/* Low values at a small x1, at x2 = 6 and nowhere in between; x3 is fixed. */
static double objective(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return x[0] + (x[1] - 6) * (x[1] - 6);
}

/* A run in a logarithmic, an integer and a fixed variable, and the report of it; all of it is the
 * caller's to free. */
static nes_opt *make_report(report *r, variables *v, const char *names)
{
    static const double logs[D] = {1, 0, 0}, integers[D] = {0, 1, 0};
    nes_settings s = run_settings("xnes");
    s.lower = LOWER;
    s.upper = UPPER;
    s.log = logs;
    s.integer = integers;
    s.max_evals = 400;
    nes_opt *o = run_start(D, X0, &s);
    run_to_end(o, objective, NULL);
    assert_int_equal(variables_open(v, D, names), 0);
    *r = (report){.name = "test", .optimum = NAN, .variables = v};
    report_read(r, o, false);
    return o;
}

static void named_table(void **state)
{
    (void)state;
    report r;
    variables v;
    nes_opt *o = make_report(&r, &v, "speed,gears,mass");
    said_begin(STDOUT_FILENO);
    report_table(&r);
    const char *text = said_end();
    run_assert_has(text, "  variable        best           mean           std deviation\n");
    run_assert_has(text, "\n  speed           0.001");
    run_assert_has(text, "log scale");
    run_assert_has(text, "at its lower bound");
    run_assert_has(text, "\n  gears           6              6              ");
    run_assert_has(text, "integer");
    run_assert_has(text,
                   "\n  mass            1              1              0              fixed\n");
    assert_null(strstr(text, "\n  best point"));
    assert_null(strstr(text, " \n")); /* no blanks at the ends of lines */
    assert_null(strstr(text, "to go on"));
    report_free(&r);
    variables_close(&v);
    nes_destroy(o);
}

/* Without names the table is that of points. */
static void plain_table(void **state)
{
    (void)state;
    report r;
    variables v;
    nes_opt *o = make_report(&r, &v, NULL);
    said_begin(STDOUT_FILENO);
    report_table(&r);
    const char *text = said_end();
    run_assert_has(text, "\n  best point      ");
    run_assert_has(text, "\n  std deviations  ");
    assert_null(strstr(text, "\n  variable"));
    report_free(&r);
    variables_close(&v);
    nes_destroy(o);
}

static void correlations(void **state)
{
    (void)state;
    correlation found[CORRELATIONS];
    /* Deviations 1, 2, 10; correlations 0.9, -0.95 and 0.1. */
    const double covariance[9] = {1, 1.8, 1, 1.8, 4, -19, 1, -19, 100};
    assert_int_equal(correlations_of(covariance, 3, 0.5, found), 2);
    assert_true(found[0].i == 1 && found[0].j == 2 && fabs(found[0].r + 0.95) < 1e-12);
    assert_true(found[1].i == 0 && found[1].j == 1 && fabs(found[1].r - 0.9) < 1e-12);
    assert_int_equal(correlations_of(covariance, 3, 0.96, found), 0);

    /* Of more pairs than there is room for, the strongest; a variable without width has none. */
    double many[25];
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++)
            many[i * 5 + j] = i == j ? (i == 4 ? 0 : 1) : 0.5 + 0.05 * (double)(i + j);
    assert_int_equal(correlations_of(many, 5, 0.5, found), CORRELATIONS);
    assert_true(found[0].i == 2 && found[0].j == 3);
    for (size_t k = 0; k < CORRELATIONS; k++) assert_true(found[k].j != 4);
    for (size_t k = 1; k < CORRELATIONS; k++) assert_true(found[k].r <= found[k - 1].r);
}

static double ridge(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return 1e4 * (x[0] - x[1]) * (x[0] - x[1]) + x[0] * x[0] + x[2] * x[2];
}

/* A distribution that has adapted to a ridge has its two variables correlated, if it can. */
static void correlated_run(void **state)
{
    (void)state;
    correlation found[CORRELATIONS];
    nes_settings s = run_settings("xnes");
    nes_opt *o = run_start(D, X0, &s);
    run_to_end(o, ridge, NULL);
    assert_true(correlations_read(o, found) >= 1);
    assert_true(found[0].i == 0 && found[0].j == 1 && found[0].r > 0.95);
    nes_destroy(o);
    s = run_settings("snes");
    o = run_start(D, X0, &s);
    run_steps(o, 100, ridge, NULL);
    assert_int_equal(correlations_read(o, found), 0);
    nes_destroy(o);
}

static const failure_kind FAILURES[] = {
    {.failure = "exit status 3", .said = "Traceback\nValueError: no mesh\n", .count = 7, .id = 12},
    {.failure = "timed out", .said = "", .count = 2, .id = 0},
};

static void kinds_of_failures(void **state)
{
    (void)state;
    report r;
    variables v;
    nes_opt *o = make_report(&r, &v, NULL);
    r.failures = FAILURES;
    r.n_failures = 2;
    r.result.failed = 9;
    said_begin(STDOUT_FILENO);
    report_table(&r);
    const char *text = said_end();
    run_assert_has(text,
                   "\n  failed          9\n"
                   "                  7 x exit status 3, first at point 12: ValueError: no mesh\n"
                   "                  2 x timed out, first at point 0\n");
    report_free(&r);
    variables_close(&v);
    nes_destroy(o);
}

static const char *go_on_text(const report *r)
{
    said_begin(STDOUT_FILENO);
    report_go_on(r);
    return said_end();
}

/* Every reason to stop has a way on; budgets are doubled, final answers are called so. */
static void ways_on(void **state)
{
    (void)state;
    report r = {.folder = "results/wing"};
    r.result = (nes_result){.stop = NES_STOP_EVALS, .evaluations = 1000, .stop_threshold = 990};
    assert_string_equal(go_on_text(&r),
                        "  to go on        nes resume results/wing --max-evals 2000\n");
    r.result.stop = NES_STOP_TIME;
    r.result.stop_threshold = 30;
    assert_string_equal(go_on_text(&r),
                        "  to go on        nes resume results/wing --max-time 60\n");
    r.result.stop = NES_STOP_USER;
    assert_string_equal(go_on_text(&r), "  to go on        nes resume results/wing\n");
    r.result.stop = NES_STOP_TARGET;
    run_assert_has(go_on_text(&r),
                   "the answer is final; to search further: nes resume results/wing --target");
    r.result.stop = NES_STOP_TOLFUN;
    r.result.trust = NES_TRUST_CONVERGED;
    run_assert_has(go_on_text(&r), "the answer is final; to search elsewhere: `nes run`");
    for (int stop = NES_STOP_TARGET; stop < NES_STOP_END_; stop++) {
        r.result.stop = (nes_stop)stop;
        run_assert_has(go_on_text(&r), "  to go on        ");
    }
    r.result.stop = NES_STOP_USER;
    r.stop_name = "failure";
    r.launch = "mpirun -n 3 ";
    r.wished = true;
    run_assert_has(go_on_text(&r), "mend what failed, then mpirun -n 3 nes resume results/wing");
    run_assert_has(go_on_text(&r), "--changed=accept");
    r.stop_name = r.launch = NULL;
    r.folder = "a folder";
    run_assert_has(go_on_text(&r), "nes resume 'a folder'\n");
    r.folder = "it's";
    run_assert_has(go_on_text(&r), "nes resume 'it'\\''s'\n");
    r.folder = NULL;
    assert_string_equal(go_on_text(&r), "");
}

static void json(void **state)
{
    (void)state;
    report r;
    variables v;
    nes_opt *o = make_report(&r, &v, "speed,gears,mass");
    r.folder = "results/wing";
    r.failures = FAILURES;
    r.n_failures = 2;
    r.correlations[0] = (correlation){0, 1, -0.75};
    r.n_correlations = 1;
    said_begin(STDOUT_FILENO);
    report_json(&r);
    const char *text = said_end();
    assert_true(strchr(text, '\n') == text + strlen(text) - 1);
    run_assert_has(text, "\"names\":[\"speed\",\"gears\",\"mass\"]");
    run_assert_has(text, "\"correlations\":[{\"a\":\"speed\",\"b\":\"gears\",\"r\":-0.75}]");
    run_assert_has(
        text,
        "\"failures\":[{\"kind\":\"exit status 3\",\"count\":7,"
        "\"id\":12,\"example\":\"Traceback\\nValueError: no mesh\\n\"},{\"kind\":\"timed out\",");
    run_assert_has(text, "\"folder\":\"results/wing\"");
    cJSON *object = cJSON_Parse(text), *best = cJSON_GetObjectItem(object, "best");
    assert_non_null(best);
    assert_true(cJSON_GetObjectItem(best, "gears")->valuedouble == r.result.best_x[1]);
    cJSON_Delete(object);
    report_free(&r);
    variables_close(&v);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_table),
        cmocka_unit_test(plain_table),
        cmocka_unit_test(correlations),
        cmocka_unit_test(correlated_run),
        cmocka_unit_test(kinds_of_failures),
        cmocka_unit_test(ways_on),
        cmocka_unit_test(json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
