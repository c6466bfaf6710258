/* SPDX-License-Identifier: MIT
 *
 * Whether many measured numbers agree with reference values that were themselves measured: every
 * difference is counted in its standard errors, and the largest one decides. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct agreement {
    size_t n;       /* comparisons */
    double largest; /* difference, in standard errors, with its sign */
    char where[64]; /* what it belongs to */
} agreement;

/* One more comparison: error is the standard error of the difference, where says what it is of. */
void agreement_add(agreement *a, double difference, double error, const char *where);

/* The largest of so many differences stays below this many standard errors with a probability of
 * 95 %, if there is nothing but chance. */
double agreement_bound(size_t n);
bool agreement_holds(const agreement *a);

/* The standard error of the difference between the shares k of n and p of m, if both are of the
 * same probability. */
double share_difference_error(size_t k, size_t n, double p, size_t m);
