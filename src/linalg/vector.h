/* SPDX-License-Identifier: MIT
 *
 * Scalar products and linear combinations of vectors of any length, with the best instructions of
 * this processor. Sums have a fixed order and nothing is fused, so the bits of a result depend on
 * the numbers alone. Products of matrices are in linalg/multiply.h. */
#pragma once

#include <stddef.h>

#include "util/cpu.h"

/* out_k = a t_k x_k + b y_k, rows of n numbers; out may be x or y. */
typedef struct nes_combination {
    size_t rows, n;
    double a;
    const double *t; /* null: all t_k are 1 */
    const double *x;
    size_t x_stride; /* numbers from row to row; 0: the same row every time */
    double b;
    const double *y;
    size_t y_stride;
    double *out;
    size_t out_stride;
} nes_combination;

/* sum[k] += c a_k . b_k, rows of n numbers. */
typedef struct nes_dot_rows {
    size_t rows, n;
    double c;
    const double *a;
    size_t a_stride; /* numbers from row to row; 0: the same row every time */
    const double *b;
    size_t b_stride;
    double *sum;
} nes_dot_rows;

typedef struct nes_vector_code {
    double (*dot)(size_t n, const double *a, const double *b);
    void (*dots)(const nes_dot_rows *f);
    void (*combine)(const nes_combination *f);
    void (*combine_row)(size_t n, double a, const double *x, double b, const double *y,
                        double *out);
} nes_vector_code;

/* Each instruction set has a file of its own. */
extern const nes_vector_code nes_vector_baseline, nes_vector_avx2, nes_vector_avx512;
extern const nes_vector_code *const nes_vector_codes[]; /* indexed by nes_cpu */

/* Vectors below this length are handled in this header, element by element, with the same bits:
 * choosing a level and calling its code would take longer. */
enum { NES_SHORT = 8 };

/* Returns the sum of a_i b_i. */
static inline double nes_dot(size_t n, const double *a, const double *b)
{
    if (n >= NES_SHORT) return nes_vector_codes[nes_cpu_best()]->dot(n, a, b);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* sum_k += c a_k . b_k for `rows` pairs of rows of n numbers; a stride of 0 repeats one row. */
static inline void nes_add_dots(size_t rows, size_t n, double c, const double *a, size_t a_stride,
                                const double *b, size_t b_stride, double *sum)
{
    const nes_dot_rows f = {.rows = rows,
                            .n = n,
                            .c = c,
                            .a = a,
                            .a_stride = a_stride,
                            .b = b,
                            .b_stride = b_stride,
                            .sum = sum};
    nes_vector_codes[nes_cpu_best()]->dots(&f);
}

static inline void nes_combine_rows(const nes_combination *f)
{
    nes_vector_codes[nes_cpu_best()]->combine(f);
}

/* out = a x + b y; out may be x or y. */
static inline void nes_combine(size_t n, double a, const double *x, double b, const double *y,
                               double *out)
{
    if (n < NES_SHORT) {
        for (size_t i = 0; i < n; i++) out[i] = a * x[i] + b * y[i];
        return;
    }
    nes_vector_codes[nes_cpu_best()]->combine_row(n, a, x, b, y, out);
}

/* y[k*m + i] = a_i . z_k : rows of a (m x d) against rows of z (n x d), y is n x m. */
void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y);

/* to[j width + i] = from[i stride + j] */
void nes_transpose(size_t rows, size_t columns, const double *from, size_t stride, double *to,
                   size_t width);
