/* SPDX-License-Identifier: MIT
 *
 * What a figure consists of and where it lies in its picture, for the files of this room: figure.c
 * fills it, script.c and its neighbours write it for gnuplot. Pointers are owned unless they say
 * otherwise. */
#pragma once

#include "figure/figure.h"

enum { SERIES_VALUES = 6 }; /* most values in a row */

typedef struct axis {
    char *label; /* null: none */
    axis_kind kind;
    double low, high; /* NaN: from the data */
    double *ticks;    /* places of given ticks, perhaps none; null: ticks are chosen */
    size_t n_ticks;
} axis;

struct series {
    char *name; /* null: not in the legend */
    series_kind kind;
    size_t style;
    bool shaded; /* has a colour of its own: */
    double shade[3];
    char *end; /* the text at its end; null: none */
    double (*rows)[SERIES_VALUES];
    size_t n;
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
};

/* How many values a row of a series has, and which of them lie on the axis y: from 1 on. */
size_t series_width(series_kind kind);

/* Whether an axis can show a value. */
bool axis_shows(const axis *a, double v);

/* Whether a row can be shown: all its values. */
bool series_shows(const panel *p, const double *row, series_kind kind);

/* ---- axes ----------------------------------------------------------------------------------- */

/* Ranges and ticks are set here rather than by gnuplot, which gives up on a panel whose numbers are
 * all equal or missing. */
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

/* ---- layout --------------------------------------------------------------------------------- */

/* Places are in pixels from the left bottom corner of the picture. A picture grows with its grid;
 * panels of a row and of a column are aligned. */
typedef struct area {
    double left, right, bottom, top;
} area;

typedef struct layout {
    int width, height;
    const panel *legend; /* whose legend stands below all panels; null: each panel has its own */
    size_t legend_columns, legend_rows;
    double legend_height, title_height, cell_width, cell_height;
} layout;

layout layout_of(const figure *f);

/* Between the axes of panel number i, and of an inset. */
area layout_panel(const figure *f, const layout *l, size_t i);
area layout_inset(const figure *f, const layout *l, const panel *inset);

/* An inset with its numbers and labels, given the area between its axes. */
area layout_inset_ground(const panel *inset, area a);
