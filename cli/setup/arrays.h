/* SPDX-License-Identifier: MIT
 *
 * The array options of the library on the command line: their texts become numbers of the right
 * count. Which options there are comes from the library's table. The start of a run is read here,
 * too, because random starts are arrays of the settings. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/problems.h"
#include "nes/settings.h"
#include "options/args.h"
#include "options/variables.h"

typedef struct arrays {
    double *numbers[ARGS_ARRAYS]; /* owned, by the number of the array option; null: the option was
                                     not given */
} arrays;                         /* a zeroed struct has no arrays */

/* Reads the arrays that were given for these variables, and lets the settings borrow them. Their
 * numbers are the user's. In a list, choices are names, and "?" is infinite. A list of utilities
 * chooses the population size where that is open. Returns 0, or the exit status with the error
 * printed; arrays_close() in either case. */
int arrays_open(arrays *a, const args_arrays *given, const variables *v, nes_settings *s);
void arrays_close(arrays *a);

/* Reads a list of standard deviations, the value of --sigma, as the array scale. */
int arrays_read_sigma(arrays *a, const char *text, const variables *v, nes_settings *s);

/* Makes an array of dim equal numbers for the option of that name, which was not given. */
void arrays_fill(arrays *a, const char *name, double value, size_t dim, nes_settings *s);

/* Reads the value of --x0 for these variables: a point, which goes to *x0, to be freed; or a law
 * such as "uniform:LOW:HIGH", by which the start of every run is drawn from the seed, and whose
 * numbers become arrays of the settings. Returns 0, or the exit status with the error printed. */
int arrays_read_start(arrays *a, const char *text, const variables *v, nes_settings *s,
                      double **x0);

/* Tells the settings which variables of a problem are whole numbers, and between which bounds, with
 * a quarter of these as step size; sigma is that of the others. Nothing where all are real. */
void arrays_use_levels(arrays *a, const nes_problem *p, double sigma, nes_settings *s);

/* The usual start of a problem: returns a point, to be freed, or null if the start is random and
 * the arrays of its law are in the settings. */
double *arrays_usual_start(arrays *a, const nes_problem *p, nes_settings *s);

/* Whether the settings have an array of a law by which starts are drawn. */
bool arrays_have_start(const nes_settings *s);
