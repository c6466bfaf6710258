/* SPDX-License-Identifier: MIT
 *
 * The course of a run as a picture: values, step size and axis ratio, principal axes, standard
 * deviations and means of the variables by name, and rates that are adapted; BASENAME.png and
 * BASENAME.svg. */
#pragma once

#include "figure/figure.h"
#include "options/variables.h"
#include "report/history.h"
#include "report/report.h"

enum { PLOT_TEXT = 512 }; /* room for a headline */

/* What a picture says of a run besides its course. */
typedef struct plot_subject {
    char headline[PLOT_TEXT], below[PLOT_TEXT];
    double reference; /* values are measured from here: the optimum, or the best value */
    bool optimum;     /* which of them it is */
    bool maximize;
    size_t dim;
    const variables *variables;
    const nes_settings *settings; /* in force; null: not known, nothing is taken for adapted */
} plot_subject;

/* Refuses, before anything is computed, a place where the pictures cannot be written and a machine
 * without gnuplot. option: what asked for them, for the error; null: a command did. Returns 0, or
 * the exit status with the error printed. */
int plot_check(const char *option, const char *basename);

/* Draws both pictures. They appear complete or not at all. */
int plot_draw(const char *option, const char *basename, const history *h, const plot_subject *s);

/* What a report says. */
plot_subject plot_subject_of(const report *r);

/* plot_figure.c: the picture of a course that has rows; null without memory. */
figure *plot_figure(const history *h, const plot_subject *s);

/* "best value 1.5 after 200 evaluations", or that there is none. */
void plot_standing(char *text, size_t size, double best, uint64_t evaluations);
