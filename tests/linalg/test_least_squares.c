/* SPDX-License-Identifier: MIT
 *
 * Least squares of every shape and rank: the residual is orthogonal to the columns, and the
 * solution to all that the columns do not see. */
#include "linalg/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

enum { MOST = 30 };

/* a x = b for n x p, by columns; x is p numbers out. */
static int solve(size_t n, size_t p, const double *a, const double *b, double *x)
{
    static double lost[MOST * MOST], values[MOST], both[MOST];
    double *work = dense_room(nes_least_squares_work(n, p), sizeof *work);
    memcpy(lost, a, n * p * sizeof *a);
    memcpy(both, b, n * sizeof *b);
    const nes_least_squares f = {.n = n,
                                 .p = p,
                                 .a = lost,
                                 .x = both,
                                 .values = values,
                                 .cut = 0x1p-52 * (double)(n > p ? n : p),
                                 .work = work};
    const int failed = nes_least_squares_solve(&f);
    memcpy(x, both, p * sizeof *x);
    free(work);
    return failed;
}

/* out = a x, or with a scaled by c */
static void apply(size_t n, size_t p, const double *a, const double *x, double *out)
{
    memset(out, 0, n * sizeof *out);
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < n; i++) out[i] += a[j * n + i] * x[j];
}

/* a = left right with an inner size of rank. x = a^T y lies where the solution of least norm is. */
static void check_rank(size_t n, size_t p, size_t rank, double scale)
{
    static double left[MOST * MOST], right[MOST * MOST], a[MOST * MOST];
    double y[MOST], want[MOST], b[MOST], x[MOST], residual[MOST];
    dense_normals(n * 100 + p, n * rank, left);
    dense_normals(n * 100 + p + 7, rank * p, right);
    dense_normals(rank, n, y);
    memset(a, 0, sizeof a);
    for (size_t j = 0; j < p; j++) {
        want[j] = 0;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < rank; k++) a[j * n + i] += left[i * rank + k] * right[k * p + j];
            want[j] += a[j * n + i] * y[i];
        }
    }
    apply(n, p, a, want, b);
    for (size_t i = 0; i < n * p; i++) a[i] *= scale;
    assert_int_equal(solve(n, p, a, b, x), 0);
    for (size_t j = 0; j < p; j++)
        assert_true(fabs(scale * x[j] - want[j]) < 1e-9 * dense_norm(p, want));
    if (scale != 1) return;

    dense_normals(5, n, b); /* that no x reaches: the normal equations hold */
    assert_int_equal(solve(n, p, a, b, x), 0);
    apply(n, p, a, x, residual);
    for (size_t j = 0; j < p; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += a[j * n + i] * (residual[i] - b[i]);
        assert_true(fabs(sum) < 1e-10 * dense_norm(n * p, a));
    }
}

static void test_ranks(void **state)
{
    static const size_t shape[][3] = {{1, 1, 1},   {5, 3, 3},   {3, 5, 3},  {20, 7, 7},
                                      {7, 20, 7},  {20, 9, 4},  {9, 20, 4}, {12, 12, 12},
                                      {12, 12, 1}, {30, 30, 17}};
    (void)state;
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        for (int e = -250; e <= 250; e += 125)
            check_rank(shape[i][0], shape[i][1], shape[i][2], pow(10, e));
}

/* Equal columns share what one of them would get. */
static void test_equal_columns(void **state)
{
    const double a[8] = {1, 2, 3, 4, 1, 2, 3, 4}, b[4] = {2, 4, 6, 8};
    double x[2];
    (void)state;
    assert_int_equal(solve(4, 2, a, b, x), 0);
    assert_true(fabs(x[0] - 1) < 1e-14 && fabs(x[1] - 1) < 1e-14);
}

static void test_nothing(void **state)
{
    const double a[6] = {0}, b[3] = {1, 2, 3};
    double x[2] = {NAN, NAN};
    (void)state;
    assert_int_equal(solve(3, 2, a, b, x), 0);
    assert_true(x[0] == 0 && x[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_equal_columns),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("least_squares", tests, NULL, NULL);
}
