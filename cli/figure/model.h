/* SPDX-License-Identifier: MIT
 *
 * What a figure consists of, for the files of this room: figure.c fills it, script.c and its
 * neighbours write it for gnuplot. Pointers are owned unless they say otherwise. */
#pragma once

#include <stdio.h>

#include "figure/figure.h"

enum { SERIES_VALUES = 6 }; /* most values in a row */

typedef struct axis {
    char *label; /* null: none */
    axis_kind kind;
    double low, high; /* NaN: from the data */
    double *ticks;    /* null: chosen */
    size_t n_ticks;
    bool has_ticks; /* given, perhaps none */
} axis;

struct series {
    figure *figure; /* borrowed */
    char *name;     /* null: not in the legend */
    series_kind kind;
    size_t style;
    bool shaded; /* has a colour of its own: */
    double shade[3];
    char *end; /* the text at its end; null: none */
    double (*rows)[SERIES_VALUES];
    size_t n, room;
};

typedef struct note {
    double x, y;
    char *text;
} note;

typedef struct line {
    double at;
    bool vertical;
    bool mark;  /* see panel_mark() */
    char *name; /* null: none */
} line;

typedef struct map {
    size_t nx, ny; /* at least 2, or 0: no map */
    double x0, x1, y0, y1;
    double *values;
    bool log_scale;
} map;

struct panel {
    figure *figure; /* borrowed */
    panel *parent;  /* borrowed; of an inset, else null */
    char *title;    /* null: none */
    size_t cell;    /* of the grid, row by row */
    bool wide;      /* fills the rest of its row */
    axis x, y;
    series **series;
    note *notes;
    line *lines;
    size_t n_series, n_notes, n_lines;
    map map;
    struct atoms *atoms; /* null: none */
    double share[4];     /* of an inset: left, bottom, right, top */
};

struct figure {
    char *title, *subtitle; /* null: none */
    size_t rows, columns;
    panel **panels, **insets;
    size_t n_panels, n_insets;
    bool legends_above;
    bool failed; /* there was no memory */
};

/* How many values a row of a series has, and which of them lie on the axis y: from 1 on. */
size_t series_width(series_kind kind);

/* Whether an axis can show a value. */
bool axis_shows(const axis *a, double v);

/* Whether a row can be shown: all its values. */
bool series_shows(const panel *p, const double *row, series_kind kind);
