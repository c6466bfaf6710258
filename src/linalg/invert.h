/* SPDX-License-Identifier: MIT
 *
 * Factorisations for the families that hold an explicit covariance matrix: the inverse (invert.c),
 * Cholesky's factor (cholesky.c) and eigenvectors (decompose.c). Matrices are d x d, row-major and
 * not padded. Nothing allocates, and threads may call these functions at the same time. `work` has
 * room for nes_invert_work(d) doubles. Products use the instructions of `level`, which this
 * processor must have; they decide the last bits. All functions return 0, or non-zero when the
 * matrix has no such factor. [math: A2, A10] */
#pragma once

#include <stddef.h>

#include "util/cpu.h"

/* Doubles of work that the largest of the three needs. */
size_t nes_invert_work(size_t d);

/* Inverse of a, and ln |det a|. Non-zero: a is singular or has a number that is not finite. */
int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work,
               nes_cpu level);

/* Replaces a symmetric matrix a, of which only the lower triangle is read, by L with L L^T = a.
 * inverse becomes L^-1, log_det ln det L. Non-zero: a is not positive definite. */
int nes_cholesky(size_t d, double *a, double *inverse, double *log_det, double *work,
                 nes_cpu level);

/* Symmetric a = V^T diag(w) V. Row i of vectors is the eigenvector of w_i, and the w_i ascend. */
int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level);
