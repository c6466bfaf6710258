/* SPDX-License-Identifier: MIT
 * Objectives in a shared library. The program nes finds them by the names of their functions:
 *     cc -O2 -shared -fPIC -o plugin.so examples/plugin.c
 *     nes run --plugin ./plugin.so --dim 5             (the symbol "objective")
 *     nes run --plugin ./plugin.so:ridge --dim 5 */
#include <stddef.h>

double objective(size_t n, const double *x);
double ridge(size_t n, const double *x);

/* The squared distance from the point (1, 2, ..., n). The smallest value is 0. */
double objective(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (x[i] - (double)(i + 1)) * (x[i] - (double)(i + 1));
    return sum;
}

/* Stiff springs tie neighbouring variables to each other, and a soft one ties the first to 1. The
 * smallest value is 0, where all variables are 1. */
double ridge(size_t n, const double *x)
{
    double sum = (x[0] - 1) * (x[0] - 1);
    for (size_t i = 1; i < n; i++) sum += 1e4 * (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
    return sum;
}
