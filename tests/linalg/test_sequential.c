/* SPDX-License-Identifier: MIT
 *
 * Gauss elimination and Jacobi rotations on matrices that are made from their answer. Outputs are
 * filled with NaN before: nothing of what was there may remain. */
#include "linalg/sequential.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

enum { MOST = 12 };

static void forget(size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) x[i] = NAN;
}

/* a = s Q^T diag(1, -2, 3, ...) Q */
static void make_symmetric(size_t k, double s, const double *q, double *a)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t l = 0; l < k; l++)
                sum += q[l * k + i] * q[l * k + j] * (double)(l + 1) * (l % 2 == 0 ? 1 : -1);
            a[i * k + j] = a[j * k + i] = s * sum;
        }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The eigenvalues are those, and every row v_i of v has a v_i = w_i v_i and length 1. */
static void check_eigen(size_t k, double s)
{
    double q[MOST * MOST], a[MOST * MOST], lost[MOST * MOST], v[MOST * MOST], w[MOST];
    double want[MOST];
    dense_orthogonal(k, 7 * k, q);
    make_symmetric(k, s, q, a);
    memcpy(lost, a, sizeof a);
    forget(MOST * MOST, v);
    forget(MOST, w);
    assert_int_equal(nes_jacobi(k, lost, v, w), 0);
    for (size_t l = 0; l < k; l++) {
        double length = 0;
        want[l] = s * (double)(l + 1) * (l % 2 == 0 ? 1 : -1);
        for (size_t i = 0; i < k; i++) {
            double image = 0;
            for (size_t j = 0; j < k; j++) image += a[i * k + j] * v[l * k + j];
            assert_within(image, w[l] * v[l * k + i], 1e-13 * s * (double)k);
            length += v[l * k + i] * v[l * k + i];
        }
        assert_within(length, 1, 1e-13);
    }
    qsort(w, k, sizeof *w, ascending);
    qsort(want, k, sizeof *want, ascending);
    for (size_t l = 0; l < k; l++) assert_within(w[l], want[l], 1e-13 * s * (double)k);
}

static void eigenvalues(void **state)
{
    (void)state;
    static const double scales[] = {1, 1e-150, 1e150};
    for (size_t k = 1; k <= MOST; k++)
        for (size_t i = 0; i < 3; i++) check_eigen(k, scales[i]);
}

/* A diagonal matrix is left as it is; one that is not finite, or has no finite sum, is refused. */
static void eigenvalues_at_once(void **state)
{
    (void)state;
    double a[9] = {3, 0, 0, 0, -1, 0, 0, 0, 2}, v[9], w[3];
    const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, diagonal[3] = {3, -1, 2};
    forget(9, v);
    assert_int_equal(nes_jacobi(3, a, v, w), 0);
    assert_same_reals(9, v, unit);
    assert_same_reals(3, w, diagonal);
    static const double bad[] = {NAN, INFINITY, -INFINITY, DBL_MAX};
    for (size_t i = 0; i < 4; i++) {
        double b[4] = {1, bad[i], bad[i], 1};
        assert_int_not_equal(nes_jacobi(2, b, v, w), 0);
    }
}

/* a x_r = b_r for m right sides, and ln |det a|; rows of a are far from sorted by size. */
static void check_solve(size_t d, size_t m)
{
    double a[MOST * MOST], lu[MOST * MOST], x[3 * MOST], b[3 * MOST], log_det = NAN;
    dense_normals(d, d * d, a);
    for (size_t i = 0; i < d; i++) a[i * d + i] *= i % 2 == 0 ? 1e-8 : 1;
    dense_normals(d + 100, m * d, x);
    for (size_t r = 0; r < m; r++)
        for (size_t i = 0; i < d; i++) {
            b[r * d + i] = 0;
            for (size_t j = 0; j < d; j++) b[r * d + i] += a[i * d + j] * x[r * d + j];
        }
    memcpy(lu, a, d * d * sizeof *a);
    assert_int_equal(nes_solve(d, lu, m, b, &log_det), 0);
    for (size_t i = 0; i < m * d; i++) assert_within(b[i], x[i], 1e-11);
    assert_within(log_det, dense_log_det(d, a), 1e-11);
}

static void solutions(void **state)
{
    (void)state;
    for (size_t d = 1; d <= MOST; d++)
        for (size_t m = 0; m <= 3; m++) check_solve(d, m);
}

static void no_solution(void **state)
{
    (void)state;
    static const double bad[][4] = {
        {1, 2, 2, 4}, {0, 0, 0, 0}, {0, 1, 0, 2}, {NAN, 1, 1, 0}, {INFINITY, 1, 1, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double a[4], b[2] = {1, 1}, log_det;
        memcpy(a, bad[i], sizeof a);
        assert_int_not_equal(nes_solve(2, a, 1, b, &log_det), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenvalues),
        cmocka_unit_test(eigenvalues_at_once),
        cmocka_unit_test(solutions),
        cmocka_unit_test(no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
