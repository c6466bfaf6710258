/* SPDX-License-Identifier: MIT
 *
 * The exponential of a symmetric matrix of low rank. The k rows of Q span the space in which it
 * differs from the identity, and the work is done with k x k matrices alone. [math: A24]
 *   exp( c Q^T W Q) = I + Q^T plus  Q
 *   exp(-c Q^T W Q) = I + Q^T minus Q        with K = Q Q^T
 * Either W = diag(weights) and K = gram, or W = dense and K = I. Every matrix has k rows of the
 * padded length width (linalg/multiply.h). */
#pragma once

#include <stddef.h>

#include "util/cpu.h"

typedef struct nes_lowrank {
    size_t k, width;
    double c;
    double limit; /* exponents beyond +-limit are clamped, eigenvalue by eigenvalue */
    const double *weights, *gram;
    const double *dense;  /* null: weights and gram are used */
    double *plus, *minus; /* results, with zeros in the padding */
    double trace;         /* result: trace of c W K after clamping, ln det of the exponential */
    double *scratch;
    nes_cpu level; /* instructions of the products (linalg/multiply.h) */
} nes_lowrank;

/* Returns the length of the scratch in doubles. */
size_t nes_lowrank_scratch(size_t k, size_t width);

/* Both return 0, or non-zero when a number is not finite. The second function computes the same by
 * eigenvalues, for exponents so large that some may have to be clamped. */
int nes_lowrank_expm1(nes_lowrank *e);
int nes_lowrank_clamped(nes_lowrank *e);

/* Clamps an exponent to +-limit; NaN stays NaN, so that the stop tests see it. */
double nes_clamp(double exponent, double limit);
