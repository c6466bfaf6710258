/* SPDX-License-Identifier: MIT
 *
 * What theory predicts of interleaved restarts, from single runs as they were measured, and
 * intervals of running times: functions of SQL for E3 and E13. [math: A9] */
#include <math.h>
#include <stdlib.h>

#include "base/mix.h"
#include "experiment/functions.h"
#include "stats/run_stats.h"

/* predicted(hit, p, t): the probability of success after t evaluations, if the hits are those of
 * single runs: run i gets the share p (1 - p)^(i - 1) of the evaluations. */
static double predicted(size_t n, const double *const *column)
{
    double failure = 1;
    if (n == 0) return NAN;
    const double p = column[1][0], t = column[2][0];
    for (double part = p * t; part >= 1; part *= 1 - p)
        failure *= 1 - sample_share((sample){n, column[0]}, part);
    return 1 - failure;
}

/* ---- runs that make room when they end ------------------------------------------------------ */

enum { RUNS = 64, DRAWS = 500 }; /* runs at a time, of which the last has no share to speak of */

static const double BUDGET = 3e5;

/* One of them, drawn with replacement. */
static size_t draw_run(size_t n, uint64_t *random)
{
    *random += MIX_STEP;
    return (size_t)(mix64(*random) % n);
}

/* The place of the run that ends next, and after how many evaluations of all. */
static size_t next_end(const run_sample *s, const size_t *run, const double *used, double p,
                       double *all)
{
    size_t first = 0;
    double share = p;
    *all = INFINITY;
    for (size_t i = 0; i < RUNS; i++, share *= 1 - p) {
        const double left = (s->total[run[i]] - used[i]) / share;
        if (left >= *all) continue;
        *all = left;
        first = i;
    }
    return first;
}

/* Evaluations until one of the interleaved runs succeeds; infinite: not within the budget. */
static double simulate(const run_sample *s, double p, uint64_t *random)
{
    size_t run[RUNS];
    double used[RUNS] = {0}, t = 0, all;
    for (size_t i = 0; i < RUNS; i++) run[i] = draw_run(s->n, random);
    for (;;) {
        const size_t end = next_end(s, run, used, p, &all);
        double share = p;
        t += all;
        if (t > BUDGET) return INFINITY;
        if (isfinite(s->hit[run[end]])) return t;
        for (size_t i = 0; i < RUNS; i++, share *= 1 - p) used[i] += share * all;
        for (size_t i = end; i + 1 < RUNS; i++) {
            run[i] = run[i + 1];
            used[i] = used[i + 1];
        }
        run[RUNS - 1] = draw_run(s->n, random);
        used[RUNS - 1] = 0;
    }
}

/* simulated(hit, evaluations, p): a list of evaluations until one of the interleaved runs succeeds;
 * 9e999: not within the budget. */
static void simulated(size_t n, const double *const *column, buffer *list)
{
    const run_sample s = {n, column[0], column[1]};
    uint64_t random = 1;
    for (size_t k = 0; k < DRAWS && n > 0; k++) {
        const double time = simulate(&s, column[2][0], &random);
        buffer_print(list, isinf(time) ? "%s9e999" : "%s%.17g", k == 0 ? "[" : ",", time);
    }
    buffer_print(list, n > 0 ? "]" : "[]");
}

/* ---- intervals of running times ------------------------------------------------------------- */

/* The running time of as many runs, drawn with replacement. */
static double redrawn_time(size_t n, const double *hits, const double *lengths, uint64_t *random)
{
    double sum = 0, solved = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t k = draw_run(n, random);
        sum += lengths[k];
        solved += isfinite(hits[k]) ? 1 : 0;
    }
    return sum / solved;
}

/* time_quantile(q, hit, evaluations, other_hit, other_evaluations): a quantile of the bootstrap
 * distribution of the running time or, if there are other runs, of its ratio to theirs. */
static double time_quantile(size_t n, const double *const *column)
{
    enum { REDRAWN = 4000 };
    double v[REDRAWN];
    uint64_t random = 1;
    if (n == 0) return NAN;
    const bool alone = isnan(column[4][0]);
    for (size_t k = 0; k < REDRAWN; k++) {
        v[k] = redrawn_time(n, column[1], column[2], &random);
        if (!alone) v[k] /= redrawn_time(n, column[3], column[4], &random);
    }
    return sample_quantile((sample){REDRAWN, v}, column[0][0]);
}

const statistic restart_statistics[] = {
    {"predicted", 3, predicted, NULL},
    {"simulated", 3, NULL, simulated},
    {"time_quantile", 5, time_quantile, NULL},
    {NULL, 0, NULL, NULL},
};
