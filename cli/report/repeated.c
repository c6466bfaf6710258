/* SPDX-License-Identifier: MIT
 *
 * Mean and standard deviation of repeated values; see report/repeated.h. */
#include "report/repeated.h"

#include <math.h>

repeated repeated_values(size_t n, const double *f)
{
    repeated r = {.n = 0};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double from_mean = f[i] - r.mean;
        if (!isfinite(f[i])) continue;
        r.mean += from_mean / (double)++r.n;
        squares += from_mean * (f[i] - r.mean);
    }
    r.sd = r.n > 1 ? sqrt(squares / (double)(r.n - 1)) : NAN;
    return r;
}
