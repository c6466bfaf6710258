/* SPDX-License-Identifier: MIT
 *
 * The Student families: laws of their samples, Fisher constants by sampling, the normal limit, and
 * the coordinate-wise family. Bounds of the statistical tests come from the sample size.
 * [math: A15, A17-A20] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "family/student.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/stats.h"

enum { MANY = 40000 };

static const double tails[] = {0.3, 1, 2.5, 7, 50};
enum { TAILS = sizeof tails / sizeof *tails };

static void test_chi_square(void **state)
{
    (void)state;
    double *p = dense_room(MANY, sizeof *p);
    for (size_t i = 0; i < TAILS; i++) {
        for (uint32_t k = 0; k < MANY; k++) {
            const nes_stream s = {.seed = 1, .row = k};
            p[k] = stats_chi_square(tails[i], nes_chi_square(&s, tails[i], 6));
        }
        assert_true(stats_ks(MANY, p, stats_uniform) < KS_BOUND);
    }
    free(p);
}

static void test_student_variates(void **state)
{
    (void)state;
    double *p = dense_room(MANY, sizeof *p), part[7];
    const nes_stream s = {.seed = 2};
    for (size_t i = 0; i < TAILS; i++) {
        nes_student_variates(&s, tails[i], 0, MANY, p);
        nes_student_variates(&s, tails[i], 100, 7, part); /* by address */
        assert_same_reals(7, part, p + 100);
        for (size_t k = 0; k < MANY; k++) p[k] = stats_student(tails[i], p[k]);
        assert_true(stats_ks(MANY, p, stats_uniform) < KS_BOUND);
    }
    free(p);
}

static void sample(rig *r, size_t d, size_t n, double nu)
{
    rig_make(r, &nes_student, d, n, true);
    r->options.nu = nu;
    rig_take(r);
    rig_start(r, NULL, 1, NULL);
    rig_sample(r, 3, 0);
}

/* r^2/(r^2 + nu) has a beta law, and each coordinate is a Student variable. */
static void test_full_law(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 3, 10};
    double *p = dense_room(2 * MANY, sizeof *p), *q = p + MANY;
    for (size_t i = 0; i < 3 * TAILS; i++) {
        const size_t d = dims[i % 3];
        const double nu = tails[i / 3];
        rig r;
        sample(&r, d, MANY, nu);
        for (size_t k = 0; k < MANY; k++) {
            const double r2 = nes_batch_norm2(&r.g.batch, k), *x = r.g.batch.x + k * d;
            p[k] = stats_beta((double)d / 2, nu / 2, r2 / (r2 + nu));
            q[k] = stats_student(nu, x[d - 1]);
        }
        assert_true(stats_ks(MANY, p, stats_uniform) < KS_BOUND);
        assert_true(stats_ks(MANY, q, stats_uniform) < KS_BOUND);
        rig_free(&r);
    }
    free(p);
}

/* Tails so heavy that numbers end: points stay finite. */
static void test_heaviest(void **state)
{
    (void)state;
    static const double tiny[] = {1e-2, 1e-5, 1e-300};
    for (size_t i = 0; i < 6; i++) {
        rig r;
        rig_make(&r, i % 2 ? &nes_student : &nes_student_diag, 3, 200, true);
        r.options.nu = tiny[i / 2];
        rig_take(&r);
        rig_start(&r, NULL, 1, NULL);
        rig_sample(&r, 5, 0);
        for (size_t k = 0; k < 600; k++) assert_true(isfinite(r.g.batch.x[k]));
        for (size_t k = 0; k < 200; k++) assert_true(isfinite(nes_batch_norm2(&r.g.batch, k)));
        rig_free(&r);
    }
}

/* Mean of n numbers within five standard errors of what it should be. */
typedef struct moment {
    double sum, square;
} moment;

static void add(moment *m, double x)
{
    m->sum += x;
    m->square += x * x;
}

static void check_mean(const moment *m, double n, double want)
{
    const double mean = m->sum / n;
    assert_within(mean, want, FIVE * sqrt((m->square / n - mean * mean) / n));
}

/* Products of scores, averaged: the definition of the constants. [math: A19] */
static void test_constants_by_sampling(void **state)
{
    (void)state;
    static const double nus[] = {1, 3, 10};
    enum { SAMPLES = 200000 };
    for (size_t i = 0; i < 6; i++) {
        const size_t dim = i % 2 ? 5 : 2;
        const double nu = nus[i / 2], d = (double)dim;
        const nes_student_fisher f = nes_student_fisher_of(dim, nu);
        moment delta = {0}, shape = {0}, scale = {0}, cross = {0}, tail = {0}, tail_mean = {0};
        rig r;
        sample(&r, dim, SAMPLES, nu);
        for (size_t k = 0; k < SAMPLES; k++) {
            const double *s = r.g.batch.x + k * dim;
            const double r2 = nes_batch_norm2(&r.g.batch, k), h = (nu + d) / (2 * (nu + r2));
            const double g = nes_student_tail_score(dim, nu, r2), a = (h * r2 - d / 2) / sqrt(d);
            add(&delta, 4 * h * h * s[0] * s[0]);
            add(&shape, 2 * h * h * s[0] * s[0] * s[1] * s[1]); /* (E_12 + E_21)/sqrt 2 */
            add(&scale, a * a);
            add(&cross, a * g);
            add(&tail, g * g);
            add(&tail_mean, g);
        }
        check_mean(&delta, SAMPLES, f.delta);
        check_mean(&shape, SAMPLES, f.shape);
        check_mean(&scale, SAMPLES, f.scale);
        check_mean(&cross, SAMPLES, f.cross);
        check_mean(&tail, SAMPLES, f.tail);
        check_mean(&tail_mean, SAMPLES, 0);
        rig_free(&r);
    }
}

/* psi by the derivative of ln Gamma that is in the density, psi' by that of the score. */
static void test_derivatives(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 40; d += 3)
        for (double nu = 0.2; nu <= 200; nu *= 1.7) {
            const double h = 1e-4 * nu, dim = (double)d, r2 = 1.3 * dim;
            const double slope =
                (nes_student_log(d, nu + h, r2) - nes_student_log(d, nu - h, r2)) / (2 * h);
            assert_within(nes_student_tail_score(d, nu, r2), slope, 1e-6 * (1 + dim / nu));
            const double bend =
                (nes_student_tail_score(d, nu + h, 0) - nes_student_tail_score(d, nu - h, 0)) /
                (2 * h);
            const double psi = dim / (2 * nu * nu) - bend; /* (psi'(nu/2) - psi'((nu + d)/2))/4 */
            const double rest = dim * (nu + dim + 4) / (2 * nu * (nu + dim) * (nu + dim + 2));
            assert_within(nes_student_fisher_of(d, nu).tail, psi - rest, 1e-6 * (psi + rest));
        }
}

/* Fixed below 3: the scale takes the constant of one dimension; adapted it is natural. */
static void test_heavy_scale(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 10; d += 3) {
        const nes_student_fisher f = nes_student_fisher_of(d, 1);
        const nes_student_pair scores = {0.3, 0};
        const nes_student_pair fixed = nes_student_solve(&f, d, 1, false, scores);
        const nes_student_pair adapted = nes_student_solve(&f, d, 1, true, scores);
        assert_relative(fixed.scale, 0.3 / (double)d * 6, 1e-15);
        assert_within(fixed.tail, 0, 0);
        const double det = f.scale * f.tail - f.cross * f.cross, root = sqrt((double)d);
        assert_relative(adapted.scale, f.tail * 0.3 / root / det / root, 1e-13);
        assert_relative(adapted.tail, -f.cross * 0.3 / root / det, 1e-13);
    }
}

/* With many degrees of freedom the constants and the step are those of the normal distribution. */
static void test_normal_limit(void **state)
{
    (void)state;
    const nes_rates eta = {1, 0.4, 0.3, 10, 0, 0};
    const nes_student_fisher f = nes_student_fisher_of(4, 1e8);
    assert_relative(f.delta, 1, 1e-6);
    assert_relative(f.shape, 0.5, 1e-6);
    assert_relative(f.scale, 0.5, 1e-6);
    assert_within(f.cross, 0, 1e-14);
    for (size_t d = 1; d <= 9; d += 4) {
        double b[81], got[81], want[81];
        rig normal, student;
        dense_shape(d, 7, b);
        rig_make(&normal, &nes_gauss_full, d, 6, true);
        rig_make(&student, &nes_student, d, 6, true);
        student.options.nu = 1e8;
        rig_take(&student);
        rig_start(&normal, NULL, 0.8, b);
        rig_start(&student, NULL, 0.8, b);
        rig_sample(&normal, 1, 1);
        rig_sample(&student, 1, 1);
        dense_normals(3, 6, normal.g.batch.f);
        memcpy(student.g.batch.f, normal.g.batch.f, 6 * sizeof(double));
        assert_int_equal(rig_step(&normal, &eta), 0);
        assert_int_equal(rig_step(&student, &eta), 0);
        rig_factor(&normal, want);
        rig_factor(&student, got);
        for (size_t i = 0; i < d * d; i++)
            assert_within(got[i], want[i], 1e-3 * dense_norm(d * d, want));
        for (size_t i = 0; i < d; i++)
            assert_within(student.g.dist.theta[i], normal.g.dist.theta[i], 1e-3);
        rig_free(&normal);
        rig_free(&student);
    }
}

/* However long the step, nu stays between 0.2 and 200, and gets there. */
static void test_clamp(void **state)
{
    (void)state;
    const nes_rates eta = {0, 0, 0, 10, 1e3, 0};
    static const double weight[] = {1, -1}, end[] = {0.2, 200};
    for (size_t i = 0; i < 2; i++) {
        const double z[2] = {1e3, 0};
        rig r;
        rig_make(&r, &nes_student, 2, 1, true);
        r.options.nu = 3;
        r.options.adapt_nu = true;
        rig_take(&r);
        rig_start(&r, NULL, 1, NULL);
        rig_place(&r, z, NULL);
        r.g.batch.u[0] = weight[i]; /* a point far away: heavier tails, or lighter */
        assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
        assert_within(*nes_affine_nu(&r.g.dist), end[i], 0);
        rig_free(&r);
    }
}

/* One sample of weight 1 in one coordinate: score over information. */
static void check_coordinate(double nu, double z)
{
    const nes_rates eta = {1, 1, 0, 10, 0, 0};
    const double s[3] = {z, -z, 0};
    const double location = (nu + 1) * z / (nu + z * z) * (nu + 3) / (nu + 1);
    const double scale = ((nu + 1) * z * z / (nu + z * z) - 1) * (nu + 3) / (2 * nu);
    rig r;
    rig_make(&r, &nes_student_diag, 3, 1, true);
    r.options.nu = nu;
    rig_take(&r);
    rig_start(&r, NULL, 1, NULL);
    rig_place(&r, s, NULL);
    r.g.batch.u[0] = r.g.batch.v[0] = 1;
    assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
    const double *mu = r.g.dist.theta, *sigma = mu + 3;
    assert_within(mu[0], location, 1e-14 * fabs(location));
    assert_within(mu[1], -location, 1e-14 * fabs(location));
    assert_within(log(sigma[0]), scale, 1e-14 * (1 + fabs(scale)));
    assert_within(log(sigma[1]), scale, 1e-14 * (1 + fabs(scale)));
    assert_relative(log(sigma[2]), -(nu + 3) / (2 * nu), 1e-14);
    if (nu == 1) { /* as the paper has it for the Cauchy distribution */
        assert_within(mu[0], 4 * z / (1 + z * z), 1e-14);
        assert_within(log(sigma[0]), 2 * (z * z - 1) / (z * z + 1), 1e-14);
    }
    rig_free(&r);
}

/* A hill climber follows the scores themselves: the weights of success and failure have no factor
 * (nu + 3)/nu, and a success moves the centre to the sample. */
static void test_climber(void **state)
{
    (void)state;
    const nes_rates eta = {1, 0.3, 0, 10, 0, 0};
    const double z[3] = {1.5, -0.25, 0}, up = 5, down = 0.2, learn = 0.25;
    for (size_t i = 0; i < TAILS; i++)
        for (int success = 0; success < 2; success++) {
            const double nu = tails[i];
            rig r;
            rig_make(&r, &nes_student_diag, 3, 1, true);
            r.options.nu = nu;
            rig_take(&r);
            rig_climb(&r, up, down, learn);
            rig_start(&r, NULL, 2, NULL);
            rig_place(&r, z, NULL);
            r.g.batch.f[0] = success ? 0 : 2;
            assert_int_equal(rig_step(&r, &eta), 0);
            for (size_t j = 0; j < 3; j++) {
                const double score = (nu + 1) * z[j] * z[j] / (nu + z[j] * z[j]) - 1;
                const double g = success ? up * down + learn * score : -down;
                assert_relative(r.g.dist.theta[3 + j], 2 * exp(0.5 * 0.3 * g), 1e-14);
                assert_within(r.g.dist.theta[j], success ? 2 * z[j] : 0, 1e-15);
            }
            rig_free(&r);
        }
}

/* The information of one coordinate, (nu + 1)/(nu + 3) and 2 nu/(nu + 3), by sampling. */
static void test_coordinates(void **state)
{
    (void)state;
    for (size_t i = 0; i < TAILS; i++) {
        const double nu = tails[i];
        moment location = {0}, scale = {0};
        double *z = dense_room(MANY, sizeof *z);
        const nes_stream s = {.seed = 9, .row = (uint32_t)i};
        nes_student_variates(&s, nu, 0, MANY, z);
        for (size_t k = 0; k < MANY; k++) {
            const double g = (nu + 1) * z[k] / (nu + z[k] * z[k]);
            add(&location, g * g);
            add(&scale, (z[k] * g - 1) * (z[k] * g - 1));
        }
        check_mean(&location, MANY, (nu + 1) / (nu + 3));
        check_mean(&scale, MANY, 2 * nu / (nu + 3));
        for (double x = -3; x <= 3; x += 0.5) check_coordinate(nu, x);
        free(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chi_square),
        cmocka_unit_test(test_student_variates),
        cmocka_unit_test(test_full_law),
        cmocka_unit_test(test_heaviest),
        cmocka_unit_test(test_constants_by_sampling),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_heavy_scale),
        cmocka_unit_test(test_normal_limit),
        cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_coordinates),
        cmocka_unit_test(test_climber),
    };
    return cmocka_run_group_tests_name("student", tests, NULL, NULL);
}
