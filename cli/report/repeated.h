/* SPDX-License-Identifier: MIT
 *
 * Values of one point, evaluated several times: what a noisy objective says of an answer. */
#pragma once

#include <stddef.h>

typedef struct repeated {
    size_t n;    /* number of finite values */
    double mean; /* mean of the finite values */
    double sd;   /* standard deviation of a single value */
} repeated;

repeated repeated_values(size_t n, const double *f);
