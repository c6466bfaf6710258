/* SPDX-License-Identifier: MIT
 *
 * E3: how often a strongly multi-modal function is solved with interleaved restarts, and what the
 * theory predicts of it. [math: A9] */
#include <math.h>

#include "base/mix.h"
#include "experiment/experiments.h"

static const struct {
    double p;
    const char *name;
} shares[] = {{1, "p = 1"}, {0.5, "p = 1/2"}, {0.1, "p = 1/10"}};

enum { SHARES = sizeof shares / sizeof *shares };

static const double BUDGET = 3e5;

static void plan(experiment_plan *p)
{
    plan_table(p, "runs", "p", OUTCOME_COLUMNS);
    for (size_t i = 0; i < SHARES; i++) {
        recipe r = recipe_suite("bbob", 18, 5);
        recipe_options(&r, "method=xnes ties=index restarts=interleaved restart_p=%g " PAPER_STOPS,
                       shares[i].p);
        r.precision = 1e-7;
        r.budget = BUDGET;
        plan_cell(p, run_to_outcome, plan_either(p, 500, 40), i == 0 ? 1 : 5, &r, "%g",
                  shares[i].p);
    }
}

static sample hits_of(const experiment_data *d, size_t i)
{
    return data_hits(d, "runs", "%g", shares[i].p);
}

/* The probability of success after t evaluations, if s is that of a single run: run i gets the
 * share p (1 - p)^(i - 1) of the evaluations. */
static double predicted(sample s, double p, double t)
{
    double failure = 1;
    for (double part = p * t; part >= 1; part *= 1 - p) failure *= 1 - sample_share(s, part);
    return 1 - failure;
}

/* ---- the prediction for runs that make room when they end ----------------------------------- */

enum { RUNS = 64, DRAWS = 500 }; /* runs at a time, of which the last has no share to speak of */

/* Single runs as they were measured. */
typedef struct singles {
    sample hits, lengths;
} singles;

/* One of them, drawn with replacement. */
static size_t draw_run(const singles *s, uint64_t *random)
{
    *random += MIX_STEP;
    return (size_t)(mix64(*random) % s->hits.n);
}

/* The place of the run that ends next, and after how many evaluations of all. */
static size_t next_end(const singles *s, const size_t *run, const double *used, double p,
                       double *all)
{
    size_t first = 0;
    double share = p;
    *all = INFINITY;
    for (size_t i = 0; i < RUNS; i++, share *= 1 - p) {
        const double left = (s->lengths.v[run[i]] - used[i]) / share;
        if (left >= *all) continue;
        *all = left;
        first = i;
    }
    return first;
}

/* Evaluations until one of the interleaved runs succeeds; infinite: not within the budget. */
static double simulate(const singles *s, double p, uint64_t *random)
{
    size_t run[RUNS];
    double used[RUNS] = {0}, t = 0, all;
    for (size_t i = 0; i < RUNS; i++) run[i] = draw_run(s, random);
    for (;;) {
        const size_t end = next_end(s, run, used, p, &all);
        double share = p;
        t += all;
        if (t > BUDGET) return INFINITY;
        if (isfinite(s->hits.v[run[end]])) return t;
        for (size_t i = 0; i < RUNS; i++, share *= 1 - p) used[i] += share * all;
        for (size_t i = end; i + 1 < RUNS; i++) {
            run[i] = run[i + 1];
            used[i] = used[i + 1];
        }
        run[RUNS - 1] = draw_run(s, random);
        used[RUNS - 1] = 0;
    }
}

static sample simulated(const experiment_data *d, double p, double times[DRAWS])
{
    const singles s = {hits_of(d, 0), data_column(d, "runs", "evaluations", "1")};
    uint64_t random = 1;
    if (s.hits.n == 0) return (sample){0, NULL};
    for (size_t k = 0; k < DRAWS; k++) times[k] = simulate(&s, p, &random);
    return (sample){DRAWS, times};
}

/* The largest distance between two curves, one of them predicted by a formula if p > 0. */
static double distance(sample hits, sample other, double p)
{
    double most = 0;
    for (double t = 100; t <= BUDGET; t *= 1.05) {
        const double want = p > 0 ? predicted(other, p, t) : sample_share(other, t);
        most = fmax(most, fabs(sample_share(hits, t) - want));
    }
    return most;
}

/* ---- figure and claims ---------------------------------------------------------------------- */

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("Restart strategies: Schaffers F7 (f18), 5 dimensions", 1, 1);
    panel *p = figure_panel(f, NULL);
    panel_x(p, "evaluations", AXIS_LOG);
    panel_y(p, "share of runs that reached 1e-7", AXIS_LINEAR);
    panel_x_range(p, 1000, BUDGET);
    panel_y_range(p, 0, 1);
    for (size_t i = 0; i < SHARES; i++) draw_success(p, shares[i].name, i, hits_of(d, i), BUDGET);
    for (size_t i = 1; i < SHARES; i++) {
        double times[DRAWS];
        const sample room = simulated(d, shares[i].p, times);
        series *formula = panel_series(p, i == 1 ? "formula" : NULL, SERIES_DASH, FIGURE_REFERENCE);
        series *replaced = panel_series(p, i == 1 ? "runs that end make room" : NULL, SERIES_SMALL,
                                        FIGURE_REFERENCE);
        for (double t = 1000; t <= BUDGET; t *= 1.02)
            series_add(formula, t, predicted(hits_of(d, 0), shares[i].p, t));
        for (double t = 1000; t <= BUDGET; t *= 1.1) series_add(replaced, t, sample_share(room, t));
    }
    return f;
}

/* Measured curves are compared with predictions from others: the bound of Kolmogorov and Smirnov at
 * 5 %. */
static void judge_theory(const experiment_data *d, experiment_report *r)
{
    const double n = (double)hits_of(d, 0).n;
    const double bound = 1.36 * sqrt(2 / n), drawn_bound = 1.36 * sqrt(1 / n + 1.0 / DRAWS);
    double formula[SHARES], room[SHARES], times[DRAWS];
    for (size_t i = 1; i < SHARES; i++) {
        formula[i] = distance(hits_of(d, i), hits_of(d, 0), shares[i].p);
        room[i] = distance(hits_of(d, i), simulated(d, shares[i].p, times), 0);
    }
    report_claim(r, verdict_of(formula[1] < bound && formula[2] < bound),
                 "the curves follow the formula S_p(t), which is made of the single run's curve",
                 "largest distance %.3f (p = 1/2) and %.3f (p = 1/10); 95 %% bound %.3f",
                 formula[1], formula[2], bound);
    report_claim(r, verdict_of(room[1] < drawn_bound && room[2] < drawn_bound),
                 "they follow the same prediction once runs that end by themselves make room for "
                 "others, as they do here",
                 "largest distance %.3f (p = 1/2) and %.3f (p = 1/10); 95 %% bound %.3f", room[1],
                 room[2], drawn_bound);
    report_note(r, "The formula counts evaluations of runs that have ended already: with p = 1/2 "
                   "half of all go to a first run that is over after some thousand. Here a run "
                   "that has ended leaves its place to the next, so that success comes earlier "
                   "than the formula says.");
}

static void report(const experiment_data *d, experiment_report *r)
{
    double first[SHARES], solved[SHARES]; /* evaluations of the first tenth; share at the end */
    for (size_t i = 0; i < SHARES; i++) {
        first[i] = sample_quantile(hits_of(d, i), 0.1);
        solved[i] = sample_finite_share(hits_of(d, i));
    }
    const size_t n = hits_of(d, 0).n, reached = sample_finite(hits_of(d, 0));
    const interval single = share_interval(reached, n);
    report_claim(r, verdict_of(first[0] < first[1] && first[0] < first[2] && single.high < 0.9),
                 "p = 1, a single run, is first the fastest but not reliable",
                 "a tenth of the runs is solved after %.0f evaluations (p = 1/2: %.0f, p = 1/10: "
                 "%.0f), in the end %.0f %% (95 %% interval %.0f to %.0f %%)",
                 first[0], first[1], first[2], 100 * solved[0], 100 * single.low,
                 100 * single.high);
    report_claim(r, verdict_of(solved[2] > 0.95),
                 "p = 1/10 reaches the optimum reliably within 300000 evaluations",
                 "%zu of %zu runs", sample_finite(hits_of(d, 2)), n);
    report_claim(r, verdict_of(first[2] / first[0] > 5 && first[2] / first[0] < 15),
                 "each success of p = 1/10 comes about 10 times later",
                 "the first tenth of the runs takes %.1f times the evaluations",
                 first[2] / first[0]);
    report_claim(r, verdict_of(first[1] > first[0] && first[1] < first[2] && solved[1] > solved[0]),
                 "p = 1/2 lies in between", "a tenth after %.0f evaluations; %.0f %% in the end",
                 first[1], 100 * solved[1]);
    judge_theory(d, r);
    report_figure(
        r, "restarts",
        "Share of the runs that reached 1e-7 against all evaluations, and two predictions "
        "for p = 1/2 and p = 1/10 from the curve of p = 1.",
        draw(d));
}

const experiment experiment_restarts = {
    .id = "E3",
    .title = "Restart strategies",
    .paper = "the figure of success probabilities for p = 1, 1/2 and 1/10",
    .about = "xNES with interleaved restarts on Schaffers F7 with condition 1000 (f18): run i gets "
             "the share p(1-p)^(i-1) of the evaluations. 500 runs (quick: 40) of at most 300000 "
             "evaluations for each p, instances 1 to 15 in turn. The paper leaves open dimension, "
             "target and start: 5, 1e-7, and uniform in [-4, 4]^d with step size 1.",
    .plan = plan,
    .report = report,
};
