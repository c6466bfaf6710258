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

enum { PLOT_TEXT = 512 }; /* bytes of a headline */

/* Constraints and outputs of evaluations in their order. */
typedef struct plot_outputs {
    size_t n, m, k;         /* numbers of evaluations, of constraints and of outputs */
    const variables *names; /* of the outputs */
    double *v;              /* n rows of m + k numbers */
} plot_outputs;

/* What a picture says of a run besides its course. */
typedef struct plot_subject {
    char headline[PLOT_TEXT], below[PLOT_TEXT];
    double reference; /* the optimum, or the best value, from which distances are drawn */
    bool optimum;     /* the reference is the optimum */
    bool maximize;
    size_t dim;
    const variables *variables;
    const double *probabilities; /* of choices (report/probabilities.h); null: none, or not known */
    const plot_outputs *outputs; /* null: there are none, or they are not known */
    const nes_settings
        *settings; /* settings in force; null: not known, no rate counts as adapted */
} plot_subject;

/* Refuses, before anything is computed, a path where the pictures cannot be written and a machine
 * without gnuplot. option: the option that asked for them, for the error; null: a command did.
 * Returns 0, or the exit status with the error printed. */
int plot_check(const char *option, const char *basename);

/* Draws both pictures. They appear complete or not at all. */
int plot_draw(const char *option, const char *basename, const history *h, const plot_subject *s);

/* Returns the subject of a report. */
plot_subject plot_subject_of(const report *r);

/* In plot_figure.c: makes the picture of a course with at least one row. */
figure *plot_figure(const history *h, const plot_subject *s);

/* In plot_choices.c: adds a panel with the probabilities of choices, where there are any. */
void plot_choices(figure *f, const plot_subject *s);

/* In plot_outputs.c: adds panels of outputs or constraints; o: null: none. */
void plot_outputs_add(figure *f, const plot_outputs *o);

/* Writes "best value 1.5 after 200 evaluations", or that there is no value yet. */
void plot_standing(char *text, size_t size, double best, uint64_t evaluations);
