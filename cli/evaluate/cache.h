/* SPDX-License-Identifier: MIT
 *
 * What is known of points: their values and outputs, found by what the objective sees of them. Only
 * measured numbers are known, NaN and infinities among them: a failure may be an accident. */
#pragma once

#include "base/buffer.h"
#include "evaluate/evaluator.h"
#include "objective/objective.h"

typedef struct cache {
    const objective *objective; /* which sees the points; borrowed; null: it sees their numbers */
    size_t dim, outputs;
    size_t n;       /* number of points */
    size_t *end;    /* of each the end of its key; owned */
    double *values; /* rows of 1 + outputs numbers; owned */
    buffer keys;    /* all keys, one behind the other */
    size_t *slot;   /* hash table of numbers of points, from 1; 0: free; owned */
    size_t slots;   /* a power of 2, or 0 */
    buffer key;     /* of the point that is looked for */
} cache;

void cache_open(cache *c, const objective *o, size_t dim, size_t outputs);
void cache_close(cache *c);

/* Finds a point, and fills in the fate, the value and the outputs of its record, which borrows them
 * until the next point is added. */
bool cache_find(cache *c, const double *x, eval_record *to);

/* Adds a point; one that is known stays as it is. Returns whether it is new. */
bool cache_add(cache *c, const double *x, double f, const double *outputs);
