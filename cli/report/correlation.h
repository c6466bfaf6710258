/* SPDX-License-Identifier: MIT
 *
 * The strongest correlations between variables in the search distribution: pairs that change the
 * value together, so that neither can be read alone. */
#ifndef REPORT_CORRELATION_H
#define REPORT_CORRELATION_H

#include <stddef.h>

#include "nes/by_name.h"

enum { CORRELATIONS = 5, CORRELATION_VARIABLES = 200 }; /* pairs told; variables looked at */

typedef struct correlation {
    size_t i, j; /* i < j */
    double r;
} correlation;

/* Correlations of a covariance matrix from `least` on, the strongest first; returns how many. */
size_t correlations_of(const double *covariance, size_t dim, double least,
                       correlation found[CORRELATIONS]);

/* Those of a handle's search distribution that are worth telling; none of distributions whose
 * variables are independent, of bits, and of more than CORRELATION_VARIABLES variables. */
size_t correlations_read(nes_opt *o, correlation found[CORRELATIONS]);

#endif
