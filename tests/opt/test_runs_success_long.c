/* SPDX-License-Identifier: MIT
 *
 * The success curve of interleaved runs. If a single run has succeeded with probability s(t) after
 * t evaluations, the set has with S_p(t) = 1 - product over i of (1 - s(p(1-p)^(i-1) t)). Here s is
 * known: the start x of a run, uniform in [0, 1], decides after how many evaluations the run
 * succeeds, and the distribution stands still, so that every point tells the run it belongs to. */
#include "support/runs.h"

enum { TRIALS = 1500, PLACES = 200 };

static const double CHANCE = 0.5, SCALE = 400, BUDGET = 20000, WIDTH = 1e-9;

/* Half of all runs never succeed, the others after an exponential time. */
static double s(double t)
{
    return CHANCE * -expm1(-t / SCALE);
}

static double time_of(double x)
{
    return x < CHANCE ? -SCALE * log1p(-x / CHANCE) : INFINITY;
}

static double success(double p, double t)
{
    double failure = 1;
    for (double share = p; share * t > 1e-9 && share > 0; share *= 1 - p)
        failure *= 1 - s(share * t);
    return 1 - failure;
}

typedef struct books {
    double start[PLACES]; /* runs met so far, by the place of their points */
    double used[PLACES];
    size_t n;
} books;

static double value(size_t dim, const double *x, void *user)
{
    books *b = user;
    (void)dim;
    size_t i = 0;
    while (i < b->n && fabs(b->start[i] - *x) > 100 * WIDTH) i++;
    assert_true(i < PLACES);
    if (i == b->n) b->start[b->n++] = *x;
    return ++b->used[i] >= time_of(b->start[i]) ? 0 : 1;
}

/* Evaluations until the first success; infinite if there was none. */
static double trial(double p, uint64_t seed, double x0)
{
    static const double zero[1] = {0}, one[1] = {1};
    static books b;
    memset(&b, 0, sizeof b);
    nes_settings t = run_settings("snes");
    t.seed = seed;
    t.restarts = "interleaved";
    t.restart_p = p;
    t.restart_slice = 4;
    t.popsize = 2;
    t.lower = zero;
    t.upper = one;
    t.bounds = "reflect";
    t.sigma = WIDTH;
    t.eta_mu = t.eta_sigma = 0;
    t.tolfun = t.flat = t.stagnation = NES_OFF;
    t.target = 0.5;
    t.max_evals = (uint64_t)BUDGET;
    nes_opt *o = run_start(1, &x0, &t);
    run_to_end(o, value, &b);
    const nes_result r = run_result(o);
    nes_destroy(o);
    return r.stop == NES_STOP_TARGET ? (double)r.evaluations : INFINITY;
}

static double fraction(const double *t, double limit)
{
    size_t n = 0;
    for (size_t i = 0; i < TRIALS; i++) n += t[i] <= limit;
    return (double)n / TRIALS;
}

/* Within five standard deviations of the binomial law; granularity moves t by a few generations per
 * run that exists, at most 3 %. */
static void follows(double p)
{
    static double t[TRIALS];
    uint64_t random = 11;
    for (size_t i = 0; i < TRIALS; i++)
        t[i] = trial(p, i, ((double)run_random(&random) + 0.5) * 0x1p-32);
    for (double limit = 500; limit <= BUDGET; limit *= 1.4) {
        const double got = fraction(t, limit);
        const double low = success(p, 0.97 * limit), high = success(p, 1.03 * limit);
        const double middle = success(p, limit);
        const double error = 5 * sqrt(middle * (1 - middle) / TRIALS);
        if (got < low - error || got > high + error)
            fail_msg("p %g, %g evaluations: %g, not within %g of [%g, %g]", p, limit, got, error,
                     low, high);
    }
    const double end = fraction(t, BUDGET);
    if (p < 1)
        assert_true(end > 0.85); /* runs that never succeed are no obstacle */
    else
        assert_true(end < 0.57); /* as they are for a single one */
}

static void curve(void **state)
{
    (void)state;
    follows(0.5);
    follows(0.2);
    follows(0.1);
    follows(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(curve)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
