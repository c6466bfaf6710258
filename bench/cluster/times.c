/* SPDX-License-Identifier: MIT
 *
 * Laws of evaluation times; see times.h. */
#include "times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool cluster_law_read(cluster_law *law, const char *text)
{
    double a = 0, b = 0;
    int end = 0;
    const int length = (int)strlen(text);
    cluster_shape shape;
    if (strcmp(text, "constant") == 0)
        shape = CLUSTER_CONSTANT;
    else if (strcmp(text, "exponential") == 0)
        shape = CLUSTER_EXPONENTIAL;
    else if (sscanf(text, "lognormal:%lf%n", &a, &end) == 1 && end == length && a > 0)
        shape = CLUSTER_LOGNORMAL;
    else if (sscanf(text, "pareto:%lf%n", &a, &end) == 1 && end == length && a > 1)
        shape = CLUSTER_PARETO;
    else if (sscanf(text, "slow:%lf:%lf%n", &a, &b, &end) == 2 && end == length && a >= 0 &&
             a <= 1 && b >= 1 && isfinite(b))
        shape = CLUSTER_SLOW;
    else
        return false;
    *law = (cluster_law){.shape = shape, .mean = law->mean, .a = a, .b = b};
    return isfinite(a);
}

/* SplitMix64. */
uint64_t cluster_mix(uint64_t address, uint64_t value)
{
    uint64_t z = address + 0x9e3779b97f4a7c15u * (value + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Between 0 and 1, both excluded. */
static double uniform(uint64_t address, uint64_t which)
{
    return ((double)(cluster_mix(address, which) >> 12) + 0.5) * 0x1p-52;
}

static double normal(uint64_t address)
{
    const double turn = 6.283185307179586 * uniform(address, 1);
    return sqrt(-2 * log(uniform(address, 0))) * cos(turn);
}

double cluster_usual(const cluster_law *law)
{
    return law->mean / (1 + law->a * (law->b - 1));
}

/* Standard deviation of the logarithm, and its mean. */
static double log_width(const cluster_law *law)
{
    return sqrt(log1p(law->a * law->a));
}

static double log_middle(const cluster_law *law)
{
    return log(law->mean) - 0.5 * log1p(law->a * law->a);
}

static double least_of_pareto(const cluster_law *law)
{
    return law->mean * (law->a - 1) / law->a;
}

double cluster_time(const cluster_law *law, uint64_t address)
{
    switch (law->shape) {
    case CLUSTER_EXPONENTIAL:
        return -law->mean * log(uniform(address, 0));
    case CLUSTER_LOGNORMAL:
        return exp(log_middle(law) + log_width(law) * normal(address));
    case CLUSTER_PARETO:
        return least_of_pareto(law) * pow(uniform(address, 0), -1 / law->a);
    case CLUSTER_SLOW:
        return cluster_usual(law) * (uniform(address, 0) < law->a ? law->b : 1);
    case CLUSTER_CONSTANT:
        break;
    }
    return law->mean;
}

double cluster_cdf(const cluster_law *law, double x)
{
    if (x <= 0) return 0;
    switch (law->shape) {
    case CLUSTER_EXPONENTIAL:
        return -expm1(-x / law->mean);
    case CLUSTER_LOGNORMAL:
        return 0.5 * erfc((log_middle(law) - log(x)) / (log_width(law) * sqrt(2)));
    case CLUSTER_PARETO: {
        const double least = least_of_pareto(law);
        return x < least ? 0 : -expm1(law->a * log(least / x));
    }
    case CLUSTER_SLOW: {
        const double usual = cluster_usual(law);
        return x < usual ? 0 : x < law->b * usual ? 1 - law->a : 1;
    }
    case CLUSTER_CONSTANT:
        break;
    }
    return x < law->mean ? 0 : 1;
}

double cluster_quantile(const cluster_law *law, double p)
{
    double low = 1e-12 * law->mean, high = 1e12 * law->mean;
    while (high > low * (1 + 1e-14)) {
        const double x = sqrt(low * high);
        if (cluster_cdf(law, x) < p)
            low = x;
        else
            high = x;
    }
    return high;
}

double cluster_cv(const cluster_law *law)
{
    switch (law->shape) {
    case CLUSTER_EXPONENTIAL:
        return 1;
    case CLUSTER_LOGNORMAL:
        return law->a;
    case CLUSTER_PARETO:
        return law->a > 2 ? 1 / sqrt(law->a * (law->a - 2)) : INFINITY;
    case CLUSTER_SLOW:
        return cluster_usual(law) * (law->b - 1) * sqrt(law->a * (1 - law->a)) / law->mean;
    case CLUSTER_CONSTANT:
        break;
    }
    return 0;
}
