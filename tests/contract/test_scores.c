/* SPDX-License-Identifier: MIT
 *
 * What every family with scores in its parameters promises: they are the derivatives of the
 * log-density, their mean is zero, and densities across a step agree with the log-densities at its
 * two ends. And what the gradients make of them. [math: A1, A2, A3] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "gradient/parameters.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/mixture.h"
#include "support/rig.h"
#include "support/stats.h"

enum { MOST = 200, MANY = 20000 };

static void start(rig *r, size_t d, size_t n, const nes_family *family)
{
    double mu[4] = {0.5, -1.25, 2, 0.1}, std[4] = {0.4, 0.7, 1, 1.3}, b[16];
    if (family == &nes_user)
        rig_make_user(r, mixture_density(), d, n);
    else
        rig_make(r, family, d, n, true);
    r->options.nu = 5;
    rig_take(r);
    dense_shape(d, 3, b);
    const nes_start s = {.mu = mu, .std = std, .factor = family->matrix ? b : NULL, .seed = 1};
    assert_int_equal(family->init(&r->g.dist, &s), 0);
    for (size_t i = 0; i < d && family->binary; i++) r->g.dist.theta[i] = 0.2 + 0.15 * (double)i;
}

/* Local samples of the points there are, for the present theta: z = A^-1 (x - mu). */
static void localize(rig *r)
{
    const size_t d = r->g.dist.d;
    nes_batch *b = &r->g.batch;
    double a[16], inverse[16];
    if (!r->g.dist.family->located) return;
    rig_factor(r, a);
    dense_inverse(d, a, inverse);
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < d; i++) {
            double z = 0;
            for (size_t j = 0; j < d; j++)
                z += inverse[i * d + j] * (b->x[k * d + j] - r->g.dist.theta[j]);
            b->z[k * d + i] = z;
        }
}

static double density_at(rig *r, size_t parameter, double value, size_t k)
{
    double *theta = r->g.dist.theta;
    theta[parameter] = value;
    assert_int_equal(r->g.dist.family->scores->refresh(&r->g.dist), 0);
    localize(r);
    return r->g.dist.family->scores->logpdf(&r->g.dist, &r->g.batch, k);
}

static void check_derivatives(const nes_family *family, size_t d)
{
    enum { N = 5 };
    const double h = 1e-5;
    double score[N][MOST];
    rig r;
    start(&r, d, N, family);
    rig_sample(&r, 4, d);
    const size_t p = nes_parameter_count(&r.g);
    for (size_t k = 0; k < N; k++) family->scores->score(&r.g.dist, &r.g.batch, k, score[k]);
    for (size_t k = 0; k < N; k++)
        for (size_t i = 0; i < p; i++) {
            const double at = r.g.dist.theta[i];
            const double slope =
                (density_at(&r, i, at + h, k) - density_at(&r, i, at - h, k)) / (2 * h);
            density_at(&r, i, at, k);
            assert_within(score[k][i], slope, 1e-6 * (1 + dense_norm(p, score[k])));
        }
    rig_free(&r);
}

/* The mean of a score is zero; its standard error comes from the samples themselves. */
static void check_mean(const nes_family *family, size_t d)
{
    double score[MOST], mean[MOST] = {0}, square[MOST] = {0};
    rig r;
    start(&r, d, MANY, family);
    rig_sample(&r, 6, d);
    const size_t p = nes_parameter_count(&r.g);
    for (size_t k = 0; k < MANY; k++) {
        family->scores->score(&r.g.dist, &r.g.batch, k, score);
        for (size_t i = 0; i < p; i++) {
            mean[i] += score[i] / MANY;
            square[i] += score[i] * score[i] / MANY;
        }
    }
    for (size_t i = 0; i < p; i++) assert_within(mean[i], 0, FIVE * sqrt(square[i] / MANY));
    rig_free(&r);
}

/* relocate and ratio after a step along the scores, against the two log-densities. */
static void check_relations(const nes_family *family, size_t d)
{
    enum { N = 6 };
    const nes_rates eta = {1e-5, 1e-5, 1e-5, 10, 0, 0};
    double before[N], after[N], change[N], ratio[N], z[N * 4];
    rig r;
    start(&r, d, N, family);
    r.g.gradient = &nes_gradient_plain;
    rig_sample(&r, 8, d);
    for (size_t k = 0; k < N; k++) {
        r.g.batch.f[k] = (double)((7 * k) % N);
        before[k] = family->scores->logpdf(&r.g.dist, &r.g.batch, k);
    }
    assert_int_equal(rig_step(&r, &eta), NES_MOVED);
    rig_relocate(&r, change);
    family->densities->ratio(&r.g.dist, &r.g.step, (nes_slots){&r.g.batch, 0, N}, ratio);
    memcpy(z, r.g.batch.z, N * d * sizeof *z);
    for (size_t k = 0; k < N; k++) {
        after[k] = family->scores->logpdf(&r.g.dist, &r.g.batch, k);
        assert_within(change[k], after[k] - before[k], 1e-12 * (1 + fabs(before[k])));
        assert_within(ratio[k], -change[k], 1e-12 * (1 + fabs(before[k])));
    }
    localize(&r);
    for (size_t i = 0; i < N * d; i++)
        assert_within(z[i], r.g.batch.z[i], 1e-12 * (1 + fabs(z[i])));
    rig_free(&r);
}

typedef void (*check)(const nes_family *family, size_t d);

static void each_family(check f, size_t dims)
{
    size_t families = 0;
    for (size_t i = 0; i < nes_family_count(); i++) {
        if (nes_family_at(i)->scores == NULL || nes_family_at(i)->scores->along != NULL) continue;
        for (size_t d = 1; d <= dims; d++) f(nes_family_at(i), d);
        families++;
    }
    assert_true(families >= 7);
}

static void test_derivatives(void **state)
{
    (void)state;
    each_family(check_derivatives, 4);
}

static void test_mean(void **state)
{
    (void)state;
    each_family(check_mean, 2);
}

static void test_relations(void **state)
{
    (void)state;
    each_family(check_relations, 4);
}

/* Scores of all rows (n x p), and weights, of a batch whose values are random. */
static void fill(rig *r, const nes_family *family, size_t d, size_t n, double *phi)
{
    start(r, d, n, family);
    rig_sample(r, 9, n);
    dense_normals(5, n, r->g.batch.f);
    r->g.scheme->weigh(&r->g);
    const size_t p = nes_parameter_count(&r->g);
    for (size_t k = 0; k < n; k++) family->scores->score(&r->g.dist, &r->g.batch, k, phi + k * p);
}

/* The step of a gradient at a rate so small that it is a direction. */
static void direction(rig *r, const nes_gradient *gradient, double *g)
{
    const double rate = 0x1p-20;
    const nes_rates eta = {rate, rate, rate, 10, 0, 0};
    const size_t p = nes_parameter_count(&r->g);
    memcpy(g, r->g.dist.theta, p * sizeof *g);
    assert_int_equal(rig_move(r, gradient, &eta), NES_MOVED);
    for (size_t i = 0; i < p; i++) g[i] = (r->g.dist.theta[i] - g[i]) / rate;
}

static void test_plain(void **state)
{
    (void)state;
    double phi[30 * 9], got[9];
    rig r;
    fill(&r, &nes_gauss_factor, 2, 30, phi);
    direction(&r, &nes_gradient_plain, got);
    for (size_t i = 0; i < 6; i++) {
        double want = 0;
        for (size_t k = 0; k < 30; k++) want += r.g.batch.u[k] * phi[k * 6 + i];
        assert_within(got[i], want, 1e-9);
    }
    rig_free(&r);
}

/* With more samples than parameters: F^-1 grad, both explicit; the baseline is one more column. */
static void check_fisher(size_t n, bool baseline)
{
    enum { P = 9 };
    const size_t q = P + baseline;
    double *phi = dense_room(n * P, sizeof *phi), f[100] = {0}, inverse[100], g[10] = {0}, got[P];
    rig r;
    fill(&r, &nes_gauss_cov, 3, n, phi);
    r.options.baseline = baseline;
    rig_take(&r);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < q; i++) {
            const double left = i < P ? phi[k * P + i] : 1;
            g[i] += left * r.g.batch.u[k];
            for (size_t j = 0; j < q; j++)
                f[i * q + j] += left * (j < P ? phi[k * P + j] : 1) / (double)n;
        }
    dense_inverse(q, f, inverse);
    direction(&r, &nes_gradient_fisher, got);
    for (size_t i = 0; i < P; i++) {
        double want = 0;
        for (size_t j = 0; j < q; j++) want += inverse[i * q + j] * g[j];
        assert_within(got[i], want, 1e-7);
    }
    rig_free(&r);
    free(phi);
}

static void test_fisher(void **state)
{
    (void)state;
    const size_t rows[] = {12, 40, 300};
    for (size_t i = 0; i < 3; i++) {
        check_fisher(rows[i], false);
        check_fisher(rows[i], true);
    }
}

/* With fewer: the weights are met exactly, and the solution lies in the span of the scores, which
 * is what least norm means. x = Phi^T (Phi Phi^T)^-1 n u */
static void test_least_norm(void **state)
{
    (void)state;
    enum { P = 9, N = 6 };
    double phi[N * P], k[N * N] = {0}, inverse[N * N], got[P];
    rig r;
    fill(&r, &nes_gauss_cov, 3, N, phi);
    r.options.baseline = false;
    rig_take(&r);
    for (size_t i = 0; i < N * N; i++)
        for (size_t l = 0; l < P; l++) k[i] += phi[i / N * P + l] * phi[i % N * P + l];
    dense_inverse(N, k, inverse);
    direction(&r, &nes_gradient_fisher, got);
    for (size_t l = 0; l < P; l++) {
        double want = 0;
        for (size_t i = 0; i < N * N; i++)
            want += phi[i / N * P + l] * inverse[i] * N * r.g.batch.u[i % N];
        assert_within(got[l], want, 1e-7);
    }
    rig_free(&r);
}

/* A step to no distribution is taken back, theta to the last bit; so is one that is not finite. */
static void test_taken_back(void **state)
{
    (void)state;
    const nes_rates wild = {1, 1e3, 1e3, 10, 0, 0};
    for (size_t i = 0; i < 2; i++) {
        double phi[20 * 9], before[MOST];
        rig r;
        fill(&r, i == 0 ? &nes_gauss_cov : &nes_gauss_diag, 3, 20, phi);
        const size_t bytes = nes_theta_count(&r.g) * sizeof *before;
        memcpy(before, r.g.dist.theta, bytes);
        assert_int_equal(rig_move(&r, &nes_gradient_plain, &wild), NES_MOVE_INVALID);
        assert_int_equal(rig_move(&r, &nes_gradient_fisher, &wild), NES_MOVE_INVALID);
        assert_memory_equal(r.g.dist.theta, before, bytes);
        r.g.batch.u[3] = NAN;
        assert_int_equal(rig_move(&r, &nes_gradient_plain, &wild), NES_MOVE_NONFINITE);
        assert_int_equal(rig_move(&r, &nes_gradient_fisher, &wild), NES_MOVE_NONFINITE);
        assert_memory_equal(r.g.dist.theta, before, bytes);
        rig_free(&r);
    }
}

/* A distribution without a centre has no distances from it: failed points rank as equals. */
static void no_distances(void **state)
{
    (void)state;
    rig r;
    start(&r, 2, 6, &nes_user);
    rig_sample(&r, 3, 1);
    for (size_t k = 0; k < 6; k++) assert_true(nes_batch_norm2(&r.g.batch, k) == 0);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_distances),    cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_mean),       cmocka_unit_test(test_relations),
        cmocka_unit_test(test_plain),      cmocka_unit_test(test_fisher),
        cmocka_unit_test(test_least_norm), cmocka_unit_test(test_taken_back),
    };
    return cmocka_run_group_tests_name("scores", tests, NULL, NULL);
}
