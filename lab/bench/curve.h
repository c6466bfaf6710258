/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions: of all pairs of a run and a target, the share that was reached within so
 * many evaluations per dimension. Sets of runs on several functions and in several dimensions can
 * be put into one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "coco/read.h"
#include "figure/figure.h"

typedef struct curve {
    double *hits; /* evaluations per dimension of pairs that were reached; owned */
    size_t n, pairs;
    double end; /* evaluations per dimension of the longest run */
} curve;        /* all zero is empty */

/* Adds the pairs of a set with n targets, which are distances to the optimum. */
void curve_add(curve *c, const coco_set *s, const double *targets, size_t n);
void curve_free(curve *c);

/* How many pairs were reached within so many evaluations per dimension, and their share of all;
 * NaN if there is no pair. */
size_t curve_count(const curve *c, double evaluations);
double curve_share(const curve *c, double evaluations);

/* Where a panel stands in the grid of a figure: axes have labels at its edges only. */
typedef struct curve_place {
    bool bottom, left;
} curve_place;

enum { CURVE_COLUMNS = 3 }; /* of the grid */

/* Panel number i of n. */
curve_place curve_place_of(size_t i, size_t n);

/* Columns of a figure with n panels. */
size_t curve_columns(size_t n);

/* Draws n curves as staircases, number i in style i, with the axes that all such panels have: from
 * one evaluation per dimension up to the longest run of all curves. */
void curve_draw(curve *curves, const char *const *names, size_t n, panel *p, curve_place at);
