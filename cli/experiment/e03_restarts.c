/* SPDX-License-Identifier: MIT
 *
 * E3: how often a strongly multi-modal function is solved with interleaved restarts, and what the
 * theory predicts of it. [math: A9] */
#include <math.h>

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

/* The largest distance between a measured curve and the predicted one. */
static double distance(const experiment_data *d, size_t i)
{
    const sample single = hits_of(d, 0), hits = hits_of(d, i);
    double most = 0;
    for (double t = 100; t <= BUDGET; t *= 1.05)
        most = fmax(most, fabs(sample_share(hits, t) - predicted(single, shares[i].p, t)));
    return most;
}

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("Restart strategies: Schaffers F7 (f18), 5 dimensions", 1, 1);
    panel *p = figure_panel(f, NULL);
    panel_x(p, "evaluations", AXIS_LOG);
    panel_y(p, "share of runs that reached 1e-7", AXIS_LINEAR);
    panel_x_range(p, 1000, BUDGET);
    panel_y_range(p, 0, 1);
    for (size_t i = 0; i < SHARES; i++) draw_success(p, shares[i].name, i, hits_of(d, i), BUDGET);
    series *theory = NULL;
    for (size_t i = 1; i < SHARES; i++) {
        theory =
            panel_series(p, i == 1 ? "predicted from p = 1" : NULL, SERIES_DASH, FIGURE_REFERENCE);
        for (double t = 1000; t <= BUDGET; t *= 1.02)
            series_add(theory, t, predicted(hits_of(d, 0), shares[i].p, t));
    }
    return f;
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
    /* Both curves are measured: the bound of Kolmogorov and Smirnov at 5 %. */
    const double bound = 1.36 * sqrt(2 / (double)n);
    const double half = distance(d, 1), tenth = distance(d, 2);
    report_claim(r, verdict_of(half < bound && tenth < bound),
                 "the curves follow the prediction from the single run",
                 "largest distance %.3f (p = 1/2) and %.3f (p = 1/10); sampling error %.3f", half,
                 tenth, bound);
    report_figure(r, "restarts",
                  "Share of the runs that reached 1e-7 against all evaluations, and what follows "
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
