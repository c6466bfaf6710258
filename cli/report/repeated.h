/* SPDX-License-Identifier: MIT
 *
 * Values of one point, evaluated several times: what a noisy objective says of an answer. */
#ifndef REPORT_REPEATED_H
#define REPORT_REPEATED_H

#include <stddef.h>

typedef struct repeated {
    size_t n;    /* number of finite values */
    double mean; /* mean of the finite values */
    double sd;   /* standard deviation of a single value */
} repeated;

repeated repeated_values(size_t n, const double *f);

#endif
