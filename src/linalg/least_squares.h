/* SPDX-License-Identifier: MIT
 *
 * Least squares, of least norm where that leaves a choice, by reflections. Nothing
 * allocates. [math: A3] */
#pragma once

#include <stddef.h>

typedef struct nes_least_squares {
    size_t n, p;
    double *a;      /* the n x p matrix, column after column; overwritten */
    double *x;      /* the right-hand side b, n numbers; becomes the solution, p numbers */
    double *values; /* room for as many numbers as x has */
    double cut;     /* a column shorter than this times the longest one counts as rounding error */
    double *work;
} nes_least_squares;

/* Returns the length of `work` in doubles for an n x p problem. */
size_t nes_least_squares_work(size_t n, size_t p);

/* Finds, of all x with the least |a x - b|, the one with the least |x|. Returns non-zero if x is
 * not finite. */
int nes_least_squares_solve(const nes_least_squares *f);
