/* SPDX-License-Identifier: MIT
 *
 * A user's law of distances: its Fisher matrix against closed forms, its steps against those of the
 * families that have the same law built in, its slope and score against differences. [math:
 * A17-A21] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "family/student.h"
#include "family/user_law.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/laws.h"
#include "support/rig.h"

static nes_law_report fisher_of(const nes_radial *law, const double *tau, size_t d, double *fisher)
{
    double work[100];
    assert_true(nes_law_nwork(law) <= 100);
    return nes_law_fisher(law, tau, d, fisher, work);
}

static const size_t DIMS[] = {1, 2, 3, 10, 100, 10000};

static void test_normal(void **state)
{
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        double f[3];
        assert_int_equal(fisher_of(law_normal(), NULL, DIMS[i], f).flaw, NES_LAW_SOUND);
        assert_relative(f[NES_LAW_MEAN], 1, 1e-12);
        assert_relative(f[NES_LAW_SHAPE], 0.5, 1e-12);
        assert_relative(f[NES_LAW_BLOCK], 0.5, 1e-12);
    }
}

/* Far more and far less mass in the tails than the normal law has. */
static void test_student(void **state)
{
    (void)state;
    static const double degrees[] = {0.2, 1, 3, 10, 200};
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 5; j++) {
            const double nu = degrees[j], tau = log(nu);
            const nes_student_fisher want = nes_student_fisher_of(DIMS[i], nu);
            double f[6];
            assert_int_equal(fisher_of(law_student(), &tau, DIMS[i], f).flaw, NES_LAW_SOUND);
            assert_relative(f[NES_LAW_MEAN], want.delta, 1e-11);
            assert_relative(f[NES_LAW_SHAPE], want.shape, 1e-11);
            assert_relative(f[NES_LAW_BLOCK], want.scale, 1e-11);
            assert_within(f[NES_LAW_BLOCK + 1], want.cross * nu, 1e-13);
            assert_within(f[NES_LAW_BLOCK + 2], f[NES_LAW_BLOCK + 1], 1e-16);
            assert_within(f[NES_LAW_BLOCK + 3], want.tail * nu * nu, 1e-9 * want.delta);
        }
}

/* With y = (r^2)^b/2, which has a gamma law of shape k = d/(2 b), h r^2 = b y. */
static void test_power(void **state)
{
    (void)state;
    static const double powers[] = {0.5, 1, 2, 4};
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 4; j++) {
            double b = powers[j], f[3];
            const double d = (double)DIMS[i], k = d / (2 * b), square = b * b * (k * k + k);
            const double mean = b * b * exp(lgamma(k + 2 - 1 / b) - lgamma(k) - log(2) / b) * 4 / d;
            const nes_radial law = law_power(&b);
            if (!(k + 2 - 1 / b > 0.1)) continue; /* E h^2 r^2 is infinite */
            assert_int_equal(fisher_of(&law, NULL, DIMS[i], f).flaw, NES_LAW_SOUND);
            assert_relative(f[NES_LAW_MEAN], mean, 1e-10);
            assert_relative(f[NES_LAW_SHAPE], 2 * square / (d * (d + 2)), 1e-11);
            assert_relative(f[NES_LAW_BLOCK], (square - d * d / 4) / d, 1e-10);
        }
}

static double wrong_slope(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return -0.4;
}

static void wrong_score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    law_student()->score(tau, dim, r2, s, user);
    s[0] += 0.1;
}

static double flat(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return 0;
}

static double broken(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return r2 > 7 ? NAN : -0.5 * r2;
}

static void test_flaws(void **state)
{
    (void)state;
    const double tau = 1;
    double f[6];
    nes_radial law = *law_normal();
    law.slope = wrong_slope;
    nes_law_report r = fisher_of(&law, NULL, 5, f);
    assert_int_equal(r.flaw, NES_LAW_SLOPE);
    assert_relative(r.found, 2, 1e-10); /* 0.4 E r^2 */
    law = *law_student();
    law.score = wrong_score;
    r = fisher_of(&law, &tau, 5, f);
    assert_int_equal(r.flaw, NES_LAW_SCORE);
    assert_relative(r.found, 0.1, 1e-9);
    law = *law_normal();
    law.logq = flat;
    assert_int_equal(fisher_of(&law, NULL, 5, f).flaw, NES_LAW_DIVERGES);
    law.logq = broken;
    r = fisher_of(&law, NULL, 5, f);
    assert_int_equal(r.flaw, NES_LAW_UNDEFINED);
    assert_true(r.found > 7);
}

/* The same step of the user's Student law and of the family that has it built in. The block of
 * scale and nu is nearly singular, the more so the larger nu is: its solutions agree to fewer
 * digits. */
static void check_step(size_t d, size_t n, double nu, bool adapted, bool climbs)
{
    const nes_rates eta = {.mu = 0.9, .sigma = 0.3, .shape = 0.2, .limit = 10, .nu = 0.4};
    nes_radial law = adapted ? *law_student() : law_fixed(&nu);
    const double tau = log(nu), precision = adapted ? 1e-9 : 1e-12;
    rig user, own;
    rig_make_radial(&user, &law, d, n);
    rig_make(&own, &nes_student, d, n, true);
    own.options.nu = nu;
    own.options.adapt_nu = adapted;
    rig_take(&own);
    if (adapted) law.tau0 = &tau;
    rig *both[] = {&user, &own};
    for (size_t i = 0; i < 2; i++) {
        rig_start(both[i], NULL, 1.5, NULL);
        both[i]->g.step.plain = climbs;
        both[i]->g.batch.stream = (nes_stream){.seed = 5};
    }
    rig_sample(&own, 5, 1);
    for (size_t t = 0; t < 3; t++) {
        for (size_t k = 0; k < n; k++) own.g.batch.f[k] = own.g.batch.x[k * d] + 0.1 * (double)k;
        memcpy(user.g.batch.f, own.g.batch.f, n * sizeof(double));
        rig_place(&user, own.g.batch.z, own.g.batch.tail);
        double log[2][50];
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(rig_step(both[i], &eta), 0);
            rig_relocate(both[i], log[i]);
        }
        for (size_t k = 0; k < n; k++) assert_within(log[0][k], log[1][k], 10 * precision);
        for (size_t i = 0; i + 1 < nes_affine_ntheta(&user.g.dist); i++)
            assert_within(user.g.dist.theta[i], own.g.dist.theta[i],
                          precision * (1 + fabs(own.g.dist.theta[i])));
        if (adapted && !climbs)
            assert_relative(exp(user.g.dist.theta[nes_affine_ntheta(&user.g.dist)]),
                            *nes_affine_nu(&own.g.dist), precision);
        for (size_t k = 0; k < n; k++) {
            double a, b;
            nes_user_radial.densities->longer(&user.g.dist, &user.g.step,
                                              (nes_slots){&user.g.batch, k, k + 1}, 0.5, &a);
            nes_student.densities->longer(&own.g.dist, &own.g.step,
                                          (nes_slots){&own.g.batch, k, k + 1}, 0.5, &b);
            assert_within(a, b, 10 * precision);
        }
        rig_sample(&own, 6, t);
    }
    rig_free(&user);
    rig_free(&own);
}

static void test_steps(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 5, 20};
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 6; n <= 30; n += 24) {
            check_step(dims[i], n, 3, false, false);
            check_step(dims[i], n, 7.5, false, false);
            check_step(dims[i], n, 2, true, false);
            check_step(dims[i], n, 12, true, false);
            check_step(dims[i], 1, 1, false, true); /* the Cauchy hill climber */
            check_step(dims[i], 1, 4, false, true);
        }
}

/* What the laws of this test say of themselves, which everything above depends on. */
static void test_derivatives(void **state)
{
    (void)state;
    double b = 0.7, nu = 3.5;
    const nes_radial laws[] = {*law_normal(), *law_student(), law_fixed(&nu), law_power(&b)};
    for (size_t i = 0; i < 4; i++)
        for (double r2 = 0.01; r2 < 1e3; r2 *= 3) {
            const nes_radial *law = &laws[i];
            const double h = 1e-5, tau = 0.8, up = tau + h, down = tau - h;
            const double slope = (law->logq(&tau, 4, r2 * (1 + h), law->user) -
                                  law->logq(&tau, 4, r2 * (1 - h), law->user)) /
                                 (2 * h * r2);
            assert_within(law->slope(&tau, 4, r2, law->user), slope, 1e-7 * (1 + 1 / r2));
            if (law->ntau == 0) continue;
            double score;
            law->score(&tau, 4, r2, &score, law->user);
            assert_within(score,
                          (law->logq(&up, 4, r2, law->user) - law->logq(&down, 4, r2, law->user)) /
                              (2 * h),
                          1e-7);
        }
}

/* A step of tau that its owner refuses leaves everything as it was. */
static int never(double *tau, size_t dim, void *user)
{
    (void)tau, (void)dim, (void)user;
    return 1;
}

static void test_refused_tau(void **state)
{
    (void)state;
    const nes_rates eta = {.mu = 1, .sigma = 0.3, .shape = 0.2, .limit = 10, .nu = 0.4};
    nes_radial law = *law_student();
    double before[200];
    rig r;
    rig_make_radial(&r, &law, 3, 8);
    rig_start(&r, NULL, 1, NULL);
    rig_sample(&r, 1, 0);
    const size_t n = nes_user_radial.ntheta(&r.g.dist);
    assert_true(n <= 200);
    memcpy(before, r.g.dist.theta, n * sizeof *before);
    dense_normals(3, 8, r.g.batch.f);
    law.repair = never;
    assert_int_equal(rig_step(&r, &eta), NES_MOVE_INVALID);
    assert_same_reals(n, r.g.dist.theta, before);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal),      cmocka_unit_test(test_student),
        cmocka_unit_test(test_power),       cmocka_unit_test(test_flaws),
        cmocka_unit_test(test_derivatives), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_refused_tau),
    };
    return cmocka_run_group_tests_name("radial", tests, NULL, NULL);
}
