/* SPDX-License-Identifier: MIT
 *
 * The matrix K of the process. What pairs of points have to do with one another is computed once;
 * K of any hyper-parameters is a sum of it. [math: B21.3] */
#pragma once

#include "model/points.h"

enum { NES_KERNEL_CONSTANT = 10 }; /* the part of k that is the same for all points */

typedef struct nes_kernel {
    size_t d, n, stride;
    double *columns,
        *square_columns;     /* d rows of `stride`: coordinates of all points, and squares */
    double *square_rows;     /* n x d: squares of coordinates */
    double *norm;            /* |u|^2 */
    double *inner, *squares; /* pairs, n rows: u.u', sum_k u_k^2 u'_k^2 */
    double *distance, *bump; /* |u - u'|, and the bump of it at `length` */
    double length;
    nes_cpu level;
} nes_kernel;

void nes_kernel_carve(nes_kernel *k, nes_arena *a, size_t d, size_t most, nes_cpu level);
void nes_kernel_prepare(nes_kernel *k, const nes_points *p);

/* Writes the lower triangle of K, n x n. */
void nes_kernel_fill(nes_kernel *k, const double *theta, const double *y, double *matrix);
