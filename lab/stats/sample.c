/* SPDX-License-Identifier: MIT
 *
 * Statistics of samples; see stats/sample.h. */
#include "stats/sample.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"

double sample_mean(sample s)
{
    double sum = 0;
    for (size_t i = 0; i < s.n; i++) sum += s.v[i];
    return sum / (double)s.n;
}

double sample_error(sample s)
{
    const double mean = sample_mean(s);
    double sum = 0;
    for (size_t i = 0; i < s.n; i++) sum += (s.v[i] - mean) * (s.v[i] - mean);
    return sqrt(sum / ((double)s.n * (double)(s.n - 1)));
}

/* A copy in ascending order, to be freed; null without numbers. */
static double *sorted(sample s)
{
    if (s.n == 0) return NULL;
    double *v = memory_zeros(s.n, sizeof *v);
    for (size_t i = 0; i < s.n; i++) v[i] = isnan(s.v[i]) ? INFINITY : s.v[i];
    qsort(v, s.n, sizeof *v, order_reals);
    return v;
}

/* Between neighbours; the larger one where it is infinite, so that no NaN comes of it. */
static double between(double low, double high, double share)
{
    if (share == 0) return low;
    return isinf(high) ? high : low + share * (high - low);
}

double sample_quantile(sample s, double q)
{
    double *v = sorted(s);
    if (v == NULL) return NAN;
    const double at = q * (double)(s.n - 1);
    const size_t below = (size_t)at;
    const double result =
        below + 1 < s.n ? between(v[below], v[below + 1], at - (double)below) : v[s.n - 1];
    free(v);
    return result;
}

double sample_median(sample s)
{
    return sample_quantile(s, 0.5);
}

/* The ranks n/2 -+ 1.96 sqrt(n)/2 of the order statistics. */
interval sample_median_interval(sample s)
{
    const double half = 0.98 * sqrt((double)s.n), last = (double)s.n - 1;
    const double low = fmax(0, floor(last / 2 - half)), high = fmin(last, ceil(last / 2 + half));
    double *v = sorted(s);
    if (v == NULL) return (interval){NAN, NAN};
    const interval result = {v[(size_t)low], v[(size_t)high]};
    free(v);
    return result;
}

size_t sample_count(sample s, double limit)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) n += s.v[i] <= limit ? 1 : 0;
    return n;
}

double sample_share(sample s, double limit)
{
    return (double)sample_count(s, limit) / (double)s.n;
}

size_t sample_finite(sample s)
{
    return sample_count(s, DBL_MAX);
}

double sample_finite_share(sample s)
{
    return sample_share(s, DBL_MAX);
}

double sample_finite_mean(sample s)
{
    double sum = 0;
    for (size_t i = 0; i < s.n; i++) sum += isfinite(s.v[i]) ? s.v[i] : 0;
    return sum / (double)sample_finite(s);
}

double sample_ranked(sample s, size_t k)
{
    double *v = k < s.n ? sorted(s) : NULL;
    const double result = v == NULL ? NAN : v[k];
    free(v);
    return result;
}

double sample_finite_median(sample s)
{
    const size_t n = sample_finite(s);
    if (n == 0) return NAN;
    return (sample_ranked(s, (n - 1) / 2) + sample_ranked(s, n / 2)) / 2;
}

interval share_interval(size_t k, size_t n)
{
    const double z = 1.96, m = (double)n, p = (double)k / m, scale = 1 / (1 + z * z / m);
    const double middle = p + z * z / (2 * m);
    const double half = z * sqrt(p * (1 - p) / m + z * z / (4 * m * m));
    return (interval){fmax(0, (middle - half) * scale), fmin(1, (middle + half) * scale)};
}

double slope(size_t n, const double *x, const double *y)
{
    double mx = 0, my = 0, above = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        above += (x[i] - mx) * (y[i] - my);
        below += (x[i] - mx) * (x[i] - mx);
    }
    return above / below;
}

/* ---- agreement ------------------------------------------------------------------------------ */

void agreement_add(agreement *a, double difference, double error, const char *where)
{
    const double gap = difference / error;
    a->n++;
    /* A NaN is larger than all. */
    if (isnan(a->largest) || (a->n > 1 && fabs(gap) <= fabs(a->largest))) return;
    a->largest = gap;
    snprintf(a->where, sizeof a->where, "%s", where);
}

double agreement_bound(size_t n)
{
    double low = 0, high = 10;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if ((double)n * erfc(middle / sqrt(2)) > 0.05)
            low = middle;
        else
            high = middle;
    }
    return high;
}

bool agreement_holds(const agreement *a)
{
    return fabs(a->largest) <= agreement_bound(a->n);
}

/* One success and one failure more keep it away from 0. */
double share_difference_error(size_t k, size_t n, double p, size_t m)
{
    const double a = (double)n, b = (double)m, q = ((double)k + p * b + 1) / (a + b + 2);
    return sqrt(q * (1 - q) * (1 / a + 1 / b));
}
