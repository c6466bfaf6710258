/* SPDX-License-Identifier: MIT
 *
 * Scalar products against plain loops in extended precision, for every small shape and some
 * large ones: each entry is right to a few units of rounding of the sum of its terms' sizes.
 * Combinations against plain expressions. All levels of instructions give the same bits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/vector.h"
#include "support/check.h"
#include "support/dense.h"

enum { SMALL = 13 };

/* sum_k a_k b_k with strides, and sum |a_k b_k|, which bounds its rounding error. */
static wide naive(size_t n, const double *a, size_t sa, const double *b, size_t sb, wide *size)
{
    wide sum = 0;
    *size = 0;
    for (size_t k = 0; k < n; k++) {
        const wide term = (wide)a[k * sa] * b[k * sb];
        sum += term;
        *size += fabsl(term);
    }
    return sum;
}

static void check_entry(double got, wide want, wide size, size_t terms)
{
    assert_within(got, (double)want, 1.2e-16 * (double)(terms + 1) * (double)size);
}

static void check_product(size_t m, size_t n, size_t d)
{
    double *a = dense_room((m + n) * d, sizeof *a), *z = a + m * d;
    double *y = dense_room(n * m + 1, sizeof *y);
    dense_normals(m * 10007 + n * 101 + d, (m + n) * d, a);
    y[n * m] = 17; /* nothing is written behind the end */
    nes_product(m, n, d, a, z, y);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m; i++) {
            wide size;
            const wide want = naive(d, a + i * d, 1, z + k * d, 1, &size);
            check_entry(y[k * m + i], want, size, d);
        }
    assert_true(y[n * m] == 17);
    free(a);
    free(y);
}

static void test_small_shapes(void **state)
{
    (void)state;
    for (size_t m = 0; m <= SMALL; m++)
        for (size_t n = 0; n <= SMALL; n++)
            for (size_t d = 1; d <= SMALL; d++) check_product(m, n, d);
}

static void test_large_shapes(void **state)
{
    (void)state;
    const size_t shapes[][3] = {{200, 20, 200}, {201, 23, 201}, {1, 1, 1000}, {64, 100, 33}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_product(shapes[i][0], shapes[i][1], shapes[i][2]);
}

static void test_dot(void **state)
{
    (void)state;
    double a[300], b[300];
    dense_normals(1, 300, a);
    dense_normals(2, 300, b);
    for (size_t first = 0; first < 3; first++) /* alignment does not matter */
        for (size_t d = 0; d <= 290; d++) {
            wide size;
            const wide want = naive(d, a + first, 1, b + first, 1, &size);
            const double got = nes_dot(d, a + first, b + first);
            check_entry(got, want, size, d);
            for (int level = NES_CPU_BASELINE; level <= (int)nes_cpu_best(); level++)
                assert_true(nes_vector_codes[level]->dot(d, a + first, b + first) == got);
        }
}

/* Rows of every length, apart or the same row again and again. */
static void test_dot_rows(void **state)
{
    (void)state;
    enum { ROWS = 4, STRIDE = 41 };
    double a[ROWS * STRIDE], b[ROWS * STRIDE];
    dense_normals(3, ROWS * STRIDE, a);
    dense_normals(4, ROWS * STRIDE, b);
    for (size_t n = 0; n <= STRIDE; n++)
        for (size_t stride = 0; stride <= STRIDE; stride += STRIDE)
            for (int level = NES_CPU_BASELINE; level <= (int)nes_cpu_best(); level++) {
                double sum[ROWS + 1] = {1, 2, 3, 4, 17};
                nes_vector_codes[level]->dots(
                    &(nes_dot_rows){ROWS, n, -2, a, STRIDE, b, stride, sum});
                for (size_t k = 0; k < ROWS; k++)
                    assert_true(sum[k] ==
                                (double)(k + 1) - 2 * nes_dot(n, a + k * STRIDE, b + k * stride));
                assert_true(sum[ROWS] == 17);
            }
}

static void test_combinations(void **state)
{
    (void)state;
    enum { ROWS = 3, STRIDE = 43 };
    const double t[ROWS] = {1, -0.5, 3};
    double x[ROWS * STRIDE], y[ROWS * STRIDE];
    dense_normals(5, ROWS * STRIDE, x);
    dense_normals(6, ROWS * STRIDE, y);
    for (size_t n = 0; n < STRIDE; n++)
        for (int kind = 0; kind < 4; kind++)
            for (int level = NES_CPU_BASELINE; level <= (int)nes_cpu_best(); level++) {
                const size_t stride = kind % 2 == 0 ? STRIDE : 0;
                const double *scale = kind / 2 == 0 ? t : NULL;
                double out[ROWS * STRIDE];
                memcpy(out, x, sizeof out);
                nes_vector_codes[level]->combine(&(nes_combination){
                    ROWS, n, 1.25, scale, out, STRIDE, -0.3, y, stride, out, STRIDE});
                for (size_t k = 0; k < ROWS; k++)
                    for (size_t i = 0; i < STRIDE; i++) {
                        const double a = scale != NULL ? 1.25 * t[k] : 1.25,
                                     from = x[k * STRIDE + i];
                        const double made = a * from, more = -0.3 * y[k * stride + i];
                        assert_true(out[k * STRIDE + i] == (i < n ? made + more : from));
                    }
            }
}

static void test_transpose(void **state)
{
    (void)state;
    for (size_t rows = 0; rows <= SMALL; rows++)
        for (size_t columns = 0; columns <= SMALL; columns++) {
            double from[SMALL * SMALL], to[SMALL * (SMALL + 2)] = {0};
            dense_normals(rows * 100 + columns, SMALL * SMALL, from);
            nes_transpose(rows, columns, from, SMALL, to, SMALL + 2);
            for (size_t i = 0; i < SMALL; i++)
                for (size_t j = 0; j < SMALL; j++)
                    assert_true(to[j * (SMALL + 2) + i] ==
                                (i < rows && j < columns ? from[i * SMALL + j] : 0));
        }
}

/* What is not finite stays so: nothing is skipped or masked. */
static void test_not_finite(void **state)
{
    (void)state;
    double a[7] = {1, 2, 3, 4, 5, 6, 7}, b[7] = {0};
    for (size_t i = 0; i < 7; i++) {
        a[i] = INFINITY;
        assert_true(isnan(nes_dot(7, a, b)));
        b[i] = 1;
        assert_true(nes_dot(7, a, b) == INFINITY);
        a[i] = 1;
        b[i] = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_shapes), cmocka_unit_test(test_large_shapes),
        cmocka_unit_test(test_dot),          cmocka_unit_test(test_dot_rows),
        cmocka_unit_test(test_combinations), cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests_name("vector", tests, NULL, NULL);
}
