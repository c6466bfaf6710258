/* SPDX-License-Identifier: MIT
 *
 * Orthogonal rows: to rounding, also when they were nearly parallel; lengths and spans are kept. */
#include <math.h>
#include <string.h>

#include "linalg/orthogonalise.h"
#include "linalg/vector.h"
#include "support/check.h"
#include "support/dense.h"

enum { MOST = 40 };

static void check(size_t rows, size_t d, size_t stride, double parallel)
{
    static double z[MOST * 2 * MOST], old[MOST * 2 * MOST], squares[MOST];
    dense_normals(rows * 100 + d, rows * stride, z);
    for (size_t k = 1; k < rows; k++)
        for (size_t i = 0; i < d; i++) z[k * stride + i] += parallel * z[i];
    memcpy(old, z, rows * stride * sizeof *z);
    nes_orthogonalise(rows, d, stride, z, squares);
    for (size_t k = 0; k < rows; k++) {
        const double *row = z + k * stride, *was = old + k * stride;
        const double r = sqrt(nes_dot(d, was, was));
        double inside = 0;
        assert_true(squares[k] == nes_dot(d, row, row));
        assert_relative(sqrt(nes_dot(d, row, row)), r, 1e-14);
        for (size_t j = 0; j < k; j++)
            assert_within(nes_dot(d, row, z + j * stride) / r, 0,
                          2e-15 * sqrt(nes_dot(d, z + j * stride, z + j * stride)));
        for (size_t j = 0; j <= k; j++) { /* the old row lies in the span of the new ones */
            const double *other = z + j * stride, c = nes_dot(d, was, other);
            inside += c * c / nes_dot(d, other, other);
        }
        assert_relative(inside, r * r, 1e-13);
        assert_true(nes_dot(d, row, was) > 0);
        assert_same_reals(stride - d, row + d, was + d);
    }
}

static void test_orthogonal(void **state)
{
    (void)state;
    for (size_t d = 1; d <= MOST; d++)
        for (size_t rows = 1; rows <= d; rows++) {
            check(rows, d, d, 0);
            check(rows, d, 2 * d, 0);
        }
}

static void test_nearly_parallel(void **state)
{
    (void)state;
    for (size_t d = 2; d <= MOST; d += 7) check(d, d, d, 1e3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orthogonal),
                                       cmocka_unit_test(test_nearly_parallel)};
    return cmocka_run_group_tests_name("orthogonalise", tests, NULL, NULL);
}
