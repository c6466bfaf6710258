/* SPDX-License-Identifier: MIT
 *
 * Least squares with a ridge: the x with the least |a x - b|^2 + sum_j (ridge_j x_j)^2, by
 * reflections. The ridge makes every rank full, so columns need not be exchanged, and most of the
 * work is in products (linalg/multiply.h). Nothing allocates. [math: B21.2] */
#pragma once

#include <stddef.h>

#include "linalg/multiply.h"

typedef struct nes_ridge {
    size_t n, p;
    double *a; /* n rows (a_i b_i) of p + 1 numbers, nes_padded(p + 1) apart; overwritten */
    const double *ridge; /* p numbers above zero */
    double *x;           /* result, p numbers */
    double *work;
    nes_cpu level;
} nes_ridge;

/* Returns the length of `work` in doubles for an n x p problem. */
size_t nes_ridge_work(size_t n, size_t p);

/* Returns non-zero if x is not finite. */
int nes_ridge_solve(const nes_ridge *f);
