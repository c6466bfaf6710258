/* SPDX-License-Identifier: MIT
 *
 * Why runs stop, where they cannot go on well: a distribution that degenerates, grows without end
 * or is none, points that are infeasible, evaluations that fail. */
#include "support/stops.h"

static void max_condition(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "1+1-xnes", "1+1-snes", "1+1-cauchy"};
    for (size_t i = 0; i < 5; i++) {
        nes_settings s = run_settings(methods[i]);
        s.max_condition = 5;
        s.tolfun = s.tolx = s.tolx_abs = s.stagnation = NES_OFF;
        s.noeffect = false;
        nes_opt *o = stop_finished(3, 1, &s, run_ellipsoid);
        const double condition = run_condition(o);
        const nes_result r = stop_expect(o, NES_STOP_CONDITION, 5);
        assert_true(r.stop_value > 5);
        run_assert_real(r.stop_value, condition);
        stop_expect_off(3, 1, s, run_ellipsoid, "max_condition");
    }
}

static void max_growth(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "1+1-xnes", "cr-fm-nes"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings(methods[i]);
        s.max_condition = NES_OFF;
        const nes_result r =
            stop_expect(stop_finished(5, 1, &s, run_downhill), NES_STOP_GROWTH, 1e10);
        assert_true(r.stop_value > 1e10);
        s.max_growth = 100;
        stop_expect(stop_finished(5, 1, &s, run_downhill), NES_STOP_GROWTH, 100);
        stop_expect_off(5, 1, s, run_downhill, "max_growth");
    }
}

static double minus_first(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return isfinite(x[0]) ? -asinh(x[0]) : NAN;
}

/* A step that leaves the range of doubles, and growth without end on a slope. */
static void nonfinite(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        nes_settings s = run_settings(m == 0 ? "xnes" : "snes");
        s.eta_mu = 1e300;
        s.sigma = 1e10;
        const nes_result r =
            stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_NONFINITE, NAN);
        assert_true(!isfinite(r.stop_value));
        s = run_settings(m == 0 ? "xnes" : "snes");
        s.max_condition = s.tolfun = s.max_growth = NES_OFF;
        s.eta_sigma = s.eta_shape = 1;
        s.max_gens = 20000;
        stop_expect(stop_finished(1, 1, &s, minus_first), NES_STOP_NONFINITE, NAN);
    }
}

static void max_infeasible(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const uint64_t period = run_is_elitist(nes_method_at(m)) ? 6 : 1;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 6;
        s.max_infeasible = 4;
        const nes_result r =
            stop_expect(stop_finished(3, 1, &s, run_not_a_number), NES_STOP_INFEASIBLE, 4);
        run_assert_real(r.stop_value, 4);
        assert_int_equal(r.generations, 4 * period);
        s.max_infeasible = 0;
        s.max_gens = 45 * period;
        stop_expect(stop_finished(3, 1, &s, run_not_a_number), NES_STOP_GENS, (double)s.max_gens);
        s = run_settings(nes_method_at(m)->name);
        stop_expect(stop_finished(3, 1, &s, run_not_a_number), NES_STOP_INFEASIBLE, 30);
    }
}

static double fails(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return MARKED_FAILED;
}

/* test_stop_failures.c has more. */
static void failures(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 6;
    run_assert_real(stop_expect(stop_finished(3, 1, &s, fails), NES_STOP_ALL_FAILED, 10).stop_value,
                    12);
    s.all_failed = NES_OFF;
    s.max_failed = 17;
    run_assert_real(stop_expect(stop_finished(3, 1, &s, fails), NES_STOP_FAILED, 17).stop_value,
                    18);
    s.max_failed = 0;
    stop_expect(stop_finished(3, 1, &s, fails), NES_STOP_INFEASIBLE, 30);
}

/* A long plain step leaves no covariance: it is not taken, and the reason is given in words. */
static void invalid(void **state)
{
    (void)state;
    nes_settings s = run_settings("gradient");
    s.eta_mu = s.eta_sigma = 100;
    const nes_result r = stop_expect(stop_finished(2, 1, &s, run_sphere), NES_STOP_INVALID, NAN);
    run_assert_has(r.stop_text, "positive definite");
}

/* Runs last. */
static void every_reason_was_reached(void **state)
{
    (void)state;
    stop_assert_reached("trouble");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(max_condition),
        cmocka_unit_test(max_growth),
        cmocka_unit_test(nonfinite),
        cmocka_unit_test(max_infeasible),
        cmocka_unit_test(failures),
        cmocka_unit_test(invalid),
        cmocka_unit_test(every_reason_was_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
