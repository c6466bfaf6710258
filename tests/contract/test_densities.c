/* SPDX-License-Identifier: MIT
 *
 * What every search distribution promises about its density, looped over the table of families, as
 * far as a family has the entries: the logarithm is that of a dense computation from mu and A; the
 * score is its derivative and has mean zero; and the relations across a move are differences of
 * such logarithms, before and after, and for the same move at a larger rate, whether the move
 * follows the natural gradient in closed form or scores. [math: A5, A7, A17, A24]
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/laws.h"
#include "support/rig.h"
#include "support/stats.h"

enum { ROWS = 7, MANY = 20000 };

static const double NU = 2.5;

static bool is_dense(const nes_family *f)
{
    return f->located;
}

static void start(rig *r, const nes_family *family, size_t d, size_t n)
{
    double *mu = dense_room(2 * d + d * d, sizeof *mu), *std = mu + d, *b = std + d;
    rig_make(r, family, d, n, true);
    for (size_t i = 0; i < d; i++) {
        mu[i] = 1 - 0.5 * (double)(i % 5);
        std[i] = family == &nes_gauss_radial ? 0.7 : 0.4 + 0.3 * (double)(i % 4);
    }
    dense_shape(d, 15, b);
    const nes_start s = {.mu = mu, .std = std, .factor = family->matrix ? b : NULL, .seed = 1};
    r->options.nu = NU;
    rig_take(r);
    assert_int_equal(family->init(&r->g.dist, &s), 0);
    rig_sample(r, 3, d);
    free(mu);
}

/* ln of the standard Student density in d dimensions at squared radius r2. */
static double student(double d, double nu, double r2)
{
    return lgamma((nu + d) / 2) - lgamma(nu / 2) - d / 2 * log(nu * acos(-1)) -
           (nu + d) / 2 * log(1 + r2 / nu);
}

/* s = A^-1 (x - mu) */
static void localise(const rig *r, const double *x, double *s)
{
    const size_t d = r->g.dist.d;
    double *a = dense_room(2 * d * d, sizeof *a), *inverse = a + d * d;
    rig_factor(r, a);
    dense_inverse(d, a, inverse);
    for (size_t i = 0; i < d; i++) {
        s[i] = 0;
        for (size_t j = 0; j < d; j++) s[i] += inverse[i * d + j] * (x[j] - r->g.dist.theta[j]);
    }
    free(a);
}

static double dense_logpdf(const rig *r, const double *x)
{
    const size_t d = r->g.dist.d;
    const nes_family *family = r->g.dist.family;
    double *a = dense_room(d * d + d, sizeof *a), *s = a + d * d, sum = 0, r2 = 0;
    rig_factor(r, a);
    localise(r, x, s);
    for (size_t i = 0; i < d; i++) {
        r2 += s[i] * s[i];
        sum += student(1, NU, s[i] * s[i]);
    }
    const double *tau = r->g.dist.theta + nes_affine_ntheta(&r->g.dist);
    if (family->nu != NULL && family->matrix)
        sum = student((double)d, *nes_affine_nu(&r->g.dist), r2);
    if (family->nu == NULL) sum = -0.5 * (r2 + (double)d * log(2 * acos(-1)));
    if (family->model == NES_MODEL_RADIAL) sum = student((double)d, exp(tau[0]), r2);
    sum -= dense_log_det(d, a);
    free(a);
    return sum;
}

static void test_logpdf(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; d <= 12; d++) {
            const nes_family *family = nes_family_at(f);
            rig r;
            if (!is_dense(family) || family->scores == NULL) continue;
            start(&r, family, d, ROWS);
            for (size_t k = 0; k < ROWS; k++) {
                const double want = dense_logpdf(&r, r.g.batch.x + k * d);
                assert_within(family->scores->logpdf(&r.g.dist, &r.g.batch, k), want,
                              1e-12 * (1 + fabs(want)));
            }
            rig_free(&r);
        }
}

/* Slot 0 holds the point x in the local coordinates of theta with entry j moved by h. */
static double logpdf_at(rig *r, const double *x, size_t j, double h)
{
    double *theta = r->g.dist.theta, kept = theta[j];
    theta[j] += h;
    if (r->g.dist.family->scores->refresh != NULL)
        assert_int_equal(r->g.dist.family->scores->refresh(&r->g.dist), 0);
    localise(r, x, r->g.batch.z);
    r->g.batch.tail[0] = 1;
    const double value = r->g.dist.family->scores->logpdf(&r->g.dist, &r->g.batch, 0);
    theta[j] = kept;
    if (r->g.dist.family->scores->refresh != NULL)
        assert_int_equal(r->g.dist.family->scores->refresh(&r->g.dist), 0);
    return value;
}

static bool has_score(const nes_family *f)
{
    return is_dense(f) && f->scores != NULL;
}

/* They are numbers of theta. */
static bool has_parameters(const nes_family *f)
{
    return has_score(f) && f->scores->along == NULL;
}

static void test_score(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; has_parameters(nes_family_at(f)) && d <= 5; d++) {
            const nes_family *family = nes_family_at(f);
            rig r;
            start(&r, family, d, 1);
            const size_t m = family->scores->nparam(&r.g.dist);
            double *score = dense_room(m, sizeof *score), x[5];
            memcpy(x, r.g.batch.x, d * sizeof *x);
            family->scores->score(&r.g.dist, &r.g.batch, 0, score);
            const double size = 1 + dense_norm(m, score);
            for (size_t j = 0; j < m; j++) {
                const double slope = (logpdf_at(&r, x, j, h) - logpdf_at(&r, x, j, -h)) / (2 * h);
                assert_within(score[j], slope, 2e-6 * size);
            }
            free(score);
            rig_free(&r);
        }
}

static void test_mean_score(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; has_score(nes_family_at(f)) && d <= 3; d++) {
            const nes_family *family = nes_family_at(f);
            rig r;
            start(&r, family, d, MANY);
            const size_t m = family->scores->nparam(&r.g.dist);
            double *score = dense_room(3 * m, sizeof *score), *mean = score + m, *square = mean + m;
            for (size_t k = 0; k < MANY; k++) {
                family->scores->score(&r.g.dist, &r.g.batch, k, score);
                for (size_t j = 0; j < m; j++) {
                    mean[j] += score[j] / MANY;
                    square[j] += score[j] * score[j] / MANY;
                }
            }
            for (size_t j = 0; j < m; j++) assert_within(mean[j], 0, FIVE * sqrt(square[j] / MANY));
            free(score);
            rig_free(&r);
        }
}

static bool has_relations(const nes_family *f)
{
    return is_dense(f) && f->densities != NULL;
}

/* A family and the gradient that its moves follow. */
typedef struct mover {
    const nes_family *family;
    const nes_gradient *gradient;
} mover;

/* A batch of n rows and the move it makes, with the rate of the scale times factor. */
static void moved(rig *r, const mover *m, size_t d, size_t n, double factor)
{
    nes_rates eta = {0.7, 0.3 * factor, 0.2, 10, 0.4, 0};
    if (m->gradient->scores) eta.mu = 0.02, eta.sigma = 0.004 * factor, eta.shape = 0.002;
    if (m->gradient == &nes_gradient_plain) eta.mu = 1e-3, eta.sigma = 1e-5 * factor;
    start(r, m->family, d, n);
    r->g.gradient = m->gradient;
    r->options.adapt_nu = m->family->matrix;
    rig_take(r);
    dense_normals(9, n, r->g.batch.f);
    assert_int_equal(rig_step(r, &eta), 0);
}

/* Rows that are kept get the same local coordinates, however many there are. */
static void check_some_kept(const mover *m, size_t d, size_t n)
{
    const nes_family *family = m->family;
    rig all, some;
    double *change = dense_room(n, sizeof *change);
    unsigned char *keep = dense_room(n, 1);
    moved(&all, m, d, n, 1);
    moved(&some, m, d, n, 1);
    rig_relocate(&all, change);
    for (size_t k = 0; k < n; k++) keep[k] = k % 3 == 1;
    family->densities->change(&some.g.dist, &some.g.step, &some.g.batch, change);
    family->densities->relocate(&some.g.dist, &some.g.step, &some.g.batch, keep);
    const nes_batch *a = &all.g.batch, *b = &some.g.batch;
    for (size_t k = 1; k < n; k += 3) {
        assert_same_reals(d, b->z + k * d, a->z + k * d);
        if (b->y != NULL) assert_same_reals(d, b->y + k * b->width, a->y + k * a->width);
        assert_true(b->tail[k] == a->tail[k]);
    }
    free(change);
    free(keep);
    rig_free(&all);
    rig_free(&some);
}

/* before and after are the same rows before and after the same move. */
static void check_across(const mover *m, size_t d, size_t n)
{
    const nes_family *family = m->family;
    rig before, after;
    double *s = dense_room(d + 2 * n, sizeof *s), *change = s + d, *ratio = change + n;
    start(&before, family, d, n);
    moved(&after, m, d, n, 1);
    nes_batch *b = &after.g.batch;
    rig_relocate(&after, change);
    family->densities->ratio(&after.g.dist, &after.g.step, (nes_slots){b, 0, n}, ratio);
    for (size_t k = 0; k < n; k++) {
        const double *x = before.g.batch.x + k * d;
        const double old = dense_logpdf(&before, x), new = dense_logpdf(&after, x);
        const double size = 1 + fabs(old) + fabs(new);
        assert_within(change[k], new - old, 1e-11 * size);
        assert_within(ratio[k], old - new, 1e-11 * size);
        localise(&after, x, s);
        for (size_t i = 0; i < d; i++)
            assert_within(b->tail[k] * b->z[k * d + i], s[i], 1e-11 * (1 + dense_norm(d, s)));
        family->place(&after.g.dist, b, k, k + 1); /* the point is where it was */
        for (size_t i = 0; i < d; i++)
            assert_within(b->x[k * d + i], x[i], 1e-12 * (1 + dense_norm(d, x)));
    }
    nes_draw(&after.g, b, 0, n); /* new samples: no relocation before */
    family->place(&after.g.dist, b, 0, n);
    for (size_t k = 0; k < n; k++) { /* one by one, too */
        const double *x = b->x + k * d;
        const double old = dense_logpdf(&before, x), new = dense_logpdf(&after, x);
        family->densities->ratio(&after.g.dist, &after.g.step, (nes_slots){b, k, k + 1}, ratio);
        assert_within(ratio[0], old - new, 1e-11 * (1 + fabs(old) + fabs(new)));
    }
    free(s);
    rig_free(&before);
    rig_free(&after);
}

/* The same move with 1 + extra times the rate of the scale, carried out. */
static void check_longer(const mover *m, size_t d, size_t n, double extra)
{
    const nes_family *family = m->family;
    rig now, longer;
    moved(&now, m, d, n, 1);
    moved(&longer, m, d, n, 1 + extra);
    rig_sample(&now, 4, 1);
    for (size_t k = 0; k < n; k++) {
        const double *x = now.g.batch.x + k * d;
        const double a = dense_logpdf(&now, x), b = dense_logpdf(&longer, x);
        double log;
        family->densities->longer(&now.g.dist, &now.g.step, (nes_slots){&now.g.batch, k, k + 1},
                                  extra, &log);
        assert_within(log, b - a, 1e-11 * (1 + fabs(a) + fabs(b)));
    }
    rig_sample(&longer, 4, 1); /* the same local samples, in the longer distribution */
    nes_draw(&now.g, &now.g.batch, 0, n);
    assert_int_equal(family->densities->stretch(&now.g.dist, &now.g.step,
                                                (nes_slots){&now.g.batch, 0, n}, extra),
                     0);
    family->place(&now.g.dist, &now.g.batch, 0, n);
    for (size_t i = 0; i < n * d; i++)
        assert_within(now.g.batch.x[i], longer.g.batch.x[i], 1e-11 * (1 + fabs(now.g.batch.x[i])));
    rig_free(&now);
    rig_free(&longer);
}

/* Fewer, as many and more samples than dimensions. */
static void test_relations(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 3, 10, 25};
    for (size_t f = 0; f < nes_family_count(); f++) {
        const mover m = {nes_family_at(f), &nes_gradient_local};
        for (size_t i = 0; has_relations(m.family) && m.family->propose != NULL && i < 5; i++)
            for (size_t n = 2; n <= 30; n += n < 10 ? 8 : 20) {
                check_across(&m, dims[i], n);
                check_some_kept(&m, dims[i], n);
                check_longer(&m, dims[i], n, 0.5);
                check_longer(&m, dims[i], n, 2);
            }
    }
}

/* The same after steps along scores, which add to the parameters. */
static void test_relations_along_scores(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t d = 1; has_relations(nes_family_at(f)) && d <= 4; d++)
            for (size_t g = 0; has_score(nes_family_at(f)) && g < nes_gradient_count(); g++) {
                const mover m = {nes_family_at(f), nes_gradient_at(g)};
                if (!m.gradient->scores) continue;
                check_across(&m, d, 40);
                check_some_kept(&m, d, 40);
                check_longer(&m, d, 40, 0.5);
                check_longer(&m, d, 40, 2);
            }
}

/* A rate so large that the parameters would be no distribution: there are no ratios and no samples.
 */
static void test_no_longer(void **state)
{
    (void)state;
    static const nes_family *const families[] = {&nes_gauss_cov, &nes_gauss_diag,
                                                 &nes_gauss_radial};
    for (size_t f = 0; f < 3; f++) {
        const mover m = {families[f], &nes_gradient_fisher};
        double log = 0;
        rig r;
        start(&r, m.family, 2, 30);
        const nes_rates eta = {.mu = 0.1, .sigma = 0.01, .limit = 10};
        for (size_t k = 0; k < 30; k++) r.g.batch.f[k] = nes_batch_norm2(&r.g.batch, k);
        r.g.gradient = m.gradient;
        assert_int_equal(rig_step(&r, &eta), 0); /* it shrinks */
        r.g.dist.family->densities->longer(&r.g.dist, &r.g.step, (nes_slots){&r.g.batch, 0, 1}, 1e4,
                                           &log);
        assert_true(isnan(log));
        assert_int_not_equal(r.g.dist.family->densities->stretch(
                                 &r.g.dist, &r.g.step, (nes_slots){&r.g.batch, 0, 30}, 1e4),
                             0);
        rig_free(&r);
    }
}

/* No finite value: everything shrinks by the same factor, whatever the family. [math: B12] */
static void test_retreat(void **state)
{
    (void)state;
    const nes_rates eta = {1, 1, 1, 10, 0, 0};
    for (size_t f = 0; f < nes_family_count(); f++) {
        rig r;
        if (!is_dense(nes_family_at(f)) || !rig_is_memoryless(nes_family_at(f))) continue;
        start(&r, nes_family_at(f), 4, ROWS);
        const double before = r.g.dist.family->widths->sigma(&r.g.dist);
        r.g.batch.u0 = 1;
        assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
        assert_relative(r.g.dist.family->widths->sigma(&r.g.dist), before * exp(-0.5), 1e-14);
        rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logpdf),     cmocka_unit_test(test_score),
        cmocka_unit_test(test_mean_score), cmocka_unit_test(test_relations),
        cmocka_unit_test(test_retreat),    cmocka_unit_test(test_relations_along_scores),
        cmocka_unit_test(test_no_longer),
    };
    return cmocka_run_group_tests_name("densities", tests, NULL, NULL);
}
