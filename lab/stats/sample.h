/* SPDX-License-Identifier: MIT
 *
 * Statistics of samples, with their uncertainty. Intervals are those that contain the true value
 * with a probability of about 95 %. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct sample {
    size_t n;
    const double *v; /* borrowed */
} sample;

typedef struct interval {
    double low, high;
} interval;

/* All are NaN for an empty sample. NaNs of a sample count as infinite. */
double sample_mean(sample s);
double sample_error(sample s); /* standard error of the mean */

/* The value below which a share q of the sample lies, interpolated. Infinite where it lies among
 * infinite ones. */
double sample_quantile(sample s, double q);
double sample_median(sample s);

/* An interval for the median, from the order statistics; it needs no assumption. */
interval sample_median_interval(sample s);

/* How many are at most that large, and their share. */
size_t sample_count(sample s, double limit);
double sample_share(sample s, double limit);

/* How many are finite, and their share. */
size_t sample_finite(sample s);
double sample_finite_share(sample s);
double sample_finite_mean(sample s); /* of those, as is the median */
double sample_finite_median(sample s);

/* Number k of the sample in ascending order, from 0; NaN: there is none. */
double sample_ranked(sample s, size_t k);

/* Wilson's interval for a probability, k of n. */
interval share_interval(size_t k, size_t n);

/* Slope of the line through n points by least squares. */
double slope(size_t n, const double *x, const double *y);

/* Whether many measured numbers agree with reference values that were themselves measured: every
 * difference is counted in its standard errors, and the largest one decides. */
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
