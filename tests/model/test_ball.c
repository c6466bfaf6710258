/* SPDX-License-Identifier: MIT
 *
 * Steps in regions of trust by their conditions, and minimisers in balls. [math: B21.4] */
#include "model/ball.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

enum { D = 6 };

static surrogate s;

static void set(const double *gradient, const double *eigenvalues, uint64_t seed)
{
    double q[D * D];
    dense_orthogonal(D, seed, q);
    memset(s.ball.hessian, 0, D * D * sizeof *q);
    for (size_t i = 0; i < D; i++) {
        s.ball.gradient[i] = gradient[i];
        for (size_t j = 0; j < D; j++)
            for (size_t k = 0; k < D; k++)
                s.ball.hessian[i * D + j] += eigenvalues[k] * q[k * D + i] * q[k * D + j];
    }
}

/* g.s + 1/2 s^T H s */
static double model(const double *step)
{
    double sum = 0;
    for (size_t i = 0; i < D; i++) {
        sum += s.ball.gradient[i] * step[i];
        for (size_t j = 0; j < D; j++) sum += step[i] * s.ball.hessian[i * D + j] * step[j] / 2;
    }
    return sum;
}

/* (H + t) s = -g with t >= 0, H + t not negative, and t = 0 or |s| the radius: these conditions
 * together make s a global minimiser. */
static void check_step(const double *eigenvalues, double radius)
{
    double lowest = INFINITY, rest[D], t = 0;
    assert_true(nes_ball_turn(&s.ball));
    nes_ball_step(&s.ball, radius);
    const double length = dense_norm(D, s.ball.step);
    for (size_t i = 0; i < D; i++) lowest = fmin(lowest, eigenvalues[i]);
    for (size_t i = 0; i < D; i++) {
        rest[i] = s.ball.gradient[i];
        for (size_t j = 0; j < D; j++) rest[i] += s.ball.hessian[i * D + j] * s.ball.step[j];
        t -= rest[i] * s.ball.step[i] / (length * length);
    }
    assert_true(length <= radius * (1 + 1e-12));
    assert_true(t >= -1e-9 && t >= -lowest - 1e-9);
    assert_true(t < 1e-9 || length >= radius * (1 - 1e-9));
    for (size_t i = 0; i < D; i++) assert_within(rest[i], -t * s.ball.step[i], 1e-8);
}

static void test_steps(void **state)
{
    (void)state;
    static const double spectra[][D] = {{1, 2, 3, 4, 5, 6},         {-1, -2, 3, 4, 5, 6},
                                        {-1, -1, -1, -1, -1, -1},   {0, 0, 0, 0, 0, 0},
                                        {1e-6, 1, 1, 10, 100, 1e4}, {-1e-9, 0, 1, 1, 1, 1}};
    static const double radii[] = {1e-3, 0.5, 2, 50};
    double gradient[D];
    surrogate_open(&s, D, 1, nes_cpu_best());
    for (size_t k = 0; k < sizeof spectra / sizeof *spectra; k++)
        for (size_t r = 0; r < 4; r++) {
            dense_normals(k, D, gradient);
            set(gradient, spectra[k], k + 1);
            check_step(spectra[k], radii[r]);
        }
    surrogate_close(&s);
}

/* No point of the ball that is drawn at random is better than the step. */
static void test_steps_by_search(void **state)
{
    (void)state;
    const double spectrum[] = {-3, -1, 0, 1, 2, 5};
    double gradient[D], v[D];
    surrogate_open(&s, D, 1, nes_cpu_best());
    dense_normals(9, D, gradient);
    set(gradient, spectrum, 4);
    assert_true(nes_ball_turn(&s.ball));
    nes_ball_step(&s.ball, 0.7);
    const double least = model(s.ball.step);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        dense_normals(seed, D, v);
        const double scale = 0.7 / dense_norm(D, v) * (seed % 2 ? 1 : 0.8);
        for (size_t i = 0; i < D; i++) v[i] *= scale;
        assert_true(model(v) >= least - 1e-12);
    }
    surrogate_close(&s);
}

/* Without a gradient there is no step, even from a saddle. */
static void test_no_gradient(void **state)
{
    (void)state;
    const double zero[D] = {0}, spectrum[] = {-3, -1, 0, 1, 2, 5};
    surrogate_open(&s, D, 1, nes_cpu_best());
    set(zero, spectrum, 4);
    assert_true(nes_ball_turn(&s.ball));
    nes_ball_step(&s.ball, 0.7);
    for (size_t i = 0; i < D; i++) assert_within(s.ball.step[i], 0, 0);
    s.ball.hessian[3] = s.ball.hessian[3 * D] = NAN;
    assert_false(nes_ball_turn(&s.ball));
    surrogate_close(&s);
}

/* A bowl with its lowest point at `low`. */
static void make_bowl(nes_surface *bowl, const double *low)
{
    bowl->c = 1;
    bowl->n = 0;
    memset(bowl->H, 0, D * D * sizeof *bowl->H);
    for (size_t i = 0; i < D; i++) {
        bowl->H[i * D + i] = 2;
        bowl->b[i] = -2 * low[i];
    }
}

/* The lowest point if it is in the ball, else the point of the ball next to it. */
static void test_bowl(void **state)
{
    (void)state;
    const double c[D] = {0.1, 0.2}, inside[D] = {0.3, 0.3, -0.1}, outside[D] = {5, -4, 3, 2, 1, 1};
    double u[D], away[D];
    surrogate_open(&s, D, 1, nes_cpu_best());
    nes_surface *bowl = &s.polynomial.surface;
    s.ball.c = c;
    s.ball.rho = 0.5;
    make_bowl(bowl, inside);
    memcpy(u, c, sizeof u);
    assert_true(nes_ball_minimise(&s.ball, bowl, u));
    for (size_t i = 0; i < D; i++) assert_within(u[i], inside[i], 1e-12);
    make_bowl(bowl, outside);
    memcpy(u, c, sizeof u);
    assert_true(nes_ball_minimise(&s.ball, bowl, u));
    for (size_t i = 0; i < D; i++) away[i] = outside[i] - c[i];
    const double r = dense_norm(D, away);
    for (size_t i = 0; i < D; i++) assert_within(u[i], c[i] + 0.5 * away[i] / r, 1e-7);
    surrogate_close(&s);
}

static void test_pull(void **state)
{
    (void)state;
    const double c[D] = {1, 1, 1, 1, 1, 1};
    double u[D] = {1, 4, 1, 1, 1, 1}, kept[D] = {1, 1.5, 1, 1, 1, 1};
    surrogate_open(&s, D, 1, nes_cpu_best());
    s.ball.c = c;
    s.ball.rho = 2;
    nes_ball_pull(&s.ball, u);
    assert_within(u[1], 3, 1e-15);
    nes_ball_pull(&s.ball, kept);
    assert_within(kept[1], 1.5, 0);
    surrogate_close(&s);
}

static void test_not_finite(void **state)
{
    (void)state;
    const double c[D] = {0};
    surrogate_open(&s, D, 1, nes_cpu_best());
    nes_surface *bowl = &s.polynomial.surface;
    s.ball.c = c;
    s.ball.rho = 2;
    make_bowl(bowl, c);
    bowl->c = NAN;
    double u[D] = {1};
    assert_false(nes_ball_minimise(&s.ball, bowl, u));
    surrogate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),       cmocka_unit_test(test_steps_by_search),
        cmocka_unit_test(test_no_gradient), cmocka_unit_test(test_bowl),
        cmocka_unit_test(test_pull),        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
