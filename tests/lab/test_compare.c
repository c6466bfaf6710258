/* SPDX-License-Identifier: MIT
 *
 * The parts of a comparison against closed forms: lists, improvements, targets, ranks, runtime
 * distributions, tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grid.h"
#include "bench/curve.h"
#include "compare/compare_lists.h"
#include "compare/method_ranks.h"
#include "compare/reference.h"
#include "compare/track.h"
#include "stats/run_stats.h"
#include "support/check.h"

/* ---- lists ---------------------------------------------------------------------------------- */

static void test_methods(void **state)
{
    nes_settings common;
    method_list l;
    (void)state;
    nes_settings_default(&common);
    common.seed = 7;
    assert_int_equal(
        method_list_parse("xnes,snes:popsize=50:restart-factor=2.5:sigma=3", &common, &l), 0);
    assert_int_equal(l.n, 2);
    assert_string_equal(l.v[0].text, "xnes");
    assert_string_equal(l.v[0].settings.method, "xnes");
    assert_null(l.v[0].sigma);
    assert_string_equal(l.v[1].settings.method, "snes");
    assert_int_equal(l.v[1].settings.popsize, 50);
    assert_within(l.v[1].settings.restart_factor, 2.5, 0);
    assert_string_equal(l.v[1].sigma, "3");
    assert_int_equal(l.v[1].settings.seed, 7);
    method_list_free(&l);
}

static void test_methods_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "xnes,",
                                      "xnes,,snes",
                                      "nes",
                                      "xnes,xnes",
                                      "xnes:popsize",
                                      "xnes:popsize=x",
                                      "xnes:seed=3",
                                      "xnes:max-evals=9",
                                      "xnes:what=1",
                                      ":popsize=3"};
    nes_settings common;
    (void)state;
    nes_settings_default(&common);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        method_list l;
        assert_int_equal(method_list_parse(bad[i], &common, &l), 2);
        method_list_free(&l);
    }
}

static void check_ids(const char *text, size_t n, const char *const *want)
{
    id_list l;
    assert_int_equal(id_list_parse(text, &l), 0);
    assert_int_equal(l.n, n);
    for (size_t i = 0; i < n; i++) assert_string_equal(l.v[i], want[i]);
    id_list_free(&l);
}

static void test_ids(void **state)
{
    id_list l;
    (void)state;
    check_ids("sphere_d10", 1, (const char *[]){"sphere_d10"});
    check_ids("bbob_f009-010_i1_d02-3,lj_n3", 5,
              (const char *[]){"bbob_f009_i1_d02", "bbob_f009_i1_d03", "bbob_f010_i1_d02",
                               "bbob_f010_i1_d03", "lj_n3"});
    check_ids("double-pole_n1-2", 2, (const char *[]){"double-pole_n1", "double-pole_n2"});
    assert_int_equal(id_list_parse("a_d3-2", &l), 2);
    id_list_free(&l);
    assert_int_equal(id_list_parse("a_d3,,b_d2", &l), 2);
    id_list_free(&l);
    assert_int_equal(id_list_parse("a_d1-99999999999", &l), 2);
    id_list_free(&l);
}

/* ---- improvements --------------------------------------------------------------------------- */

/* Values 1/k: every evaluation is an improvement. Up to evaluation 50 each is kept; from there a
 * step covers 2 % and is the last of its improvements. */
static void test_track(void **state)
{
    track t = track_new((track_goal){0, -INFINITY});
    (void)state;
    for (size_t k = 1; k <= 100000; k++) track_value(&t, 1 / (double)k);
    assert_int_equal(t.evaluations, 100000);
    for (size_t i = 0; i < 49; i++) assert_int_equal(t.run.steps[i].evaluations, i + 1);
    assert_int_equal(t.run.steps[49].evaluations, 51);
    assert_true(t.run.n < 49 + 1 + (size_t)(log(1e5 / 50) / log(1.02) + 50));
    for (size_t i = 0; i < t.run.n; i++) {
        assert_within(t.run.steps[i].precision, 1 / t.run.steps[i].evaluations, 0);
        if (i > 0) /* a value is known at most 2 % late */
            assert_true(t.run.steps[i].evaluations <= 1.02 * (t.run.steps[i - 1].evaluations + 1));
    }
    assert_int_equal(t.run.steps[t.run.n - 1].evaluations, 100000);
    track_free(&t);
}

static void test_track_goal(void **state)
{
    const double values[] = {NAN, INFINITY, 5, 7, 3.5, 3.25, 3, 1};
    track t = track_new((track_goal){3, 0.25});
    (void)state;
    for (size_t i = 0; i < 8; i++) track_value(&t, values[i]);
    assert_true(t.solved);
    assert_int_equal(t.evaluations, 6);
    assert_within(t.best, 3.25, 0);
    assert_int_equal(t.run.n, 3);
    assert_int_equal(t.run.steps[0].evaluations, 3);
    assert_int_equal(t.run.steps[2].evaluations, 6);
    track_free(&t);
}

/* ---- targets -------------------------------------------------------------------------------- */

static void test_known_optimum(void **state)
{
    compare_problem b = {.dim = 2, .optimum = 79.5};
    compare_plan p = {.problems = &b, .n_problems = 1, .precision = 1e-8, .target = NAN};
    reference r;
    (void)state;
    reference_open(&r, &p, 0, 80, 1000);
    assert_int_equal(r.n, 51);
    assert_within(r.targets[0], 100, 1e-12);
    assert_within(r.targets[5], 10, 1e-13);
    assert_within(reference_final(&r), 1e-8, 0);
    assert_within(reference_distance(&r, 80), 0.5, 0);
    assert_within(reference_distance(&r, 79), 0, 0); /* better than what was thought the best */
    assert_within(r.shown[r.n_shown - 1], 1e-8, 0);
    reference_close(&r);
    p.precision = 0.02; /* runs end there: no target is closer */
    reference_open(&r, &p, 0, 80, 1000);
    assert_int_equal(r.n, 20);
    assert_within(r.targets[18], pow(10, -1.6), 1e-12);
    assert_within(reference_final(&r), 0.02, 0);
    reference_close(&r);
}

static void test_unknown_optimum(void **state)
{
    compare_problem b = {.dim = 2, .optimum = NAN};
    compare_plan p = {.problems = &b, .n_problems = 1, .precision = 1e-8, .target = NAN};
    double given[] = {2, 1};
    reference r;
    (void)state;
    reference_open(&r, &p, 0, -4, 16);
    assert_int_equal(r.kind, REFERENCE_BEST);
    assert_within(reference_distance(&r, -4), 0, 0);
    assert_within(reference_distance(&r, 16), 1, 0);
    assert_within(r.targets[25], 1e-4, 1e-12);
    assert_within(reference_final(&r), 1e-8, 0);
    reference_close(&r);
    p.target = 6; /* the value itself is the last target */
    reference_open(&r, &p, 0, -4, 16);
    assert_int_equal(r.kind, REFERENCE_TARGET);
    assert_within(reference_distance(&r, 11), 0.5, 0);
    assert_within(reference_final(&r), 0, 0);
    reference_close(&r);
    p.target = NAN;
    p.targets = given; /* distances as they are */
    p.n_targets = 2;
    reference_open(&r, &p, 0, -4, 16);
    assert_within(reference_distance(&r, -2), 2, 0);
    assert_int_equal(r.n_shown, 2);
    reference_close(&r);
}

/* ---- ranks ---------------------------------------------------------------------------------- */

enum { RUNS = 5 };

/* A set of runs that reach 1 after hit evaluations; 0: never, and come to 1 + distance. */
typedef struct runs {
    coco_step steps[RUNS];
    coco_run runs[RUNS];
    coco_set set;
} runs;

static void make_runs(runs *r, const double *hit, const double *distance)
{
    for (size_t i = 0; i < RUNS; i++) {
        r->steps[i] = (coco_step){hit[i] > 0 ? hit[i] : 1, hit[i] > 0 ? 1 : 1 + distance[i]};
        r->runs[i] = (coco_run){
            .evaluations = 100, .precision = r->steps[i].precision, .steps = &r->steps[i], .n = 1};
    }
    r->set = (coco_set){.dim = 2, .precision = 1, .runs = r->runs, .n = RUNS};
}

/* All 25 pairs are won, as in two of the 252 ways to divide ten runs that differ. */
static void test_rank_decided(void **state)
{
    const double fast[] = {1, 2, 3, 4, 5}, slow[] = {6, 7, 0, 9, 0}, none[RUNS] = {1, 1, 1, 1, 2};
    const double p = 2 / 252.0;
    runs a, b;
    rank_result r;
    rank_table t;
    (void)state;
    make_runs(&a, fast, none);
    make_runs(&b, slow, none);
    r = rank_compare(&a.set, &b.set);
    assert_within(r.better, 1, 0);
    assert_relative(r.p, p, 1e-12);
    const coco_set *const sets[] = {&b.set, &a.set};
    rank_table_open(&t, sets, 2, 1);
    assert_int_equal(t.best, 1);
    assert_true(t.ahead && rank_is_better(&t, 1, 0) && !rank_is_better(&t, 0, 1));
    rank_table_close(&t);
    rank_table_open(&t, sets, 2, 10); /* of so many tests one may look so */
    assert_relative(rank_pair(&t, 0, 1)->p, 10 * p, 1e-12);
    assert_false(rank_is_better(&t, 1, 0));
    rank_table_close(&t);
}

/* Runs that did not reach the target rank behind all that did, by how close they came. The success
 * of a wins 5 pairs, and each of its four others shares the pair with the one run of b that came as
 * close. */
static void test_rank_order(void **state)
{
    const double one[] = {90, 0, 0, 0, 0}, two[] = {0, 0, 0, 0, 0};
    const double far[] = {9, 9, 9, 9, 9}, near[] = {2, 2, 2, 2, 9};
    runs a, b;
    rank_result r;
    (void)state;
    make_runs(&a, one, far);
    make_runs(&b, two, near);
    r = rank_compare(&a.set, &b.set);
    assert_within(r.better, (5 + 4 * 0.5) / 25, 1e-15);
    r = rank_compare(&b.set, &a.set);
    assert_within(r.better, 1 - 7.0 / 25, 1e-15);
}

static void test_rank_equal(void **state)
{
    const double hit[] = {3, 3, 3, 3, 3};
    runs a, b;
    rank_table t;
    (void)state;
    make_runs(&a, hit, hit);
    make_runs(&b, hit, hit);
    const coco_set *const sets[] = {&a.set, &b.set};
    rank_table_open(&t, sets, 2, 1);
    assert_false(t.ahead);
    assert_within(rank_pair(&t, 0, 1)->p, 1, 0);
    rank_table_close(&t);
}

/* ---- curves and tables ---------------------------------------------------------------------- */

static void test_curve(void **state)
{
    const double hit[] = {2, 4, 0, 8, 10}, far[] = {1, 1, 1, 1, 1}, targets[] = {2, 1};
    runs a;
    curve c = {.hits = NULL};
    (void)state;
    make_runs(&a, hit, far); /* run 3 reaches 2 at once, and never 1 */
    curve_add(&c, &a.set, targets, 2);
    assert_int_equal(c.pairs, 10);
    assert_within(c.end, 50, 0); /* 100 evaluations in dimension 2 */
    assert_within(curve_share(&c, 0.4), 0, 0);
    assert_within(curve_share(&c, 0.5), 0.1, 0);
    assert_within(curve_share(&c, 1), 0.3, 0);
    assert_within(curve_share(&c, 3.9), 0.5, 0);
    assert_within(curve_share(&c, INFINITY), 0.9, 0);
    a.set.dim = 20; /* the same runs are ten times shorter there */
    curve_add(&c, &a.set, targets, 2);
    assert_within(curve_share(&c, 0.5), 0.5, 0);
    curve_free(&c);
}

/* Two runs, of which one succeeds: a draw has 2, 1 or 0 successes with probabilities 1/4, 1/2, 1/4,
 * that is ERT 10, 40 or infinite. */
static void test_ert_interval(void **state)
{
    const double hit[] = {10, INFINITY}, all[] = {10, 10}, total[] = {30, 30};
    const run_sample s = {2, hit, total}, sure = {2, all, total}, none = {0, NULL, NULL};
    (void)state;
    interval i;
    i = run_ert_interval(&s);
    assert_within(i.low, 10, 0);
    assert_true(isinf(i.high));
    i = run_ert_interval(&sure);
    assert_within(i.low, 10, 0);
    assert_within(i.high, 10, 0);
    i = run_ert_interval(&none);
    assert_true(isnan(i.low));
}

static void test_grid(void **state)
{
    grid g = {.columns = 2, .left = 1};
    buffer text = {.text = NULL}, page = {.text = NULL};
    (void)state;
    grid_add(&g, "%s", "name");
    grid_add(&g, "%s", "number");
    grid_add(&g, "%s", "µ|v");
    grid_add(&g, "%d", 12);
    grid_text(&g, &text);
    assert_string_equal(text.text, "name  number\nµ|v       12\n");
    grid_markdown(&g, &page);
    assert_string_equal(page.text, "| name | number |\n|---|--:|\n| µ\\|v | 12 |\n");
    buffer_free(&text);
    buffer_free(&page);
    grid_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_methods_refused),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_track),
        cmocka_unit_test(test_track_goal),
        cmocka_unit_test(test_known_optimum),
        cmocka_unit_test(test_unknown_optimum),
        cmocka_unit_test(test_rank_decided),
        cmocka_unit_test(test_rank_order),
        cmocka_unit_test(test_rank_equal),
        cmocka_unit_test(test_curve),
        cmocka_unit_test(test_ert_interval),
        cmocka_unit_test(test_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
