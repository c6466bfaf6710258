/* SPDX-License-Identifier: MIT
 *
 * The step of every Gaussian family is the natural gradient: the inverse Fisher matrix times the
 * score, both found by finite differences, of the Kullback-Leibler distance and of the logarithm of
 * the density, in coordinates that the library does not use. [math: A3, A11] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { MOST = 9 }; /* parameters of a Gaussian in three dimensions */

/* Coordinates of a Gaussian for finite differences: mu, then the lower triangle of the covariance
 * (full), or the logarithms of d scales, or of one. Gives mu and covariance. */
static size_t parameters(const nes_family *family, size_t d)
{
    return d + (family->matrix ? d * (d + 1) / 2 : family == &nes_gauss_diag ? d : 1);
}

static void to_covariance(const nes_family *family, size_t d, const double *p, double *s)
{
    size_t next = d;
    memset(s, 0, d * d * sizeof *s);
    for (size_t i = 0; i < d; i++)
        if (family->matrix)
            for (size_t j = 0; j <= i; j++) s[i * d + j] = s[j * d + i] = p[next++];
        else
            s[i * d + i] = exp(2 * p[family == &nes_gauss_diag ? d + i : d]);
}

static void from_rig(const rig *r, double *p)
{
    const size_t d = r->g.dist.d;
    double s[9];
    size_t next = d;
    rig_covariance(r, s);
    memcpy(p, r->g.dist.theta, d * sizeof *p);
    for (size_t i = 0; i < d; i++)
        if (r->g.dist.family->matrix)
            for (size_t j = 0; j <= i; j++) p[next++] = s[i * d + j];
        else if (i == 0 || r->g.dist.family == &nes_gauss_diag)
            p[next++] = 0.5 * log(s[i * d + i]);
}

/* x^T S^-1 x */
static double form(size_t d, const double *inverse, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < d * d; i++) sum += x[i / d] * inverse[i] * y[i % d];
    return sum;
}

static double log_density(const nes_family *family, size_t d, const double *p, const double *x)
{
    double s[9], inverse[9], c[3];
    to_covariance(family, d, p, s);
    dense_inverse(d, s, inverse);
    for (size_t i = 0; i < d; i++) c[i] = x[i] - p[i];
    return -0.5 * (dense_log_det(d, s) + form(d, inverse, c, c));
}

/* Kullback-Leibler distance of q from p; its second derivative in q at p is the Fisher matrix. */
static double divergence(const nes_family *family, size_t d, const double *p, const double *q)
{
    double s[9], t[9], inverse[9], c[3], trace = 0;
    to_covariance(family, d, p, s);
    to_covariance(family, d, q, t);
    dense_inverse(d, t, inverse);
    for (size_t i = 0; i < d; i++) c[i] = q[i] - p[i];
    for (size_t i = 0; i < d * d; i++) trace += inverse[i] * s[i];
    return 0.5 *
           (trace - (double)d + dense_log_det(d, t) - dense_log_det(d, s) + form(d, inverse, c, c));
}

static void fisher(const nes_family *family, size_t d, const double *p, double *f)
{
    const size_t m = parameters(family, d);
    const double h = 1e-4;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            double sum = 0;
            for (int a = -1; a <= 1; a += 2)
                for (int b = -1; b <= 1; b += 2) {
                    double q[MOST];
                    memcpy(q, p, m * sizeof *q);
                    q[i] += a * h;
                    q[j] += b * h;
                    sum += a * b * divergence(family, d, p, q);
                }
            f[i * m + j] = sum / (4 * h * h);
        }
}

/* The shape b where the family has one, d different scales where it has those. */
static void start(rig *r, const double *b)
{
    const nes_family *family = r->g.dist.family;
    const double mu[3] = {1, 0.5, -2}, scales[3] = {0.4, 0.7, 1.0}, same[3] = {0.7, 0.7, 0.7};
    const nes_start s = {.mu = mu,
                         .std = family == &nes_gauss_radial ? same : scales,
                         .factor = family->matrix ? b : NULL,
                         .seed = 1};
    assert_int_equal(family->init(&r->g.dist, &s), 0);
}

/* Parameters after a move with one sample of weight +-h: their difference is the step. */
static void moved(const nes_family *family, size_t d, double h, double *p, double *x)
{
    const nes_rates eta = {1, 1, 1, 10, 0, 0};
    double b[9];
    rig r;
    rig_make(&r, family, d, 1, true);
    dense_normals(6, d * d, b); /* near the identity, for the sake of the differences */
    for (size_t i = 0; i < d * d; i++) b[i] = (i % (d + 1) == 0) + 0.2 * b[i];
    start(&r, b);
    rig_sample(&r, 7, d);
    memcpy(x, r.g.batch.x, d * sizeof *x);
    r.g.batch.u[0] = r.g.batch.v[0] = h;
    assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
    from_rig(&r, p);
    rig_free(&r);
}

/* The step of one sample is F^-1 times the score at it: both by finite differences. By linearity so
 * is the step of a batch. */
static void test_natural_gradient(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t d = 1; d <= 3; d++) {
            const nes_family *family = nes_family_at(i);
            if (!rig_is_memoryless(family) || family->nu != NULL ||
                family->model == NES_MODEL_RADIAL)
                continue;
            const size_t m = parameters(family, d);
            double p[MOST], up[MOST], down[MOST], x[3], f[MOST * MOST], g[MOST];
            moved(family, d, 0, p, x);
            moved(family, d, h, up, x);
            moved(family, d, -h, down, x);
            for (size_t j = 0; j < m; j++) {
                double q[MOST];
                memcpy(q, p, m * sizeof *q);
                q[j] = p[j] + h;
                g[j] = log_density(family, d, q, x) / (2 * h);
                q[j] = p[j] - h;
                g[j] -= log_density(family, d, q, x) / (2 * h);
            }
            fisher(family, d, p, f);
            dense_solve(m, f, 1, g);
            for (size_t j = 0; j < m; j++)
                assert_within((up[j] - down[j]) / (2 * h), g[j], 1e-5 * dense_norm(m, g));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_natural_gradient),
    };
    return cmocka_run_group_tests_name("natural_gradient", tests, NULL, NULL);
}
