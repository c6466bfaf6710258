/* SPDX-License-Identifier: MIT
 *
 * Where new runs start, and what a handle with restarts refuses. */
#include "opt/handle/opt.h"

#include "support/mixture.h"
#include "support/runs.h"
#include "support/starts.h"

static double half_normal(double x)
{
    return x < 0 ? 0 : 2 * stats_normal(x) - 1;
}

/* Uniform between bounds, normal around the first start without, mirrored at a lone bound. */
static void where(void **state)
{
    (void)state;
    static double x[STARTS * 4];
    const double x0[4] = {1, 5, -3, 2}, scale[4] = {1, 2, 0.5, 1};
    const double lower[4] = {-1, -INFINITY, -3, -INFINITY};
    const double upper[4] = {4, INFINITY, INFINITY, 2};
    nes_settings s;
    nes_settings_default(&s);
    s.sigma = 0.5;
    s.scale = scale;
    s.lower = lower;
    s.upper = upper;
    s.bounds = "reflect"; /* the start point is itself */
    starts_collect(&s, 4, x0, x);
    assert_same_reals(4, x, x0);
    starts_assert_column(x, 4, 0, -1, 5, stats_uniform);
    starts_assert_column(x, 4, 1, 5, 1, stats_normal);
    starts_assert_column(x, 4, 2, -3, 0.25, half_normal);
    starts_assert_column(x, 4, 3, 2, -0.5, half_normal);
}

/* Step sizes of bipop's small runs are drawn, those of bounds too. */
static void step_sizes(void **state)
{
    (void)state;
    const double lower[2] = {0, -10}, upper[2] = {8, 10};
    for (int box = 0; box < 2; box++) {
        nes_settings s = run_settings("snes");
        double f = 0;
        s.restarts = "bipop";
        s.popsize = 2;
        s.tolfun = 1e300;
        if (box) s.lower = lower, s.upper = upper;
        nes_opt *o = run_start(2, NULL, &s);
        size_t small = 0, large = 0;
        uint64_t seen = 0;
        while (run_result(o).restarts < 40) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            const nes_member *m = &o->runs.schedule.member[0];
            const double ratio = m->run->max_std0 / (box ? 5 : 1);
            if (m->large || m->number == 1) assert_within(ratio, 1, 1e-12);
            if (!m->large && m->number > 1) assert_true(ratio >= 0.01 && ratio < 1);
            small += !m->large && m->number != seen;
            large += m->large && m->number != seen;
            seen = m->number;
            for (size_t k = 0; k < p.n; k++) p.f[k] = f += 1;
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        assert_true(small > 10 && large > 3);
        nes_destroy(o);
    }
}

/* Without any finite value each run looks ten times as far around as the one before, from a start
 * that is as far away; from the first value on they do not. Huge step sizes stay below what a
 * double can hold. */
static void nothing_finite(void **state)
{
    (void)state;
    for (int huge = 0; huge < 2; huge++) {
        nes_settings s = run_settings("snes");
        const double sigma = huge ? 1e296 : 1;
        double farthest = 0;
        s.restarts = "ipop";
        s.popsize = 4;
        s.max_infeasible = 2;
        s.tolfun = 1e300;
        s.sigma = sigma;
        nes_opt *o = run_start(2, NULL, &s);
        while (run_result(o).restarts < 20) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            const nes_member *m = &o->runs.schedule.member[0];
            const uint64_t before = m->number <= 14 ? m->number - 1 : 0;
            const double wide = pow(10, (double)(before < 8 ? before : 8));
            if (!huge || before < 4) assert_relative(m->run->max_std0, sigma * wide, 1e-12);
            if (m->number <= 14) farthest = fmax(farthest, fabs(m->run->g.dist.theta[0]));
            for (size_t k = 0; k < p.n; k++) p.f[k] = m->number < 14 ? NAN : (double)m->number;
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
            if (m->number >= 14) continue;
            assert_int_equal(run_result(o).best_run, 0);
            assert_null(run_result(o).best_x);
            assert_non_null(run_result(o).mean_x);
        }
        if (!huge) assert_true(farthest > 1e7 && farthest < 1e10);
        nes_destroy(o);
    }
}

/* All runs of a user's density begin at theta0, each with samples of its own. The handle has copied
 * it, and is loaded with the same density. */
static void own_density(void **state)
{
    (void)state;
    double theta0[MIXTURE_PARAMETERS];
    nes_density density = *mixture_density();
    nes_settings s = run_settings("auto");
    char message[NES_MESSAGE_SIZE];
    memcpy(theta0, density.theta0, sizeof theta0);
    density.theta0 = theta0;
    s.family = "user";
    s.density = &density;
    s.restarts = "interleaved";
    s.max_evals = 5000;
    nes_opt *o = run_start(2, NULL, &s), *copy = NULL;
    memset(theta0, 0xff, sizeof theta0);
    run_steps(o, 50, run_sphere, NULL);
    assert_true(run_result(o).restarts > 0);
    const run_saved saved = run_save(o);
    s.density = mixture_density();
    assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message), NES_OK);
    run_to_end(o, run_sphere, NULL);
    run_to_end(copy, run_sphere, NULL);
    run_assert_same(o, copy);
    assert_true(run_result(o).best_f < 0.1);
    nes_destroy(copy);
    s.density = NULL;
    assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                     NES_ERR_METHOD);
    nes_destroy(o);
    free(saved.data);
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

static void bad_settings(void **state)
{
    (void)state;
    static const double bad[] = {0, -0.1, 1.0001, 2, -INFINITY, INFINITY};
    static const double factors[] = {0, 0.99, 513, NAN, -3};
    static const double utilities[4] = {1, 0, 0, -1};
    nes_settings s;
    nes_settings_default(&s);
    s.restarts = "interleaved";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        s.restart_p = bad[i];
        refused(&s, NES_ERR_VALUE, "restart_p");
        refused(&s, NES_ERR_VALUE, "greater than 0 and at most 1");
    }
    s.restart_p = NAN;
    refused(&s, NES_ERR_VALUE, "restart_p");
    assert_int_equal(nes_set(&s, "restart_p", "1.5"), NES_ERR_VALUE);
    run_assert_has(s.message, "at most 1");
    nes_settings_default(&s);
    s.restarts = "ipop";
    s.restart_max = 65;
    refused(&s, NES_ERR_VALUE, "restart_max");
    s.restart_max = 0;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        s.restart_factor = factors[i];
        refused(&s, NES_ERR_VALUE, "restart_factor");
    }
    nes_settings_default(&s);
    s.restarts = "bipopp";
    refused(&s, NES_ERR_VALUE, "did you mean bipop or ipop");
    s.restarts = "ipop";
    s.shaping = "table";
    s.utilities = utilities;
    s.popsize = 4;
    refused(&s, NES_ERR_VALUE, "interleaved");
    s.restarts = "interleaved";
    assert_int_equal(nes_settings_check(&s, 2, NULL, NULL, 0), NES_OK);
}

/* Calls out of order and wrong ids are refused as for any handle, and do no harm. */
static void bad_calls(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    nes_points p;
    const double f[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t id = 1ull << 48;
    s.restarts = "interleaved";
    s.popsize = 4;
    s.restart_slice = 1;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_tell(o, 4, f), NES_ERR_ORDER);
    assert_int_equal(nes_tell_some(o, 1, &id, f), NES_ERR_ORDER);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell(o, 3, f), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "3 values");
    assert_int_equal(nes_tell_some(o, 1, &id, f), NES_ERR_ID);
    run_assert_has(nes_message(o), "281474976710656");
    assert_int_equal(nes_tell_some(o, 0, NULL, NULL), NES_OK);
    assert_int_equal(nes_tell_some(o, 4, p.id, f), NES_OK);
    assert_int_equal(run_result(o).evaluations, 4);
    nes_stop_now(o);
    assert_int_equal(nes_ask(o, &p), NES_ERR_ORDER);
    assert_int_equal(run_result(o).stop, NES_STOP_USER);
    run_assert_has(run_result(o).stop_text, nes_stop_text(NES_STOP_USER));
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where),          cmocka_unit_test(step_sizes),
        cmocka_unit_test(nothing_finite), cmocka_unit_test(own_density),
        cmocka_unit_test(bad_settings),   cmocka_unit_test(bad_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
