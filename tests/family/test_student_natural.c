/* SPDX-License-Identifier: MIT
 *
 * The step of the Student family in the plane is the natural gradient, tail included: an explicit
 * inverse of the whole Fisher matrix times the score, found by finite differences and quadrature in
 * coordinates that the library does not use. [math: A19, A20] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

/* mu, the lower triangle of A A^T, ln nu */
enum { PARAMETERS = 6 };

static double plane_log_density(const double *p, const double *x)
{
    const double a = p[2], b = p[3], c = p[4], det = a * c - b * b, nu = exp(p[5]);
    const double u = x[0] - p[0], v = x[1] - p[1];
    const double r2 = (c * u * u - 2 * b * u * v + a * v * v) / det;
    return lgamma(nu / 2 + 1) - lgamma(nu / 2) - log(nu * acos(-1)) - 0.5 * log(det) -
           (nu / 2 + 1) * log1p(r2 / nu);
}

static void plane_score(const double *p, const double *x, double *g)
{
    const double h = 1e-5;
    for (size_t i = 0; i < PARAMETERS; i++) {
        double q[PARAMETERS];
        memcpy(q, p, sizeof q);
        q[i] = p[i] + h;
        g[i] = plane_log_density(q, x) / (2 * h);
        q[i] = p[i] - h;
        g[i] -= plane_log_density(q, x) / (2 * h);
    }
}

static void plane_parameters(const rig *r, double *p)
{
    double s[4];
    rig_covariance(r, s);
    p[0] = r->g.dist.theta[0];
    p[1] = r->g.dist.theta[1];
    p[2] = s[0];
    p[3] = s[2];
    p[4] = s[3];
    p[5] = log(*nes_affine_nu(&r->g.dist));
}

/* F = E[score score^T] by quadrature: P(r^2 > x) = (1 + x/nu)^(-nu/2) = e^-t, Simpson's rule in t;
 * the angle in equal steps, exact for the polynomials of degree 4 that occur. */
static void plane_fisher(const rig *r, const double *p, double *f)
{
    enum { STEPS = 1200, ANGLES = 8 };
    const double nu = exp(p[5]), end = 40, h = end / STEPS;
    double a[4];
    rig_factor(r, a);
    memset(f, 0, PARAMETERS * PARAMETERS * sizeof *f);
    for (size_t i = 0; i < STEPS * ANGLES; i++) {
        const size_t j = i / ANGLES;
        const double t = h * (double)j, angle = 2 * acos(-1) * (double)(i % ANGLES) / ANGLES;
        const double radius = sqrt(nu * expm1(2 * t / nu));
        const double s[2] = {radius * cos(angle), radius * sin(angle)};
        const double x[2] = {p[0] + a[0] * s[0] + a[1] * s[1], p[1] + a[2] * s[0] + a[3] * s[1]};
        const double weight = h / 3 * (j == 0 ? 1 : j % 2 ? 4 : 2) * exp(-t) / ANGLES;
        double g[PARAMETERS];
        plane_score(p, x, g);
        for (size_t k = 0; k < PARAMETERS * PARAMETERS; k++)
            f[k] += weight * g[k / PARAMETERS] * g[k % PARAMETERS];
    }
}

/* Parameters after a move with one sample of weight h. */
static void plane_moved(double nu, bool adapted, double h, rig *r, double *p)
{
    const double b[4] = {1.1, -0.3, 0.2, 0.8}, mu[2] = {0.3, -0.5};
    const nes_rates eta = {1, 1, 1, 10, 1, 0};
    rig_make(r, &nes_student, 2, 1, true);
    r->options.nu = nu;
    r->options.adapt_nu = adapted;
    rig_take(r);
    rig_start(r, mu, 0.9, b);
    rig_sample(r, 11, 0);
    r->g.batch.u[0] = r->g.batch.v[0] = h;
    assert_int_equal(rig_move(r, &nes_gradient_local, &eta), 0);
    plane_parameters(r, p);
}

/* Step of one sample against F^-1 score; without the tail its row and column are left out. */
static void check_natural(double nu, bool adapted)
{
    const size_t m = adapted ? PARAMETERS : PARAMETERS - 1;
    const double h = 1e-5;
    double p[PARAMETERS], up[PARAMETERS], down[PARAMETERS], g[PARAMETERS];
    double f[PARAMETERS * PARAMETERS], part[PARAMETERS * PARAMETERS];
    rig r;
    plane_moved(nu, adapted, h, &r, up);
    rig_free(&r);
    plane_moved(nu, adapted, -h, &r, down);
    rig_free(&r);
    plane_moved(nu, adapted, 0, &r, p);
    plane_score(p, r.g.batch.x, g);
    plane_fisher(&r, p, f);
    for (size_t i = 0; i < m * m; i++) part[i] = f[i / m * PARAMETERS + i % m];
    dense_solve(m, part, 1, g);
    for (size_t i = 0; i < m; i++)
        assert_within((up[i] - down[i]) / (2 * h), g[i], 1e-5 * (1 + dense_norm(m, g)));
    rig_free(&r);
}

static void test_natural_gradient(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        static const double nus[] = {1, 3, 4.5, 10};
        check_natural(nus[i], true);
        if (nus[i] >= 3) check_natural(nus[i], false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_natural_gradient),
    };
    return cmocka_run_group_tests_name("student_natural", tests, NULL, NULL);
}
