/* SPDX-License-Identifier: MIT
 *
 * Cholesky's factor and its inverse by one elimination in blocks: L^-1 (a | I) = (L^T | L^-1). Row
 * i needs only the columns from i on in the left half, and those up to i in the right half, so both
 * halves fit into one matrix m; the diagonal of L is kept elsewhere. When the rows of a block K are
 * final, the rows below it become
 *     m_ij <- m_ij - sum over k in K of L_ik m_kj   for j <= K and for j >= i,
 * which is a product of linalg/multiply.h. The product takes rows in whole blocks: what it writes
 * below the diagonal of a block is cleared before that block is eliminated. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/invert.h"
#include "linalg/invert_block.h"
#include "linalg/vector.h"

typedef struct elimination {
    size_t d, stride;
    double *m;        /* d x stride */
    double *l;        /* result L, d x d */
    double *negative; /* a block of rows of -L^T */
    double log_det;
    bool inverted; /* whether L^-1 is wanted */
    nes_cpu level;
} elimination;

/* Makes row k final and subtracts multiples of it from the rows i below it in its block. Numbers
 * that this writes between columns k and i of row i are cleared when their column is eliminated. */
static void eliminate_row(const elimination *e, size_t k, size_t hi, double root)
{
    const size_t stride = e->stride;
    double *row = e->m + k * stride, *below = row + stride;
    row[k] = 1;
    for (size_t j = 0; j < stride; j++) row[j] /= root;
    for (size_t i = k + 1; i < hi; i++) e->m[i * stride + k] = 0;
    nes_combine_rows(&(nes_combination){.rows = hi - k - 1,
                                        .n = stride,
                                        .a = -1,
                                        .t = row + k + 1,
                                        .x = row,
                                        .b = 1,
                                        .y = below,
                                        .y_stride = stride,
                                        .out = below,
                                        .out_stride = stride});
}

static int eliminate_narrow(elimination *e, size_t lo, size_t hi)
{
    const size_t d = e->d, stride = e->stride;
    for (size_t k = lo; k < hi; k++) {
        const double square = e->m[k * stride + k];
        if (!(square > 0)) return 1;
        const double root = e->l[k * d + k] = sqrt(square);
        e->log_det += log(root);
        eliminate_row(e, k, hi, root);
    }
    for (size_t i = lo; i < d; i++)
        for (size_t k = lo; k < hi && k < i; k++) e->l[i * d + k] = e->m[k * stride + i];
    return 0;
}

/* Subtracts multiples of the final rows lo .. end-1 from the rows end .. hi-1. The part of L^T
 * within the block has been copied to the result; L^-1 has zeros there. */
static void follow(const elimination *e, size_t lo, size_t end, size_t hi)
{
    const size_t stride = e->stride, n = end - lo, block = nes_block(hi - end);
    double *right = e->m + lo * stride;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = end; i < hi; i++) e->negative[k * stride + i] = -right[k * stride + i];
        memset(right + k * stride + lo + k + 1, 0, (n - k - 1) * sizeof *right);
    }
    for (size_t i = end; i < hi; i += block) {
        nes_factors f = nes_transposed_times(e->level, hi - i < block ? hi - i : block, n, end,
                                             e->negative + i, stride, right, e->m + i * stride);
        f.add = true;
        f.stride = f.apart = stride;
        if (e->inverted) nes_multiply(&f);
        f.width = stride - i;
        f.right += i;
        f.out += i;
        nes_multiply(&f);
    }
}

static int eliminate(elimination *e, size_t lo, size_t hi)
{
    for (size_t i = lo; i < hi; i++) memset(e->m + i * e->stride + lo, 0, (i - lo) * sizeof *e->m);
    if (hi - lo <= NES_BLOCK_NARROW) return eliminate_narrow(e, lo, hi);
    const size_t block = nes_block(hi - lo);
    for (size_t k = lo, end; k < hi; k = end) {
        end = hi - k < block ? hi : k + block;
        if (eliminate(e, k, end)) return 1;
        if (end < hi) follow(e, k, end, hi);
    }
    return 0;
}

int nes_cholesky(size_t d, double *a, double *inverse, double *log_det, double *work, nes_cpu level)
{
    const size_t stride = nes_block_stride(d);
    elimination e = {.d = d,
                     .stride = stride,
                     .m = work,
                     .l = a,
                     .negative = work + d * stride,
                     .inverted = inverse != NULL,
                     .level = level};
    memset(work, 0, d * stride * sizeof *work);
    nes_transpose(d, d, a, d, e.m, stride);
    if (eliminate(&e, 0, d)) return 1;
    for (size_t i = 0; i < d; i++) {
        memset(a + i * d + i + 1, 0, (d - i - 1) * sizeof *a);
        if (inverse == NULL) continue;
        memcpy(inverse + i * d, e.m + i * stride, (i + 1) * sizeof *inverse);
        memset(inverse + i * d + i + 1, 0, (d - i - 1) * sizeof *inverse);
    }
    *log_det = e.log_det;
    return !isfinite(e.log_det);
}
