/* SPDX-License-Identifier: MIT
 *
 * Why runs stop, where nothing is gained any more: widths and values that no longer differ, steps
 * without effect, no progress, probabilities at their margins. */
#include "support/stops.h"

static void tolx(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag", "gauss-radial"};
    for (size_t i = 0; i < 3; i++) {
        const double scale[4] = {1, 2, 3, 4};
        nes_settings s = run_settings("auto");
        s.family = families[i];
        s.scheme = "comma";
        s.tolx = 1e-3;
        s.scale = scale;
        const nes_result r = stop_expect(stop_finished(4, 1, &s, run_sphere), NES_STOP_TOLX, 1e-3);
        assert_true(r.stop_value > 0 && r.stop_value < 1e-3);
        s.tolx_abs = s.tolfun = NES_OFF;
        s.noeffect = false;
        stop_expect_off(4, 1, s, run_sphere, "tolx");
        s.tolx = NES_AUTO;
        stop_expect(stop_finished(4, 1, &s, run_sphere), NES_STOP_TOLX, 5e-12);
    }
}

static void tolx_abs(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (!run_is_closed_form(nes_method_at(m))) continue;
        if (!run_is_elitist(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.tolx_abs = 1e-4;
        s.tolfun = NES_OFF;
        s.noeffect = false;
        nes_opt *o = stop_finished(4, 1, &s, run_sphere);
        run_assert_real(nes_get_settings(o)->tolx, NES_OFF);
        nes_result r = run_result(o);
        double widest = 0;
        for (size_t i = 0; i < 4; i++) widest = fmax(widest, r.std_x[i]);
        run_assert_real(r.stop_value, widest);
        r = stop_expect(o, NES_STOP_TOLX_ABS, 1e-4);
        assert_true(r.stop_value > 0 && r.stop_value < 1e-4);
        stop_expect_off(4, 1, s, run_sphere, "tolx_abs");
    }
}

static void tolfun(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const uint64_t period = run_is_elitist(nes_method_at(m)) ? 5 : 1;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 5;
        s.sampling = "iid";
        s.flat = s.stagnation = s.max_growth = NES_OFF;
        const nes_result r =
            stop_expect(stop_finished(4, 1, &s, stop_flat), NES_STOP_TOLFUN, 1e-12);
        run_assert_real(r.stop_value, 0);
        if (run_method_is(nes_method_at(m), "mixing", "none"))
            assert_int_equal(r.generations, (10 + 24) * period); /* 10 + ceil(30 d/n) */
        else
            assert_in_range(r.evaluations, (10 + 24) * 5, (10 + 24) * (5 + 4)); /* as many points */
        s.tolx_abs = NES_OFF; /* hill climbers shrink while nothing succeeds */
        s.noeffect = false;
        stop_expect_off(4, 1, s, stop_flat, "tolfun");
        s.noisy = "yes";
        s.max_gens = 100 * period;
        stop_expect(stop_finished(4, 1, &s, stop_flat), NES_STOP_GENS, (double)s.max_gens);
    }
}

static double steps(size_t dim, const double *x, void *user)
{
    return floor(run_sphere(dim, x, user));
}

static void flat_values(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const bool elitist = run_is_elitist(nes_method_at(m));
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 6;
        nes_result r = stop_expect(stop_finished(4, 1, &s, stop_flat), NES_STOP_FLAT, 2);
        run_assert_real(r.stop_value, 3);
        if (run_method_is(nes_method_at(m), "mixing", "none"))
            assert_int_equal(r.generations, 3 * (elitist ? 6 : 1));
        stop_expect(stop_finished(15, 1, &s, stop_flat), NES_STOP_FLAT, 5); /* d/3 */
        s.tolfun = s.tolx = s.tolx_abs = s.stagnation = s.max_condition = NES_OFF;
        s.noeffect = false;
        stop_expect_off(4, 1, s, stop_flat, "flat");
        s.noisy = "yes";
        s.max_evals = 400;
        stop_expect(stop_finished(4, 1, &s, stop_flat), NES_STOP_EVALS, 400);
    }
    nes_settings s = run_settings("xnes");
    run_assert_real(stop_expect(stop_finished(3, 5, &s, steps), NES_STOP_FLAT, 2).best_f, 0);
}

/* Values without any structure. */
static double hash(size_t dim, const double *x, void *user)
{
    const double v = sin(1e4 * run_sphere(dim, x, user)) * 1e4;
    return v - floor(v);
}

static void stagnation(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "xnes", "snes"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings(methods[i]);
        s.popsize = 6;
        s.tolx = NES_OFF;
        s.max_growth = s.max_condition = NES_OFF;
        const nes_result r = stop_expect(stop_finished(4, 1, &s, hash), NES_STOP_STAGNATION, 140);
        assert_true(r.generations >= 140 && r.generations % 5 == 0); /* 120 + 30 d/n */
        stop_expect_off(4, 1, s, hash, "stagnation");
        s.stagnation = NES_AUTO;
        s.noisy = "yes";
        s.max_evals = 4000;
        stop_expect(stop_finished(4, 1, &s, hash), NES_STOP_EVALS, 4000);
    }
}

static void noeffect(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.sigma = 1e-3;
        const nes_result r =
            stop_expect(stop_finished(3, 1e17, &s, stop_flat), NES_STOP_NOEFFECT, 0x1p-53 * 1e17);
        assert_true(r.stop_value > 0 && r.stop_value < 1);
        s.tolfun = s.tolx = s.tolx_abs = s.flat = s.stagnation = s.max_condition = NES_OFF;
        stop_expect_off(3, 1e17, s, stop_flat, "noeffect");
    }
}

static double zeros(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] == 0;
    return sum;
}

/* All probabilities at their margins, and nothing better for so long. */
static void settled(void **state)
{
    (void)state;
    nes_settings s = run_settings("bernoulli");
    s.settled = 40.5;
    nes_opt *o = run_start(10, NULL, &s);
    run_to_end(o, zeros, NULL);
    const nes_result r = run_result(o);
    for (size_t i = 0; i < 10; i++) run_assert_real(r.mean_x[i], 1 - 0.1);
    run_assert_real(r.stop_value, (double)(r.evaluations - r.best_evaluation));
    assert_true(r.stop_value > 40.5 && r.stop_value < 500);
    stop_expect(o, NES_STOP_SETTLED, 40.5);
    s.settled = NES_OFF;
    s.max_gens = 50;
    s.flat = s.stagnation = NES_OFF;
    o = run_start(10, NULL, &s);
    run_to_end(o, zeros, NULL);
    stop_expect(o, NES_STOP_GENS, 50);
}

/* Runs last. */
static void every_reason_was_reached(void **state)
{
    (void)state;
    stop_assert_reached("still");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolx),       cmocka_unit_test(tolx_abs),
        cmocka_unit_test(tolfun),     cmocka_unit_test(flat_values),
        cmocka_unit_test(stagnation), cmocka_unit_test(noeffect),
        cmocka_unit_test(settled),    cmocka_unit_test(every_reason_was_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
