/* SPDX-License-Identifier: MIT
 *
 * What a run has that is new since a row: for those who look at it again and again. Rows are
 * visited in their order; what a visit gets is borrowed, and an answer other than 0 ends the visits
 * and is passed on. Functions return that answer, or 0, or the exit status with the error printed.
 */
#pragma once

#include "store/store.h"

/* A place among the evaluations, which are in the order of round and id. */
typedef struct since_place {
    uint64_t round, id;
} since_place; /* a zeroed struct is in front of all */

/* An evaluation without its point, which is quick to read. */
typedef struct since_value {
    since_place place;
    double f;     /* NaN: no finite value */
    bool settled; /* nothing more will become of it */
} since_value;

/* Visits the evaluations behind a place. */
int since_each_value(store *s, since_place after, int (*visit)(const since_value *v, void *data),
                     void *data);

/* How many rows the course has behind a generation, and the last generation that it has. */
int since_count_generations(store *s, uint64_t after, uint64_t *n, uint64_t *last);

/* Visits the rows of the course behind a generation whose numbers are multiples of the stride, and
 * the last one in any case. */
int since_each_generation(store *s, uint64_t after, uint64_t stride,
                          int (*visit)(const course_row *row, void *data), void *data);

/* What is kept of a variable besides its name and scale. */
typedef struct since_variable {
    double lower, upper; /* NaN: there are no bounds; infinite: none on this side */
    const char *kind;    /* as in the table of variables (docs/run-folder.md) */
} since_variable;
int since_each_variable(store *s, int (*visit)(const since_variable *v, void *data), void *data);
