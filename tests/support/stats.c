/* SPDX-License-Identifier: MIT
 *
 * Statistics for tests with a fixed seed. */
#include "support/stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_ks(size_t n, double *x, stats_cdf cdf)
{
    double worst = 0;
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++) {
        const double p = cdf(x[i]);
        worst = fmax(worst, p - (double)i / (double)n);
        worst = fmax(worst, (double)(i + 1) / (double)n - p);
    }
    return sqrt((double)n) * worst;
}

double stats_normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

double stats_uniform(double x)
{
    return x;
}

/* A continued fraction b_0 + a_1/(b_1 + a_2/(b_2 + ...)), by the ratios of successive numerators
 * and denominators (Lentz). */
typedef void (*terms)(int i, double p, double q, double x, double *a, double *b);

static double fraction(terms next, double p, double q, double x)
{
    const double tiny = 1e-300;
    double value, ratio, other = 0, a, b;
    next(0, p, q, x, &a, &b);
    value = ratio = b != 0 ? b : tiny;
    for (int i = 1; i < 100000; i++) {
        next(i, p, q, x, &a, &b);
        other = b + a * other;
        ratio = b + a / ratio;
        other = 1 / (other != 0 ? other : tiny);
        if (ratio == 0) ratio = tiny;
        value *= ratio * other;
        if (fabs(ratio * other - 1) < 1e-15) break;
    }
    return value;
}

static void gamma_terms(int i, double p, double q, double x, double *a, double *b)
{
    (void)q;
    *a = i * (p - i);
    *b = x + 2 * i + 1 - p;
}

double stats_gamma(double a, double x)
{
    if (!(x > 0)) return 0;
    const double front = exp(a * log(x) - x - lgamma(a));
    if (x > a + 1) return 1 - front / fraction(gamma_terms, a, 0, x);
    double term = 1 / a, sum = term;
    for (int i = 1; term > 1e-17 * sum; i++) sum += term *= x / (a + i);
    return front * sum;
}

static void beta_terms(int i, double p, double q, double x, double *a, double *b)
{
    const int m = i / 2;
    *b = 1;
    *a = i % 2 == 0 ? m * (q - m) * x / ((p + 2 * m - 1) * (p + 2 * m))
                    : -(p + m) * (p + q + m) * x / ((p + 2 * m) * (p + 2 * m + 1));
}

double stats_beta(double a, double b, double x)
{
    if (!(x > 0)) return 0;
    if (x >= 1) return 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - stats_beta(b, a, 1 - x);
    const double front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b));
    return front / a / fraction(beta_terms, a, b, x);
}

double stats_chi_square(double nu, double x)
{
    return stats_gamma(0.5 * nu, 0.5 * x);
}

double stats_student(double nu, double x)
{
    const double tail = 0.5 * stats_beta(0.5 * nu, 0.5, nu / (nu + x * x));
    return x > 0 ? 1 - tail : tail;
}

double stats_median(size_t n, double *x)
{
    qsort(x, n, sizeof *x, ascending);
    return x[n / 2];
}
