/* SPDX-License-Identifier: MIT
 *
 * The test of Mann and Whitney: whether the numbers of one sample tend to be smaller than those of
 * another. U counts the pairs in which the number of a is smaller, ties by half. p is the
 * probability, if both samples have the same law, that U is at least as far from its mean: exact,
 * ties included, up to 40 numbers together, from all ways to divide them into samples of these
 * sizes; beyond that from the normal law with the variance corrected for ties, and for continuity.
 */
#pragma once

#include "stats/sample.h"

enum { RANK_TEST_EXACT = 40 };

/* Commands call a difference sure where p, times the number of tests they make, is below it. */
#define RANK_TEST_LEVEL 0.05

typedef struct rank_result {
    double better; /* the probability that a number of a is smaller than one of b, ties by half */
    double p;      /* of both having the same law, two-sided; not corrected for many tests */
} rank_result;

/* Infinite numbers are the largest and equal to each other; neither sample is empty. */
rank_result rank_test(sample a, sample b);
