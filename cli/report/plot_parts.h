/* SPDX-License-Identifier: MIT
 *
 * What the files that write the script of a run's picture share: columns of the data, ranges of
 * axes, and lines that end in the names of variables. */
#ifndef REPORT_PLOT_PARTS_H
#define REPORT_PLOT_PARTS_H

#include "report/plot_script.h"

/* Columns of the data, counted from 1 as gnuplot does. After the rates come the standard deviations
 * of the variables, their means, and the axes. */
enum { PLOT_EVALUATIONS = 1, PLOT_BEST, PLOT_MEDIAN, PLOT_SIGMA, PLOT_RATIO, PLOT_RATE };
enum { PLOT_STD = PLOT_RATE + RATES };
size_t plot_mean(const plot_script *p);    /* the first column of the means, */
size_t plot_axis(const plot_script *p);    /* of the axes, */
size_t plot_columns(const plot_script *p); /* and the last of all */

typedef struct plot_range {
    bool log;
    double low, high;
    bool empty; /* there is nothing to be shown */
} plot_range;

/* The range of columns from .. to: whole decades, or a margin on a linear axis. */
plot_range plot_range_of(const plot_script *p, size_t from, size_t to, bool log);

/* What a row has in a column; NaN: nothing that can be shown. */
double plot_cell(const plot_script *p, const course_row *row, size_t column);

/* Where a value lies in a range, from 0 at the bottom to 1. */
double plot_place(const plot_range *r, double v);

/* Data blocks: $run has the rows of each run, with an empty line between runs that interrupts the
 * curves; $best has all rows in the order of time. */
void plot_write_data(FILE *out, const plot_script *p);

/* Calls visit for every start of a run after the first: where on the axis of evaluations. */
void plot_each_start(const plot_script *p, void (*visit)(void *data, uint64_t run, double at),
                     void *data);

/* Where a panel lies, in pixels from the left and from the top. */
typedef struct plot_area {
    int left, right, top, bottom;
} plot_area;

/* The lines of all variables, from that column on, each with its name and its value at its end. */
void plot_write_variables(FILE *out, const plot_script *p, size_t column, const plot_range *r,
                          plot_area a);

/* Pixels that these names take at most. */
int plot_names_width(const plot_script *p);

/* A colour of number i of n as gnuplot reads it. */
void plot_write_color(FILE *out, size_t i, size_t n);

#endif
