/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions: of all pairs of a run and a target, the share that was reached within so
 * many evaluations per dimension. Sets of runs on several functions and in several dimensions can
 * be put into one. */
#ifndef BENCH_CURVE_H
#define BENCH_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "coco/read.h"
#include "figure/figure.h"

typedef struct curve {
    double *hits; /* evaluations per dimension of pairs that were reached; owned */
    size_t n, room, pairs;
    double end;  /* evaluations per dimension of the longest run */
    bool sorted; /* the hits are in ascending order */
    bool failed; /* there was no memory */
} curve;         /* all zero is empty */

/* Adds the pairs of a set with n targets, which are distances to the optimum. */
void curve_add(curve *c, const coco_set *s, const double *targets, size_t n);
void curve_free(curve *c);

/* The share reached within so many evaluations per dimension; NaN if there is no pair. */
double curve_share(curve *c, double evaluations);

/* Draws it as a staircase that ends with the longest run. */
void curve_draw(curve *c, panel *p, const char *name, size_t style);

/* The axes that all panels with such curves have: from one evaluation per dimension up to end, the
 * longest run of all curves. Labels only at the edges of a grid. */
void curve_axes(panel *p, double end, bool bottom, bool left);

#endif
