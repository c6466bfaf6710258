/* SPDX-License-Identifier: MIT
 *
 * Elimination by Gauss and Jordan with row exchanges, in place and in blocks. When the columns of a
 * block K are eliminated by the rows K, they become N: a_KK^-1 in these rows, -a_iK a_KK^-1 in the
 * others. All other columns are updated by one product,
 *     a_ij <- (i in K ? 0 : a_ij) + N_iK a_Kj.
 * N comes from the same elimination of these columns alone, in smaller blocks. The errors of the
 * inverse x, and those of x a, are of the order of rounding times the condition number; those of
 * a x may be larger where axes of many lengths come together. */
#include "linalg/invert.h"

#include <math.h>
#include <string.h>

#include "linalg/eigen.h"
#include "linalg/invert_block.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"

/* Columns to eliminate, column j by row first + j of a, which has `stride` numbers in a row. */
typedef struct panel {
    size_t rows, columns, first;
    double *a;
    size_t stride;
    double *pivots; /* pivots[i]: the row that row i was exchanged with */
    double *work;
    nes_cpu level;
} panel;

/* Eliminates column k of a narrow panel: subtracts t x from every row, where x is the pivot row
 * divided by the pivot. The pivot row itself becomes 0 - (-1) x. */
static void eliminate_column(const panel *p, size_t k)
{
    double *t = p->work, x[NES_BLOCK_NARROW], *row = p->a + (p->first + k) * p->stride;
    const double pivot = row[k];
    row[k] = 1;
    for (size_t j = 0; j < p->stride; j++) x[j] = row[j] / pivot;
    memset(row, 0, p->stride * sizeof *row);
    for (size_t i = 0; i < p->rows; i++) {
        t[i] = p->a[i * p->stride + k];
        p->a[i * p->stride + k] = 0;
    }
    t[p->first + k] = -1;
    nes_combine_rows(&(nes_combination){.rows = p->rows,
                                        .n = p->stride,
                                        .a = -1,
                                        .t = t,
                                        .x = x,
                                        .b = 1,
                                        .y = p->a,
                                        .y_stride = p->stride,
                                        .out = p->a,
                                        .out_stride = p->stride});
}

static int eliminate_narrow(const panel *p, double *log_det)
{
    for (size_t k = 0; k < p->columns; k++) {
        const size_t at = p->first + k, best = nes_pivot_row(at, p->rows, p->a + k, p->stride);
        const double pivot = p->a[best * p->stride + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) return 1;
        *log_det += log(fabs(pivot));
        p->pivots[at] = (double)best;
        if (best != at) nes_exchange(p->stride, p->a + at * p->stride, p->a + best * p->stride);
        eliminate_column(p, k);
    }
    return 0;
}

static void copy_rows(size_t rows, size_t n, const double *from, size_t stride, double *to,
                      size_t to_stride)
{
    for (size_t i = 0; i < rows; i++) memcpy(to + i * to_stride, from + i * stride, n * sizeof *to);
}

/* Updates the other columns of p after `part` has eliminated the columns from k on. */
static void follow(const panel *p, const panel *part, size_t k)
{
    const size_t n = part->columns;
    double *rows = p->a + part->first * p->stride, *right = part->work;
    for (size_t i = part->first; i < part->first + n; i++) {
        const size_t other = (size_t)p->pivots[i];
        if (other != i) nes_exchange(p->stride, p->a + i * p->stride, p->a + other * p->stride);
    }
    memcpy(right, rows, n * p->stride * sizeof *rows);
    memset(rows, 0, n * p->stride * sizeof *rows);
    nes_factors f = nes_times(p->level, p->rows, n, p->stride, part->a, part->stride, right, p->a);
    f.add = true;
    nes_multiply(&f);
    copy_rows(p->rows, n, part->a, part->stride, p->a + k, p->stride);
}

static int eliminate(const panel *p, double *log_det)
{
    if (p->columns <= NES_BLOCK_NARROW) return eliminate_narrow(p, log_det);
    const size_t block = nes_block(p->columns);
    for (size_t k = 0; k < p->columns; k += block) {
        panel part = *p;
        part.columns = p->columns - k < block ? p->columns - k : block;
        part.first = p->first + k;
        part.a = p->work;
        part.stride = nes_padded(part.columns);
        part.work = p->work + p->rows * block;
        copy_rows(p->rows, part.stride, p->a + k, p->stride, part.a, part.stride);
        if (eliminate(&part, log_det)) return 1;
        follow(p, &part, k);
    }
    return 0;
}

/* An elimination needs room for the matrix, the row exchanges, a block of columns, and a block of
 * rows or the work of the columns' elimination. The eigensolver has two matrices and scratch. */
size_t nes_invert_work(size_t d)
{
    const size_t stride = nes_block_stride(d), block = nes_block(d);
    const size_t elimination = (d + block) * stride + d * block + 2 * d;
    const size_t eigen = (2 * d + 1) * nes_padded(d) + nes_eigen_scratch(d);
    return elimination > eigen ? elimination : eigen;
}

/* The exchanges of rows, undone in reverse order, are a permutation of the inverse's columns. */
static void put_columns(const panel *p, double *inverse)
{
    const size_t d = p->rows;
    double *place = p->work;
    for (size_t j = 0; j < d; j++) place[j] = (double)j;
    for (size_t k = 0; k < d; k++) nes_exchange(1, place + k, place + (size_t)p->pivots[k]);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) inverse[i * d + (size_t)place[j]] = p->a[i * p->stride + j];
}

int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work,
               nes_cpu level)
{
    const size_t stride = nes_block_stride(d);
    const panel p = {.rows = d,
                     .columns = d,
                     .a = work,
                     .stride = stride,
                     .pivots = work + d * stride,
                     .work = work + d * stride + d,
                     .level = level};
    memset(work, 0, d * stride * sizeof *work);
    copy_rows(d, d, a, d, p.a, stride);
    *log_det = 0;
    if (eliminate(&p, log_det)) return 1;
    put_columns(&p, inverse);
    return !isfinite(*log_det);
}
