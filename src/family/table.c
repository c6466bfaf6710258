/* SPDX-License-Identifier: MIT
 *
 * Looking up search distributions, and defaults they share. */
#include <math.h>

#include "family/families.h"
#include "family/user.h"
#include "util/table.h"

#define ENTRY(family) &family,
static const nes_family *const table[] = {NES_FAMILIES(ENTRY)};
#undef ENTRY

NES_TABLE(nes_family, nes_family, table)

size_t nes_family_ntheta(const nes_family *f, size_t d, const void *model)
{
    return f->ntheta != NULL ? f->ntheta(d) : nes_user_nparam(model);
}

size_t nes_family_nparam(const nes_family *f, size_t d, const void *model)
{
    return f->nparam != NULL ? f->nparam(d) : nes_user_nparam(model);
}

size_t nes_family_nstep(const nes_family *f, size_t d, size_t n, const void *model)
{
    return f->nstep != NULL ? f->nstep(d, n) : nes_user_nparam(model);
}

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
