/* SPDX-License-Identifier: MIT
 *
 * Ranges and ticks. Both are set here rather than by gnuplot, which gives up on a panel whose
 * numbers are all equal or missing. */
#pragma once

#include "figure/model.h"

typedef struct range {
    double low, high;
} range;

/* What an axis of a panel shows. */
range axis_range(const panel *p, bool vertical);

/* A value as its place on the axis, where equal distances look equal; and back. */
double axis_place(const axis *a, double v);
double axis_value(const axis *a, double place);

/* The boxes of a panel: series that share a place stand beside each other there. */
typedef struct boxes {
    double half; /* half the width of a box, as a distance of places */
    bool beside;
    size_t n; /* series of boxes */
} boxes;

boxes axis_boxes(const panel *p);

/* The box of series number i at x: its edges and its middle, in the units of the axis. */
typedef struct box {
    double left, middle, right;
} box;

box axis_box(const panel *p, const boxes *b, size_t i, double x);

/* Scale, range, ticks and label of an axis that is so many pixels long. */
void axis_write(FILE *out, const panel *p, bool vertical, range r, double length);
