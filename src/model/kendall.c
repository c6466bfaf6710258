/* SPDX-License-Identifier: MIT
 *
 * Kendall's tau by counting: windows are short. */
#include "model/kendall.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The sum over the pairs of i with the points before it. */
static int64_t agreement(size_t i, const double *f, const double *model)
{
    int64_t sum = 0;
    for (size_t j = 0; j < i; j++)
        if (f[i] != f[j]) sum += (f[j] > f[i]) == (model[j] > model[i]) ? 1 : -1;
    return sum;
}

double nes_kendall(size_t n, const double *f, const double *model)
{
    int64_t sum = 0;
    if (n < 2) return NAN;
    for (size_t i = 1; i < n; i++) sum += agreement(i, f, model);
    return (double)sum / ((double)n * (double)(n - 1) / 2);
}
