/* SPDX-License-Identifier: MIT
 *
 * The exponential parameterisation and the full Gaussian family take the same first step from a
 * spherical start, where their coordinates agree, with different rates for scale and shape. */
#include "support/runs.h"

enum { D = 4, N = 7 };

static nes_opt *after_a_step(const char *method, double eta_sigma, double eta_shape)
{
    const double x0[D] = {1, -2, 3, 0.5};
    nes_settings s = run_settings(method);
    s.popsize = N;
    s.sigma = 1.5;
    s.eta_mu = 0.7;
    s.eta_sigma = eta_sigma;
    s.eta_shape = eta_shape;
    nes_opt *o = run_start(D, x0, &s);
    run_step(o, run_ellipsoid, NULL);
    return o;
}

static void first_step_of_xnes(void **state)
{
    (void)state;
    static const double rates[][2] = {{0.6, 0}, {0, 0.6}, {0.6, 0.2}, {0.2, 0.6}};
    for (size_t i = 0; i < 4; i++) {
        nes_opt *a = after_a_step("exp-nes", rates[i][0], rates[i][1]);
        nes_opt *b = after_a_step("xnes", rates[i][0], rates[i][1]);
        const nes_result r = run_result(a), q = run_result(b);
        for (size_t j = 0; j < D; j++) assert_within(r.mean_x[j], q.mean_x[j], 1e-13);
        assert_all_relative(D, r.std_x, q.std_x, 1e-12);
        assert_relative(r.sigma, q.sigma, 1e-12);
        assert_true((fabs(r.sigma - 1.5) > 1e-3) == (rates[i][0] > 0));
        assert_true((run_condition(b) > 1.01) == (rates[i][1] > 0));
        nes_destroy(a);
        nes_destroy(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_step_of_xnes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
