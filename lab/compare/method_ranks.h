/* SPDX-License-Identifier: MIT
 *
 * Which of several methods is better on a problem? Runs are put in order: those that reached the
 * final target by their evaluations, and behind them the others by the distance they came to. Two
 * methods are compared by the test of Mann and Whitney on these ranks (stats/rank_test.h). As many
 * tests are made, their p is multiplied by the number of tests (Bonferroni): with 0.05 the chance
 * of any wrong decision in the whole comparison is at most 5 %.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "coco/read.h"
#include "stats/rank_test.h"

/* Two sets of runs that aim at the same target. */
rank_result rank_compare(const coco_set *a, const coco_set *b);

/* All methods on a problem. */
typedef struct rank_table {
    size_t n;
    rank_result *pairs; /* n rows of n: the method of the row against that of the column; owned */
    size_t best;        /* the method that is better most often */
    bool ahead;         /* no other method is better as often */
} rank_table;

/* sets: one for each method. tests: the number of tests, by which p is multiplied. */
void rank_table_open(rank_table *t, const coco_set *const *sets, size_t n, size_t tests);
void rank_table_close(rank_table *t);

const rank_result *rank_pair(const rank_table *t, size_t a, size_t b);

/* Whether a is better than b, and not by chance. */
bool rank_is_better(const rank_table *t, size_t a, size_t b);
