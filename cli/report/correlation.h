/* SPDX-License-Identifier: MIT
 *
 * The strongest correlations between variables in the search distribution: pairs that change the
 * value together, so that neither can be read alone. */
#pragma once

#include <stddef.h>

#include "nes/by_name.h"

enum {
    CORRELATIONS = 5,
    CORRELATION_VARIABLES = 200
}; /* most pairs that are shown; most variables that are looked at */

typedef struct correlation {
    size_t i, j; /* i < j */
    double r;
} correlation;

/* Finds the correlations of a covariance matrix whose size is at least `least`, the strongest
 * first; returns how many. */
size_t correlations_of(const double *covariance, size_t dim, double least,
                       correlation found[CORRELATIONS]);

/* Finds the correlations in a handle's search distribution that are worth telling; none where the
 * variables are independent or bits, or more than CORRELATION_VARIABLES. */
size_t correlations_read(nes_opt *o, correlation found[CORRELATIONS]);
