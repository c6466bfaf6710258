/* SPDX-License-Identifier: MIT
 *
 * Least squares, of least norm where that leaves a choice, by reflections. Nothing
 * allocates. [math: A3] */
#pragma once

#include <stddef.h>

typedef struct nes_least_squares {
    size_t n, p;
    double *a;      /* n x p, column after column; what it held is lost */
    double *x;      /* the right-hand side b, n numbers; becomes the solution, p numbers */
    double *values; /* room for as many numbers as x has */
    double cut;     /* a column shorter than this times the longest one is taken for rounding */
    double *work;
} nes_least_squares;

/* Doubles of work that an n x p problem asks for. */
size_t nes_least_squares_work(size_t n, size_t p);

/* Finds, of all x with the least |a x - b|, the one with the least |x|. Non-zero: its numbers are
 * not finite. */
int nes_least_squares_solve(const nes_least_squares *f);
