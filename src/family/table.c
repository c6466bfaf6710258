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
