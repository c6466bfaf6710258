/* SPDX-License-Identifier: MIT
 *
 * Main effects of a design: by how much the value changes from one end of the range of a variable
 * to the other, the others apart, by a linear fit. [math: R2] */
#pragma once

#include <cjson/cJSON.h>

#include "options/variables.h"

typedef struct effects {
    size_t dim, n;    /* variables; points with a finite value. n 0: there is no design */
    double *size;     /* of each variable; NaN: it has none; owned */
    double *error;    /* its standard error; owned */
    double explained; /* share of the variance that the fit explains; NaN: there is no fit */
} effects;            /* a zeroed struct has none */

/* Fits n values. level: n rows of dim numbers in [-1, 1], the places in the ranges; a column of NaN
 * is of a variable that is left out. Values that are no finite numbers are left out. */
void effects_fit(effects *e, size_t n, size_t dim, const double *level, const double *f);
void effects_free(effects *e);

/* Rows of a report, and a field of JSON; null: there are none. */
void effects_print(const effects *e, const variables *v);
cJSON *effects_json(const effects *e, const variables *v);
