/* SPDX-License-Identifier: MIT
 *
 * Scores, the natural gradient from samples, and the exponential parameterisation against worked
 * examples. Every number agrees to 1e-12, relative to the largest of its vector. The plain gradient
 * has a test of its own (family/test_plain.c). [math: A2, A3, A10] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/multinormal.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/shaping.h"

#define TOLERANCE 1e-12
enum { D = 2, N = 8, P = 5 };

static void assert_close(size_t n, const double *got, const double *want)
{
    double size = 0;
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], TOLERANCE * size);
}

/* Local samples of given points: z = A^-1 (x - mu), with A from the axes of the family. */
static void localize(rig *r, const double *centred)
{
    double a[9], inverse[9], z[64] = {0};
    const size_t d = r->g.dist.d;
    rig_factor(r, a);
    dense_inverse(d, a, inverse);
    for (size_t k = 0; k < r->g.batch.n; k++)
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) z[k * d + i] += inverse[i * d + j] * centred[k * d + j];
    rig_place(r, z, NULL);
}

/* The example of A2 and A3: covariance, points, and minus their fitness as values, raw. */
static void start_canonical(rig *r, const cJSON *c)
{
    double mu[D], sigma[D * D], x[N * D], fitness[N];
    json_reals(c, "mu", D, mu);
    json_reals(c, "Sigma", D * D, sigma);
    json_reals(c, "z", N * D, x);
    json_reals(c, "fitness", N, fitness);
    rig_make(r, &nes_gauss_cov, D, N, true);
    rig_start(r, mu, 1, NULL);
    nes_pack(D, sigma, r->g.dist.theta + D);
    assert_int_equal(r->g.dist.family->scores->refresh(&r->g.dist), 0);
    for (size_t i = 0; i < N * D; i++) x[i] -= mu[i % D];
    localize(r, x);
    for (size_t k = 0; k < N; k++) r->g.batch.f[k] = -fitness[k];
    rig_shaping(r, "raw", D);
    r->options.baseline = false;
    rig_take(r);
}

static void test_scores(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "canonical");
    double want[N * P], got[N * P], f[P * P] = {0}, fisher[P * P];
    rig r;
    start_canonical(&r, c);
    json_reals(c, "logderivs", N * P, want);
    for (size_t k = 0; k < N; k++)
        r.g.dist.family->scores->score(&r.g.dist, &r.g.batch, k, got + k * P);
    assert_close(N * P, got, want);
    for (size_t i = 0; i < P * P; i++)
        for (size_t k = 0; k < N; k++) f[i] += got[k * P + i / P] * got[k * P + i % P] / N;
    json_reals(c, "fisher_sampled", P * P, fisher);
    assert_close(P * P, f, fisher);
    rig_free(&r);
}

/* The move with rates 1 is the gradient. The covariance it leads to need not be one: the direction
 * is read from a small step. */
static void test_natural_gradient(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "canonical");
    const double rate = 0x1p-10;
    const nes_rates eta = {rate, rate, rate, 10, 0, 0};
    double want[P], before[P], got[P];
    rig r;
    start_canonical(&r, c);
    r.g.gradient = &nes_gradient_fisher;
    memcpy(before, r.g.dist.theta, sizeof before);
    assert_int_equal(rig_step(&r, &eta), NES_MOVED);
    for (size_t i = 0; i < P; i++) got[i] = (r.g.dist.theta[i] - before[i]) / rate;
    json_reals(c, "natural_gradient", P, want);
    assert_close(P, got, want);
    rig_free(&r);
}

static void test_exponential(void **state)
{
    (void)state;
    enum { DIM = 3, ROWS = 6, PACKED = 6 };
    const cJSON *c = json_member(json_steps, "exponential_parameterisation");
    const nes_rates eta = {1, 1, 1, 10, 0, 0};
    double m[9], packed[PACKED], points[ROWS * DIM], sigma[9], want[9], got[PACKED];
    rig r;
    rig_make(&r, &nes_gauss_exp, DIM, ROWS, true);
    rig_start(&r, NULL, 1, NULL);
    json_reals(c, "M", 9, m);
    nes_pack(DIM, m, packed);
    memcpy(r.g.dist.theta + DIM, packed, sizeof packed);
    assert_int_equal(r.g.dist.family->scores->refresh(&r.g.dist), 0);
    rig_covariance(&r, sigma);
    json_reals(c, "Sigma", 9, want);
    assert_close(9, sigma, want);
    json_reals(c, "centred_points", ROWS * DIM, points);
    localize(&r, points);
    json_reals(c, "utilities", ROWS, r.g.batch.u);
    memcpy(r.g.batch.v, r.g.batch.u, ROWS * sizeof *r.g.batch.v);
    assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
    for (size_t i = 0; i < PACKED; i++) got[i] = r.g.dist.theta[DIM + i] - packed[i];
    json_reals(c, "natural_gradient_M", 9, m);
    nes_pack(DIM, m, want);
    assert_close(PACKED, got, want);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_natural_gradient),
        cmocka_unit_test(test_exponential),
    };
    return cmocka_run_group_tests_name("steps by gradients", tests, json_open_steps,
                                       json_close_steps);
}
