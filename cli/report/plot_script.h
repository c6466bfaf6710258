/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a run's picture: data inline, then the panels. */
#ifndef REPORT_PLOT_SCRIPT_H
#define REPORT_PLOT_SCRIPT_H

#include <stdio.h>

#include "report/plot.h"

/* Room for a headline; variables and axes that are drawn at most. */
enum { PLOT_TEXT = 512, PLOT_LINES = 50 };

/* How the means of the variables are shown: as they are, on a logarithmic axis, or as the share of
 * the way from the lower to the upper bound. */
typedef enum plot_scale { PLOT_LINEAR, PLOT_LOG, PLOT_SHARE } plot_scale;

typedef struct plot_script {
    const history *history;
    const plot_subject *subject;
    int width, height; /* pixels */
    size_t variables;  /* that are drawn: the first of them */
    size_t axes;       /* that are drawn, spread from the shortest to the longest */
    size_t most_axes;  /* of a row */
    bool rates;        /* some are adapted */
    bool plain;        /* values are shown as they are, not by their distance to the best */
    plot_scale scale;
} plot_script;

plot_script plot_script_make(const history *h, const plot_subject *s);
void plot_script_write(FILE *out, const plot_script *script);

/* What a report says; both texts are the subject's. */
plot_subject plot_subject_of(const report *r, char headline[PLOT_TEXT], char below[PLOT_TEXT]);

#endif
