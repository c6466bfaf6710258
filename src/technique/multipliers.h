/* SPDX-License-Identifier: MIT
 *
 * Multipliers by a least-squares regression of f on g, never negative for inequalities, with a
 * proximal term that makes it well posed with more constraints than points. [math: B19] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct nes_regression {
    size_t m;
    double *covariance;  /* of the g_i, lower triangle by rows */
    const double *slope; /* covariances of g_i and f */
    const bool *reach;   /* constraints that take part */
    const double *kind;  /* as in nes_constraints */
    const double *spread;
    double *old; /* scratch, m numbers */
} nes_regression;

/* Moves the multipliers to the minimum, by coordinate descent from where they are. */
void nes_multipliers_move(const nes_regression *r, double *lam);

/* Entry i, j of a symmetric matrix that is stored as its lower triangle. */
static inline double *nes_multiplier_entry(double *lower, size_t i, size_t j)
{
    return i >= j ? lower + i * (i + 1) / 2 + j : lower + j * (j + 1) / 2 + i;
}
