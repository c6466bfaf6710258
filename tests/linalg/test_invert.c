/* SPDX-License-Identifier: MIT
 *
 * Inverses, Cholesky factors and eigenvectors multiplied out give back what they came from, at
 * every level of instructions and for sizes around those of the blocks; small ones agree with
 * elimination in extended precision; scaling by powers of two changes no bit. */
#include "linalg/invert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

enum { MOST = 137 };

static const size_t sizes[] = {1,  2,  3,  7,  8,  9,  15,  16,  17,
                               40, 63, 64, 65, 71, 72, 128, 130, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

static double a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];
static double inverse[MOST * MOST], back[MOST * MOST];

/* The room is no larger than was asked for, so that a sanitiser sees what is written behind it. */
static int invert(size_t d, const double *m, double *log_det, nes_cpu level)
{
    double *work = dense_room(nes_invert_work(d), sizeof *work);
    const int failed = nes_invert(d, m, inverse, log_det, work, level);
    free(work);
    return failed;
}

static int cholesky(size_t d, double *m, double *log_det, nes_cpu level)
{
    double *work = dense_room(nes_invert_work(d), sizeof *work);
    const int failed = nes_cholesky(d, m, inverse, log_det, work, level);
    free(work);
    return failed;
}

/* The largest element of |x y - z|, with y transposed; z null: the unit matrix. */
static double distance(size_t d, const double *x, const double *y, const double *z)
{
    double most = 0;
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            double sum = z != NULL ? -z[i * d + j] : -(double)(i == j);
            for (size_t k = 0; k < d; k++) sum += x[i * d + k] * y[j * d + k];
            if (!(fabs(sum) <= most)) most = fabs(sum);
        }
    return most;
}

static void transpose(size_t d, const double *from, double *to)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) to[j * d + i] = from[i * d + j];
}

static void check_invert(size_t d, nes_cpu level)
{
    double log_det = NAN;
    assert_int_equal(invert(d, a, &log_det, level), 0);
    transpose(d, inverse, back);
    assert_true(distance(d, a, back, NULL) < 1e-14 * (double)(d + 10));
    assert_true(fabs(log_det - dense_log_det(d, a)) < 1e-14 * (double)(d + 10));
}

static void test_invert(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        dense_shape(sizes[s], 3 * sizes[s], a);
        for (int level = 0; level <= (int)nes_cpu_best(); level++)
            check_invert(sizes[s], (nes_cpu)level);
    }
}

/* Element by element, relative to the largest one and to the condition number. */
static void test_invert_against_elimination(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 20; d++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            double log_det;
            dense_normals(100 * d + seed, d * d, a);
            dense_inverse(d, a, b);
            assert_int_equal(invert(d, a, &log_det, nes_cpu_best()), 0);
            const double bound = 0x1p-50 * dense_norm(d * d, a) * dense_norm(d * d, b);
            for (size_t i = 0; i < d * d; i++)
                assert_true(fabs(inverse[i] - b[i]) < bound * dense_norm(d * d, b));
        }
}

static void test_pivots(void **state)
{
    const double m[9] = {0, 2, 0, 0, 0, 4, 8, 0, 0};
    const double want[9] = {0, 0, 0.125, 0.5, 0, 0, 0, 0.25, 0};
    double log_det;
    (void)state;
    assert_int_equal(invert(3, m, &log_det, nes_cpu_best()), 0);
    for (size_t i = 0; i < 9; i++) assert_true(inverse[i] == want[i]);
    assert_true(fabs(log_det - log(64)) < 1e-14);
}

/* One number in every row and column: every pivot is in another row, and the inverse is exact. The
 * rows of a dense matrix in another order are columns of its inverse in another order. */
static void test_permutations(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t d = sizes[s];
        double log_det, sum = 0;
        memset(a, 0, d * d * sizeof *a);
        memset(b, 0, d * d * sizeof *b);
        for (size_t i = 0; i < d; i++) {
            const size_t j = (89 * i + 3) % d; /* 89 is a prime that divides no size */
            const int exponent = (int)(i % 9) - 4;
            a[i * d + j] = ldexp(i % 2 ? 1 : -1, exponent);
            b[j * d + i] = 1 / a[i * d + j];
            sum += exponent * log(2);
        }
        assert_int_equal(invert(d, a, &log_det, nes_cpu_best()), 0);
        for (size_t i = 0; i < d * d; i++) assert_true(inverse[i] == b[i]);
        assert_true(fabs(log_det - sum) < 1e-12 * (double)d);
        dense_shape(d, d, b);
        for (size_t i = 0; i < d; i++) memcpy(a + i * d, b + (d - 1 - i) * d, d * sizeof *a);
        check_invert(d, nes_cpu_best());
    }
}

/* 1/(i + j + 1), whose inverse consists of integers: condition numbers up to 1e13. */
static void test_hilbert(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 10; d++) {
        double log_det, error = 0;
        for (size_t i = 0; i < d * d; i++) a[i] = c[i] = 1 / (double)(i / d + i % d + 1);
        for (size_t i = 0; i < d; i++) {
            double first =
                (double)d * (i % 2 ? -1 : 1); /* of row i: (-1)^i d C(d+i, i) C(d-1, i) */
            for (size_t k = 0; k < i; k++)
                first *= (double)((d + k + 1) * (d - 1 - k)) / (double)((k + 1) * (k + 1));
            b[i] = first;
        }
        for (size_t i = d * d; i-- > 0;)
            back[i] = b[i / d] * b[i % d] / (double)(i / d + i % d + 1);
        assert_int_equal(invert(d, a, &log_det, nes_cpu_best()), 0);
        for (size_t i = 0; i < d * d; i++) error = fmax(error, fabs(inverse[i] - back[i]));
        const double norm = dense_norm(d * d, back);
        assert_true(error < 0x1p-50 * norm * norm * dense_norm(d * d, a));
        assert_int_equal(cholesky(d, c, &log_det, nes_cpu_best()), 0);
        assert_true(distance(d, c, c, a) < 1e-15);
    }
}

/* Axes from 1 down to 10^-e, or one of 10^-e alone. The error of the inverse is that of rounding
 * times the condition number, and so is that of its product with a. */
static void test_nearly_singular(void **state)
{
    (void)state;
    for (size_t run = 0; run < 12; run++) {
        const size_t d = run % 3 == 0 ? 20 : run % 3 == 1 ? 65 : 130;
        const int e = run % 2 ? 6 : 12;
        double log_det, error = 0;
        dense_orthogonal(d, run, b);
        dense_orthogonal(d, run + 1, c);
        memset(a, 0, d * d * sizeof *a);
        for (size_t i = 0; i < d; i++)
            for (size_t k = 0; k < d; k++) {
                const double t = run < 6 ? (double)(k + 1 == d) : (double)k / (double)(d - 1);
                const double factor = b[i * d + k] * pow(10, -e * t);
                for (size_t j = 0; j < d; j++) a[i * d + j] += factor * c[k * d + j];
            }
        assert_int_equal(invert(d, a, &log_det, nes_cpu_best()), 0);
        dense_inverse(d, a, b);
        const double norm = dense_norm(d * d, b), condition = dense_norm(d * d, a) * norm;
        for (size_t i = 0; i < d * d; i++) error = fmax(error, fabs(inverse[i] - b[i]));
        assert_true(error < 0x1p-52 * condition * norm);
        transpose(d, a, back);
        assert_true(distance(d, inverse, back, NULL) < 0x1p-50 * condition);
    }
}

/* a = b b^T with a determinant of 1. */
static void make_symmetric(size_t d)
{
    dense_shape(d, 5 * d, b);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            a[i * d + j] = 0;
            for (size_t k = 0; k < d; k++) a[i * d + j] += b[i * d + k] * b[j * d + k];
        }
}

static void check_cholesky(size_t d, nes_cpu level)
{
    double log_det = NAN;
    for (size_t i = 0; i < d * d; i++) c[i] = i % d > i / d ? NAN : a[i]; /* nobody reads these */
    assert_int_equal(cholesky(d, c, &log_det, level), 0);
    assert_true(distance(d, c, c, a) < 1e-15 * dense_norm(d * d, a));
    transpose(d, inverse, back);
    assert_true(distance(d, c, back, NULL) < 1e-14);
    assert_true(fabs(log_det) < 1e-13 * (double)d);
    for (size_t i = 0; i < d; i++)
        for (size_t j = i + 1; j < d; j++)
            assert_true(c[i * d + j] == 0 && inverse[i * d + j] == 0);
}

/* The factor is the same, to the last bit, if its inverse is not wanted. */
static void check_factor_alone(size_t d, nes_cpu level)
{
    double log_det, other, *work = dense_room(nes_invert_work(d), sizeof *work);
    memcpy(c, a, d * d * sizeof *c);
    assert_int_equal(cholesky(d, c, &log_det, level), 0);
    memcpy(b, a, d * d * sizeof *b);
    assert_int_equal(nes_cholesky(d, b, NULL, &other, work, level), 0);
    assert_same_reals(d * d, b, c);
    assert_same_reals(1, &other, &log_det);
    free(work);
}

static void test_cholesky(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        make_symmetric(sizes[s]);
        for (int level = 0; level <= (int)nes_cpu_best(); level++) {
            check_cholesky(sizes[s], (nes_cpu)level);
            check_factor_alone(sizes[s], (nes_cpu)level);
        }
    }
}

/* Columns times powers of two are rows of the inverse divided by them, from 1e-300 to 1e300. */
static void test_scales(void **state)
{
    (void)state;
    static const int exponents[][2] = {{996, 0}, {-996, 0}, {0, 480}, {-500, 400}};
    for (size_t s = 0; s < SIZES; s++)
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            const size_t d = sizes[s];
            double log_det, scaled;
            dense_normals(d, d * d, a);
            for (size_t i = 0; i < d * d; i++) {
                const int wave = (int)(i % d % 5) - 2; /* of column i % d */
                b[i] = ldexp(a[i], exponents[e][0] + exponents[e][1] * wave / 2);
            }
            assert_int_equal(invert(d, a, &log_det, nes_cpu_best()), 0);
            memcpy(c, inverse, d * d * sizeof *c);
            assert_int_equal(invert(d, b, &scaled, nes_cpu_best()), 0);
            for (size_t i = 0; i < d * d; i++) {
                const int wave = (int)(i / d % 5) - 2;
                assert_true(inverse[i] ==
                            ldexp(c[i], -(exponents[e][0] + exponents[e][1] * wave / 2)));
            }
        }
}

static void test_scales_cholesky(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++)
        for (int e = -996; e <= 996; e += 332) {
            const size_t d = sizes[s];
            double log_det;
            dense_normals(d, d * d, a);
            for (size_t i = 0; i < d; i++) a[i * (d + 1)] += 2 * (double)d;
            memcpy(c, a, d * d * sizeof *a);
            for (size_t i = 0; i < d * d; i++) a[i] = ldexp(a[i], e);
            assert_int_equal(cholesky(d, c, &log_det, nes_cpu_best()), 0);
            assert_int_equal(cholesky(d, a, &log_det, nes_cpu_best()), 0);
            for (size_t i = 0; i < d * d; i++) assert_true(a[i] == ldexp(c[i], e / 2));
        }
}

static void test_decompose(void **state)
{
    static double w[MOST];
    double *q = b, *v = c;
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t d = sizes[s];
        if (d > 40) continue;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invert),          cmocka_unit_test(test_invert_against_elimination),
        cmocka_unit_test(test_pivots),          cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_hilbert),         cmocka_unit_test(test_nearly_singular),
        cmocka_unit_test(test_cholesky),        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_scales_cholesky), cmocka_unit_test(test_decompose),
    };
    return cmocka_run_group_tests_name("invert", tests, NULL, NULL);
}
