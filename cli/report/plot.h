/* SPDX-License-Identifier: MIT
 *
 * The course of a run as a picture, drawn by gnuplot: values, step sizes, condition of
 * the shape, variables; BASENAME.png and BASENAME.svg. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "report/history.h"
#include "report/report.h"

/* Refuses, before anything is computed, a place where the pictures cannot be written and a machine
 * without gnuplot. Returns 0, or the exit status with the error printed. */
int plot_check(const char *basename);

/* Draws both pictures. They appear complete or not at all. */
int plot_write(const char *basename, const history *h, const report *r);

#endif
