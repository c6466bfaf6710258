/* SPDX-License-Identifier: MIT
 *
 * Factorisations with one order of operations. LAPACK is faster, but a threaded BLAS below it makes
 * the last bits depend on the number of threads; these serve where that must not be: the start
 * matrix of a run, and the small eigenproblems of the full-matrix families. */
#ifndef NES_LINALG_SEQUENTIAL_H
#define NES_LINALG_SEQUENTIAL_H

#include <stddef.h>

/* Row-major a (d x d, destroyed), m right-hand sides of d numbers each in b: b_i <- a^-1 b_i. Gives
 * ln |det a|. Gauss elimination with row exchanges. Non-zero: a is singular or not finite. */
int nes_solve(size_t d, double *a, size_t m, double *b, double *log_det);

/* Symmetric a (k x k, destroyed) = V^T diag(w) V: row i of v is the eigenvector of w_i, in no
 * order. Cyclic Jacobi rotations. Non-zero: a number is not finite. */
int nes_jacobi(size_t k, double *a, double *v, double *w);

#endif
