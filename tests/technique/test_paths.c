/* SPDX-License-Identifier: MIT
 *
 * Cumulation: the paths of the shape and of the factors stand still while that of the scale is too
 * long, by the formula. [math: B4] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "support/check.h"
#include "support/rig.h"

enum { N = 8, G = 3 }; /* behind G numbers the state has the paths of scale, shape and factors */

/* One step with |p_sigma|^2 = excess (2 + 4/(d + 1)) d g_sigma, after which the other paths have
 * forgotten half and, if they do not stand still, follow the step. */
static void check_step(size_t d, double excess, bool stands)
{
    rig r;
    rig_make(&r, &nes_gauss_dd, d, N, true);
    rig_paths(&r, &(nes_path_rates){.shape = 0.5, .diag = 0.5});
    rig_start(&r, NULL, 1, NULL);
    rig_sample(&r, 7, 1);
    for (size_t k = 0; k < N; k++) r.g.batch.f[k] = r.g.batch.x[k * d];
    double *g = r.g.active[RIG_PATHS].state, *p = g + G;
    g[0] = 1;
    for (size_t i = 1; i < G; i++) g[i] = 0.5;
    for (size_t i = 0; i < G * d; i++) p[i] = 1;
    memset(p, 0, d * sizeof *p);
    p[d - 1] = sqrt(excess * (2 + 4 / ((double)d + 1)) * (double)d * g[0]);
    assert_int_equal(rig_step(&r, &(nes_rates){.mu = 1, .sigma = 1, .limit = 10}), 0);
    for (size_t i = 1; i < G; i++) {
        assert_relative(g[i], 0.5 * 0.5 * 0.5 + (stands ? 0 : 0.5 * 1.5), 1e-14);
        for (size_t j = 0; j < d; j++) assert_true((p[i * d + j] == 0.5) == stands);
    }
    rig_free(&r);
}

static void test_stand_still(void **state)
{
    (void)state;
    const size_t dims[] = {1, 2, 3, 10, 40};
    for (size_t i = 0; i < 5; i++) {
        check_step(dims[i], 1 - 1e-9, false);
        check_step(dims[i], 1 + 1e-9, true);
        check_step(dims[i], 0.5, false);
        check_step(dims[i], 2, true);
    }
    check_step(1, 1, true); /* exactly so long: 4 = 4, and 9/3 = 3 */
    check_step(3, 1, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stand_still)};
    return cmocka_run_group_tests_name("paths", tests, NULL, NULL);
}
