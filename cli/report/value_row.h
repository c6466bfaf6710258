/* SPDX-License-Identifier: MIT
 *
 * A point and what its evaluation gave, as a line of `nes eval`. */
#pragma once

#include <stdbool.h>

#include "options/variables.h"

typedef struct value_row {
    size_t dim, constraints;
    const variables *variables; /* of the point */
    const variables *outputs;   /* names of the outputs */
    const double *x;
    const double *values; /* the value, then constraints, then outputs */
    const char *failed;   /* why the evaluation failed; null: it did not */
} value_row;

/* The first line of a table: names of variables, f, constraints and outputs. */
void value_row_names(const variables *v, size_t constraints, const variables *outputs);

/* The value, with constraints and outputs behind it; table: in front of both the point, and commas
 * between. */
void value_row_text(const value_row *r, bool table);

/* An object of JSON. */
void value_row_json(const value_row *r);
