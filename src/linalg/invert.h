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

/* Returns the length of `work` in doubles, enough for each of the three. */
size_t nes_invert_work(size_t d);

/* Computes the inverse of a, and ln |det a|. Non-zero: a is singular or not finite. */
int nes_invert(size_t d, const double *a, double *inverse, double *log_det, double *work,
               nes_cpu level);

/* Replaces a symmetric matrix a, of which only the lower triangle is read, by L with L L^T = a.
 * inverse becomes L^-1 (null: it is not wanted), log_det ln det L. Non-zero: a is not positive
 * definite. */
int nes_cholesky(size_t d, double *a, double *inverse, double *log_det, double *work,
                 nes_cpu level);

/* Finds V and ascending w with a = V^T diag(w) V, a symmetric. Row i of vectors belongs to w_i. */
int nes_decompose(size_t d, const double *a, double *vectors, double *w, double *work,
                  nes_cpu level);
