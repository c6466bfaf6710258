/* SPDX-License-Identifier: MIT
 *
 * What every sampling promises, looped over the table: each row has the law of the family, by
 * itself and whatever the others are; mirror images are exact, orthogonal rows orthogonal to
 * rounding and as long as they were drawn; a group drawn again is what it is among the others.
 * [math: B14] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "linalg/vector.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/stats.h"

enum { N = 8, MOST = 9, MANY = 4000 };

static const double NU = 3;

/* Whether the family lets its samples be arranged so. */
static bool fits(const nes_sampling *s, const nes_family *f)
{
    return f->sample == NULL && (nes_is_spherical(f) || !s->spherical);
}

static void make(rig *r, const nes_family *family, const nes_sampling *sampling, size_t d,
                 bool keep_z)
{
    rig_make(r, family, d, N, keep_z);
    r->options.nu = NU;
    rig_take(r);
    rig_start(r, NULL, 1, NULL);
    rig_arrange(r, sampling);
}

static void for_each(void (*check)(const nes_family *, const nes_sampling *, size_t d))
{
    for (size_t i = 0; i < nes_sampling_count(); i++)
        for (size_t f = 0; f < nes_family_count(); f++)
            for (size_t d = 1; d <= MOST && fits(nes_sampling_at(i), nes_family_at(f)); d++)
                check(nes_family_at(f), nes_sampling_at(i), d);
}

/* Rows one pair apart. */
static void check_mirrored(const nes_family *family, const nes_sampling *sampling, size_t d)
{
    rig r;
    if (sampling->multiple != 2) return;
    make(&r, family, sampling, d, true);
    rig_sample(&r, 1, d);
    const nes_batch *b = &r.g.batch;
    for (size_t k = 0; k < N; k += 2) {
        for (size_t i = 0; i < d; i++) {
            assert_true(b->z[(k + 1) * d + i] == -b->z[k * d + i]);
            assert_true(b->z[k * d + i] != 0);
        }
        assert_true(b->tail[k + 1] == b->tail[k]);
    }
    rig_free(&r);
}

/* Directions of a group: every row, or one of each pair. */
static void check_orthogonal(const nes_family *family, const nes_sampling *sampling, size_t d)
{
    rig r, drawn;
    if (!sampling->spherical) return;
    make(&r, family, sampling, d, true);
    make(&drawn, family, nes_sampling_find("iid"), d, true);
    memcpy(drawn.g.batch.source, r.g.batch.source, N * sizeof *r.g.batch.source);
    rig_sample(&r, 2, d);
    rig_sample(&drawn, 2, d);
    const size_t group = nes_sampling_group(sampling, d, N), step = sampling->multiple;
    const double *z = r.g.batch.z;
    for (size_t k = 0; k < N; k += step) {
        const double *own = drawn.g.batch.z + k * d, r2 = nes_dot(d, own, own);
        assert_relative(nes_dot(d, z + k * d, z + k * d), r2, 1e-14);
        for (size_t j = k / group * group; j < k; j += step) {
            const double size = r2 * nes_dot(d, z + j * d, z + j * d);
            assert_within(nes_dot(d, z + k * d, z + j * d), 0, 1e-15 * sqrt(size));
        }
    }
    assert_true(group == step * (d < N / step ? d : N / step));
    rig_free(&r);
    rig_free(&drawn);
}

static void check_redrawn(const nes_family *family, const nes_sampling *sampling, size_t d)
{
    rig all, one;
    const size_t group = nes_sampling_group(sampling, d, N);
    make(&all, family, sampling, d, true);
    make(&one, family, sampling, d, true);
    rig_sample(&one, 3, d);
    for (size_t k = 0; k < group; k++) all.g.batch.lane[k] = one.g.batch.lane[k] = 2;
    rig_draw(&one, 0, group);
    rig_sample(&all, 3, d);
    assert_same_reals(N * d, all.g.batch.z, one.g.batch.z);
    assert_same_reals(N, all.g.batch.tail, one.g.batch.tail);
    rig_free(&all);
    rig_free(&one);
}

/* Samples that are not stored are those that are. */
static void check_again(const nes_family *family, const nes_sampling *sampling, size_t d)
{
    rig stored, again;
    if (nes_needs_samples(family) || sampling->whole) return;
    make(&stored, family, sampling, d, true);
    make(&again, family, sampling, d, false);
    rig_sample(&stored, 4, d);
    rig_sample(&again, 4, d);
    assert_same_reals(N * d, again.g.batch.x, stored.g.batch.x);
    rig_free(&stored);
    rig_free(&again);
}

static void test_mirrored(void **state)
{
    (void)state;
    for_each(check_mirrored);
}

static void test_orthogonal(void **state)
{
    (void)state;
    for_each(check_orthogonal);
}

static void test_redrawn(void **state)
{
    (void)state;
    for_each(check_redrawn);
}

static void test_made_again(void **state)
{
    (void)state;
    for_each(check_again);
}

static double student(double x)
{
    return stats_student(NU, x);
}

/* One coordinate and the length of one row over many generations; products of two coordinates. */
static void check_row(const nes_family *family, const nes_sampling *sampling, size_t d, size_t k)
{
    double *first = dense_room(2 * MANY, sizeof *first), *length = first + MANY, cross = 0;
    rig r;
    make(&r, family, sampling, d, true);
    for (size_t t = 0; t < MANY; t++) {
        rig_sample(&r, 5, t);
        const double *z = r.g.batch.z + k * d;
        first[t] = z[k % d];
        length[t] = stats_chi_square((double)d, nes_dot(d, z, z));
        cross += z[0] * z[d - 1] / MANY;
    }
    const bool normal = nes_is_spherical(family);
    assert_true(stats_ks(MANY, first, normal ? stats_normal : student) < KS_BOUND);
    if (normal) assert_true(stats_ks(MANY, length, stats_uniform) < KS_BOUND);
    if (normal && d > 1) assert_within(cross, 0, FIVE / sqrt(MANY));
    free(first);
    rig_free(&r);
}

/* d below, equal to and above half the population, and the first, a middle and the last row. */
static void test_law(void **state)
{
    (void)state;
    const size_t dims[] = {1, 2, 4, 8, 9}, rows[] = {0, 3, N - 1};
    const nes_family *const families[] = {&nes_gauss_diag, &nes_student_diag};
    for (size_t i = 0; i < nes_sampling_count(); i++)
        for (size_t f = 0; f < 2; f++)
            for (size_t j = 0; j < 5 && fits(nes_sampling_at(i), families[f]); j++)
                for (size_t k = 0; k < 3; k++)
                    check_row(families[f], nes_sampling_at(i), dims[j], rows[k]);
}

/* The radial factors of the Student family: |t z|^2/d follows F(d, nu). */
static void test_heavy_tails(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_sampling_count(); i++) {
        double *p = dense_room(MANY, sizeof *p);
        const double d = 5;
        rig r;
        make(&r, &nes_student, nes_sampling_at(i), 5, true);
        for (size_t t = 0; t < MANY; t++) {
            rig_sample(&r, 6, t);
            const double f = nes_batch_norm2(&r.g.batch, N - 1) / d;
            p[t] = stats_beta(d / 2, NU / 2, d * f / (d * f + NU));
        }
        assert_true(stats_ks(MANY, p, stats_uniform) < KS_BOUND);
        free(p);
        rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mirrored), cmocka_unit_test(test_orthogonal),
        cmocka_unit_test(test_redrawn),  cmocka_unit_test(test_made_again),
        cmocka_unit_test(test_law),      cmocka_unit_test(test_heavy_tails),
    };
    return cmocka_run_group_tests_name("samplings", tests, NULL, NULL);
}
