/* SPDX-License-Identifier: MIT
 * An objective for the program, which compiles it itself:
 *     nes run --c examples/objective.c --dim 5 */
#include <math.h>
#include <stddef.h>

/* Different powers about 1: the narrower the valley, the flatter its bottom. Least value 0. */
double objective(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += pow(fabs(x[i] - 1), 2 + (double)i);
    return sum;
}
