/* SPDX-License-Identifier: MIT
 *
 * E11: how often hill climbers find the narrow valley of the double Rosenbrock function, against
 * the initial step size, with normal and with heavy-tailed steps. */
#include <math.h>
#include <stdio.h>

#include "experiment/agreement.h"
#include "experiment/experiments.h"

enum { SIGMAS = 11, METHODS = 3, GAUSS = 0, CAUCHY = 1, REFERENCE_RUNS = 4000, EVALUATIONS = 1000 };

/* Initial step sizes that are too small, and that are large enough. */
static const double SMALL = 4, LARGE = 16;

typedef struct method {
    const char *label, *options, *name;
    size_t style;
    double reference[SIGMAS]; /* shares of 4000 runs; NaN: not measured */
} method;

static const method methods[METHODS] = {
    {"1+1-xnes",
     "method=1+1-xnes",
     "(1+1)-xNES",
     STYLE_XNES,
     {0.000, NAN, 0.001, NAN, 0.000, 0.001, 0.006, 0.049, 0.098, 0.111, 0.108}},
    {"1+1-cauchy",
     "method=1+1-cauchy",
     "(1+1)-NES-Cauchy",
     STYLE_OTHER,
     {0.016, NAN, 0.018, NAN, 0.028, 0.034, 0.054, 0.067, 0.085, 0.084, 0.096}},
    {"1+1-cauchy-literal",
     "method=1+1-cauchy cauchy_literal=yes",
     "(1+1)-NES-Cauchy, as printed (r s)",
     STYLE_MORE,
     {0.031, NAN, 0.026, NAN, 0.041, 0.046, 0.056, 0.068, 0.070, 0.080, 0.076}},
};

/* 1/16, 1/8, ..., 64 */
static double sigma_at(size_t i)
{
    return ldexp(1, (int)i - 4);
}

/* ---- the runs ------------------------------------------------------------------------------- */

typedef struct final {
    double value, x[2];
} final;

static void note_final(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    final *e = data;
    nes_result r;
    nes_get_result(o, &r);
    *e = (final){r.best_f, {r.mean_x[0], r.mean_x[1]}};
}

/* One row: whether the run ended in the basin of the optimum, the value, the mean. */
static int run_to_basin(const recipe *t, size_t k, run_rows *rows, task_watch *w)
{
    run_outcome o;
    final e = {NAN, {NAN, NAN}};
    const run_follower f = {.end = note_final, .data = &e};
    const int status = recipe_run(t, k, &f, w, &o);
    if (status != 0) return status;
    const bool global = e.x[0] + e.x[1] < -10 && e.value < 5;
    run_row(rows, (const double[]){global, e.value, e.x[0], e.x[1]});
    return 0;
}

static void plan(experiment_plan *p)
{
    plan_table(p, "runs", "method,sigma", "global,value,x1,x2");
    for (size_t m = 0; m < METHODS; m++)
        for (size_t i = 0; i < SIGMAS; i++) {
            recipe r = recipe_problem("double-rosenbrock_d2");
            recipe_options(&r, "%s sigma=%g " NO_STOPS, methods[m].options, sigma_at(i));
            r.usual_start = true;
            r.budget = EVALUATIONS;
            plan_cell(p, run_to_basin, plan_either(p, 2000, 500), 1, &r, "%s,%g", methods[m].label,
                      sigma_at(i));
        }
}

/* ---- the figure ----------------------------------------------------------------------------- */

/* How many of n runs ended in the basin of the optimum. */
static size_t wins_of(const experiment_data *d, size_t m, size_t i, size_t *n)
{
    const sample global = data_column(d, "runs", "global", "%s,%g", methods[m].label, sigma_at(i));
    *n = global.n;
    return global.n - sample_count(global, 0);
}

static interval interval_of(const experiment_data *d, size_t m, size_t i)
{
    size_t n;
    const size_t wins = wins_of(d, m, i, &n);
    return share_interval(wins, n);
}

static void draw_method(const experiment_data *d, panel *p, size_t m)
{
    series *curve = panel_series(p, methods[m].name, SERIES_BOTH, methods[m].style);
    series *bars = panel_series(p, NULL, SERIES_ERROR, methods[m].style);
    series *reference =
        panel_series(p, m == 0 ? "reference values" : NULL, SERIES_SMALL, FIGURE_REFERENCE);
    for (size_t i = 0; i < SIGMAS; i++) {
        size_t n;
        const double share = (double)wins_of(d, m, i, &n) / (double)n;
        const interval t = interval_of(d, m, i);
        series_add(curve, sigma_at(i), share);
        series_add_row(bars, (const double[]){sigma_at(i), share, t.low, t.high}, 4);
        series_add(reference, sigma_at(i), methods[m].reference[i]);
    }
}

static void draw_landscape(panel *p)
{
    panel_x(p, "z1", AXIS_LINEAR);
    panel_y(p, "z2", AXIS_LINEAR);
    draw_problem_map(p, "double-rosenbrock_d2", -21, 24, true);
    series *ends = panel_series(p, NULL, SERIES_POINTS, FIGURE_REFERENCE);
    series_add(ends, -11, -11);
    series_add(ends, 14, 14);
    series_add(ends, 1.5, 1.5);
    panel_note(p, -11, -11, "optimum, 0");
    panel_note(p, 14, 14, "deceptive, 5");
    panel_note(p, 1.5, 1.5, "start");
}

static figure *draw(const experiment_data *d)
{
    static const double ticks[] = {0.0625, 0.25, 1, 4, 16, 64};
    figure *g = figure_new("Double Rosenbrock function in two dimensions", 1, 2);
    draw_landscape(figure_panel(g, "Values"));
    panel *p = figure_panel(g, "Share of runs that end in the basin of the optimum");
    panel_x(p, "initial step size", AXIS_LOG);
    panel_y(p, "share of runs", AXIS_LINEAR);
    panel_x_ticks(p, sizeof ticks / sizeof *ticks, ticks);
    panel_y_range(p, 0, NAN);
    for (size_t m = 0; m < METHODS; m++) draw_method(d, p, m);
    return g;
}

/* ---- the claims ----------------------------------------------------------------------------- */

/* The interval for the rate of success over all step sizes up to one. */
static interval pooled_interval(const experiment_data *d, size_t m, double limit, double *share)
{
    size_t wins = 0, runs = 0;
    for (size_t i = 0; i < SIGMAS && sigma_at(i) <= limit; i++) {
        size_t n;
        wins += wins_of(d, m, i, &n);
        runs += n;
    }
    *share = 100 * (double)wins / (double)runs;
    const interval t = share_interval(wins, runs);
    return (interval){100 * t.low, 100 * t.high};
}

static void judge_robustness(const experiment_data *d, experiment_report *r)
{
    double share[2];
    const interval gauss = pooled_interval(d, GAUSS, SMALL, &share[0]);
    const interval cauchy = pooled_interval(d, CAUCHY, SMALL, &share[1]);
    report_claim(r, verdict_of(cauchy.low > gauss.high),
                 "the heavy tail is clearly more robust: it keeps a rate of success where the "
                 "initial step size is too small, at most 4",
                 "%.2f %% of the runs (95 %%: %.2f to %.2f) with Cauchy steps, %.2f %% (%.2f to "
                 "%.2f) with normal ones",
                 share[1], cauchy.low, cauchy.high, share[0], gauss.low, gauss.high);
}

/* Whether Cauchy steps succeed more often: beyond doubt, the intervals lie apart. */
static bool is_better(const experiment_data *d, size_t i, bool beyond_doubt)
{
    size_t n[2];
    if (beyond_doubt) return interval_of(d, CAUCHY, i).low > interval_of(d, GAUSS, i).high;
    return wins_of(d, CAUCHY, i, &n[0]) > wins_of(d, GAUSS, i, &n[1]);
}

static void judge_ranges(const experiment_data *d, experiment_report *r)
{
    size_t small = 0, higher = 0, apart = 0, large = 0, large_apart = 0;
    for (size_t i = 0; i < SIGMAS; i++) {
        const size_t better = is_better(d, i, true) ? 1 : 0;
        if (sigma_at(i) <= SMALL) {
            small++;
            higher += is_better(d, i, false) ? 1 : 0;
            apart += better;
        } else if (sigma_at(i) >= LARGE) {
            large++;
            large_apart += better;
        }
    }
    /* With few runs the intervals are too wide to lie apart everywhere. */
    report_claim(r, verdict_of((data_is_quick(d) ? higher : apart) == small),
                 "this is so for every such step size",
                 "the rate is higher at %zu of %zu step sizes; at %zu of them the intervals of "
                 "95 %% lie apart",
                 higher, small, apart);
    report_claim(r, verdict_of(large_apart == 0),
                 "normal steps are as good where the initial step size is 16 or more",
                 "Cauchy steps are better beyond doubt at %zu of %zu step sizes", large_apart,
                 large);
}

static void judge_reference(const experiment_data *d, experiment_report *r)
{
    agreement a = {.n = 0};
    for (size_t m = 0; m < METHODS; m++)
        for (size_t i = 0; i < SIGMAS; i++) {
            size_t n;
            const size_t wins = wins_of(d, m, i, &n);
            const double p = methods[m].reference[i];
            if (isnan(p) || n == 0) continue;
            agreement_add(&a, (double)wins / (double)n - p,
                          share_difference_error(wins, n, p, REFERENCE_RUNS),
                          "for %s with step size %g", methods[m].name, sigma_at(i));
        }
    report_agreement(r, &a, "rates of success are those of the reference, 4000 runs each");
}

/* A dash where there is no reference value. */
static void reference_text(double value, char *text, size_t size)
{
    if (isnan(value))
        snprintf(text, size, "–");
    else
        snprintf(text, size, "%.3f", value);
}

static void write_table(const experiment_data *d, experiment_report *r)
{
    report_row(r, "initial step size|%s|reference|%s|reference|%s|reference", methods[0].name,
               methods[1].name, methods[2].name);
    for (size_t i = 0; i < SIGMAS; i++) {
        double share[METHODS];
        char known[METHODS][16];
        for (size_t m = 0; m < METHODS; m++) {
            size_t n;
            share[m] = (double)wins_of(d, m, i, &n) / (double)n;
            reference_text(methods[m].reference[i], known[m], sizeof known[m]);
        }
        report_row(r, "%g|%.3f|%s|%.3f|%s|%.3f|%s", sigma_at(i), share[0], known[0], share[1],
                   known[1], share[2], known[2]);
    }
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_robustness(d, r);
    judge_ranges(d, r);
    judge_reference(d, r);
    write_table(d, r);
    report_figure(r, "double_funnel",
                  "Left: the function, with its optimum, the deceptive optimum and the start half "
                  "way between them. Right: the share of runs that end in the basin of the "
                  "optimum against the initial step size, with intervals of 95 %.",
                  draw(d));
}

const experiment experiment_double_funnel = {
    .id = "E11",
    .title = "Double funnel",
    .paper = "the figure of the double Rosenbrock function: its shape, and success of normal and "
             "of Cauchy steps against the initial step size",
    .about = "(1+1)-xNES, which has normal steps, and (1+1)-NES-Cauchy on the double Rosenbrock "
             "function in two dimensions, 1000 evaluations from (1.5, 1.5), half way between the "
             "two optima; also the form that the paper prints, a normal vector times a Cauchy "
             "number, which is no multivariate Cauchy distribution. 2000 runs each (quick: 500) "
             "instead of the paper's 200, so that differences are significant. The paper leaves "
             "open the range of step sizes, here 1/16 to 64, and what success is, here: the final "
             "mean has z1 + z2 < -10 and a value below 5.",
    .plan = plan,
    .report = report,
};
