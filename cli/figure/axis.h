/* SPDX-License-Identifier: MIT
 *
 * Ranges and ticks. Both are set here rather than by gnuplot, which gives up on a panel whose
 * numbers are all equal or missing. */
#ifndef FIGURE_AXIS_H
#define FIGURE_AXIS_H

#include "figure/model.h"

typedef struct range {
    double low, high;
} range;

/* What an axis of a panel shows. */
range axis_range(const panel *p, bool vertical);

/* A value as its place on the axis, where equal distances look equal; and back. */
double axis_place(const axis *a, double v);
double axis_value(const axis *a, double place);

/* Half the width of a box, as a distance of places on the axis x. */
double axis_box(const panel *p);

/* Scale, range, ticks and label of an axis. */
void axis_write(FILE *out, const panel *p, bool vertical, range r);

#endif
