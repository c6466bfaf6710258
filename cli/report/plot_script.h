/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a run's picture: data inline, then the same panels for PNG and SVG. */
#ifndef REPORT_PLOT_SCRIPT_H
#define REPORT_PLOT_SCRIPT_H

#include <stdio.h>

#include "report/history.h"
#include "report/report.h"

typedef struct plot_script {
    const history *history;
    const report *report;
    const char *files[2]; /* where gnuplot writes the PNG and the SVG */
} plot_script;

void plot_script_write(FILE *out, const plot_script *script);

#endif
