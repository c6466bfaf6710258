/* SPDX-License-Identifier: MIT
 *
 * Exponentials of low rank at the ends of the range of numbers. Samples times s and weights over
 * s^2 are the same matrix, so that both results are those of s = 1, over s^2. [math: A24] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/lowrank.h"
#include "linalg/multiply.h"
#include "support/check.h"
#include "support/dense.h"

enum { K = 3, D = 7, WIDTH = NES_UNIT };

typedef struct result {
    double plus[K * WIDTH], minus[K * WIDTH], trace;
    int failed;
} result;

/* exp(c Q^T W Q) for normal samples times s. */
static result exponential(double s, double c, double limit)
{
    static const double weight[K] = {0.7, -0.2, 0.4};
    double z[K * D], gram[K * WIDTH] = {0}, weights[WIDTH] = {0};
    result r;
    dense_normals(5, K * D, z);
    for (size_t i = 0; i < K; i++) {
        weights[i] = weight[i] / (s * s);
        for (size_t j = 0; j < K; j++)
            for (size_t l = 0; l < D; l++)
                gram[i * WIDTH + j] += s * s * (z[i * D + l] * z[j * D + l]);
    }
    nes_lowrank e = {.k = K,
                     .width = WIDTH,
                     .c = c,
                     .limit = limit,
                     .weights = weights,
                     .gram = gram,
                     .plus = r.plus,
                     .minus = r.minus};
    e.scratch = dense_room(nes_lowrank_scratch(K, WIDTH), sizeof *e.scratch);
    r.failed = nes_lowrank_expm1(&e);
    r.trace = e.trace;
    free(e.scratch);
    return r;
}

/* Powers of two, so that nothing is rounded on the way. */
static void any_unit_of_length(void **state)
{
    (void)state;
    static const double limits[] = {100, 0.5}; /* as it is, and clamped */
    static const double scales[] = {0x1p-100, 0x1p-30, 0x1p30, 0x1p100};
    for (size_t i = 0; i < 8; i++) {
        const double s = scales[i % 4], limit = limits[i / 4];
        const result one = exponential(1, 0.3, limit), other = exponential(s, 0.3, limit);
        assert_int_equal(one.failed, 0);
        assert_int_equal(other.failed, 0);
        assert_relative(other.trace, one.trace, 1e-13);
        for (size_t k = 0; k < K * WIDTH; k++) {
            assert_within(s * s * other.plus[k], one.plus[k], 1e-13);
            assert_within(s * s * other.minus[k], one.minus[k], 1e-13);
        }
    }
}

/* Numbers that are finite but have no finite sum are refused, not made into a result. */
static void sums_overflow(void **state)
{
    (void)state;
    double gram[K * WIDTH] = {0}, weights[WIDTH] = {0}, out[2 * K * WIDTH];
    nes_lowrank e = {.k = K,
                     .width = WIDTH,
                     .c = 1,
                     .limit = 0.5,
                     .weights = weights,
                     .gram = gram,
                     .plus = out,
                     .minus = out + K * WIDTH};
    for (size_t i = 0; i < K; i++) {
        weights[i] = 1e-307;
        for (size_t j = 0; j < K; j++) gram[i * WIDTH + j] = i == j ? 1e308 : 1e306;
    }
    e.scratch = dense_room(nes_lowrank_scratch(K, WIDTH), sizeof *e.scratch);
    assert_int_not_equal(nes_lowrank_expm1(&e), 0);
    free(e.scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_unit_of_length),
        cmocka_unit_test(sums_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
