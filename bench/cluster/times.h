/* SPDX-License-Identifier: MIT
 *
 * How long evaluations take: laws by name, drawn by address, with the distribution functions that
 * closed forms need.
 *
 *     constant             all take the mean
 *     exponential
 *     lognormal:CV         CV: standard deviation over mean
 *     pareto:A             a heavy tail, P(longer than x) ~ x^-A; A above 1
 *     slow:SHARE:FACTOR    most take equally long, a share of them FACTOR times as long */
#ifndef NES_BENCH_CLUSTER_TIMES_H
#define NES_BENCH_CLUSTER_TIMES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cluster_shape {
    CLUSTER_CONSTANT,
    CLUSTER_EXPONENTIAL,
    CLUSTER_LOGNORMAL,
    CLUSTER_PARETO,
    CLUSTER_SLOW
} cluster_shape;

typedef struct cluster_law {
    cluster_shape shape;
    double mean; /* seconds */
    double a, b; /* CV; A; SHARE and FACTOR */
} cluster_law;

/* False: text is none of the above. The mean stays as it is. */
bool cluster_law_read(cluster_law *law, const char *text);

/* A number that other addresses do not share. */
uint64_t cluster_mix(uint64_t address, uint64_t value);

/* The time of the evaluation with this address. */
double cluster_time(const cluster_law *law, uint64_t address);

/* Share of evaluations that take x seconds at most. */
double cluster_cdf(const cluster_law *law, double x);

/* The time that a share p of all does not exceed. */
double cluster_quantile(const cluster_law *law, double p);

/* Standard deviation over mean; infinite where there is none. */
double cluster_cv(const cluster_law *law);

/* Of the law slow: the time of those that are not. */
double cluster_usual(const cluster_law *law);

#endif
