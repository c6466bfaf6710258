/* SPDX-License-Identifier: MIT
 *
 * Gradients made of scores on full families, in natural coordinates: scores against differences of
 * log-densities along mu + A delta, A exp(M/2); a step with the sampled Fisher matrix against
 * normal equations and a dense exponential; many samples lead to the closed form. [math: A3, A11,
 * A19] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { MOST_D = 4, MOST_P = MOST_D + MOST_D * (MOST_D + 1) / 2 + 1 };

static const nes_family *const FAMILIES[] = {&nes_gauss_full, &nes_student, &nes_user_radial};

static bool has_tail(const nes_family *f)
{
    return f != &nes_gauss_full;
}

static size_t count(const nes_family *f, size_t d)
{
    return d + d * (d + 1) / 2 + has_tail(f);
}

static double ln_nu(const rig *r)
{
    const size_t n = nes_affine_ntheta(&r->g.dist);
    return r->g.dist.family == &nes_student ? log(*nes_affine_nu(&r->g.dist)) : r->g.dist.theta[n];
}

static void start(rig *r, const nes_family *family, size_t d, size_t n)
{
    double mu[MOST_D] = {0.5, -1.25, 2, 0.1}, b[MOST_D * MOST_D];
    rig_make(r, family, d, n, true);
    r->options.nu = 2.5;
    r->options.adapt_nu = true;
    rig_take(r);
    dense_shape(d, 3, b);
    rig_start(r, mu, 0.7, b);
    rig_sample(r, 4, d);
}

/* M from its coordinates. */
static void matrix_of(size_t d, const double *packed, double c, wide *m)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++, packed++)
            m[i * d + j] = m[j * d + i] = c * *packed * (i == j ? 1 : sqrtl(0.5));
}

/* A exp(M/2) */
static void turn(const rig *r, const double *packed, double c, double *a)
{
    const size_t d = r->g.dist.d;
    wide m[MOST_D * MOST_D], e[MOST_D * MOST_D], root[MOST_D * MOST_D], out[MOST_D * MOST_D];
    rig_factor(r, a);
    for (size_t i = 0; i < d * d; i++) root[i] = a[i];
    matrix_of(d, packed, 0.5 * c, m);
    dense_exponential(d, m, e);
    dense_multiply(d, root, e, out);
    for (size_t i = 0; i < d * d; i++) a[i] = (double)out[i];
}

/* ln of the density at x, moved by these natural coordinates. */
static double density(const rig *r, const double *x, const double *at)
{
    const size_t d = r->g.dist.d;
    double a[MOST_D * MOST_D], old[MOST_D * MOST_D], inverse[MOST_D * MOST_D], r2 = 0;
    rig_factor(r, old);
    turn(r, at + d, 1, a);
    dense_inverse(d, a, inverse);
    for (size_t i = 0; i < d; i++) {
        double s = 0;
        for (size_t j = 0; j < d; j++) {
            double y = x[j] - r->g.dist.theta[j];
            for (size_t l = 0; l < d; l++) y -= old[j * d + l] * at[l];
            s += inverse[i * d + j] * y;
        }
        r2 += s * s;
    }
    const double n = (double)d, det = dense_log_det(d, a);
    if (!has_tail(r->g.dist.family)) return -0.5 * r2 - det;
    const double nu = exp(ln_nu(r) + at[count(r->g.dist.family, d) - 1]);
    return lgamma((nu + n) / 2) - lgamma(nu / 2) - n / 2 * log(nu) - (nu + n) / 2 * log1p(r2 / nu) -
           det;
}

static void test_scores(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (size_t f = 0; f < 3; f++)
        for (size_t d = 1; d <= MOST_D; d++) {
            const size_t p = count(FAMILIES[f], d);
            double score[MOST_P];
            rig r;
            start(&r, FAMILIES[f], d, 5);
            assert_int_equal(FAMILIES[f]->scores->nparam(&r.g.dist), p);
            for (size_t k = 0; k < 5; k++) {
                const double *x = r.g.batch.x + k * d;
                FAMILIES[f]->scores->score(&r.g.dist, &r.g.batch, k, score);
                for (size_t j = 0; j < p; j++) {
                    double up[MOST_P] = {0}, down[MOST_P] = {0};
                    up[j] = h;
                    down[j] = -h;
                    const double slope = (density(&r, x, up) - density(&r, x, down)) / (2 * h);
                    assert_within(score[j], slope, 1e-7 * (1 + fabs(slope)));
                }
            }
            rig_free(&r);
        }
}

/* Least squares with a column of ones, by normal equations; n values of a weight each. */
static void solve(const rig *r, size_t p, double *x)
{
    const size_t n = r->g.batch.n, q = p + 1;
    double *gram = dense_room(2 * q * q + q, sizeof *gram), *inverse = gram + q * q;
    double *right = inverse + q * q, score[MOST_P + 1];
    for (size_t k = 0; k < n; k++) {
        r->g.dist.family->scores->score(&r->g.dist, &r->g.batch, k, score);
        score[p] = 1;
        for (size_t i = 0; i < q; i++) {
            right[i] += score[i] * (double)n * r->g.batch.u[k];
            for (size_t j = 0; j < q; j++) gram[i * q + j] += score[i] * score[j];
        }
    }
    dense_inverse(q, gram, inverse);
    for (size_t i = 0; i < p; i++) {
        x[i] = 0;
        for (size_t j = 0; j < q; j++) x[i] += inverse[i * q + j] * right[j];
    }
    free(gram);
}

static void check_step(const nes_family *family, size_t d)
{
    enum { N = 80 };
    const nes_rates eta = {.mu = 0.6, .sigma = 0.2, .shape = 0.2, .limit = 10, .nu = 0.3};
    const size_t p = count(family, d);
    double x[MOST_P], a[MOST_D * MOST_D], old[MOST_D * MOST_D], got[MOST_D * MOST_D], mu[MOST_D];
    rig r;
    start(&r, family, d, N);
    dense_normals(5, N, r.g.batch.f);
    r.g.scheme->weigh(&r.g);
    solve(&r, p, x);
    rig_factor(&r, old);
    turn(&r, x + d, eta.sigma, a);
    memcpy(mu, r.g.dist.theta, d * sizeof *mu);
    const double tail = has_tail(family) ? ln_nu(&r) : 0;
    assert_int_equal(rig_move(&r, &nes_gradient_fisher, &eta), NES_MOVED);
    rig_factor(&r, got);
    for (size_t i = 0; i < d; i++) {
        double want = mu[i];
        for (size_t l = 0; l < d; l++) want += eta.mu * old[i * d + l] * x[l];
        assert_within(r.g.dist.theta[i], want, 1e-10 * (1 + fabs(want)));
    }
    for (size_t i = 0; i < d * d; i++) assert_within(got[i], a[i], 1e-10 * (1 + fabs(a[i])));
    if (has_tail(family))
        assert_within(ln_nu(&r), fmin(log(200), fmax(log(0.2), tail + eta.nu * x[p - 1])), 1e-9);
    rig_free(&r);
}

static void test_steps(void **state)
{
    (void)state;
    for (size_t f = 0; f < 3; f++)
        for (size_t d = 1; d <= MOST_D; d++) check_step(FAMILIES[f], d);
}

/* With n samples the estimate of the Fisher matrix is off by about sqrt(p/n). */
static void test_many(void **state)
{
    (void)state;
    enum { N = 40000, D = 3 };
    const nes_rates eta = {.mu = 1, .sigma = 0.1, .shape = 0.1, .limit = 10};
    for (size_t f = 0; f < 3; f++) {
        double c[2][D * D], before[D * D], mu[2][D], size = 0, error = 0;
        for (size_t i = 0; i < 2; i++) {
            rig r;
            start(&r, FAMILIES[f], D, N);
            rig_covariance(&r, before);
            for (size_t k = 0; k < N; k++) r.g.batch.f[k] = r.g.batch.x[k * D];
            r.g.scheme->weigh(&r.g);
            assert_int_equal(
                rig_move(&r, i == 0 ? &nes_gradient_fisher : &nes_gradient_local, &eta), NES_MOVED);
            rig_covariance(&r, c[i]);
            memcpy(mu[i], r.g.dist.theta, sizeof mu[i]);
            rig_free(&r);
        }
        for (size_t i = 0; i < D * D; i++) {
            error += pow(c[0][i] - c[1][i], 2);
            size += pow(c[1][i] - before[i], 2);
        }
        assert_true(sqrt(error) < 5 * sqrt(9.0 / N) * (sqrt(size) + eta.sigma));
        for (size_t i = 0; i < D; i++) assert_within(mu[0][i], mu[1][i], 5 * sqrt(9.0 / N));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests_name("natural_scores", tests, NULL, NULL);
}
