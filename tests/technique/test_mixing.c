/* SPDX-License-Identifier: MIT
 *
 * Importance mixing: when the move does not depend on the old batch, every row of the mixed batch
 * follows the new density, whatever the family, the move and the share that must be new; and
 * what the two ends of that share mean. Bounds come from the sample size. [math: A5, A24] */
#include "technique/mixing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/stats.h"

enum { MANY = 10000 };

static bool can_mix(const nes_family *f)
{
    return f->densities != NULL && f->propose != NULL && f->located;
}

/* A move of a given kind, made by samples of its own. */
typedef struct kind {
    nes_rates eta;
    double sign; /* -1: what would grow, shrinks */
} kind;

static const kind kinds[] = {
    {{0.5, 0, 0, 10, 0, 0}, 1},       /* the mean */
    {{0, 0.5, 0, 10, 0, 0}, 1},       /* the scale */
    {{0, 0.5, 0, 10, 0, 0}, -1},      /* the scale, the other way */
    {{0.4, 0.2, 0.2, 10, 0.3, 0}, 1}, /* everything */
};
enum { KINDS = sizeof kinds / sizeof *kinds, EVERYTHING = KINDS - 1 };

static void start(rig *r, double nu)
{
    const size_t d = r->g.dist.d;
    double *mu = dense_room(2 * d + d * d, sizeof *mu), *std = mu + d, *b = std + d;
    for (size_t i = 0; i < d; i++) {
        mu[i] = 1 - 0.5 * (double)(i % 5);
        std[i] = r->g.dist.family == &nes_gauss_radial ? 0.7 : 0.4 + 0.3 * (double)(i % 4);
    }
    dense_shape(d, 5, b);
    const nes_start s = {
        .mu = mu, .std = std, .factor = r->g.dist.family->matrix ? b : NULL, .seed = 1};
    r->options.nu = nu;
    rig_take(r);
    assert_int_equal(r->g.dist.family->init(&r->g.dist, &s), 0);
    free(mu);
}

/* batch: n old samples with values 0, 1, 2, ...; mover: a few samples from the same distribution,
 * which moves it; then batch stands in the next generation of the moved distribution. */
typedef struct stage {
    rig batch, mover;
    double *old_x; /* n x d */
    double *work;
} stage;

static void set_stage(stage *s, const nes_family *family, size_t d, size_t n, const kind *k,
                      double nu, size_t movers)
{
    rig_make(&s->batch, family, d, n, true);
    rig_make(&s->mover, family, d, movers, true);
    start(&s->batch, nu);
    start(&s->mover, nu);
    rig_sample(&s->batch, 1, 0);
    rig_sample(&s->mover, 2, 0);
    nes_batch *b = &s->batch.g.batch;
    s->old_x = dense_room(n * d, sizeof *s->old_x);
    memcpy(s->old_x, b->x, n * d * sizeof *b->x);
    for (size_t i = 0; i < n; i++) {
        b->f[i] = (double)i;
        b->fate[i] = 1;
    }
    for (size_t i = 0; i < movers; i++)
        s->mover.g.batch.f[i] = k->sign * nes_batch_norm2(&s->mover.g.batch, i);
    s->mover.options.adapt_nu = k->eta.nu > 0;
    rig_take(&s->mover);
    assert_int_equal(rig_step(&s->mover, &k->eta), 0);
    s->batch.g.dist = s->mover.g.dist;
    s->batch.g.step = s->mover.g.step;
    s->work = dense_room(nes_family_nwork(&s->mover.g.dist, n, 0) + 3 * n * (movers + 9),
                         sizeof *s->work);
    s->batch.g.dist.work = s->work; /* more samples than the move had */
    b->stream.generation = 1;
}

static void clear_stage(stage *s)
{
    rig_free(&s->batch);
    rig_free(&s->mover);
    free(s->old_x);
    free(s->work);
}

static double tail_of(const rig *r)
{
    if (r->g.dist.family->model == NES_MODEL_RADIAL)
        return exp(r->g.dist.theta[nes_affine_ntheta(&r->g.dist)]);
    return r->g.dist.family->matrix ? *nes_affine_nu(&r->g.dist) : r->options.nu;
}

/* s = t z of every row: each coordinate and the radius have the standard law of the family. */
static void check_law(const rig *r)
{
    const nes_batch *b = &r->g.batch;
    const nes_family *family = r->g.dist.family;
    const bool heavy = family->nu != NULL || family->model == NES_MODEL_RADIAL;
    const double nu = tail_of(r), d = (double)b->d;
    double *p = dense_room(b->n, sizeof *p);
    for (size_t i = 0; i < b->d; i++) {
        for (size_t k = 0; k < b->n; k++) {
            const double s = b->tail[k] * b->z[k * b->d + i];
            p[k] = heavy ? stats_student(nu, s) : stats_normal(s);
        }
        assert_true(stats_ks(b->n, p, stats_uniform) < KS_BOUND);
    }
    for (size_t k = 0; k < b->n && (family->matrix || !heavy); k++) {
        const double r2 = nes_batch_norm2(b, k);
        p[k] = heavy ? stats_beta(d / 2, nu / 2, r2 / (r2 + nu)) : stats_chi_square(d, r2);
    }
    if (family->matrix || !heavy) assert_true(stats_ks(b->n, p, stats_uniform) < KS_BOUND);
    free(p);
}

/* Mean 0 and covariance I of normal local samples. */
static void check_moments(const rig *r)
{
    const nes_batch *b = &r->g.batch;
    const double n = (double)b->n;
    const bool heavy = r->g.dist.family->nu != NULL || r->g.dist.family->model == NES_MODEL_RADIAL;
    for (size_t i = 0; i < b->d && !heavy; i++) {
        double mean = 0;
        for (size_t k = 0; k < b->n; k++) mean += b->z[k * b->d + i] / n;
        assert_within(mean, 0, FIVE / sqrt(n));
        for (size_t j = 0; j <= i; j++) {
            double product = 0;
            for (size_t k = 0; k < b->n; k++)
                product += b->z[k * b->d + i] * b->z[k * b->d + j] / n;
            assert_within(product, i == j, FIVE * sqrt((i == j ? 2 : 1) / n));
        }
    }
}

/* x = mu + A (t z), whether kept or new; kept rows have the value and the point they had. */
static void check_rows(const stage *s, size_t first)
{
    const rig *r = &s->batch;
    const nes_batch *b = &r->g.batch;
    const size_t d = b->d;
    double *a = dense_room(d * d, sizeof *a);
    rig_factor(r, a);
    for (size_t k = 0; k < b->n; k++) {
        assert_true((b->fate[k] != 0) == (k < first));
        if (k < first) assert_same_reals(d, b->x + k * d, s->old_x + (size_t)b->f[k] * d);
        for (size_t i = 0; i < d; i++) {
            double x = r->g.dist.theta[i], size = fabs(x);
            for (size_t j = 0; j < d; j++) {
                x += a[i * d + j] * b->tail[k] * b->z[k * d + j];
                size += fabs(a[i * d + j] * b->tail[k] * b->z[k * d + j]);
            }
            assert_within(b->x[k * d + i], x, 1e-12 * size);
        }
    }
    free(a);
}

/* Of the candidates of step 2 as large a share is accepted as step 1 has not kept. */
static void check_shares(const nes_batch *b, size_t first, double alpha)
{
    const double n = (double)b->n, fresh = 1 - (double)first / n;
    if (first == b->n) return;
    const double candidates = (double)(b->source[b->n - 1] + 1 - b->capacity);
    const double accepted = ((double)(b->n - first)) / candidates;
    const double error = sqrt(fresh * (1 - fresh) / n + accepted * (1 - accepted) / candidates);
    assert_within(accepted, fresh, FIVE * error + 1 / n);
    assert_true(fresh >= alpha - FIVE * sqrt(alpha / n));
}

static void check_mixed(const nes_family *family, size_t d, const kind *k, double nu, double alpha)
{
    stage s;
    set_stage(&s, family, d, MANY, k, nu, 12);
    const size_t first = nes_mix(&s.batch.g, alpha, false);
    family->place(&s.batch.g.dist, &s.batch.g.batch, first, MANY);
    check_rows(&s, first);
    check_law(&s.batch);
    check_moments(&s.batch);
    check_shares(&s.batch.g.batch, first, alpha);
    assert_true(first > MANY / 100 && first < MANY); /* both steps had work to do */
    clear_stage(&s);
}

static void new_density(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 10, 25}; /* the last: more than samples of the move */
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t i = 0; can_mix(nes_family_at(f)) && i < (nes_family_at(f)->matrix ? 4 : 3); i++)
            for (size_t k = 0; k < KINDS; k++)
                for (double nu = 1; nu <= (nes_family_at(f)->nu != NULL ? 3 : 1); nu += 2)
                    check_mixed(nes_family_at(f), dims[i], &kinds[k], nu, 0.1);
}

static void any_share(void **state)
{
    (void)state;
    static const double alphas[] = {0, 0.01, 0.5, 0.9};
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t i = 0; can_mix(nes_family_at(f)) && i < 4; i++)
            check_mixed(nes_family_at(f), 2, &kinds[EVERYTHING], 3, alphas[i]);
}

/* A share of 1: nothing is used again, and every first candidate is taken. */
static void nothing_again(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++) {
        stage s;
        if (!can_mix(nes_family_at(f))) continue;
        set_stage(&s, nes_family_at(f), 3, 1000, &kinds[EVERYTHING], 3, 6);
        assert_int_equal(nes_mix(&s.batch.g, 1, false), 0);
        for (size_t k = 0; k < 1000; k++) assert_int_equal(s.batch.g.batch.source[k], 1000 + k);
        clear_stage(&s);
    }
}

/* A share of 0 and no move: all is kept; only one row is new when one must be. */
static void everything_again(void **state)
{
    (void)state;
    const kind still = {{0, 0, 0, 10, 0, 0}, 1};
    for (size_t f = 0; f < nes_family_count(); f++)
        for (uint64_t generation = 1; can_mix(nes_family_at(f)) && generation < 5; generation++) {
            stage s;
            set_stage(&s, nes_family_at(f), 3, 50, &still, 3, 6);
            s.batch.g.batch.stream.generation = generation;
            assert_int_equal(nes_mix(&s.batch.g, 0, false), 50);
            for (size_t k = 0; k < 50; k++) assert_within(s.batch.g.batch.f[k], (double)k, 0);
            assert_int_equal(nes_mix(&s.batch.g, 0, true), 49);
            for (size_t k = 0; k < 49; k++) assert_true(s.batch.g.batch.f[k] != (double)generation);
            clear_stage(&s);
        }
}

/* Rows without a finite value are never kept, not even when nothing has moved. */
static void values_that_are_none(void **state)
{
    (void)state;
    const kind still = {{0, 0, 0, 10, 0, 0}, 1};
    const double none[] = {NAN, INFINITY, 2e300, -INFINITY};
    for (size_t f = 0; f < nes_family_count(); f++) {
        stage s;
        if (!can_mix(nes_family_at(f))) continue;
        set_stage(&s, nes_family_at(f), 2, 40, &still, 3, 6);
        for (size_t k = 0; k < 4; k++) s.batch.g.batch.f[3 + 7 * k] = none[k];
        assert_int_equal(nes_mix(&s.batch.g, 0, false), 36);
        for (size_t k = 0; k < 36; k++) assert_true(fabs(s.batch.g.batch.f[k]) < 1e300);
        clear_stage(&s);
    }
}

/* Fewer, as many and more samples in the move than dimensions: forth and back is the identity. */
static void forth_and_back(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 10, 30}, movers[] = {2, 10, 40};
    for (size_t f = 0; f < nes_family_count(); f++)
        for (size_t i = 0; can_mix(nes_family_at(f)) && i < 12; i++) {
            const nes_family *family = nes_family_at(f);
            stage s;
            set_stage(&s, family, dims[i / 3], 20, &kinds[EVERYTHING], 3, movers[i % 3]);
            double change[20], ratio[20];
            rig_relocate(&s.batch, change);
            family->densities->ratio(&s.batch.g.dist, &s.batch.g.step,
                                     (nes_slots){&s.batch.g.batch, 0, 20}, ratio);
            for (size_t k = 0; k < 20; k++)
                assert_within(ratio[k], -change[k],
                              1e-11 * (1 + nes_batch_norm2(&s.batch.g.batch, k)));
            clear_stage(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_density),          cmocka_unit_test(any_share),
        cmocka_unit_test(nothing_again),        cmocka_unit_test(everything_again),
        cmocka_unit_test(values_that_are_none), cmocka_unit_test(forth_and_back),
    };
    return cmocka_run_group_tests_name("mixing", tests, NULL, NULL);
}
