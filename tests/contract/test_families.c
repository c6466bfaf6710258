/* SPDX-License-Identifier: MIT
 *
 * What every search distribution promises about its samples and its geometry, looped over the
 * table of families; and the laws of those whose law is known. [math: A12-A16, A21] */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "linalg/lowrank.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/stats.h"

enum { MANY = 40000, D = 3 };

static const double centre[] = {0.5, -1.25, 2.0, 7, -3};

/* A start that has as much shape as the family can hold. */
static void start(rig *r, size_t d, uint64_t seed)
{
    const nes_family *family = r->g.dist.family;
    double *mu = dense_room(2 * d + d * d, sizeof *mu), *std = mu + d, *b = std + d;
    for (size_t i = 0; i < d; i++) {
        mu[i] = centre[i % 5];
        std[i] = family == &nes_gauss_radial ? 0.7 : 0.4 + 0.3 * (double)(i % 4);
    }
    dense_shape(d, seed, b);
    const nes_start s = {.mu = mu, .std = std, .factor = family->matrix ? b : NULL, .seed = seed};
    assert_int_equal(family->init(&r->g.dist, &s), 0);
    free(mu);
}

static void test_table(void **state)
{
    (void)state;
    assert_true(nes_family_count() >= 4);
    assert_null(nes_family_at(nes_family_count()));
    assert_null(nes_family_find("no such"));
    for (size_t i = 0; i < nes_family_count(); i++) {
        const nes_family *f = nes_family_at(i);
        assert_ptr_equal(nes_family_find(f->name), f);
        assert_true(strlen(f->doc) > 0);
        const double one = rig_rate(f->rate, 1), ten = rig_rate(f->rate, 10);
        const double hundred = rig_rate(f->rate, 100);
        assert_true(one > 0 && one <= 1);
        assert_true(hundred > 0 && (hundred < ten || (hundred == 1 && ten == 1)));
    }
}

/* x = mu + A (t z), A from its columns; z standard normal whatever the tail. */
static void check_points(const nes_family *family, size_t d)
{
    double *a = dense_room(d * d, sizeof *a);
    rig r;
    rig_make(&r, family, d, 5, true);
    start(&r, d, 11);
    rig_sample(&r, 3, 4);
    rig_factor(&r, a);
    const nes_batch *b = &r.g.batch;
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < d; i++) {
            wide x = r.g.dist.theta[i], size = fabs(r.g.dist.theta[i]);
            for (size_t j = 0; j < d; j++) {
                const wide term = (wide)a[i * d + j] * b->tail[k] * b->z[k * d + j];
                x += term;
                size += fabsl(term);
            }
            assert_within(b->x[k * d + i], (double)x, 1e-15 * (double)(d + 3) * (double)size);
        }
    rig_free(&r);
    free(a);
}

/* sigma, spread, width and condition against the matrix itself. */
static void check_geometry(const nes_family *family, size_t d)
{
    double *a = dense_room(d * d + d, sizeof *a), *std = a + d * d;
    double widest = 0, narrowest = INFINITY;
    rig r;
    rig_make(&r, family, d, 2, true);
    start(&r, d, 12);
    rig_factor(&r, a);
    family->widths->spread(&r.g.dist, std);
    for (size_t i = 0; i < d; i++) {
        assert_relative(std[i], dense_norm(d, a + i * d), 1e-14);
        widest = fmax(widest, std[i]);
        narrowest = fmin(narrowest, std[i]);
    }
    assert_relative(family->widths->sigma(&r.g.dist), exp(dense_log_det(d, a) / (double)d), 1e-13);
    assert_true(family->widths->width(&r.g.dist) <= widest * (1 + 1e-14));
    const double condition = family->widths->condition(&r.g.dist);
    assert_true(condition > 0 && isfinite(condition)); /* of matrices: family/test_affine.c */
    const bool axial = !family->matrix && family != &nes_gauss_vd;
    if (axial || d == 1) assert_relative(condition, widest / narrowest, 1e-12);
    rig_free(&r);
    free(a);
}

static void test_points_and_geometry(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t d = 1; d <= 40 && nes_family_at(i)->located; d += d < 9 ? 1 : 10) {
            check_points(nes_family_at(i), d);
            check_geometry(nes_family_at(i), d);
        }
}

/* localize inverts place: s = t z comes back from the points, for a distribution that has moved,
 * and place makes the same points of it. */
static void check_localize(const nes_family *family, size_t d)
{
    const size_t n = 6;
    const nes_rates eta = {.mu = 1, .sigma = 0.3, .shape = 0.1, .limit = 10, .nu = 0, .diag = 0.1};
    double *s = dense_room(2 * n * d, sizeof *s), *x = s + n * d;
    rig r;
    rig_make(&r, family, d, n, true);
    start(&r, d, 13);
    for (uint64_t t = 0; t < 3 && family->propose != NULL; t++) {
        rig_sample(&r, 3, t);
        dense_normals(t, n, r.g.batch.f);
        assert_int_equal(rig_step(&r, &eta), 0);
    }
    rig_sample(&r, 4, 4);
    nes_batch *b = &r.g.batch;
    double *work = dense_room(family->nlocalize != NULL ? family->nlocalize(&r.g.dist, n - 1) : 1,
                              sizeof *work);
    memcpy(x, b->x, n * d * sizeof *x);
    for (size_t i = 0; i < n * d; i++) s[i] = (b->tail[i / d] != 0 ? b->tail[i / d] : 1) * b->z[i];
    memset(b->z + d, 0, (n - 1) * d * sizeof *b->z);
    assert_int_equal(family->localize(&r.g.dist, (nes_slots){b, 1, n}, work), 0);
    const double size = 1 + dense_norm(n * d, s);
    for (size_t i = d; i < n * d; i++) assert_within(b->z[i], s[i], 1e-10 * size);
    for (size_t k = 1; k < n; k++)
        assert_true(b->tail[k] == (family->binary || family->discrete ? 0 : 1));
    memset(b->x, 0, n * d * sizeof *b->x);
    family->place(&r.g.dist, b, 0, n);
    for (size_t i = 0; i < n * d; i++)
        assert_within(b->x[i], x[i], 1e-11 * (1 + fabs(x[i])) * size);
    rig_free(&r);
    free(work);
    free(s);
}

static void test_localize(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t d = 1; nes_family_at(i) != &nes_user && d <= 30; d += d < 5 ? 1 : 12)
            check_localize(nes_family_at(i), d);
}

/* Rows drawn in parts are the rows drawn at once, and a redraw is another sample. */
static void test_rows_by_address(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_family_count(); i++) {
        rig whole, parts;
        if (!nes_family_at(i)->located) continue;
        rig_make(&whole, nes_family_at(i), D, 6, true);
        rig_make(&parts, nes_family_at(i), D, 6, true);
        start(&whole, D, 1);
        start(&parts, D, 1);
        rig_sample(&whole, 9, 2);
        parts.g.batch.stream = whole.g.batch.stream;
        rig_draw(&parts, 4, 6);
        rig_draw(&parts, 0, 1);
        rig_draw(&parts, 1, 4);
        assert_same_reals(6 * D, parts.g.batch.x, whole.g.batch.x);
        assert_same_reals(6, parts.g.batch.tail, whole.g.batch.tail);
        parts.g.batch.lane[2] = 1;
        rig_draw(&parts, 2, 3);
        for (size_t j = 0; j < D; j++)
            assert_true(parts.g.batch.x[2 * D + j] != whole.g.batch.x[2 * D + j]);
        rig_free(&whole);
        rig_free(&parts);
    }
}

/* Mean and covariance of a Gaussian; the standard error of an entry of the covariance is
 * sqrt((S_ii S_jj + S_ij^2)/n). */
static void test_gaussian_moments(void **state)
{
    (void)state;
    for (size_t f = 0; f < nes_family_count(); f++) {
        double a[D * D], mean[D] = {0}, s[D * D] = {0};
        const nes_family *family = nes_family_at(f);
        if (family->nu != NULL || family->model == NES_MODEL_RADIAL || !family->located) continue;
        rig r;
        rig_make(&r, nes_family_at(f), D, MANY, true);
        start(&r, D, 21);
        rig_sample(&r, 5, 0);
        rig_factor(&r, a);
        for (size_t k = 0; k < MANY; k++)
            for (size_t i = 0; i < D; i++) {
                const double *x = r.g.batch.x + k * D, *mu = r.g.dist.theta;
                mean[i] += x[i] / MANY;
                for (size_t j = 0; j < D; j++)
                    s[i * D + j] += (x[i] - mu[i]) * (x[j] - mu[j]) / MANY;
            }
        double want[D * D] = {0};
        for (size_t i = 0; i < D * D; i++)
            for (size_t l = 0; l < D; l++) want[i] += a[i / D * D + l] * a[i % D * D + l];
        for (size_t i = 0; i < D * D; i++) {
            const size_t p = i / D, q = i % D;
            const double variance = want[p * D + p] * want[q * D + q] + want[i] * want[i];
            assert_within(s[i], want[i], FIVE * sqrt(variance / MANY));
            if (p == q) assert_within(mean[p], centre[p], FIVE * sqrt(want[i] / MANY));
        }
        rig_free(&r);
    }
}

/* P(|s| <= r) of the multivariate Cauchy distribution in one, two and three dimensions. */
static double cauchy1(double r)
{
    return 2 / acos(-1) * atan(r);
}

static double cauchy2(double r)
{
    return 1 - 1 / sqrt(1 + r * r);
}

static double cauchy3(double r)
{
    return 2 / acos(-1) * (atan(r) - r / (1 + r * r));
}

static void cauchy_radii(size_t d, bool literal, double *radius)
{
    rig r;
    rig_make(&r, &nes_student, d, MANY, true);
    r.options.cauchy_literal = literal;
    rig_take(&r);
    rig_start(&r, NULL, 1, NULL);
    rig_sample(&r, 8, 0);
    for (size_t k = 0; k < MANY; k++) radius[k] = dense_norm(d, r.g.batch.x + k * d);
    rig_free(&r);
}

static void test_cauchy_law(void **state)
{
    (void)state;
    const stats_cdf laws[] = {cauchy1, cauchy2, cauchy3};
    double *radius = dense_room(MANY, sizeof *radius);
    for (size_t d = 1; d <= 3; d++) {
        cauchy_radii(d, false, radius);
        assert_true(stats_ks(MANY, radius, laws[d - 1]) < KS_BOUND);
    }
    size_t near = 0;
    for (size_t k = 0; k < MANY; k++) near += radius[k] < 0.1;
    const double p = cauchy3(0.1); /* 0.0004 */
    assert_within((double)near / MANY, p, FIVE * sqrt(p / MANY));
    free(radius);
}

/* The literal mode is another distribution: at d = 3 a twentieth of it lies within 0.1. */
static void test_literal_law(void **state)
{
    (void)state;
    double *radius = dense_room(MANY, sizeof *radius), p = 0.05;
    size_t near = 0;
    cauchy_radii(3, true, radius);
    for (size_t k = 0; k < MANY; k++) near += radius[k] < 0.1;
    assert_within((double)near / MANY, p, FIVE * sqrt(p / MANY));
    cauchy_radii(1, true, radius);
    assert_true(stats_ks(MANY, radius, cauchy1) > 10);
    free(radius);
}

static void test_geometric_mean(void **state)
{
    (void)state;
    const double same[] = {0.3, 0.3, 0.3}, odd[] = {1e-300, 1e200, 1e-50, 1e50};
    assert_within(nes_geometric_mean(3, same), 0.3, 0);
    assert_relative(nes_geometric_mean(4, odd), 1e-25, 1e-13);
    assert_relative(nes_geometric_mean(2, (double[]){2, 8}), 4, 1e-15);
    assert_relative(nes_geometric_mean(2, (double[]){DBL_MAX, 1 / DBL_MAX}), 1, 1e-12);
}

static void test_clamp(void **state)
{
    (void)state;
    assert_within(nes_clamp(3, 2), 2, 0);
    assert_within(nes_clamp(-INFINITY, 2), -2, 0);
    assert_within(nes_clamp(1.5, 2), 1.5, 0);
    assert_true(isnan(nes_clamp(NAN, 2)));
}

/* A factor without inverse is refused. */
static void test_singular_factor(void **state)
{
    (void)state;
    const double mu[2] = {0}, std[2] = {1, 1}, factor[4] = {1, 2, 2, 4};
    const nes_start s = {.mu = mu, .std = std, .factor = factor, .seed = 1};
    for (size_t i = 0; i < nes_family_count(); i++) {
        rig r;
        if (!nes_family_at(i)->matrix) continue;
        rig_make(&r, nes_family_at(i), 2, 2, true);
        assert_int_not_equal(nes_family_at(i)->init(&r.g.dist, &s), 0);
        rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_points_and_geometry),
        cmocka_unit_test(test_localize),
        cmocka_unit_test(test_rows_by_address),
        cmocka_unit_test(test_gaussian_moments),
        cmocka_unit_test(test_cauchy_law),
        cmocka_unit_test(test_literal_law),
        cmocka_unit_test(test_singular_factor),
        cmocka_unit_test(test_geometric_mean),
        cmocka_unit_test(test_clamp),
    };
    return cmocka_run_group_tests_name("families", tests, NULL, NULL);
}
