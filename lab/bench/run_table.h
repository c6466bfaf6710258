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

typedef struct run_table {
    size_t n;
    double *hit[RUN_TARGETS], *final, *total; /* n numbers each; owned, one block from total */
} run_table;

/* Returns 0, or -1 without memory. */
int run_table_open(run_table *t, const coco_set *s);
void run_table_close(run_table *t);

run_sample run_table_sample(const run_table *t, size_t target);
run_sample run_table_final(const run_table *t); /* the precision of the set */

/* "f8 Rosenbrock", or "f8" for a suite that is not ours. */
void run_table_title(const coco_set *s, char *text, size_t size);

/* The group of the function in its suite, "1-separable"; empty for a suite that is not ours. */
void run_table_group(const coco_set *s, char *text, size_t size);

/* A number of evaluations in few characters; "-" for one that is not finite. */
void run_table_number(double v, char *text, size_t size);

/* Prints one line on a set: success and expected running time. */
void run_table_print_set(const coco_set *s);
