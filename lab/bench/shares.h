/* SPDX-License-Identifier: MIT
 *
 * Shares of targets reached: of all pairs of a run and a target, how many were reached after so
 * many evaluations, by dimension and group of functions. The 51 targets are 10^2, 10^1.8, ...,
 * 10^-8 above the optimum, those of COCO's runtime distributions. A run that ended earlier counts
 * with what it had reached by then. */
#pragma once

#include <stddef.h>

#include "base/buffer.h"
#include "base/json_values.h"
#include "bench/curve.h"

enum { SHARE_TARGETS = 51, SHARE_TIMES = 4, SHARE_GROUP_SIZE = 64 };

/* The times, in evaluations per dimension, of which the last is infinite; and their names. */
extern const double share_times[SHARE_TIMES];
extern const char *const share_time_names[SHARE_TIMES];

/* The times of a table. */
typedef struct share_clock {
    size_t n;
    const double *times;
    const char *const *names;
} share_clock;

extern const share_clock share_usual, share_early; /* those above; those of small budgets */

/* The precision of target k, from 100 down to 1e-8. */
double share_target(size_t k);

typedef struct share_row {
    size_t dim;
    char group[SHARE_GROUP_SIZE]; /* "1-separable", or "all" */
    size_t functions;
    curve curve;
} share_row;

typedef struct share_table {
    share_row *rows; /* owned; by dimension, then group, "all" at the end of each dimension */
    size_t n;
    const share_clock *clock; /* null: the usual one */
} share_table;                /* a zeroed struct is an empty table */

/* Adds the runs of a set to the rows of its dimension: that of the group, unless it is empty, and
 * that of all. share_table_add_like: the group is that of the function of another set. */
void share_table_add(share_table *t, const coco_set *s, const char *group);
void share_table_add_like(share_table *t, const coco_set *s, const coco_set *of);
void share_table_free(share_table *t);

/* Adds the pairs of a set with the targets. */
void share_curve_add(curve *c, const coco_set *s);

/* The share of targets that has been reached after so many evaluations per dimension, in per cent.
 */
double share_percent(const share_row *r, double evaluations);

/* Appends the table and a legend. If b is not null, it has the same rows, and both tables and their
 * difference are shown. */
void share_table_text(const share_table *a, const share_table *b, buffer *text);

/* The same as a JSON object. */
cJSON *share_table_json(const share_table *a, const share_table *b);
