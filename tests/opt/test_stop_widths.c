/* SPDX-License-Identifier: MIT
 *
 * The stops tolx and tolx_abs, generation by generation: a run ends with the first one whose widths
 * are all below the threshold, relative to those at the start or as they are, and not before. */
#include "support/runs.h"

enum { D = 4 };

static const double SCALE[D] = {1, 20, 0.3, 4};

/* The largest standard deviation, relative to the start or as it is. */
static double widest(const nes_result *r, double sigma, const double *scale, bool relative)
{
    double most = 0;
    for (size_t i = 0; i < D; i++) {
        const double start = scale != NULL ? sigma * scale[i] : sigma;
        most = fmax(most, relative ? r->std_x[i] / start : r->std_x[i]);
    }
    return most;
}

static void follow(const char *family, double sigma, const double *scale, bool relative)
{
    const double x0[D] = {1, 2, -1, 0.5}, threshold = relative ? 1e-3 : 2e-2;
    nes_settings s = run_settings("auto");
    s.family = family;
    s.sigma = sigma;
    s.scale = scale;
    s.tolx = relative ? threshold : NES_OFF;
    s.tolx_abs = relative ? NES_OFF : threshold;
    s.tolfun = NES_OFF;
    nes_opt *o = run_start(D, x0, &s);
    for (int t = 0; nes_stopped(o) == NES_RUNNING; t++) {
        assert_true(t < 5000);
        run_step(o, run_sphere, NULL);
        const nes_result r = run_result(o);
        const double ratio = widest(&r, sigma, scale, relative);
        assert_int_equal(r.stop != NES_RUNNING, ratio < threshold);
    }
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, relative ? NES_STOP_TOLX : NES_STOP_TOLX_ABS);
    assert_relative(r.stop_value, widest(&r, sigma, scale, relative), 1e-15);
    run_assert_real(r.stop_threshold, threshold);
    nes_destroy(o);
}

static void first_generation_below(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag"};
    for (size_t i = 0; i < 2; i++)
        for (int relative = 0; relative < 2; relative++) {
            follow(families[i], 0.5, SCALE, relative);
            follow(families[i], 3, NULL, relative);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_generation_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
