/* SPDX-License-Identifier: MIT
 *
 * The two products a full-matrix generation lives on, on row-major arrays. Both are sequential and
 * sum in a fixed order, so their bits depend on nothing but the numbers. [math: A24] */
#ifndef NES_LINALG_PRODUCT_H
#define NES_LINALG_PRODUCT_H

#include <stddef.h>

double nes_dot(size_t d, const double *a, const double *b);

/* y[k*m + i] = a_i . z_k : rows of a (m x d) against rows of z (n x d), y is n x m. */
void nes_product(size_t m, size_t n, size_t d, const double *a, const double *z, double *y);

/* b[i*d + j] = c (b[i*d + j] + sum_k w[k*m + i] z[k*d + j]) : b is m x d, w n x m, z n x d. */
void nes_rank_update(size_t m, size_t n, size_t d, double c, const double *w, const double *z,
                     double *b);

/* c = a b for k x k matrices; c must not be a or b. */
void nes_square_product(size_t k, const double *a, const double *b, double *c);

#endif
