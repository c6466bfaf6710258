/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions: of all pairs of a run and a target, the share that was reached within so
 * many evaluations per dimension. Sets of runs on several functions and in several dimensions can
 * be put into one. */
#pragma once

#include <stddef.h>

#include "coco/read.h"

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

/* A figure of panels, each of which has the same curves of other runs, number k in style k. The
 * functions get data: the title of a panel, which may be written to room or be null; the name of a
 * curve; and one that adds the runs of a curve in a panel. */
enum { CURVE_TITLE = 64 };

typedef struct curve_figure {
    const char *title;
    size_t panels, curves;
    const void *data;
    const char *(*panel_title)(const void *data, size_t panel, char room[CURVE_TITLE]);
    const char *(*curve_name)(const void *data, size_t k);
    void (*add)(const void *data, size_t panel, size_t k, curve *to);
} curve_figure;

/* Draws BASENAME.png and BASENAME.svg: staircases from one evaluation per dimension up to the
 * longest run of a panel. Returns 0, or the exit status with the error printed. */
int curve_figure_draw(const curve_figure *f, const char *basename);
