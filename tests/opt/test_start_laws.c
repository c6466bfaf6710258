/* SPDX-License-Identifier: MIT
 *
 * Laws of the start: a box or a normal distribution, from which every run draws anew. */
#include "opt/handle/opt.h"

#include "support/runs.h"
#include "support/starts.h"

/* In the box that the caller names, the first one too unless it is given; a side may be a point. */
static void in_a_box(void **state)
{
    (void)state;
    static double x[STARTS * 3];
    const double low[3] = {-4, 2, 7}, high[3] = {4, 2.5, 7}, x0[3] = {90, 91, 92};
    const double lower[3] = {-100, -100, -100}, upper[3] = {100, 100, 100};
    for (int i = 0; i < 4; i++) {
        nes_settings s;
        nes_settings_default(&s);
        s.start_lower = low;
        s.start_upper = high;
        if (i % 2 == 1) s.lower = lower, s.upper = upper, s.bounds = "reflect";
        starts_collect(&s, 3, i < 2 ? x0 : NULL, x);
        if (i < 2) assert_same_reals(3, x, x0);
        for (size_t n = i < 2; n < STARTS; n++) {
            assert_true(x[3 * n] >= -4 && x[3 * n] <= 4);
            assert_true(x[3 * n + 1] >= 2 && x[3 * n + 1] <= 2.5);
            run_assert_real(x[3 * n + 2], 7);
        }
        starts_assert_column(x, 3, 0, -4, 8, stats_uniform);
        starts_assert_column(x, 3, 1, 2, 0.5, stats_uniform);
    }
}

/* Normal around the mean that the caller names, whatever the step size is; std 0 is a point. */
static void normal(void **state)
{
    (void)state;
    static double x[STARTS * 3];
    const double mean[3] = {0, -5, 7}, std[3] = {0.01, 3, 0}, x0[3] = {90, 91, 92};
    for (int given = 0; given < 2; given++) {
        nes_settings s;
        nes_settings_default(&s);
        s.start_mean = mean;
        s.start_std = std;
        s.sigma = 20;
        starts_collect(&s, 3, given ? x0 : NULL, x);
        if (given) assert_same_reals(3, x, x0);
        for (size_t n = (size_t)given; n < STARTS; n++) {
            run_assert_real(x[3 * n + 2], 7);
            assert_true(fabs(x[3 * n]) < 0.06 && fabs(x[3 * n + 1] + 5) < 18);
        }
        starts_assert_column(x, 3, 0, 0, 0.01, stats_normal);
        starts_assert_column(x, 3, 1, -5, 3, stats_normal);
    }
}

static double half_normal(double x)
{
    return x < 0 ? 0 : 2 * stats_normal(x) - 1;
}

/* Mirrored at a bound, clipped where two bounds are too near for that: never outside. */
static void normal_in_bounds(void **state)
{
    (void)state;
    static double x[STARTS * 3];
    const double mean[3] = {0, 4, 0.5}, std[3] = {2, 0.5, 1e6};
    const double lower[3] = {0, 0, 0}, upper[3] = {1000, 4, 1};
    nes_settings s;
    nes_settings_default(&s);
    s.start_mean = mean;
    s.start_std = std;
    s.lower = lower;
    s.upper = upper;
    s.bounds = "reflect"; /* the start point is itself */
    starts_collect(&s, 3, NULL, x);
    for (size_t k = 0; k < (size_t)STARTS * 3; k++)
        assert_true(x[k] >= lower[k % 3] && x[k] <= upper[k % 3]);
    starts_assert_column(x, 3, 0, 0, 2, half_normal);
    starts_assert_column(x, 3, 1, 4, -0.5, half_normal);
}

/* Half of the tests have a box, the others a normal law, whose first two standard deviations are
 * the same interval. */
static void set_law(nes_settings *s, bool box)
{
    static const double low[3] = {1, 1, 1}, high[3] = {2, 2, 2};
    static const double mean[3] = {1.5, 1.5, 1.5}, std[3] = {0.25, 0.25, 0.25};
    if (box)
        s->start_lower = low, s->start_upper = high;
    else
        s->start_mean = mean, s->start_std = std;
}

/* Without restarts: one start, which depends on seed and run alone and is the same after a load. */
static void one_start(void **state)
{
    (void)state;
    double first[2] = {0, 0};
    for (int i = 0; i < 8; i++) {
        nes_settings s = run_settings(i % 4 == 3 ? "1+1-xnes" : "1+1-nes");
        nes_points p;
        set_law(&s, i < 4);
        s.max_evals = 100;
        s.seed = i % 4 == 1 ? 2 : 1;
        s.run = i % 4 == 2;
        nes_opt *o = run_start(2, NULL, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const double x[2] = {p.x[0], p.x[1]};
        assert_true(x[0] >= 1 && x[0] <= 2 && x[1] >= 1 && x[1] <= 2 && x[0] != x[1]);
        if (i % 4 == 0) memcpy(first, x, sizeof x);
        if (i % 4 == 3) assert_same_reals(2, x, first);
        if (i % 4 == 1 || i % 4 == 2) assert_true(x[0] != first[0] && x[1] != first[1]);
        nes_opt *copy = run_copy(o);
        run_to_end(o, run_sphere, NULL);
        run_to_end(copy, run_sphere, NULL);
        run_assert_same(o, copy);
        nes_destroy(o);
        nes_destroy(copy);
    }
}

/* The next n runs start as expected, where the start of every run is. The centre of a run's
 * distribution before its first step is its start, for every method. */
static void assert_starts(nes_opt *o, size_t n, const double *expected)
{
    uint64_t seen = o->runs.schedule.created;
    double f = 0;
    for (const uint64_t last = seen + n; seen < last;) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const nes_member *m = &o->runs.schedule.member[o->runs.place];
        if (m->number == seen + 1) {
            assert_same_reals(3, m->run->g.dist.theta, expected + 3 * seen);
            seen++;
        }
        for (size_t k = 0; k < p.n; k++) p.f[k] = f += 1;
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
}

/* Run i starts at the same point under every strategy and with every method, in whatever order the
 * runs are made and moved on. No two runs start at the same. */
static void by_number(void **state)
{
    (void)state;
    static double x[STARTS * 3];
    static const char *const strategies[] = {"ipop", "bipop", "interleaved"};
    static const char *const methods[] = {"xnes", "dd-xnes", "snes", "1+1-snes", "auto"};
    for (int box = 0; box < 2; box++) {
        nes_settings s;
        nes_settings_default(&s);
        s.seed = 5;
        set_law(&s, box);
        starts_collect(&s, 3, NULL, x);
        for (size_t n = 1; n < STARTS; n++)
            for (size_t i = 0; i < 3; i++) assert_true(x[3 * n + i] != x[3 * n - 3 + i]);
        for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++)
            for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
                s = run_settings(methods[k]);
                s.seed = 5;
                s.restarts = strategies[i];
                s.challenger = "none";
                s.max_runs = 100;
                s.tolfun = 1e300;
                set_law(&s, box);
                nes_opt *o = run_start(3, NULL, &s);
                assert_same_reals(3, o->runs.schedule.member[0].run->g.dist.theta, x);
                assert_starts(o, 11, x);
                nes_destroy(o);
            }
    }
}

/* A handle that was saved in any generation draws the same starts as one that was not. */
static void after_a_load(void **state)
{
    (void)state;
    static double x[STARTS * 3];
    for (int box = 0; box < 2; box++) {
        nes_settings s;
        nes_settings_default(&s);
        set_law(&s, box);
        starts_collect(&s, 3, NULL, x);
        for (size_t steps = 1; steps < 60; steps += 7) {
            s = run_settings("snes");
            s.restarts = "interleaved";
            s.restart_slice = 1;
            s.tolfun = 1e300;
            set_law(&s, box);
            nes_opt *o = run_start(3, NULL, &s);
            run_steps(o, steps, run_sphere, NULL);
            nes_opt *copy = run_copy(o);
            assert_starts(copy, 3, x);
            assert_starts(o, 3, x);
            run_assert_same(o, copy);
            nes_destroy(o);
            nes_destroy(copy);
        }
    }
}

/* Variables that their bounds fix are left out of the law, and may have any numbers in it. */
static void fixed_variables(void **state)
{
    (void)state;
    const double mean[3] = {50, NAN, -50}, std[3] = {0.5, -1, 0.5};
    const double lower[3] = {-100, 3, -100}, upper[3] = {100, 3, 100};
    nes_settings s = run_settings("1+1-nes");
    nes_points p;
    s.start_mean = mean;
    s.start_std = std;
    s.lower = lower;
    s.upper = upper;
    s.bounds = "reflect";
    nes_opt *o = run_start(3, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_true(p.x[0] != 50 && fabs(p.x[0] - 50) < 3);
    run_assert_real(p.x[1], 3);
    assert_true(p.x[2] != -50 && fabs(p.x[2] + 50) < 3);
    nes_destroy(o);
}

static void refused(const nes_settings *s, nes_status status, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    assert_int_equal(nes_settings_check(s, 2, NULL, message, sizeof message), status);
    run_assert_has(message, part);
    assert_int_equal(nes_create(&o, 2, NULL, s), status);
    assert_null(o);
}

/* The box of starts: both ends or none, finite, in order, inside the bounds. */
static void bad_boxes(void **state)
{
    (void)state;
    static const double ends[][2] = {{0, 1}, {1, 0}, {NAN, 1}, {0, INFINITY}, {-5, 1}, {0, 5}};
    static const double lower[2] = {-3, -3}, upper[2] = {3, 3};
    double low[2] = {0, 0}, high[2] = {1, 0};
    nes_settings s;
    nes_settings_default(&s);
    s.start_lower = low;
    refused(&s, NES_ERR_START, "'start_lower' is given without 'start_upper'");
    s.start_upper = high;
    s.start_lower = NULL;
    refused(&s, NES_ERR_START, "'start_upper' is given without 'start_lower'");
    s.start_lower = low;
    s.lower = lower;
    s.upper = upper;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        low[1] = ends[i][0];
        high[1] = ends[i][1];
        if (i == 0) assert_int_equal(nes_settings_check(&s, 2, NULL, NULL, 0), NES_OK);
        if (i > 0) refused(&s, NES_ERR_START, "variable 2");
        if (i > 3) refused(&s, NES_ERR_START, "not inside its bounds [-3, 3]");
    }
    assert_int_equal(nes_set_array(&s, "start_lower", 3, lower), NES_OK);
    refused(&s, NES_ERR_COUNT, "start_lower");
}

/* The normal law: both numbers or none, finite, around a point inside the bounds, and no box. */
static void bad_normals(void **state)
{
    (void)state;
    static const double laws[][2] = {{0, 0}, {0, -1}, {NAN, 1}, {0, INFINITY}, {-5, 1}, {3.1, 0}};
    static const double lower[2] = {-3, -3}, upper[2] = {3, 3};
    double mean[2] = {0, 0}, std[2] = {1, 0};
    nes_settings s;
    nes_settings_default(&s);
    s.start_mean = mean;
    refused(&s, NES_ERR_START, "'start_mean' is given without 'start_std'");
    s.start_std = std;
    s.start_mean = NULL;
    refused(&s, NES_ERR_START, "'start_std' is given without 'start_mean'");
    s.start_mean = mean;
    s.lower = lower;
    s.upper = upper;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        mean[1] = laws[i][0];
        std[1] = laws[i][1];
        if (i == 0) assert_int_equal(nes_settings_check(&s, 2, NULL, NULL, 0), NES_OK);
        if (i > 0) refused(&s, NES_ERR_START, "variable 2");
        if (i > 3) refused(&s, NES_ERR_START, "outside its bounds [-3, 3]");
    }
    s.start_lower = lower;
    s.start_upper = upper;
    refused(&s, NES_ERR_START, "not both");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_box),         cmocka_unit_test(normal),
        cmocka_unit_test(normal_in_bounds), cmocka_unit_test(one_start),
        cmocka_unit_test(by_number),        cmocka_unit_test(after_a_load),
        cmocka_unit_test(fixed_variables),  cmocka_unit_test(bad_boxes),
        cmocka_unit_test(bad_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
