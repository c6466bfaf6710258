/* SPDX-License-Identifier: MIT
 *
 * The product at every level of instructions that this processor has, against plain loops in
 * extended precision, for every small shape, both orders of the left factor and some large shapes.
 * Each entry is right to a few units of rounding of the sum of its terms' sizes, the padding is
 * computed like the rest, nothing behind the end is touched, and rows and columns have the same
 * bits whatever stands around them. */
#include "linalg/multiply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

enum { SMALL = 18 };

typedef struct shape {
    size_t m, n, width;
    bool transposed; /* the left factor is stored column by column */
    bool add;
    double c;
    size_t stride; /* of the right factor; 0: width */
} shape;

static void check_entries(const shape *s, const nes_factors *f, const double *old)
{
    const size_t stride = s->stride > 0 ? s->stride : s->width;
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < s->width; j++) {
            wide sum = s->add ? old[i * s->width + j] : 0, size = fabsl(sum);
            for (size_t k = 0; k < s->n; k++) {
                const wide term =
                    (wide)f->left[i * f->row + k * f->column] * f->right[k * stride + j];
                sum += term;
                size += fabsl(term);
            }
            const double bound = 1.2e-16 * (double)(s->n + 3) * fabs(s->c) * (double)size;
            assert_within(f->out[i * s->width + j], (double)(s->c * sum), bound);
        }
}

/* One row alone has the bits it has among the others. */
static void check_alone(const shape *s, const nes_factors *f, const double *old)
{
    double *row = dense_room(s->width, sizeof *row);
    for (size_t i = 0; i < s->m; i += 1 + s->m / 3) {
        nes_factors one = *f;
        memcpy(row, old + i * s->width, s->width * sizeof *row);
        one.m = 1;
        one.left = f->left + i * f->row;
        one.out = row;
        nes_multiply(&one);
        assert_same_reals(s->width, row, f->out + i * s->width);
    }
    free(row);
}

/* The columns in strips of every width have the bits they have together. */
static void check_columns(const shape *s, const nes_factors *f, const double *old)
{
    const size_t size = s->m * s->width;
    double *out = dense_room(size + 1, sizeof *out);
    nes_factors strips = *f;
    strips.out = out;
    for (size_t step = NES_UNIT; step < s->width; step += NES_UNIT * (1 + step / 40)) {
        memcpy(out, old, size * sizeof *out);
        for (size_t lo = 0; lo < s->width; lo += step)
            nes_multiply_columns(&strips, lo, lo + step < s->width ? lo + step : s->width);
        assert_same_reals(size, out, f->out);
    }
    free(out);
}

static void check_shape(nes_cpu level, const shape *s)
{
    const size_t size = s->m * s->width;
    double *left = dense_room(s->m * s->n + s->n * s->width + 1, sizeof *left);
    double *right = left + s->m * s->n, *out = dense_room(2 * size + 1, sizeof *out);
    double *old = out + size + 1;
    dense_normals(s->m * 10007 + s->n * 101 + s->width, s->m * s->n + s->n * s->width, left);
    dense_normals(s->m + s->n, size, out);
    memcpy(old, out, size * sizeof *old);
    out[size] = 17;
    nes_factors f = s->transposed
                        ? nes_transposed_times(level, s->m, s->n, s->width, left, s->m, right, out)
                        : nes_times(level, s->m, s->n, s->width, left, s->n, right, out);
    f.c = s->c;
    f.add = s->add;
    f.stride = s->stride;
    nes_multiply(&f);
    check_entries(s, &f, old);
    check_alone(s, &f, old);
    check_columns(s, &f, old);
    assert_true(out[size] == 17);
    free(left);
    free(out);
}

static void at_every_level(void (*check)(nes_cpu level))
{
    for (int level = NES_CPU_BASELINE; level <= (int)nes_cpu_best(); level++) check((nes_cpu)level);
}

static void small_shapes(nes_cpu level)
{
    for (size_t m = 0; m <= SMALL; m++)
        for (size_t n = 0; n <= SMALL; n += 1 + n / 3)
            for (size_t width = NES_UNIT; width <= 7 * NES_UNIT; width += NES_UNIT)
                for (int kind = 0; kind < 5; kind++) { /* rows may overlap, as in the last kind */
                    const shape s = {m,
                                     n,
                                     width,
                                     kind % 2 == 1,
                                     kind / 2 == 1,
                                     kind ? -0.75 : 1,
                                     kind == 4 ? width - 3 : 0};
                    check_shape(level, &s);
                }
}

static void test_small_shapes(void **state)
{
    (void)state;
    at_every_level(small_shapes);
}

static void large_shapes(nes_cpu level)
{
    const shape shapes[] = {
        {20, 200, 200, false, false, 1, 0},    {20, 200, 200, false, false, 1, 197},
        {200, 23, 208, true, true, 1.25, 0},   {1, 1000, 1000, false, false, 1, 0},
        {1, 1000, 1000, false, false, 1, 999}, {300, 1, 304, true, true, 0.5, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) check_shape(level, &shapes[i]);
}

static void test_large_shapes(void **state)
{
    (void)state;
    at_every_level(large_shapes);
}

/* What is not finite stays so: nothing is skipped or masked. */
static void not_finite(nes_cpu level)
{
    double left[3] = {1, INFINITY, 0}, right[3 * NES_UNIT] = {0}, out[NES_UNIT];
    const nes_factors f = nes_times(level, 1, 3, NES_UNIT, left, 3, right, out);
    nes_multiply(&f);
    for (size_t j = 0; j < NES_UNIT; j++) assert_true(isnan(out[j]));
    for (size_t j = 0; j < NES_UNIT; j++) right[NES_UNIT + j] = 1;
    nes_multiply(&f);
    for (size_t j = 0; j < NES_UNIT; j++) assert_true(out[j] == INFINITY);
}

static void test_not_finite(void **state)
{
    (void)state;
    at_every_level(not_finite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_shapes),
        cmocka_unit_test(test_large_shapes),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests_name("multiply", tests, NULL, NULL);
}
