/* SPDX-License-Identifier: MIT
 *
 * Factorisations for the families that hold an explicit covariance matrix. Matrices are
 * row-major. Nothing allocates. All functions return 0, or non-zero when the matrix has no such
 * factor. [math: A2, A10] */
#ifndef NES_LINALG_INVERT_H
#define NES_LINALG_INVERT_H

#include <stddef.h>

#include "util/cpu.h"

/* Inverse of a, and ln |det a|. work: 2 d. */
int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work);

/* Replaces a symmetric matrix a, of which only the lower triangle is read, by L with L L^T = a.
 * inverse becomes L^-1, log_det ln det L. Non-zero: a is not positive definite. */
int nes_cholesky(size_t d, double *a, double *inverse, double *log_det);

/* Symmetric a = V^T diag(w) V. Row i of vectors is the eigenvector of w_i, and the w_i ascend. Our
 * own code uses the instructions of that level. */
int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level);

/* Doubles of work that this needs. */
size_t nes_decompose_work(size_t d);

#endif
