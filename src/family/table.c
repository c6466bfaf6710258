/* SPDX-License-Identifier: MIT
 *
 * The search distributions there are. */
#include <math.h>

#include "family/families.h"
#include "util/table.h"

static const nes_family *const table[] = {
    &nes_gauss_full,
    &nes_gauss_diag,
    &nes_gauss_radial,
    &nes_student,
};

NES_TABLE(nes_family, nes_family, table)

double nes_rate_full(size_t d)
{
    const double n = (double)d;
    return fmin(1.0, (9 + 3 * log(n)) / (5 * n * sqrt(n)));
}

double nes_rate_diag(size_t d)
{
    const double n = (double)d;
    return (3 + log(n)) / (5 * sqrt(n));
}

double nes_clamp(double exponent, double limit)
{
    return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

/* v_0 exp(mean ln(v_i/v_0)), in two halves since a ratio may be beyond the range of numbers. */
double nes_geometric_mean(size_t d, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) {
        const double ratio = v[i] / v[0];
        sum += isnormal(ratio) ? log(ratio) : log(v[i]) - log(v[0]);
    }
    const double half = exp(sum / (2 * (double)d));
    return v[0] * half * half;
}
