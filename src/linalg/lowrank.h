/* SPDX-License-Identifier: MIT
 *
 * The exponential of a symmetric matrix of low rank, in its own small space. [math: A24]
 *   exp( c Q^T W Q) = I + Q^T plus  Q
 *   exp(-c Q^T W Q) = I + Q^T minus Q        with K = Q Q^T, all matrices k x k */
#ifndef NES_LINALG_LOWRANK_H
#define NES_LINALG_LOWRANK_H

#include <stddef.h>

/* Clamps an exponent to +-limit; NaN stays NaN, so that the stop tests see it. */
double nes_clamp(double exponent, double limit);

/* Doubles of scratch for rank k. */
size_t nes_lowrank_scratch(size_t k);

/* weights: W, symmetric. gram: K, or null for the identity. Exponents beyond +-limit are clamped,
 * eigenvalue by eigenvalue; trace is their sum after that, the logarithm of the determinant.
 * Returns 0, or non-zero when a number is not finite. */
int nes_lowrank_expm1(size_t k, double c, const double *weights, const double *gram, double limit,
                      double *plus, double *minus, double *trace, double *scratch);

#endif
