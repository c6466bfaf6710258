/* SPDX-License-Identifier: MIT
 *
 * The kinds of runs that descriptions name, and what experiments need to write their own. */
#ifndef EXPERIMENT_RUNS_H
#define EXPERIMENT_RUNS_H

#include "experiment/experiment.h"

/* A kind of run: the columns of its rows, and how it is done. */
typedef struct run_kind {
    const char *name, *columns;
    experiment_run run;
} run_kind;

const run_kind *run_kind_find(const char *name); /* null: there is none */

/* The number rounded to six digits, for tables that would be too large otherwise. */
double six_digits(double v);

#endif
