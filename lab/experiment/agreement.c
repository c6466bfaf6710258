/* SPDX-License-Identifier: MIT
 *
 * Agreement with reference values; see experiment/agreement.h. */
#include "experiment/agreement.h"

#include <math.h>
#include <stdio.h>

void agreement_add(agreement *a, double difference, double error, const char *where)
{
    const double gap = difference / error;
    a->n++;
    /* A NaN is larger than all. */
    if (isnan(a->largest) || (a->n > 1 && fabs(gap) <= fabs(a->largest))) return;
    a->largest = gap;
    snprintf(a->where, sizeof a->where, "%s", where);
}

double agreement_bound(size_t n)
{
    double low = 0, high = 10;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if ((double)n * erfc(middle / sqrt(2)) > 0.05)
            low = middle;
        else
            high = middle;
    }
    return high;
}

bool agreement_holds(const agreement *a)
{
    return fabs(a->largest) <= agreement_bound(a->n);
}

/* One success and one failure more keep it away from 0. */
double share_difference_error(size_t k, size_t n, double p, size_t m)
{
    const double a = (double)n, b = (double)m, q = ((double)k + p * b + 1) / (a + b + 2);
    return sqrt(q * (1 - q) * (1 / a + 1 / b));
}
