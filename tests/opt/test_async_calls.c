/* SPDX-License-Identifier: MIT
 *
 * What the calls of an asynchronous search answer: points that never come back or come too late,
 * failures, the start, budgets and the target, restarts with points under way, what is refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nes/async.h"
#include "support/check.h"
#include "support/runs.h"

enum { D = 4 };

static const double x0[D] = {3, 3, 3, 3};

static nes_settings settings(void)
{
    nes_settings s = run_settings("dd-xnes");
    s.asynchronous = true;
    return s;
}

static nes_points ask(nes_opt *o)
{
    nes_points p;
    if (nes_ask_one(o, &p) != NES_OK) fail_msg("%s", nes_message(o));
    assert_int_equal(p.n, 1);
    return p;
}

static void tell(nes_opt *o, uint64_t id, double f)
{
    if (nes_tell_some(o, 1, &id, &f) != NES_OK) fail_msg("%s", nes_message(o));
}

static nes_traffic traffic(nes_opt *o)
{
    nes_traffic t;
    assert_int_equal(nes_get_traffic(o, &t), NES_OK);
    return t;
}

/* Asks for one point, and tells it. */
static double evaluate(nes_opt *o)
{
    const nes_points p = ask(o);
    const double f = run_sphere(p.dim, p.x, NULL);
    tell(o, p.id[0], f);
    return f;
}

static void assert_said(const nes_opt *o, const char *words)
{
    if (strstr(nes_message(o), words) == NULL) fail_msg("%s", nes_message(o));
}

static void test_late_points(void **state)
{
    const nes_settings s = settings();
    nes_opt *o = run_start(D, x0, &s);
    const uint64_t a = ask(o).id[0], b = ask(o).id[0], ids[] = {b, 77}, twice[] = {b, b};
    const double f[] = {1, 2};
    (void)state;
    assert_int_equal(nes_drop(o, 1, &a), NES_OK);
    assert_int_equal(run_result(o).evaluations, 1);
    assert_int_equal(nes_tell_some(o, 1, &a, f), NES_ERR_LATE);
    assert_int_equal(nes_tell_some(o, 2, ids, f), NES_ERR_ID);
    assert_said(o, "never handed out");
    assert_int_equal(nes_tell_some(o, 2, twice, f), NES_ERR_ID);
    assert_said(o, "twice");
    assert_int_equal(traffic(o).under_way, 1); /* nothing was taken */
    assert_int_equal(nes_tell_some(o, 2, (const uint64_t[]){a, b}, f), NES_ERR_LATE);
    assert_int_equal(traffic(o).under_way, 0);
    assert_true(run_result(o).best_f == 2);
    assert_int_equal(nes_tell(o, 1, f), NES_ERR_ORDER);
    assert_said(o, "by id");
    assert_int_equal(nes_close(o), NES_ERR_ORDER);
    assert_said(o, "nes_drop");
    nes_destroy(o);
}

static void test_points_under_way_are_handed_out_again(void **state)
{
    const nes_settings s = settings();
    nes_opt *o = run_start(D, x0, &s);
    double x[5 * D];
    nes_points p;
    (void)state;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 0);
    for (size_t i = 0; i < 5; i++) memcpy(x + i * D, ask(o).x, D * sizeof *x);
    assert_int_equal(nes_drop(o, 1, (const uint64_t[]){2}), NES_OK);
    nes_opt *loaded = run_copy(o);
    assert_int_equal(nes_ask(loaded, &p), NES_OK);
    assert_int_equal(p.n, 4);
    for (size_t i = 0; i < p.n; i++) assert_same_reals(D, p.x + i * D, x + p.id[i] * D);
    assert_int_equal(p.id[3], 4);
    nes_destroy(loaded);
    nes_destroy(o);
}

/* The start is one more point, before the first, and takes no part in an update. */
static void test_start(void **state)
{
    nes_settings s = settings();
    s.eval_start = "yes";
    nes_opt *o = run_start(D, x0, &s);
    const nes_points p = ask(o);
    const uint64_t first = p.id[0];
    (void)state;
    assert_same_reals(D, p.x, x0);
    const uint64_t n = traffic(o).popsize;
    assert_int_equal(traffic(o).of_run, 0);
    for (uint64_t i = 0; i + 1 < n; i++) evaluate(o);
    tell(o, first, -1);
    assert_int_equal(traffic(o).updates, 0);
    assert_int_equal(traffic(o).arrived, n - 1);
    evaluate(o);
    assert_int_equal(traffic(o).updates, 1);
    assert_int_equal(traffic(o).arrived, 0);
    assert_int_equal(run_result(o).evaluations, n + 1);
    assert_same_reals(D, run_result(o).best_x, x0);
    nes_destroy(o);
}

static void test_failures(void **state)
{
    const nes_fate failed = NES_FAILED, given_up = NES_GIVEN_UP;
    const double f = 0;
    nes_settings s = settings();
    s.retries = 1;
    nes_opt *o = run_start(D, x0, &s);
    nes_points p = ask(o);
    const uint64_t id = p.id[0];
    double x[D];
    (void)state;
    memcpy(x, p.x, sizeof x);
    assert_int_equal(nes_tell_records(o, 1, &id, &failed, &f), NES_OK);
    assert_int_equal(traffic(o).again, 1);
    p = ask(o); /* the same point once more */
    assert_int_equal(p.id[0], id);
    assert_same_reals(D, p.x, x);
    assert_int_equal(traffic(o).again, 0);
    assert_int_equal(nes_tell_records(o, 1, &id, &failed, &f), NES_OK);
    assert_int_equal(traffic(o).under_way, 0);
    assert_int_equal(traffic(o).arrived, 1); /* it ranks last */
    const uint64_t other = ask(o).id[0];
    assert_int_equal(nes_tell_records(o, 1, &other, &given_up, &f), NES_OK);
    assert_int_equal(run_result(o).failed, 3);
    assert_int_equal(run_result(o).evaluations, 3);
    while (traffic(o).updates == 0) tell(o, ask(o).id[0], NAN);
    assert_true(isnan(run_result(o).best_f));
    for (int i = 0; i < 2000 && nes_stopped(o) == NES_RUNNING; i++) evaluate(o);
    assert_true(run_result(o).best_f < 1e-3);
    nes_destroy(o);
}

static void test_budget(void **state)
{
    nes_settings s = settings();
    nes_points p;
    s.max_evals = 20;
    s.eval_start = "yes";
    nes_opt *o = run_start(D, x0, &s);
    uint64_t id[20];
    (void)state;
    for (size_t i = 0; i < 17; i++) evaluate(o);
    for (size_t i = 0; i < 3; i++) id[i] = ask(o).id[0];
    assert_int_equal(nes_ask_one(o, &p), NES_ERR_ORDER);
    assert_said(o, "max_evals leaves 3 evaluations");
    tell(o, id[1], 1);
    assert_int_equal(nes_drop(o, 1, &id[0]), NES_OK);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    tell(o, id[2], 1);
    assert_int_equal(nes_stopped(o), NES_STOP_EVALS);
    assert_int_equal(run_result(o).evaluations, 20);
    assert_int_equal(nes_ask_one(o, &p), NES_ERR_ORDER);
    s.max_evals = 40;
    assert_int_equal(nes_continue(o, &s), NES_OK);
    while (nes_stopped(o) == NES_RUNNING) evaluate(o);
    assert_int_equal(run_result(o).evaluations, 40);
    nes_destroy(o);
}

/* The target is looked at with every value; what comes later counts, and moves nothing. */
static void test_target(void **state)
{
    nes_settings s = settings();
    s.target = 1e-3;
    nes_opt *o = run_start(D, x0, &s);
    uint64_t id[6];
    (void)state;
    for (size_t i = 0; i < 5; i++) evaluate(o);
    for (size_t i = 0; i < 6; i++) id[i] = ask(o).id[0];
    tell(o, id[0], 1e-4);
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    for (size_t i = 1; i < 6; i++) tell(o, id[i], 1e-4 * (double)i);
    const nes_result r = run_result(o);
    assert_int_equal(r.evaluations, 11);
    assert_int_equal(r.best_evaluation, 6); /* of equal values the point with the lower id */
    assert_int_equal(r.generations, 0);
    nes_destroy(o);
}

static void test_room(void **state)
{
    nes_settings s = settings();
    nes_points p;
    nes_opt *o = run_start(D, x0, &s);
    (void)state;
    for (size_t i = 0; i < 1024; i++) ask(o);
    assert_int_equal(nes_ask_one(o, &p), NES_ERR_ORDER);
    assert_said(o, "no room");
    nes_destroy(o);
}

/* Many local optima: runs end, and their last points come back when the next one is at work. */
static double rastrigin(size_t d, const double *x)
{
    double sum = 10 * (double)d;
    for (size_t i = 0; i < d; i++) sum += x[i] * x[i] - 10 * cos(6.283185307179586 * x[i]);
    return sum;
}

typedef struct point {
    uint64_t id;
    double x[D];
} point;

/* Plays on two handles, of which one is saved and loaded now and then. */
static void play_restarts(const char *restarts, uint64_t evaluations)
{
    nes_settings s = settings();
    s.restarts = restarts;
    s.max_evals = evaluations;
    s.eval_start = "yes";
    nes_opt *o = run_start(D, x0, &s), *saved = run_copy(o);
    point list[16];
    size_t n = 0, others = 0;
    uint64_t random = 9, calls = 0;
    nes_points p;
    double best = INFINITY;
    while (nes_stopped(o) == NES_RUNNING) {
        if (n < 16 && nes_ask_one(o, &p) == NES_OK) {
            list[n].id = p.id[0];
            memcpy(list[n++].x, p.x, sizeof list->x);
            assert_int_equal(nes_ask_one(saved, &p), NES_OK);
            continue;
        }
        const size_t i = (size_t)(run_random(&random) % n);
        const double f = rastrigin(D, list[i].x);
        others += (list[i].id >> 48) + 1 != traffic(o).run;
        if (f < best) best = f;
        tell(o, list[i].id, f);
        tell(saved, list[i].id, f);
        list[i] = list[--n];
        assert_true(run_result(o).best_f == best);
        if (++calls % 50 != 0) continue;
        nes_opt *loaded = run_copy(saved);
        nes_destroy(saved);
        saved = loaded;
        run_assert_same(o, saved);
    }
    run_assert_same(o, saved);
    assert_true(run_result(o).restarts > 2);
    assert_true(others > 10);
    nes_destroy(o);
    nes_destroy(saved);
}

static void test_restarts(void **state)
{
    (void)state;
    play_restarts("bipop", 20000);
    play_restarts("ipop", 20000);
    play_restarts("opinions", 30000);
}

static void test_refusals(void **state)
{
    static const double ones[D] = {1, 1, 1, 1}, counts[D] = {0, 0, 0, 3};
    char text[NES_MESSAGE_SIZE];
    const struct {
        const char *option, *value, *remedy;
    } cases[] = {{"method", "xnes", "dd-xnes"},        {"method", "1+1-xnes", "dd-xnes"},
                 {"challenger", "snes", "challenger"}, {"restarts", "interleaved", "bipop"},
                 {"failures", "resample", "sampling"}, {"noisy", "auto", "noisy 'yes'"},
                 {"constraints", "1", "constraints"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nes_settings s = settings();
        assert_int_equal(nes_set(&s, cases[i].option, cases[i].value), NES_OK);
        assert_int_equal(nes_settings_check(&s, D, x0, text, sizeof text), NES_ERR_METHOD);
        if (strstr(text, cases[i].remedy) == NULL) fail_msg("%s", text);
    }
    nes_settings s = settings();
    s.integer = ones;
    assert_int_equal(nes_settings_check(&s, D, NULL, text, sizeof text), NES_ERR_METHOD);
    s.integer = NULL;
    s.choices = counts;
    assert_int_equal(nes_settings_check(&s, D, NULL, text, sizeof text), NES_ERR_METHOD);
    s = run_settings("dd-xnes");
    nes_opt *o = run_start(D, x0, &s);
    nes_points p;
    nes_traffic t;
    assert_int_equal(nes_ask_one(o, &p), NES_ERR_ORDER);
    assert_said(o, "asynchronous");
    assert_int_equal(nes_drop(o, 0, NULL), NES_ERR_ORDER);
    assert_int_equal(nes_get_traffic(o, &t), NES_ERR_ORDER);
    nes_destroy(o);
}

/* Fixed and logarithmic variables are the caller's in every point. */
static void test_domain(void **state)
{
    static const double lower[D] = {0.1, 2, -5, -5}, upper[D] = {100, 2, 5, 5}, log[D] = {1};
    static const double at[D] = {1, 2, 3, 3};
    nes_settings s = settings();
    (void)state;
    s.lower = lower;
    s.upper = upper;
    s.log = log;
    nes_opt *o = run_start(D, at, &s);
    for (int i = 0; i < 3000 && nes_stopped(o) == NES_RUNNING; i++) {
        const nes_points p = ask(o);
        assert_int_equal(p.dim, D);
        assert_true(p.x[0] >= 0.1 && p.x[1] == 2 && fabs(p.x[2]) <= 5);
        tell(o, p.id[0], (p.x[0] - 7) * (p.x[0] - 7) + p.x[2] * p.x[2] + p.x[3] * p.x[3]);
    }
    assert_within(run_result(o).best_x[0], 7, 1e-5);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_late_points),
                                       cmocka_unit_test(test_points_under_way_are_handed_out_again),
                                       cmocka_unit_test(test_start),
                                       cmocka_unit_test(test_failures),
                                       cmocka_unit_test(test_budget),
                                       cmocka_unit_test(test_target),
                                       cmocka_unit_test(test_room),
                                       cmocka_unit_test(test_restarts),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_domain)};
    return cmocka_run_group_tests_name("calls without generations", tests, NULL, NULL);
}
