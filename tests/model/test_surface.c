/* SPDX-License-Identifier: MIT
 *
 * Gradient and Hessian of a model against differences of its values. [math: B21] */
#include "model/surface.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

enum { D = 9, N = 40 };

static double gradient_at(const nes_surface *s, const double *u, size_t i, double *gradient)
{
    double hessian[D * D];
    nes_surface_slopes(s, u, gradient, hessian);
    return gradient[i];
}

static void check_slopes(const nes_surface *s, const double *u)
{
    double gradient[D], hessian[D * D], other[D];
    nes_surface_slopes(s, u, gradient, hessian);
    for (size_t i = 0; i < D; i++) {
        const double h = 1e-5;
        double up[D], down[D];
        memcpy(up, u, sizeof up);
        memcpy(down, u, sizeof down);
        up[i] += h;
        down[i] -= h;
        const double slope = (nes_surface_value(s, up) - nes_surface_value(s, down)) / (2 * h);
        assert_within(gradient[i], slope, 1e-7 * (1 + fabs(slope)));
        for (size_t j = 0; j < D; j++) {
            const double bend =
                (gradient_at(s, up, j, other) - gradient_at(s, down, j, other)) / (2 * h);
            assert_within(hessian[i * D + j], bend, 1e-6 * (1 + fabs(bend)));
        }
    }
}

static double rugged(size_t d, const double *x)
{
    return surrogate_bowl(d, x) + 5 * cos(5 * x[0]);
}

static void test_slopes(void **state)
{
    (void)state;
    surrogate s;
    double u[D];
    for (int level = 0; level <= (int)nes_cpu_best(); level++) {
        surrogate_open(&s, D, N, (nes_cpu)level);
        surrogate_add(&s, N, 3, rugged);
        s.theta[NES_GP_R] = 2;
        s.theta[NES_GP_E] = 0.1;
        const nes_fit fit = surrogate_fit(&s, 25);
        nes_process_fit(&s.process, &fit);
        nes_polynomial_fit(&s.polynomial, &fit);
        assert_true(s.process.fitted && s.polynomial.type == 1);
        for (uint64_t seed = 1; seed < 5; seed++) {
            dense_normals(seed, D, u);
            for (size_t i = 0; i < D; i++) u[i] *= 0.3;
            check_slopes(&s.process.surface, u);
            check_slopes(&s.polynomial.surface, u);
        }
        surrogate_close(&s);
    }
}

/* At a point of the model the bump is smooth: no division by the distance. */
static void test_at_a_point(void **state)
{
    (void)state;
    surrogate s;
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 3, rugged);
    const nes_fit fit = surrogate_fit(&s, 25);
    s.theta[NES_GP_E] = 0.1;
    nes_process_fit(&s.process, &fit);
    check_slopes(&s.process.surface, s.process.points.u);
    surrogate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_at_a_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
