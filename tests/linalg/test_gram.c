/* SPDX-License-Identifier: MIT
 *
 * Rows made orthogonal by the coefficients of their Gram matrix: orthogonal to rounding, as long as
 * before, the same as by Gram and Schmidt, and the same bits in place or elsewhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/gram.h"
#include "linalg/orthogonalise.h"
#include "linalg/vector.h"
#include "support/check.h"
#include "support/dense.h"

enum { MOST = 12, BLOCK = 64 };

static void check(size_t rows, size_t d)
{
    double *z = dense_room(3 * rows * d, sizeof *z), *made = z + rows * d, *other = made + rows * d;
    double c[MOST * MOST] = {0}, squares[MOST];
    dense_normals(rows + d, rows * d, z);
    for (size_t lo = 0; lo < d; lo += BLOCK)
        nes_gram_add(rows, d - lo < BLOCK ? d - lo : BLOCK, z + lo, d, c);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j <= i; j++)
            assert_relative(c[i * rows + j], nes_dot(d, z + i * d, z + j * d), 1e-12);
    nes_gram_solve(rows, c);
    for (size_t i = 0; i < rows; i++) nes_gram_combine(i, d, c + i * rows, z, d, made + i * d);
    for (size_t i = 0; i < rows; i++) {
        const double length = nes_dot(d, z + i * d, z + i * d);
        assert_relative(nes_dot(d, made + i * d, made + i * d), length, 1e-14);
        for (size_t j = 0; j < i; j++)
            assert_within(nes_dot(d, made + i * d, made + j * d), 0, 1e-14 * length);
    }
    memcpy(other, z, rows * d * sizeof *z);
    nes_orthogonalise(rows, d, d, other, squares);
    for (size_t i = 0; i < rows * d; i++) assert_within(made[i], other[i], 1e-13);
    for (size_t i = rows; i-- > 0;) nes_gram_combine(i, d, c + i * rows, z, d, z + i * d);
    assert_same_reals(rows * d, z, made);
    free(z);
}

static void test_orthogonal(void **state)
{
    (void)state;
    for (size_t rows = 1; rows <= MOST; rows++) {
        check(rows, 16 * rows);
        check(rows, 16 * rows + 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orthogonal)};
    return cmocka_run_group_tests_name("gram", tests, NULL, NULL);
}
