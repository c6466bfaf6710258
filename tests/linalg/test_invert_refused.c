/* SPDX-License-Identifier: MIT
 *
 * Matrices without an inverse, without a Cholesky factor or without eigenvectors are refused,
 * wherever the number is that spoils them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/invert.h"
#include "support/check.h"
#include "support/dense.h"

enum { D = 130 }; /* blocks of 64, 64 and 2 rows */

static double a[D * D], c[D * D], inverse[D * D];

static int invert(size_t d, const double *m)
{
    double log_det, *work = dense_room(nes_invert_work(d), sizeof *work);
    const int failed = nes_invert(d, m, inverse, &log_det, work, nes_cpu_best());
    free(work);
    return failed;
}

static int cholesky(size_t d, double *m)
{
    double log_det, *work = dense_room(nes_invert_work(d), sizeof *work);
    const int failed = nes_cholesky(d, m, inverse, &log_det, work, nes_cpu_best());
    free(work);
    return failed;
}

static void test_small(void **state)
{
    const double singular[4] = {1, 2, 2, 4}, unknown[4] = {1, NAN, NAN, 1};
    double indefinite[4] = {1, 2, 2, 1}, nothing[4] = {0}, broken[4] = {NAN, 0, 0, 1};
    double v[4], w[2], *room = dense_room(nes_invert_work(2), sizeof *room);
    (void)state;
    assert_int_not_equal(invert(2, singular), 0);
    assert_int_not_equal(invert(2, nothing), 0);
    assert_int_not_equal(cholesky(2, indefinite), 0);
    assert_int_not_equal(cholesky(2, nothing), 0);
    assert_int_not_equal(cholesky(2, broken), 0);
    assert_int_not_equal(nes_decompose(2, unknown, v, w, room, nes_cpu_best()), 0);
    free(room);
}

static void test_not_finite(void **state)
{
    static const size_t places[] = {0, 5, 8, 63, 64, 70, 129};
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    const size_t n = sizeof places / sizeof *places;
    (void)state;
    for (size_t p = 0; p < n * n * 3; p++) {
        const size_t i = places[p / 3 / n], j = places[p / 3 % n];
        dense_normals(7, D * D, a);
        for (size_t k = 0; k < D; k++) a[k * (D + 1)] += D;
        memcpy(c, a, sizeof c);
        assert_int_equal(cholesky(D, c), 0);
        assert_int_equal(invert(D, a), 0);
        a[i * D + j] = bad[p % 3];
        memcpy(c, a, sizeof c);
        assert_int_not_equal(invert(D, a), 0);
        if (j <= i) assert_int_not_equal(cholesky(D, c), 0);
    }
}

/* A row or column of zeros, and a pivot that is zero or negative. */
static void test_singular(void **state)
{
    (void)state;
    for (size_t k = 0; k < D; k += 3) {
        dense_normals(k, D * D, a);
        memcpy(c, a, sizeof c);
        for (size_t i = 0; i < D; i++) a[i * D + k] = c[k * D + i] = 0;
        assert_int_not_equal(invert(D, a), 0);
        assert_int_not_equal(invert(D, c), 0);
        for (int pivot = -1; pivot <= 0; pivot++) {
            for (size_t i = 0; i < D * D; i++) a[i] = i % D == i / D;
            a[k * (D + 1)] = pivot;
            assert_int_not_equal(cholesky(D, a), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_singular),
    };
    return cmocka_run_group_tests_name("invert_refused", tests, NULL, NULL);
}
