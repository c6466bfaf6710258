/* SPDX-License-Identifier: MIT
 *
 * Statistics for tests with a fixed seed. */
#include "support/stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_ks(size_t n, double *x, stats_cdf cdf)
{
    double worst = 0;
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++) {
        const double p = cdf(x[i]);
        worst = fmax(worst, p - (double)i / (double)n);
        worst = fmax(worst, (double)(i + 1) / (double)n - p);
    }
    return sqrt((double)n) * worst;
}

double stats_normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

double stats_uniform(double x)
{
    return x;
}

double stats_median(size_t n, double *x)
{
    qsort(x, n, sizeof *x, ascending);
    return x[n / 2];
}
