/* SPDX-License-Identifier: MIT
 *
 * Scalar products of rows, one by one; many at once are linalg/multiply.h. They are sequential and
 * sum in a fixed order, so their bits depend on nothing but the numbers. */
#ifndef NES_LINALG_PRODUCT_H
#define NES_LINALG_PRODUCT_H

#include <stddef.h>

double nes_dot(size_t d, const double *a, const double *b);

/* y[k*m + i] = a_i . z_k : rows of a (m x d) against rows of z (n x d), y is n x m. */
void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y);

#endif
