/* SPDX-License-Identifier: MIT
 *
 * Factorisations with the plainest order of operations and unpadded matrices: the usual methods
 * invert their start matrix and solve their small eigenproblems with these functions. Large
 * matrices are inverted by linalg/invert.h. */
#pragma once

#include <stddef.h>

/* Replaces each of the m rows b_i of b (d numbers each) by a^-1 b_i. a is d x d, row-major, and is
 * overwritten; log_det becomes ln |det a|. Non-zero: a is singular or not finite. */
int nes_solve(size_t d, double *a, size_t m, double *b, double *log_det);

/* Eigenvalues and eigenvectors of a symmetric a = V^T diag(w) V (k x k, overwritten): row i of v is
 * the eigenvector of w_i. They come in no particular order. Non-zero: a number is not finite. */
int nes_jacobi(size_t k, double *a, double *v, double *w);

/* Steps of an elimination: exchanging two vectors; finding the row in lo .. hi-1 whose element of a
 * column is largest in modulus. Elements are `stride` numbers apart. */
void nes_exchange(size_t n, double *x, double *y);
size_t nes_pivot_row(size_t lo, size_t hi, const double *column, size_t stride);
