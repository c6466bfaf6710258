/* SPDX-License-Identifier: MIT
 *
 * Statistics for tests with a fixed seed. Bounds come from the sample size: KS_BOUND is exceeded
 * once in about 8000 tests, FIVE standard deviations once in two million. */
#ifndef NES_TEST_STATS_H
#define NES_TEST_STATS_H

#include <stddef.h>

#define KS_BOUND 2.2
#define FIVE     5.0

typedef double (*stats_cdf)(double x);

/* sqrt(n) times the Kolmogorov-Smirnov distance; sorts x. */
double stats_ks(size_t n, double *x, stats_cdf cdf);

double stats_normal(double x); /* distribution functions */
double stats_uniform(double x);
double stats_gamma(double a, double x);          /* incomplete gamma function, P(a, x) */
double stats_beta(double a, double b, double x); /* incomplete beta function, I_x(a, b) */
double stats_chi_square(double nu, double x);
double stats_student(double nu, double x);

double stats_median(size_t n, double *x); /* sorts x; the upper one of two */

#endif
