/* SPDX-License-Identifier: MIT
 *
 * The array options of the library on the command line: their texts become numbers of the right
 * count. Which options there are comes from the library's table. */
#pragma once

#include <stddef.h>

#include "nes/settings.h"
#include "options/args.h"

typedef struct arrays {
    double *numbers[ARGS_ARRAYS]; /* owned, by the number of the array option; null: the option was
                                     not given */
} arrays;                         /* a zeroed struct has no arrays */

/* Reads the arrays that were given for dimension dim, and lets the settings borrow them. A list of
 * utilities chooses the population size where that is open. Returns 0, or the exit status with the
 * error printed; arrays_close() in either case. */
int arrays_open(arrays *a, const args_arrays *given, size_t dim, nes_settings *s);
void arrays_close(arrays *a);

/* Reads a list of standard deviations, the value of --sigma, as the array scale. */
int arrays_read_sigma(arrays *a, const char *text, size_t dim, nes_settings *s);

/* Makes an array of dim equal numbers for the option of that name, which was not given. */
void arrays_fill(arrays *a, const char *name, double value, size_t dim, nes_settings *s);

/* Prints the entries of all array options for a help text. */
void arrays_print(void);
