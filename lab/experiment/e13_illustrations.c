/* SPDX-License-Identifier: MIT
 *
 * E13: the drawings and tables of the paper, and what it says of the whole: here, whether
 * interleaved restarts beat sequential ones that wait for convergence. [math: A9] */
#include "experiment/e13_illustrations.h"

#include <math.h>
#include <stdio.h>

#include "base/mix.h"
#include "experiment/experiments.h"

static const size_t functions[] = {15, 18, 21};

static const struct {
    const char *label, *name, *options;
} strategies[] = {
    {"interleaved", "interleaved restarts, p = 1/5", "restarts=interleaved restart_p=0.2"},
    {"sequential", "sequential restarts", "restarts=ipop restart_factor=1 restart_limit=no"},
    {"single", "one run", "restarts=none"},
};

enum {
    FUNCTIONS = sizeof functions / sizeof *functions,
    STRATEGIES = sizeof strategies / sizeof *strategies,
    SINGLE = STRATEGIES - 1, /* the others are compared with one another */
    DRAWS = 4000
};

static const double BUDGET = 2e5;

static void plan(experiment_plan *p)
{
    plan_table(p, "runs", "strategy,function", OUTCOME_COLUMNS);
    for (size_t i = 0; i < FUNCTIONS; i++)
        for (size_t s = 0; s < STRATEGIES; s++) {
            recipe r = recipe_suite("bbob", functions[i], 5);
            recipe_options(&r, "method=xnes ties=index %s " PAPER_STOPS, strategies[s].options);
            r.precision = 1e-7;
            r.budget = BUDGET;
            plan_cell(p, run_to_outcome, plan_either(p, 300, 30), s == SINGLE ? 5 : 100, &r,
                      "%s,%zu", strategies[s].label, functions[i]);
        }
    plan_gradients(p);
    plan_mixing(p);
    plan_steps(p);
}

static sample hits_of(const experiment_data *d, size_t s, size_t i)
{
    return data_hits(d, "runs", "%s,%zu", strategies[s].label, functions[i]);
}

static double time_of(const experiment_data *d, size_t s, size_t i)
{
    return running_time(d, "%s,%zu", strategies[s].label, functions[i]);
}

/* The running time of as many runs, drawn with replacement. */
static double redrawn_time(sample hits, sample lengths, uint64_t *random)
{
    double sum = 0, solved = 0;
    for (size_t i = 0; i < hits.n; i++) {
        *random += MIX_STEP;
        const size_t k = (size_t)(mix64(*random) % hits.n);
        sum += lengths.v[k];
        solved += isfinite(hits.v[k]) ? 1 : 0;
    }
    return sum / solved;
}

/* The bootstrap interval of the running time of strategy s or, if other is another one, of its
 * ratio to that one's. */
static interval time_interval(const experiment_data *d, size_t s, size_t other, size_t i)
{
    double v[DRAWS];
    uint64_t random = 1;
    const size_t pair[] = {s, other}, n = s == other ? 1 : 2;
    sample hits[2], all_of[2];
    for (size_t j = 0; j < n; j++) {
        hits[j] = hits_of(d, pair[j], i);
        all_of[j] = data_column(d, "runs", "evaluations", "%s,%zu", strategies[pair[j]].label,
                                functions[i]);
    }
    for (size_t k = 0; k < DRAWS; k++) {
        double time[2] = {1, 1};
        for (size_t j = 0; j < n; j++) time[j] = redrawn_time(hits[j], all_of[j], &random);
        v[k] = time[0] / time[1];
    }
    const sample all = {DRAWS, v};
    return (interval){sample_quantile(all, 0.025), sample_quantile(all, 0.975)};
}

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("Interleaved and sequential restarts of xNES, 5 dimensions", 1, 3);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        char title[64];
        function_title("bbob", functions[i], title, sizeof title);
        panel *p = figure_panel(f, title);
        panel_x(p, "evaluations", AXIS_LOG);
        panel_y(p, i == 0 ? "share of runs that reached 1e-7" : NULL, AXIS_LINEAR);
        panel_x_range(p, 300, BUDGET);
        panel_y_range(p, 0, 1);
        for (size_t s = 0; s < SINGLE; s++)
            draw_success(p, strategies[s].name, s == 0 ? STYLE_XNES : STYLE_OTHER, hits_of(d, s, i),
                         BUDGET);
    }
    return f;
}

/* It holds if the interval of the ratio lies below 1. */
static void judge_restarts(const experiment_data *d, experiment_report *r, size_t i)
{
    char title[64], claim[160];
    const interval a = time_interval(d, 0, 0, i), b = time_interval(d, 1, 1, i);
    const interval ratio = time_interval(d, 0, 1, i);
    function_title("bbob", functions[i], title, sizeof title);
    snprintf(claim, sizeof claim,
             "interleaved restarts beat sequential ones that wait for convergence: %s", title);
    const bool open = ratio.low <= 1 && ratio.high >= 1;
    report_claim(
        r, open ? verdict_in_full(d, false) : verdict_of(ratio.high < 1), claim,
        "running time %.3g (%.3g to %.3g) against %.3g (%.3g to %.3g), solved %zu and %zu of %zu; "
        "ratio %.2f, 95 %% interval %.2f to %.2f%s",
        time_of(d, 0, i), a.low, a.high, time_of(d, 1, i), b.low, b.high,
        sample_finite(hits_of(d, 0, i)), sample_finite(hits_of(d, 1, i)), hits_of(d, 0, i).n,
        time_of(d, 0, i) / time_of(d, 1, i), ratio.low, ratio.high,
        open ? ": no difference beyond chance" : "");
}

/* The median of the finite ones. */
static double median_finite(sample s)
{
    const double last = (double)s.n - 1, k = (double)sample_finite(s);
    return k == 0 ? NAN : sample_quantile(s, (k - 1) / (2 * last));
}

/* How long the wait for convergence is. */
static void note_waiting(const experiment_data *d, experiment_report *r)
{
    report_note(r, "How long sequential restarts wait: single runs, with the same stop tests.");
    report_row(r, "function | solved | evaluations of those that are solved, median | evaluations "
                  "until a run ends, solved or not, median");
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const sample hits = hits_of(d, SINGLE, i);
        const sample lengths =
            data_column(d, "runs", "evaluations", "%s,%zu", strategies[SINGLE].label, functions[i]);
        report_row(r, "f%zu | %zu of %zu | %.0f | %.0f", functions[i], sample_finite(hits), hits.n,
                   median_finite(hits), sample_median(lengths));
    }
    report_note(r, "In the figure sequential restarts are ahead at first, because their first run "
                   "gets all evaluations and not a fifth of them. Interleaved ones catch up where "
                   "runs that fail last much longer than those that succeed, which is the wait "
                   "that they save. That "
                   "the mean times do not differ is likely to come from runs that end leaving "
                   "their place to the next one: both strategies then complete nearly the same "
                   "runs. With runs that never end by themselves this was not tried.");
}

static void report(const experiment_data *d, experiment_report *r)
{
    report_gradients(d, r);
    report_mixing(d, r);
    report_steps(d, r);
    report_tables(r);
    for (size_t i = 0; i < FUNCTIONS; i++) judge_restarts(d, r, i);
    note_waiting(d, r);
    report_figure(r, "restarts",
                  "Share of the runs that reached 1e-7 against all evaluations, with restarts that "
                  "share the evaluations and with restarts one after another.",
                  draw(d));
    report_claim(r, VERDICT_NOT_COMPARABLE, "best published results on double pole balancing",
                 "not measured here: E8 and E9 run it, with the published numbers beside");
    report_claim(r, VERDICT_NOT_COMPARABLE, "competitive on the BBOB benchmarks",
                 "not measured here: E4, E5 and E6 compare running times with published ones");
}

const experiment experiment_illustrations = {
    .id = "E13",
    .title = "Illustrations and tables",
    .paper = "the drawings of the natural gradient, of importance mixing and of the exponential "
             "map, the tables of defaults and of techniques, and the claims on the whole",
    .about =
        "The drawings are made of what the library does. Gradient: a normal distribution with mean "
        "1 and width 1 on x^2, 50 generations (quick: 20) of 400 samples. Importance mixing: 500 "
        "samples with mean 0 and width 1, then mean 1 and width 0.8, with alpha = 0.1, 60 times "
        "(quick: 20). Exponential map: one step from the unit matrix in two dimensions at the "
        "optimum of the sphere, 20 samples, 1000 times (quick: 200) for each of five learning "
        "rates. Restarts: xNES on f15, f18 and f21 in 5 dimensions, 300 runs (quick: 30) of at "
        "most "
        "200000 evaluations, target 1e-7, with p = 1/5 or one run after another, each until it "
        "has converged, and single runs beside. The paper leaves all these numbers open.",
    .plan = plan,
    .report = report,
};
