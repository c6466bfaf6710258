/* SPDX-License-Identifier: MIT
 *
 * Correlations; see report/report.h. */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* The least correlation shown: weaker ones come and go by chance while a distribution adapts. */
static const double WORTH_TELLING = 0.6;

/* Inserts a correlation into the sorted list and returns its new length; of equal ones the first
 * stays in front. */
static size_t insert(correlation *found, size_t n, correlation c)
{
    size_t at = n;
    while (at > 0 && fabs(found[at - 1].r) < fabs(c.r)) at--;
    if (at == CORRELATIONS) return n;
    if (n < CORRELATIONS) n++;
    for (size_t k = n - 1; k > at; k--) found[k] = found[k - 1];
    found[at] = c;
    return n;
}

size_t correlations_of(const double *covariance, size_t dim, double least,
                       correlation found[CORRELATIONS])
{
    size_t n = 0;
    for (size_t i = 0; i < dim; i++)
        for (size_t j = i + 1; j < dim; j++) {
            const double both = sqrt(covariance[i * dim + i]) * sqrt(covariance[j * dim + j]);
            const double r = covariance[i * dim + j] / both;
            if (both > 0 && fabs(r) >= least)
                n = insert(found, n, (correlation){i, j, fmax(-1, fmin(1, r))});
        }
    return n;
}

size_t correlations_read(nes_opt *o, correlation found[CORRELATIONS])
{
    size_t n = 0, dim = 0, told = 0;
    if (nes_get_settings(o)->bits || nes_get_length(o, "mean_x", &dim) != NES_OK) return 0;
    if (dim < 2 || dim > CORRELATION_VARIABLES) return 0;
    if (nes_get_length(o, "covariance", &n) != NES_OK || n != dim * dim) return 0;
    double *c = memory_zeros(n, sizeof *c);
    if (nes_get_array(o, "covariance", n, c) == NES_OK)
        told = correlations_of(c, dim, WORTH_TELLING, found);
    free(c);
    return told;
}
