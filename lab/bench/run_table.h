/* SPDX-License-Identifier: MIT
 *
 * Run lengths of one function in one dimension by target: the nine powers of ten from 10 down to
 * 1e-7, as distances to the optimum. */
#pragma once

#include <stddef.h>

#include "coco/read.h"
#include "stats/run_stats.h"

enum { RUN_TARGETS = 9 };
extern const double run_targets[RUN_TARGETS];

/* The lengths of the runs of a set by a target, one block of memory; run_sample_free() frees it. */
run_sample run_sample_of(const coco_set *s, double target);
void run_sample_free(const run_sample *s);

/* A short text, such as a cell of a table. */
typedef struct run_text {
    char text[128];
} run_text;

/* "f8 Rosenbrock", or "f8" for a suite that is not ours. */
run_text run_table_title(const coco_set *s);

/* The group of the function in its suite, "1-separable"; empty for a suite that is not ours. */
void run_table_group(const coco_set *s, char *text, size_t size);

/* A number of evaluations in few characters; "-" for one that is not finite. */
run_text run_table_number(double v);

/* Prints one line on a set: success and expected running time. */
void run_table_print_set(const coco_set *s);
