/* SPDX-License-Identifier: MIT
 *
 * The plain gradient in a symmetric matrix moves it entry by entry. Two independent routes: the
 * printed formula for the covariance, written out with dense inverses; and the slope of the
 * weighted log-densities along symmetric directions H, which must be the sum of all products of
 * entries of the step and of H. [math: A2, A10] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/multinormal.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { D = 4, N = 9, SQUARE = D * D };

static const double MU[D] = {1, -2, 0.5, 3};
static const double ETA_MU = 0x1p-9, ETA = 0x1p-8;

/* A start with a full matrix, samples, and weights of both signs. */
static void prepare(rig *r, const nes_family *family)
{
    double factor[SQUARE];
    dense_shape(D, 5, factor);
    rig_make(r, family, D, N, true);
    rig_start(r, MU, 1.5, factor);
    rig_sample(r, 7, 1);
    dense_normals(11, N, r->g.batch.u);
    memcpy(r->g.batch.v, r->g.batch.u, N * sizeof *r->g.batch.u);
}

/* The matrix whose upper triangle stands behind the centre. */
static void matrix_of(const rig *r, double *m)
{
    nes_unpack(D, r->g.dist.theta + D, m);
}

/* The step of the matrix over its rate. */
static void move(rig *r, double *step)
{
    const nes_rates eta = {ETA_MU, ETA, ETA, 10, 0, 0};
    double before[SQUARE];
    matrix_of(r, before);
    assert_int_equal(rig_move(r, &nes_gradient_plain, &eta), NES_MOVED);
    matrix_of(r, step);
    for (size_t i = 0; i < SQUARE; i++) step[i] = (step[i] - before[i]) / ETA;
}

/* out = P (x - mu), P the inverse of the covariance */
static void whiten(const double *precision, const double *x, double *out)
{
    for (size_t i = 0; i < D; i++) {
        out[i] = 0;
        for (size_t j = 0; j < D; j++) out[i] += precision[i * D + j] * (x[j] - MU[j]);
    }
}

/* Sigma + eta sum u (1/2 P (x - mu)(x - mu)^T P - 1/2 P), mu + eta_mu sum u P (x - mu) */
static void printed_step(void **state)
{
    (void)state;
    double sigma[SQUARE], precision[SQUARE], want[SQUARE], got[SQUARE], mean[D], w[D];
    rig r;
    prepare(&r, &nes_gauss_cov);
    rig_covariance(&r, sigma);
    dense_inverse(D, sigma, precision);
    memset(want, 0, sizeof want);
    memcpy(mean, MU, sizeof mean);
    for (size_t k = 0; k < N; k++) {
        const double u = r.g.batch.u[k];
        whiten(precision, r.g.batch.x + k * D, w);
        for (size_t i = 0; i < SQUARE; i++)
            want[i] += u * 0.5 * (w[i / D] * w[i % D] - precision[i]);
        for (size_t i = 0; i < D; i++) mean[i] += ETA_MU * u * w[i];
    }
    move(&r, got);
    for (size_t i = 0; i < SQUARE; i++) assert_within(got[i], want[i], 1e-11);
    for (size_t i = 0; i < D; i++) assert_within(r.g.dist.theta[i], mean[i], 1e-13);
    rig_free(&r);
}

/* sum u ln p of points under that covariance, but for a constant */
static double weighted_log(const rig *r, const double *sigma)
{
    double precision[SQUARE], w[D], sum = 0;
    const double half_log_det = 0.5 * dense_log_det(D, sigma);
    dense_inverse(D, sigma, precision);
    for (size_t k = 0; k < N; k++) {
        const double *x = r->g.batch.x + k * D;
        double length2 = 0;
        whiten(precision, x, w);
        for (size_t i = 0; i < D; i++) length2 += w[i] * (x[i] - MU[i]);
        sum -= r->g.batch.u[k] * (half_log_det + 0.5 * length2);
    }
    return sum;
}

static void as_it_is(const double *m, double *sigma)
{
    memcpy(sigma, m, SQUARE * sizeof *sigma);
}

static void exponential(const double *m, double *sigma)
{
    wide from[SQUARE], to[SQUARE];
    for (size_t i = 0; i < SQUARE; i++) from[i] = m[i];
    dense_exponential(D, from, to);
    for (size_t i = 0; i < SQUARE; i++) sigma[i] = (double)to[i];
}

/* Central difference of weighted_log at m along h. */
static double slope(const rig *r, void (*covariance)(const double *m, double *sigma),
                    const double *m, const double *h)
{
    const double t = 1e-5;
    double value[2];
    for (int side = 0; side < 2; side++) {
        double at[SQUARE], sigma[SQUARE];
        for (size_t i = 0; i < SQUARE; i++) at[i] = m[i] + (side == 0 ? t : -t) * h[i];
        covariance(at, sigma);
        value[side] = weighted_log(r, sigma);
    }
    return (value[0] - value[1]) / (2 * t);
}

/* All directions E_ij + E_ji and E_ii, which span the symmetric ones. */
static void check_slopes(const nes_family *family,
                         void (*covariance)(const double *m, double *sigma))
{
    double m[SQUARE], step[SQUARE];
    rig r, moved;
    prepare(&r, family);
    prepare(&moved, family);
    matrix_of(&r, m);
    move(&moved, step);
    for (size_t i = 0; i < D; i++)
        for (size_t j = i; j < D; j++) {
            double h[SQUARE] = {0}, product = 0;
            h[i * D + j] = h[j * D + i] = 1;
            for (size_t k = 0; k < SQUARE; k++) product += step[k] * h[k];
            assert_within(slope(&r, covariance, m, h), product, 1e-6);
        }
    rig_free(&r);
    rig_free(&moved);
}

static void slopes(void **state)
{
    (void)state;
    check_slopes(&nes_gauss_cov, as_it_is);
    check_slopes(&nes_gauss_exp, exponential);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(printed_step), cmocka_unit_test(slopes)};
    return cmocka_run_group_tests_name("plain gradient", tests, NULL, NULL);
}
