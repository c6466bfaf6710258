/* SPDX-License-Identifier: MIT
 *
 * Statistics of run lengths. Of n runs, hit[i] is the evaluations run i needed for a target,
 * infinite if it never reached it, and total[i] its whole length.
 *
 *   expected running time   ERT = (sum of hit over runs that reached it + sum of total over the
 *                           others) / number of runs that reached it; infinite if there is none.
 *                           It estimates what repeated runs until success cost.
 *   median                  with runs that did not reach the target as infinite
 *   bootstrap               runs are drawn again with replacement, by a generator of our own that
 *                           starts at a fixed place, so that the same data give the same interval
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "stats/sample.h"

typedef struct run_sample {
    size_t n;
    const double *hit, *total;
} run_sample;

size_t run_successes(const run_sample *s);
double run_ert(const run_sample *s);

/* The median; with an even number the mean of the two in the middle. NaN without runs. */
double run_median(const run_sample *s);

/* A stream of random numbers. */
typedef struct run_random {
    uint64_t state;
} run_random;

uint64_t run_random_next(run_random *r);

/* Draws n numbers below n, with replacement: a sample of runs. */
void run_draw(size_t *drawn, size_t n, run_random *r);

/* The ERT of the runs drawn from a sample; null: of the sample itself. */
double run_ert_drawn(const run_sample *s, const size_t *drawn);

enum { RUN_DRAWS = 1000 };

/* The middle 95 % of n numbers, which are put in order; NaNs are left out. */
interval run_middle(double *v, size_t n);

/* The bootstrap interval of the ERT; infinite ends where too few runs reach the target, NaN without
 * runs. */
interval run_ert_interval(const run_sample *s);
