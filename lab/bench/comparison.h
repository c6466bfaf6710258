/* SPDX-License-Identifier: MIT
 *
 * Two result folders side by side: for each function, dimension and target the expected running
 * times of both, their ratio and how sure it is; and the shares of targets that both reached. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/run_table.h"
#include "bench/shares.h"
#include "coco/read.h"
#include "stats/rank_test.h"

/* One function in one dimension, in both folders. */
typedef struct compare_set {
    const coco_set *a, *b;
    double ert_a[RUN_TARGETS], ert_b[RUN_TARGETS];
    size_t reached_a[RUN_TARGETS], reached_b[RUN_TARGETS];
    double ratio[RUN_TARGETS]; /* ert_b / ert_a; infinite: only a was there; 0: only b; NaN: none */
    interval interval[RUN_TARGETS];
    rank_result test[RUN_TARGETS]; /* of the evaluations to the target */
} compare_set;

/* Over all functions, dimensions and targets. */
typedef struct compare_all {
    size_t both, only_a, only_b, neither;
    size_t a_faster, b_faster; /* targets with p below RANK_TEST_LEVEL, times the number of tests:
                                  all targets that anybody reached */
    double ratio;              /* geometric mean where both reached the target; NaN: nowhere */
    interval interval;
} compare_all;

typedef struct comparison {
    const char *name_a, *name_b;
    coco_folder a, b;
    compare_set *sets; /* owned */
    size_t n;          /* functions and dimensions that are in both */
    compare_all all;
    share_table shares_a, shares_b; /* of the sets in both folders; with the same rows */
} comparison;

/* Compares what both folders have. The bootstrap draws runs, the same for all targets of a function
 * and dimension, and starts at the same place every time. Returns 0, or the exit status with the
 * error printed; comparison_close() in either case. */
int comparison_open(comparison *c, const char *a, const char *b);
void comparison_close(comparison *c);

/* Prints the tables. */
void comparison_print(const comparison *c);

/* Appends what holds over all functions, dimensions and targets. b: how the second folder is
 * called; the first is A. */
void comparison_overall(const comparison *c, char b, buffer *text);

/* The comparison as a JSON object. */
cJSON *comparison_object(const comparison *c);
