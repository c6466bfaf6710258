/* SPDX-License-Identifier: MIT
 *
 * Orthogonal rows as combinations of given ones. All that the combination needs is the matrix of
 * scalar products (Gram) of the rows, which is summed up block by block. So rows too long to be
 * stored can be made orthogonal a block of coordinates at a time. The rows must be far from
 * dependent: rounding errors grow with the condition of that matrix. [math: B14] */
#pragma once

#include <stddef.h>

/* gram_ij += z_i . z_j for j <= i: rows of n numbers, `stride` numbers apart; gram is rows x rows.
 */
void nes_gram_add(size_t rows, size_t n, const double *z, size_t stride, double *gram);

/* Replaces the matrix by coefficients c, row by row: the sum over j <= i of c_ij z_j is orthogonal
 * to the sums before it, and as long as z_i. */
void nes_gram_solve(size_t rows, double *gram);

/* out = sum over j <= i of c_j z_j, n numbers, for row c of the coefficients; out may be z_i. */
void nes_gram_combine(size_t i, size_t n, const double *c, const double *z, size_t stride,
                      double *out);
