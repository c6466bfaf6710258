/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a run's picture: data inline, then four panels, and a fifth for rates that
 * are adapted. */
#ifndef REPORT_PLOT_SCRIPT_H
#define REPORT_PLOT_SCRIPT_H

#include <stdio.h>

#include "report/history.h"
#include "report/report.h"

typedef struct plot_script {
    const history *history;
    const report *report;
} plot_script;

/* The size of the picture in pixels, which the script counts on. */
enum { PLOT_WIDTH = 1200 };
int plot_script_height(const plot_script *script);

void plot_script_write(FILE *out, const plot_script *script);

#endif
