/* SPDX-License-Identifier: MIT
 *
 * The outcome of a comparison, from its raw data: for each problem and method its runs, figures by
 * target, and which method was better. */
#pragma once

#include <stddef.h>

#include "coco/read.h"
#include "compare/compare_plan.h"
#include "compare/method_ranks.h"
#include "compare/reference.h"
#include "stats/run_stats.h"
#include "stats/sample.h"

/* The runs of one method on one problem, by one target. */
typedef struct target_figures {
    size_t reached;
    interval share; /* Wilson's interval of the probability to reach the target */
    double ert, median;
    interval ert_interval; /* bootstrap */
} target_figures;

/* The values with which runs ended, the best and the quartiles, as the objective gave them. A run
 * without a finite value counts as infinitely bad. */
typedef struct final_values {
    double best, better_quarter, median, worse_quarter;
} final_values;

/* One method on one problem. */
typedef struct compare_cell {
    coco_set runs; /* the steps have distances; the precision is the final target */
    target_figures figures[REFERENCE_SHOWN];
    final_values finals;
} compare_cell;

typedef struct compare_results {
    const compare_plan *plan;
    compare_cell *cells;   /* owned; by problem, then method */
    reference *references; /* owned; by problem */
    rank_table *ranks;     /* owned; by problem */
} compare_results;

/* Reads the tables of the folder. Returns 0, or the exit status with the error printed.
 * compare_results_close() in either case. */
int compare_results_open(compare_results *r, const compare_plan *p);
void compare_results_close(compare_results *r);

compare_cell *compare_results_cell(const compare_results *r, size_t problem, size_t method);
