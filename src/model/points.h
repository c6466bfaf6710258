/* SPDX-License-Identifier: MIT
 *
 * The points that a model is fitted to: places in the archive, natural coordinates, and values
 * normalised to y = (f - low)/span. [math: B21.1] */
#pragma once

#include "model/models.h"

typedef struct nes_points {
    size_t d, n, most;
    size_t *place; /* in the archive */
    double *u;     /* most x d */
    double *f;     /* values; where the evaluation failed, the largest of the others */
    double *y;
    double low, span;
    size_t *order, *scratch; /* of rankings */
    double *seen, *said;     /* values of a window: of the points, of a model */
} nes_points;

void nes_points_carve(nes_points *p, nes_arena *a, size_t d, size_t most);

/* Writes the natural coordinates of a point into slot k; false: a number is not finite. */
bool nes_points_take(nes_points *p, const nes_fit *fit, size_t k, size_t place);

/* Fills f, y, low and span of the n points; false: they have no finite value, or are all equal. */
bool nes_points_normalise(nes_points *p, const nes_archive *archive);

/* Orders the points by value, equal ones by place. */
void nes_points_rank(nes_points *p);

/* Kendall's tau over the `window` points latest in the archive, of which the model says value(k).
 */
typedef double (*nes_points_value)(const void *model, size_t k);
double nes_points_tau(nes_points *p, size_t window, nes_points_value value, const void *model);

/* Whether u is nearer than `distance` to one of the points. */
bool nes_points_near(const nes_points *p, const double *u, double distance);
