/* SPDX-License-Identifier: MIT
 * An objective for the program nes, which compiles it by itself:
 *     nes run --c examples/objective.c --dim 5 */
#include <math.h>
#include <stddef.h>

/* A sum of different powers. The smallest value is 0, where all variables are 1. */
double objective(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += pow(fabs(x[i] - 1), 2 + (double)i);
    return sum;
}
