/* SPDX-License-Identifier: MIT
 *
 * The matrix product in which a full-matrix generation spends most of its time,
 *     out = c (out + left right)   or   out = c left right
 * for a wide row-major right factor and a left factor with any strides. It sums in a fixed order:
 * its bits depend on the numbers and on the instruction set alone.
 *
 * Rows of the right factor and of the result are padded to whole units, so that vector instructions
 * leave no remainder. What the padding of the right factor holds affects only the padding of the
 * result. [math: A24] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/cpu.h"

enum {
    NES_UNIT = 8,            /* doubles in the widest vector of any level */
    NES_STRIP = 3 * NES_UNIT /* columns of a strip; threads take whole strips */
};

/* The length of a padded row of d numbers. */
static inline size_t nes_padded(size_t d)
{
    return (d + NES_UNIT - 1) / NES_UNIT * NES_UNIT;
}

typedef struct nes_factors {
    size_t m, n, width; /* out is m x width, right n x width; width is a multiple of NES_UNIT */
    double c;
    const double *left; /* left_ik = left[i row + k column] */
    size_t row, column;
    const double *right;
    double *out;
    bool add;      /* adds the product to `out` */
    size_t stride; /* distance of the rows of right; 0: width. Each row is read up to width */
    size_t apart;  /* distance of the rows of out; 0: width */
    nes_cpu level; /* instructions to use, which this processor must have; they decide the bits */
} nes_factors;

/* Factors of left right: left is m x n, with rows `row` numbers apart, right is n x width. */
static inline nes_factors nes_times(nes_cpu level, size_t m, size_t n, size_t width,
                                    const double *left, size_t row, const double *right,
                                    double *out)
{
    return (nes_factors){.m = m,
                         .n = n,
                         .width = width,
                         .c = 1,
                         .left = left,
                         .row = row,
                         .column = 1,
                         .right = right,
                         .out = out,
                         .level = level};
}

/* Factors of left^T right: left is n x m, with rows `row` numbers apart, right is n x width. */
static inline nes_factors nes_transposed_times(nes_cpu level, size_t m, size_t n, size_t width,
                                               const double *left, size_t row, const double *right,
                                               double *out)
{
    nes_factors f = nes_times(level, m, n, width, left, 1, right, out);
    f.column = row;
    return f;
}

/* Each instruction set has a file of its own. */
typedef void (*nes_multiply_code)(const nes_factors *f, size_t lo, size_t hi);
void nes_multiply_baseline(const nes_factors *f, size_t lo, size_t hi);
void nes_multiply_avx2(const nes_factors *f, size_t lo, size_t hi);
void nes_multiply_avx512(const nes_factors *f, size_t lo, size_t hi);
extern const nes_multiply_code nes_multiply_codes[]; /* indexed by nes_cpu */

/* Computes only the columns lo .. hi-1 of the result, whole units, with the same bits. Threads
 * divide a product into strips of columns. */
static inline void nes_multiply_columns(const nes_factors *f, size_t lo, size_t hi)
{
    nes_multiply_codes[f->level](f, lo, hi);
}

static inline void nes_multiply(const nes_factors *f)
{
    nes_multiply_columns(f, 0, f->width);
}
