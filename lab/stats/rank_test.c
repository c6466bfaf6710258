/* SPDX-License-Identifier: MIT
 *
 * Ranks, all ways to divide them, and the normal law; see stats/rank_test.h. */
#include "stats/rank_test.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"

typedef struct ranked {
    double v;
    bool is_a;
} ranked;

static int by_value(const void *x, const void *y)
{
    return ORDER(((const ranked *)x)->v, ((const ranked *)y)->v);
}

/* Both samples together, in ascending order. */
static ranked *in_order(sample a, sample b)
{
    ranked *all = memory_zeros(a.n + b.n, sizeof *all);
    for (size_t i = 0; i < a.n; i++) all[i] = (ranked){a.v[i], true};
    for (size_t i = 0; i < b.n; i++) all[a.n + i] = (ranked){b.v[i], false};
    qsort(all, a.n + b.n, sizeof *all, by_value);
    return all;
}

/* Fills in twice the rank of each number, from 1, which is whole for ties too: these share the mean
 * of their ranks. Returns the sum of t^3 - t over groups of t equal numbers. */
static double find_ranks(const ranked *all, size_t n, size_t *twice)
{
    double ties = 0;
    for (size_t lo = 0, hi; lo < n; lo = hi) {
        for (hi = lo + 1; hi < n && all[hi].v == all[lo].v; hi++) continue;
        const double t = (double)(hi - lo);
        for (size_t i = lo; i < hi; i++) twice[i] = lo + hi + 1;
        ties += t * t * t - t;
    }
    return ties;
}

/* The share of all subsets of m numbers whose sum of twice the rank is at least so far from the
 * mean, by counting the subsets of each size with each sum. */
static double exact(size_t n, const size_t *twice, size_t m, size_t away)
{
    const size_t most = n * (n + 1), mean = m * (n + 1);
    double *count = memory_zeros((m + 1) * (most + 1), sizeof *count), beyond = 0, all = 0;
    count[0] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i < m ? i + 1 : m; k > 0; k--) {
            const double *without = count + (k - 1) * (most + 1);
            double *with = count + k * (most + 1) + twice[i];
            for (size_t s = 0; s + twice[i] <= most; s++) with[s] += without[s];
        }
    for (size_t s = 0; s <= most; s++) {
        const double c = count[m * (most + 1) + s];
        all += c;
        beyond += (s > mean ? s - mean : mean - s) >= away ? c : 0;
    }
    free(count);
    return beyond / all;
}

/* away: of U, which is half of the sum of twice the ranks. */
static double normal(double a, double b, double ties, double away)
{
    const double n = a + b, variance = a * b / 12 * (n + 1 - ties / (n * (n - 1)));
    return variance > 0 ? erfc(fmax(0, away - 0.5) / sqrt(2 * variance)) : 1;
}

rank_result rank_test(sample a, sample b)
{
    const size_t n = a.n + b.n, mean = a.n * (n + 1);
    ranked *all = in_order(a, b);
    size_t *twice = memory_zeros(n, sizeof *twice), sum = 0;
    const double ties = find_ranks(all, n, twice), pairs = (double)a.n * (double)b.n;
    for (size_t i = 0; i < n; i++) sum += all[i].is_a ? twice[i] : 0;
    const double away = 0.5 * fabs((double)sum - (double)mean);
    const size_t m = a.n < b.n ? a.n : b.n; /* both sums are as far from their means */
    const rank_result r = {.better = 0.5 + 0.5 * ((double)mean - (double)sum) / pairs,
                           .p = n <= RANK_TEST_EXACT
                                    ? exact(n, twice, m, sum > mean ? sum - mean : mean - sum)
                                    : normal((double)a.n, (double)b.n, ties, away)};
    free(all);
    free(twice);
    return r;
}
