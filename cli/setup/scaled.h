/* SPDX-License-Identifier: MIT
 *
 * Settings for variables with a scale (options/scale.h). Users give bounds, starts and standard
 * deviations in their own numbers; the library gets those that are searched: whole numbers for
 * steps and lists of values, and choices. */
#pragma once

#include "setup/run_setup.h"

/* Lets the steps begin at the lower bounds. The arrays have been read. */
void scaled_begin(run_setup *s);

/* Translates arrays and start. Returns 0, or the exit status with the error printed. */
int scaled_use(run_setup *s, const run_options *o);
