/* SPDX-License-Identifier: MIT
 *
 * From the command line of `nes run` to everything a run needs: the objective, the start, the
 * settings with their arrays. All refusals happen here, before anything is evaluated. */
#ifndef RUN_SETUP_H
#define RUN_SETUP_H

#include <stdbool.h>

#include "args.h"
#include "goal.h"
#include "nes/nes.h"

typedef struct run_options {
    goal_options goal;
    const char *x0, *sigma, *scale, *factor, *lower, *upper, *utilities;
    const char *precision, *plot;
    bool json, quiet;
} run_options;

extern const args_option run_option_table[];

typedef struct run_setup {
    objective goal;
    const char *name;      /* of the objective, as the user wrote it */
    double *x0;            /* owned, as the arrays below; null: the library chooses */
    nes_settings settings; /* borrows the arrays */
    double *scale, *factor, *lower, *upper, *utilities;
} run_setup;

/* Fills the rest of s, whose settings hold the library options of the command line. Returns 0, or
 * the exit status with the error printed. run_setup_close() in either case. */
int run_setup_open(run_setup *s, const run_options *o);
void run_setup_close(run_setup *s);

#endif
