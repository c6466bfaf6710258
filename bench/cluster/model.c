/* SPDX-License-Identifier: MIT
 *
 * The mean of a maximum is the integral of 1 - P(all are smaller). For static shares these are sums
 * of times, one for every rank. On demand, all ranks are at work until the last point is taken, and
 * what is left of their evaluations then has the density (1 - F) / mean. */
#include "model.h"

#include <math.h>

typedef double distribution(const cluster_law *law, double count, double x);

/* Mean of the largest number of two groups. Group i has members[i] numbers, whose distribution is f
 * with count[i]. */
static double largest(distribution *f, const cluster_law *law, const double count[2],
                      const double members[2])
{
    const double low = log(1e-5 * law->mean), high = log(1e30 * law->mean), step = 5e-4;
    double sum = exp(low);
    for (double t = low; t < high; t += step) {
        const double x = exp(t + 0.5 * step);
        double all = 1;
        for (int i = 0; i < 2; i++)
            if (members[i] > 0 && count[i] > 0) all *= pow(f(law, count[i], x), members[i]);
        const double more = (1 - all) * 2 * x * sinh(0.5 * step);
        sum += more;
        if (all > 0.5 && more < 1e-12 * sum) break;
    }
    return sum;
}

/* Sum of count exponential times: 1 - e^-y (1 + y + ... + y^(count-1) / (count-1)!), from its tail.
 */
static double erlang(const cluster_law *law, double count, double x)
{
    const double y = x / law->mean;
    double term = exp(count * log(y) - y - lgamma(count + 1)), sum = 0;
    if (y > count + 1) {
        for (double i = count; i >= 1 && term > 0; i--) {
            term *= i / y;
            sum += term;
        }
        return fmax(0, 1 - sum);
    }
    for (double i = count + 1; term > 1e-18 * sum; i++) {
        sum += term;
        term *= y / i;
    }
    return fmin(1, sum);
}

/* A lognormal law with the mean and the deviation of the sum. */
static double lognormal_sum(const cluster_law *law, double count, double x)
{
    const cluster_law sum = {
        .shape = CLUSTER_LOGNORMAL, .mean = count * law->mean, .a = law->a / sqrt(count)};
    return cluster_cdf(&sum, x);
}

static double single(const cluster_law *law, double count, double x)
{
    (void)count;
    return cluster_cdf(law, x);
}

/* What is left of an evaluation at a moment that has nothing to do with it: the integral of (1 - F)
 * / mean up to x. */
static double left_over(const cluster_law *law, double count, double x)
{
    (void)count;
    if (law->shape == CLUSTER_EXPONENTIAL) return cluster_cdf(law, x);
    /* Lognormal: the part of the mean that is below x is another lognormal distribution. */
    const double square = 1 + law->a * law->a;
    const cluster_law heavier = {
        .shape = CLUSTER_LOGNORMAL, .mean = law->mean * square, .a = law->a};
    return x * (1 - cluster_cdf(law, x)) / law->mean + cluster_cdf(&heavier, x);
}

double cluster_model_largest(const cluster_law *law, size_t n)
{
    return largest(single, law, (double[]){1, 0}, (double[]){(double)n, 0});
}

/* At most so many of count are slow. */
static double few_slow(const cluster_law *law, double count, double most)
{
    double sum = 0;
    for (double i = 0; i <= most && i <= count; i++)
        sum += exp(lgamma(count + 1) - lgamma(i + 1) - lgamma(count - i + 1) + i * log(law->a) +
                   (count - i) * log1p(-law->a));
    return fmin(1, sum);
}

/* The rank with most points comes first, and decides where none is slow. */
static double static_slow(const cluster_law *law, const double count[2], const double members[2])
{
    double most = 0, all = 0;
    if (law->a == 0 || law->a == 1) return law->mean * (members[0] > 0 ? count[0] : count[1]);
    for (double i = 0; all < 1 - 1e-13 && i <= count[0]; i++) {
        all = pow(few_slow(law, count[0], i), members[0]) *
              pow(few_slow(law, count[1], i), members[1]);
        most += 1 - all;
    }
    return cluster_usual(law) * ((members[0] > 0 ? count[0] : count[1]) + (law->b - 1) * most);
}

static double evaluate_static(const cluster_job *j)
{
    const cluster_law *law = &j->law;
    const double each = (double)(j->points / j->ranks), rest = (double)(j->points % j->ranks);
    const double count[2] = {each + 1, each}, members[2] = {rest, (double)j->ranks - rest};
    const bool one = each + (rest > 0) == 1;
    switch (law->shape) {
    case CLUSTER_CONSTANT:
        return law->mean * (each + (rest > 0));
    case CLUSTER_EXPONENTIAL:
        return largest(erlang, law, count, members);
    case CLUSTER_LOGNORMAL:
        return largest(lognormal_sum, law, count, members);
    case CLUSTER_PARETO:
        return one ? largest(single, law, count, members) : NAN;
    case CLUSTER_SLOW:
        return rest == 0 || one ? static_slow(law, count, members) : NAN;
    }
    return NAN;
}

/* Constant times: ranks come to the counter in the same order again and again. Either each of them
 * finds it free after its evaluation, or it never rests. */
static double demand_constant(const cluster_job *j, double serve)
{
    const double n = (double)j->points, ranks = (double)j->ranks, t = j->law.mean;
    if (j->points % j->ranks != 0) return NAN;
    return fmax(n / ranks * (t + j->machine.fetch) + (ranks - 1) * serve,
                t + j->machine.fetch - serve + n * serve);
}

static double evaluate_on_demand(const cluster_job *j)
{
    const cluster_law *law = &j->law;
    const double n = (double)j->points, ranks = (double)j->ranks, cv = cluster_cv(law);
    if (j->points <= j->ranks) return evaluate_static(j);
    if (law->shape == CLUSTER_CONSTANT) return demand_constant(j, j->machine.serve);
    if (law->shape != CLUSTER_EXPONENTIAL && law->shape != CLUSTER_LOGNORMAL) return NAN;
    const double left = 0.5 * law->mean * (1 + cv * cv);
    return n / ranks * (law->mean + j->machine.fetch) - left +
           largest(left_over, law, (double[]){1, 0}, (double[]){ranks, 0});
}

double cluster_model_seconds(const cluster_job *j)
{
    if (j->schedule == CLUSTER_CHASE) return NAN;
    return cluster_optimiser(&j->machine, j->points) +
           cluster_round(&j->machine, j->ranks, j->points) +
           (j->schedule == CLUSTER_STATIC ? evaluate_static(j) : evaluate_on_demand(j));
}

double cluster_model_closing(const cluster_law *law, double straggler)
{
    double x = cluster_quantile(law, 0.5);
    for (int i = 0; i < 10000; i++) {
        const double until = straggler * cluster_quantile(law, 0.5 * cluster_cdf(law, x));
        if (until <= x) return x;
        if (cluster_cdf(law, until) == 1) return INFINITY;
        if (until - x < 1e-12 * x) return until;
        x = until;
    }
    return x;
}
