/* SPDX-License-Identifier: MIT
 *
 * Figures: a grid of panels with curves, points, boxes, maps and atom clusters, drawn by gnuplot
 * in the one style that all pictures of the program have. A figure is filled step by step and drawn
 * once.
 *
 * All texts are UTF-8 and shown as they are: an underscore is an underscore. They are copied. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct figure figure;
typedef struct panel panel;
typedef struct series series;

/* How a series is drawn, and what its rows are. */
typedef enum series_kind {
    SERIES_LINE,   /* x, y */
    SERIES_POINTS, /* x, y */
    SERIES_BOTH,   /* x, y: line and points */
    SERIES_STEPS,  /* x, y: a staircase that jumps to y at x, for success curves */
    SERIES_SMALL,  /* x, y: small markers that are not connected */
    SERIES_BAND,   /* x, low, high: shaded */
    SERIES_ERROR,  /* x, y, low, high: points with bars */
    SERIES_BOX,    /* x, median, first quartile, third quartile, low, high: a box plot */
    SERIES_DASH,   /* x, y: a reference curve, thin and dashed */
    SERIES_THIN,   /* x, y: a thin line without dashes */
    SERIES_BAR,    /* x, y: a thick line without dashes, from one end of a bar to the other */
} series_kind;

typedef enum axis_kind { AXIS_LINEAR, AXIS_LOG } axis_kind;

/* Styles 0, 1, ... differ in colour, lightness, dashes and marker. The reference style, dark grey,
 * is for published numbers and the like. */
#define FIGURE_REFERENCE ((size_t)-1)

/* Makes a figure of rows x columns panels; title may be null. */
figure *figure_new(const char *title, size_t rows, size_t columns);
void figure_free(figure *f);

/* Sets a second line of text under the title. */
void figure_subtitle(figure *f, const char *text);

/* Puts the legend of each panel above it, rather than within or below all panels. */
void figure_legends_above(figure *f);

/* Adds the next panel, row by row; title may be null. A full grid gets another row. */
panel *figure_panel(figure *f, const char *title);

/* Makes the panel, which must be the last one, fill the rest of its row. */
void panel_wide(panel *p);

/* Adds a small panel on top of p, from (left, bottom) to (right, top) in shares of p's area; the
 * numbers at its axes lie within. It has no legend and no title. */
panel *panel_inset(panel *p, double left, double bottom, double right, double top);

/* The axes of a panel are called 'x' and 'y'. A null label takes no room. Without a range an axis
 * shows all data with a margin, and whole decades where y is logarithmic; an end of the range that
 * is NaN is chosen likewise. Ticks are chosen unless they are given; n = 0 shows none. */
void panel_axis(panel *p, char name, const char *label, axis_kind kind);
void panel_range(panel *p, char name, double low, double high);
void panel_ticks(panel *p, char name, size_t n, const double *at);

/* Adds a series. The same style is the same method in all figures; a name of null is not in the
 * legend. Later series are drawn over earlier ones. */
series *panel_series(panel *p, const char *name, series_kind kind, size_t style);

/* Draws a series in a colour of its own: hue, saturation and brightness from 0 to 1. */
void series_shade(series *s, double hue, double saturation, double brightness);

/* Adds a text at the right of the panel that leads to the end of the curve. */
void series_end(series *s, const char *text);

/* Adds a row. Values that cannot be shown (not finite, or not positive on a logarithmic axis) are
 * gaps; so are values that a row lacks. */
void series_add(series *s, double x, double y);
void series_add_row(series *s, const double *v, size_t n);

/* Adds a text beside the point (x, y), in the units of the axes. */
void panel_note(panel *p, double x, double y, const char *text);

/* Adds a thin line across the panel at one value of x (vertical) or of y, with its name beside it;
 * name may be null. */
void panel_line(panel *p, double at, bool vertical, const char *name);

/* Adds a grey vertical line where something begins, with its number at the top. Marks must be added
 * from left to right; where they are too close for their pixels, some are left out. */
void panel_mark(panel *p, double at, const char *number);

/* Adds a shaded map with contour lines under the series: ny rows of nx values, the first at (x0,
 * y0), the last at (x1, y1). Darker is higher. log_scale: shades and contours go by the logarithm
 * of the values. The scale stands at the right, and the axes must be linear. */
void panel_map(panel *p, size_t nx, size_t ny, double x0, double x1, double y0, double y1,
               const double *values, bool log_scale);

/* Adds a cluster of n atoms at x, y, z in space, seen from slightly above, with bonds between
 * neighbours closer than 1.3; atoms with twelve neighbours have another colour. The panel has no
 * axes. Positions that are not finite leave it empty. */
void panel_atoms(panel *p, size_t n, const double *xyz);

/* Refuses, before anything is computed, a place where the pictures cannot be written and a machine
 * without gnuplot. option: what has asked for the pictures, such as "--plot", which errors then
 * name; null: none. Returns 0, or the exit status with the error printed. */
int figure_check(const char *option, const char *basename);

/* Draws BASENAME.png and BASENAME.svg, complete or not at all. Returns 0, or the exit status with
 * the error printed. */
int figure_draw(const figure *f, const char *basename);

/* Does the same where an option has asked for it, as above. */
int figure_draw_for(const figure *f, const char *option, const char *basename);
