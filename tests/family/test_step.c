/* SPDX-License-Identifier: MIT
 *
 * Steps as values. Rows that are no samples: a step with some of them against a dense computation,
 * with fewer, as many and more rows than dimensions, and densities across it. Natural coordinates
 * against the change of mean and covariance that a short step makes. Rescaling. [math: A24, B8] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { MOST = 12 };

/* A drawn batch with weights, and its step with extra rows, from the same numbers every time. */
static void propose(rig *r, const nes_family *family, size_t d, size_t n, size_t extra, bool keep_z)
{
    double b[MOST * MOST], rows[RIG_EXTRA * MOST], weight[2 * RIG_EXTRA], centre[MOST];
    dense_normals(2, d, centre);
    dense_shape(d, 3, b);
    dense_normals(4, extra * d, rows);
    dense_normals(5, 2 * extra, weight);
    rig_make(r, family, d, n, keep_z);
    r->options.nu = 3;
    rig_take(r);
    rig_start(r, centre, 0.7, family->matrix ? b : NULL);
    rig_sample(r, 6, 1);
    dense_normals(7, n, r->g.batch.f);
    r->g.scheme->weigh(&r->g);
    family->propose(&r->g.dist, &r->g.batch, &r->g.step);
    for (size_t i = 0; i < extra; i++)
        nes_step_add_row(&r->g.step, &r->g.batch, rows + i * d, 0.3 * weight[2 * i],
                         0.3 * weight[2 * i + 1]);
}

/* Rows and weights of the step, one list. */
typedef struct rows {
    size_t n;
    double *z, *mean, *outer;
} rows;

static rows rows_of(const rig *r)
{
    const nes_step *s = &r->g.step;
    rows all = {.n = s->n + s->extra};
    all.z = dense_room(all.n * r->g.dist.d, sizeof *all.z);
    all.mean = dense_room(2 * all.n, sizeof *all.mean);
    all.outer = all.mean + all.n;
    for (size_t k = 0; k < all.n; k++) {
        const size_t d = r->g.dist.d;
        double buffer[MOST];
        memcpy(all.z + k * d, nes_batch_z(&r->g.batch, k, 0, d, buffer), d * sizeof *buffer);
    }
    memcpy(all.mean, s->mean, all.n * sizeof *all.mean);
    memcpy(all.outer, s->outer, all.n * sizeof *all.outer);
    return all;
}

static void free_rows(rows *all)
{
    free(all->z);
    free(all->mean);
}

/* A exp(1/2 (eta_B (G - tr G/d I) + eta_sigma scale I)) and mu + eta_mu A sum mean_k z_k. */
static void dense_step(const rig *r, const rows *all, const nes_rates *eta, wide *mu, wide *a)
{
    const size_t d = r->g.dist.d;
    wide *g = dense_room(3 * d * d, sizeof *g), *e = g + d * d, *old = e + d * d, trace = 0;
    double *factor = dense_room(d * d, sizeof *factor);
    rig_factor(r, factor);
    for (size_t i = 0; i < d * d; i++) old[i] = factor[i];
    dense_gram(d, all->n, 0.5L * eta->shape, all->outer, all->z, 0, g);
    for (size_t i = 0; i < d; i++) trace += g[i * d + i];
    for (size_t i = 0; i < d; i++)
        g[i * d + i] += 0.5L * eta->sigma * r->g.step.scale - trace / (wide)d;
    dense_exponential(d, g, e);
    dense_multiply(d, old, e, a);
    for (size_t i = 0; i < d; i++) {
        mu[i] = r->g.dist.theta[i];
        for (size_t k = 0; k < all->n; k++)
            for (size_t j = 0; j < d; j++)
                mu[i] += eta->mu * old[i * d + j] * all->mean[k] * all->z[k * d + j];
    }
    free(g);
    free(factor);
}

static void check_affine(const nes_family *family, size_t d, size_t n, size_t extra)
{
    const nes_rates eta = {.mu = 0.8, .sigma = 0.4, .shape = 0.3, .limit = 10};
    wide mu[MOST], a[MOST * MOST];
    double got[MOST * MOST];
    rig r;
    propose(&r, family, d, n, extra, true);
    assert_int_equal(r.g.step.extra, extra);
    rows all = rows_of(&r);
    dense_step(&r, &all, &eta, mu, a);
    assert_int_equal(family->apply(&r.g.dist, &r.g.batch, &r.g.step, &eta), 0);
    rig_factor(&r, got);
    assert_within(dense_error(d * d, got, a), 0, 1e-12);
    assert_within(dense_error(d, r.g.dist.theta, mu), 0, 1e-12);
    free_rows(&all);
    rig_free(&r);
}

static void test_extra_rows_full(void **state)
{
    (void)state;
    const nes_family *const families[] = {&nes_gauss_full, &nes_student};
    for (size_t f = 0; f < 2; f++)
        for (size_t d = 1; d <= MOST; d++)
            for (size_t extra = 0; extra <= RIG_EXTRA; extra++)
                for (size_t n = 1; n <= MOST + 2; n++) check_affine(families[f], d, n, extra);
}

/* A row counts as a sample of the normal law does. */
static void test_added_row_is_a_sample(void **state)
{
    (void)state;
    const double z[3] = {0.5, -1, 2};
    const nes_family *const families[] = {&nes_gauss_full, &nes_gauss_radial, &nes_gauss_diag,
                                          &nes_gauss_exp};
    const nes_rates eta = {.mu = 1, .sigma = 0.4, .shape = 0.4, .limit = 10};
    for (size_t f = 0; f < 4; f++) {
        rig one, two;
        rig *both[] = {&one, &two};
        for (size_t i = 0; i < 2; i++) { /* two samples; one sample and the other as a row */
            rig *r = both[i];
            rig_make(r, families[f], 3, 2 - i, true);
            rig_start(r, NULL, 0.5, NULL);
            rig_sample(r, 1, 1);
            if (i == 0) memcpy(r->g.batch.z + 3, z, sizeof z);
            families[f]->place(&r->g.dist, &r->g.batch, 0, 2 - i);
            for (size_t k = 0; k < 2 - i; k++) {
                r->g.batch.v[k] = 0.3 + 0.1 * (double)k;
                r->g.batch.u[k] = 0.2 - 0.3 * (double)k;
            }
            families[f]->propose(&r->g.dist, &r->g.batch, &r->g.step);
            if (i == 1) nes_step_add_row(&r->g.step, &r->g.batch, z, 0.4, -0.1);
            assert_int_equal(families[f]->apply(&r->g.dist, &r->g.batch, &r->g.step, &eta), 0);
        }
        assert_all_relative(families[f]->scores->nparam(&one.g.dist), two.g.dist.theta,
                            one.g.dist.theta, 1e-13);
        rig_free(&one);
        rig_free(&two);
    }
}

/* Extra rows where samples are not stored, and where they are. */
static void test_extra_rows_not_stored(void **state)
{
    (void)state;
    const nes_family *const families[] = {&nes_gauss_diag, &nes_gauss_radial, &nes_student_diag};
    const nes_rates eta = {.mu = 1, .sigma = 0.4, .shape = 0.4, .limit = 10};
    for (size_t f = 0; f < 3; f++) {
        rig stored, again;
        propose(&stored, families[f], MOST, 5, 3, true);
        propose(&again, families[f], MOST, 5, 3, false);
        assert_null(again.g.batch.z);
        families[f]->apply(&stored.g.dist, &stored.g.batch, &stored.g.step, &eta);
        families[f]->apply(&again.g.dist, &again.g.batch, &again.g.step, &eta);
        assert_same_reals(families[f]->ntheta(&stored.g.dist), again.g.dist.theta,
                          stored.g.dist.theta);
        rig_free(&stored);
        rig_free(&again);
    }
}

/* Across a step with extra rows: the change of the densities that change gives, and the log-density
 * at the points before and after. */
static void check_densities(const nes_family *family, size_t d, size_t n, size_t extra)
{
    const nes_rates eta = {.mu = 0.8, .sigma = 0.4, .shape = 0.3, .limit = 10};
    double before[MOST + 2], change[MOST + 2], ratio[MOST + 2];
    rig r;
    propose(&r, family, d, n, extra, true);
    for (size_t k = 0; k < n; k++) before[k] = family->scores->logpdf(&r.g.dist, &r.g.batch, k);
    assert_int_equal(family->apply(&r.g.dist, &r.g.batch, &r.g.step, &eta), 0);
    rig_relocate(&r, change);
    family->densities->ratio(&r.g.dist, &r.g.step, (nes_slots){&r.g.batch, 0, n}, ratio);
    for (size_t k = 0; k < n; k++) {
        const double after = family->scores->logpdf(&r.g.dist, &r.g.batch, k);
        const double size = 1 + fabs(after) + fabs(before[k]);
        assert_within(change[k], after - before[k], 1e-11 * size);
        assert_within(ratio[k], before[k] - after, 1e-11 * size);
    }
    rig_free(&r);
}

static void test_densities_across_extra_rows(void **state)
{
    (void)state;
    const nes_family *const families[] = {&nes_gauss_full, &nes_student, &nes_gauss_diag,
                                          &nes_gauss_radial, &nes_gauss_exp};
    for (size_t f = 0; f < 5; f++)
        for (size_t extra = 0; extra <= 2; extra++)
            for (size_t n = 2; n <= 9; n++) check_densities(families[f], 6, n, extra);
}

/* S = A^-1 (Sigma_new - Sigma) A^-T, and A^-1 (mu_new - mu), from the distribution itself. */
static void local_change(const double *mu, const double *a, const rig *after, double *mean,
                         double *s)
{
    const size_t d = after->g.dist.d;
    double *inverse = dense_room(3 * d * d, sizeof *inverse), *now = inverse + d * d,
           *map = now + d * d;
    dense_inverse(d, a, inverse);
    rig_factor(after, now);
    for (size_t i = 0; i < d; i++) {
        mean[i] = 0;
        for (size_t l = 0; l < d; l++)
            mean[i] += inverse[i * d + l] * (after->g.dist.theta[l] - mu[l]);
        for (size_t j = 0; j < d; j++)
            for (size_t l = 0; l < d; l++) map[i * d + j] += inverse[i * d + l] * now[l * d + j];
    }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            s[i * d + j] = -(double)(i == j);
            for (size_t l = 0; l < d; l++) s[i * d + j] += map[i * d + l] * map[j * d + l];
        }
    free(inverse);
}

/* The numbers of natural are those of S over sqrt 2, as many as the family has. */
static void check_entries(size_t d, size_t count, const double *s, const double *shape,
                          double error)
{
    const double half = sqrt(0.5);
    size_t at = 0;
    if (count == d * (d + 1) / 2)
        for (size_t i = 0; i < d; i++)
            for (size_t j = i; j < d; j++)
                assert_within(shape[at++], (i == j ? half : 1) * s[i * d + j], error);
    else if (count == d)
        for (size_t i = 0; i < d; i++) assert_within(shape[i], half * s[i * d + i], error);
    assert_within(dense_norm(count, shape), half * dense_norm(d * d, s), error);
}

static void check_natural(const nes_family *family, size_t d, size_t n, size_t extra)
{
    const double h = 0x1p-20;
    const nes_rates eta = {.mu = 3 * h, .sigma = 2 * h, .shape = h, .limit = 10};
    double mu[MOST], a[MOST * MOST], want[MOST], s[MOST * MOST], mean[MOST], shape[MOST * MOST];
    rig r;
    propose(&r, family, d, n, extra, true);
    rig_factor(&r, a);
    memcpy(mu, r.g.dist.theta, d * sizeof *mu);
    r.g.step.rates = eta;
    family->natural->step(&r.g.dist, &r.g.batch, &r.g.step, mean, shape);
    assert_int_equal(family->apply(&r.g.dist, &r.g.batch, &r.g.step, &eta), 0);
    local_change(mu, a, &r, want, s);
    const double length = dense_norm(d, want) + dense_norm(d * d, s);
    for (size_t i = 0; i < d; i++) assert_within(mean[i], want[i], 1e-4 * length);
    check_entries(d, family->natural->count(d), s, shape, 1e-4 * length);
    rig_free(&r);
}

static void test_natural(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; d <= 7 && nes_family_at(f)->natural != NULL; d++)
            for (size_t extra = 0; extra <= 2; extra++)
                check_natural(nes_family_at(f), d, 5, extra);
}

static void test_rescale(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; d <= 5 && nes_family_at(f)->apply != NULL && nes_family_at(f)->located;
             d++) {
            const nes_family *family = nes_family_at(f);
            double before[25], after[25], mu[5];
            rig r;
            propose(&r, family, d, 4, 0, true);
            rig_factor(&r, before);
            memcpy(mu, r.g.dist.theta, d * sizeof *mu);
            assert_int_equal(nes_family_rescale(&r.g.dist, &r.g.batch, log(3)), 0);
            rig_factor(&r, after);
            assert_same_reals(d, r.g.dist.theta, mu);
            for (size_t i = 0; i < d * d; i++)
                assert_within(after[i], 3 * before[i], 1e-13 * dense_norm(d * d, after));
            rig_free(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extra_rows_full),
        cmocka_unit_test(test_added_row_is_a_sample),
        cmocka_unit_test(test_extra_rows_not_stored),
        cmocka_unit_test(test_densities_across_extra_rows),
        cmocka_unit_test(test_natural),
        cmocka_unit_test(test_rescale),
    };
    return cmocka_run_group_tests_name("step", tests, NULL, NULL);
}
