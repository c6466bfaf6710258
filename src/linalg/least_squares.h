/* SPDX-License-Identifier: MIT
 *
 * Least squares, of least norm where that leaves a choice, by reflections. Nothing
 * allocates. [math: A3] */
#pragma once

#include <stddef.h>

typedef struct nes_least_squares {
    size_t n, p;
    double *a;      /* n x p, by columns; lost */
    double *x;      /* n numbers in, p out; room for both */
    double *values; /* room for as many */
    double cut;     /* what is smaller, relative to the largest of its kind, is rounding */
    double *work;
} nes_least_squares;

/* Doubles of work that an n x p problem asks for. */
size_t nes_least_squares_work(size_t n, size_t p);

/* Of the x with the least |a x - b| the one with the least |x|. Non-zero: there is none that is
 * finite. */
int nes_least_squares_solve(const nes_least_squares *f);
