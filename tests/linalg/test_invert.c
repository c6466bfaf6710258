/* SPDX-License-Identifier: MIT
 *
 * Inverses, Cholesky factors and eigenvectors multiplied out give back what they came from, whether
 * LAPACK makes them or we do; matrices without such a factor are refused. */
#include "linalg/invert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

enum { MOST = 40 };

static const size_t sizes[] = {1, 2, 3, 7, 8, 9, 17, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The largest element of |a b - c|, with b transposed; c null: the unit matrix. */
static double distance(size_t d, const double *a, const double *b, const double *c)
{
    double most = 0;
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            double sum = c != NULL ? -c[i * d + j] : -(double)(i == j);
            for (size_t k = 0; k < d; k++) sum += a[i * d + k] * b[j * d + k];
            most = fmax(most, fabs(sum));
        }
    return most;
}

static void transpose(size_t d, const double *a, double *b)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) b[j * d + i] = a[i * d + j];
}

static void test_invert(void **state)
{
    static double a[MOST * MOST], inverse[MOST * MOST], back[MOST * MOST],
        work[(2 * MOST + 200) * (MOST + 16)];
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t d = sizes[s];
        double log_det = NAN;
        dense_shape(d, 3 * d, a);
        for (size_t i = 0; i < d * d; i++) a[i] *= 1e-3;
        assert_int_equal(nes_invert(d, a, inverse, &log_det, work, nes_cpu_best()), 0);
        transpose(d, inverse, back);
        assert_true(distance(d, a, back, NULL) < 1e-10);
        assert_true(fabs(log_det - dense_log_det(d, a)) < 1e-10 * (double)d);
    }
}

static void test_pivots(void **state)
{
    const double a[9] = {0, 2, 0, 0, 0, 4, 8, 0, 0};
    const double want[9] = {0, 0, 0.125, 0.5, 0, 0, 0, 0.25, 0};
    double inverse[9], log_det, work[2000];
    (void)state;
    assert_int_equal(nes_invert(3, a, inverse, &log_det, work, nes_cpu_best()), 0);
    for (size_t i = 0; i < 9; i++) assert_true(inverse[i] == want[i]);
    assert_true(fabs(log_det - log(64)) < 1e-14);
}

/* a = b b^T with its upper triangle full of NaN, which nobody reads. */
static void test_cholesky(void **state)
{
    static double b[MOST * MOST], a[MOST * MOST], l[MOST * MOST], inverse[MOST * MOST];
    static double back[MOST * MOST], work[(2 * MOST + 200) * (MOST + 16)];
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t d = sizes[s];
        double log_det = NAN;
        dense_shape(d, 5 * d, b);
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) {
                a[i * d + j] = 0;
                for (size_t k = 0; k < d; k++) a[i * d + j] += b[i * d + k] * b[j * d + k];
                l[i * d + j] = j > i ? NAN : a[i * d + j];
            }
        assert_int_equal(nes_cholesky(d, l, inverse, &log_det, work, nes_cpu_best()), 0);
        assert_true(distance(d, l, l, a) < 1e-12 * dense_norm(d * d, a));
        transpose(d, inverse, back);
        assert_true(distance(d, l, back, NULL) < 1e-10);
        assert_true(fabs(log_det) < 1e-10 * (double)d); /* that of b is 1 */
        for (size_t i = 0; i < d; i++)
            for (size_t j = i + 1; j < d; j++)
                assert_true(l[i * d + j] == 0 && inverse[i * d + j] == 0);
    }
}

static void test_decompose(void **state)
{
    static double q[MOST * MOST], a[MOST * MOST], v[MOST * MOST], w[MOST];
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t d = sizes[s];
        double *work = dense_room(nes_invert_work(d), sizeof *work);
        dense_orthogonal(d, 7 * d, q);
        memset(a, 0, sizeof a);
        for (size_t i = 0; i < d;
             i++) /* eigenvalues d, d - 1, ..., of which every second is negative */
            for (size_t j = 0; j < d * d; j++)
                a[j] +=
                    (double)(d - i) * (i % 2 == 0 ? 1 : -1) * q[i * d + j / d] * q[i * d + j % d];
        assert_int_equal(nes_decompose(d, a, v, w, work, nes_cpu_best()), 0);
        assert_true(distance(d, v, v, NULL) < 1e-13 * (double)d);
        for (size_t i = 0; i < d; i++) {
            assert_true(i == 0 || w[i - 1] < w[i]);
            for (size_t j = 0; j < d; j++) {
                double sum = -w[i] * v[i * d + j];
                for (size_t k = 0; k < d; k++) sum += a[j * d + k] * v[i * d + k];
                assert_true(fabs(sum) < 1e-13 * (double)(d * d));
            }
        }
        free(work);
    }
}

static void test_refused(void **state)
{
    const double singular[4] = {1, 2, 2, 4}, unknown[4] = {1, NAN, NAN, 1};
    double indefinite[4] = {1, 2, 2, 1}, nothing[4] = {0}, broken[4] = {NAN, 0, 0, 1};
    double inverse[4], log_det, work[2000], v[4], w[2];
    double *room = dense_room(nes_invert_work(2), sizeof *room);
    (void)state;
    assert_int_not_equal(nes_invert(2, singular, inverse, &log_det, work, nes_cpu_best()), 0);
    assert_int_not_equal(nes_invert(2, nothing, inverse, &log_det, work, nes_cpu_best()), 0);
    assert_int_not_equal(nes_cholesky(2, indefinite, inverse, &log_det, work, nes_cpu_best()), 0);
    assert_int_not_equal(nes_cholesky(2, nothing, inverse, &log_det, work, nes_cpu_best()), 0);
    assert_int_not_equal(nes_cholesky(2, broken, inverse, &log_det, work, nes_cpu_best()), 0);
    assert_int_not_equal(nes_decompose(2, unknown, v, w, room, nes_cpu_best()), 0);
    free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invert),   cmocka_unit_test(test_pivots),
        cmocka_unit_test(test_cholesky), cmocka_unit_test(test_decompose),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("invert", tests, NULL, NULL);
}
