/* SPDX-License-Identifier: MIT
 *
 * E2: what adaptation sampling does to the learning rate and to the progress. [math: A7] */
#include <math.h>
#include <stdio.h>

#include "experiment/experiments.h"

static const struct {
    size_t number;
    const char *name, *title;
} functions[] = {{1, "sphere", "Sphere, 10 dimensions"},
                 {8, "rosenbrock", "Rosenbrock, 10 dimensions"}};

static const struct {
    const char *label, *name, *options;
} settings[] = {
    {"0.1", "learning rate 0.1", "method=xnes eta_sigma=0.1"},
    {"0.5", "learning rate 0.5", "method=xnes eta_sigma=0.5"},
    {"adapted", "adapted from 0.1", "method=xnes-as eta_sigma=0.1"},
};

enum { FUNCTIONS = 2, SETTINGS = 3, ADAPTED = 2, DIM = 10, BUDGET = 60000 };

/* ---- what is run ---------------------------------------------------------------------------- */

/* Every 10th generation of 10 points, later every 50th. */
static void note_generation(void *data, nes_opt *o, const run_outcome *so_far)
{
    uint64_t g = 0;
    double rate = NAN;
    nes_get_count(o, "generations", &g);
    if (g % (g <= 1500 ? 10 : 50) != 0) return;
    nes_get_real(o, "eta_sigma", &rate);
    run_row(data, (const double[]){(double)so_far->evaluations, six_digits(so_far->precision),
                                   six_digits(rate)});
}

static int run_trace(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    const run_follower f = {.generation = note_generation, .data = rows};
    run_outcome out;
    return recipe_run(r, k, &f, w, &out);
}

static recipe recipe_of(size_t f, size_t s)
{
    recipe r = recipe_suite("bbob", functions[f].number, DIM);
    recipe_options(&r, "%s eta_shape=0.1 eta_mu=1 popsize=10 ties=index " PAPER_STOPS,
                   settings[s].options);
    r.precision = 1e-7;
    r.budget = BUDGET;
    return r;
}

/* Rows of the table of techniques: method, and samples per generation and dimension (0: default).
 */
static const struct {
    const char *method, *name;
    size_t samples;
} rows[] = {{"xnes", "xNES", 0},
            {"xnes-im", "+im", 0},
            {"xnes-im-as", "+im+as", 0},
            {"xnes-im", "+im, 5d samples", 5},
            {"xnes-im-as", "+im+as, 5d samples", 5}};

static const struct {
    size_t function, dim;
    double reference[5]; /* medians of 6 runs; NaN: none */
} columns[] = {
    {1, 2, {309, 123, 137, 148, 145}},           {1, 5, {1276, 664, 418, 968, 509}},
    {1, 10, {5445, 2479, 835, 4746, 1407}},      {1, 20, {23466, 9925, 1544, NAN, NAN}},
    {8, 2, {798, 2216, NAN, 285, 349}},          {8, 5, {2328, 3097, NAN, 2232, 1886}},
    {8, 10, {10430, 8808, 11915, 10205, 12060}},
};

enum { ROWS = sizeof rows / sizeof *rows, COLUMNS = sizeof columns / sizeof *columns };

static void plan_ablation(experiment_plan *p)
{
    plan_table(p, "techniques", "method,samples,function,dim", OUTCOME_COLUMNS);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < COLUMNS; j++) {
            recipe r = recipe_suite("bbob", columns[j].function, columns[j].dim);
            if (rows[i].samples == 0)
                recipe_options(&r, "method=%s ties=index " PAPER_STOPS, rows[i].method);
            else
                recipe_options(&r, "method=%s popsize=%zu ties=index " PAPER_STOPS, rows[i].method,
                               rows[i].samples * columns[j].dim);
            r.precision = 1e-7;
            r.budget = 40000;
            plan_cell(p, run_to_outcome, plan_either(p, 100, 10), 1, &r, "%s,%zu,f%zu,%zu",
                      rows[i].method, rows[i].samples, columns[j].function, columns[j].dim);
        }
}

static void plan(experiment_plan *p)
{
    plan_table(p, "runs", "function,rate", OUTCOME_COLUMNS);
    for (size_t f = 0; f < FUNCTIONS; f++)
        for (size_t s = 0; s < SETTINGS; s++) {
            const recipe r = recipe_of(f, s);
            plan_cell(p, run_to_outcome, plan_either(p, 100, 15), 1, &r, "%s,%s", functions[f].name,
                      settings[s].label);
        }
    plan_table(p, "traces", "function,rate", "evaluations,error,eta_sigma");
    for (size_t f = 0; f < FUNCTIONS; f++)
        for (size_t s = 0; s < SETTINGS; s++) {
            const recipe r = recipe_of(f, s);
            plan_cell(p, run_trace, plan_either(p, 25, 15), 1, &r, "%s,%s", functions[f].name,
                      settings[s].label);
        }
    plan_ablation(p);
}

/* ---- the figure ----------------------------------------------------------------------------- */

static sample hits_of(const experiment_data *d, size_t f, size_t s)
{
    return data_hits(d, "runs", "%s,%s", functions[f].name, settings[s].label);
}

static sample trace_of(const experiment_data *d, const char *column, size_t f, size_t s, size_t run)
{
    return data_where(d, "traces", column, "run", (double)run, "%s,%s", functions[f].name,
                      settings[s].label);
}

/* How many runs have a trace. */
static size_t traces(const experiment_data *d)
{
    return data_is_quick(d) ? 15 : 25;
}

/* The run whose evaluations are closest to the median of those that have a trace. */
static size_t typical(const experiment_data *d, size_t f, size_t s)
{
    sample hits = hits_of(d, f, s);
    size_t best = 1;
    hits.n = traces(d) < hits.n ? traces(d) : hits.n;
    const double median = sample_median(hits);
    for (size_t k = 1; k <= hits.n; k++)
        if (fabs(hits.v[k - 1] - median) < fabs(hits.v[best - 1] - median)) best = k;
    return best;
}

static void draw_trace(const experiment_data *d, panel *p, const char *column, size_t f)
{
    for (size_t s = 0; s < SETTINGS; s++) {
        const size_t run = typical(d, f, s);
        const sample x = trace_of(d, "evaluations", f, s, run), y = trace_of(d, column, f, s, run);
        series *line = panel_series(p, settings[s].name, SERIES_LINE, s);
        for (size_t i = 0; i < x.n; i++) series_add(line, x.v[i], y.v[i]);
    }
}

/* The median over the runs with a trace, while none of them has ended. */
static void draw_median(const experiment_data *d, panel *p, const char *column, size_t f)
{
    for (size_t s = 0; s < SETTINGS; s++) {
        series *line = panel_series(p, NULL, SERIES_DASH, s);
        for (double t = 100; t <= 15000; t += 100) {
            const sample at = data_where(d, "traces", column, "evaluations", t, "%s,%s",
                                         functions[f].name, settings[s].label);
            if (at.n == traces(d)) series_add(line, t, sample_median(at));
        }
    }
}

static figure *draw(const experiment_data *d)
{
    static const char *const columns_[] = {"error", "eta_sigma"};
    static const char *const labels[] = {"best error", "learning rate"};
    figure *g = figure_new("Adaptation sampling: a typical run, and the median (thin)", 2, 2);
    for (size_t c = 0; c < 2; c++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            panel *p = figure_panel(g, c == 0 ? functions[f].title : NULL);
            panel_x(p, c == 1 ? "evaluations" : NULL, AXIS_LINEAR);
            panel_y(p, f == 0 ? labels[c] : NULL, AXIS_LOG);
            panel_x_range(p, 0, f == 0 ? 6000 : 15000);
            if (c == 0) panel_y_range(p, 1e-8, 1e6);
            if (c == 1) panel_y_range(p, 0.05, 1);
            draw_median(d, p, columns_[c], f);
            draw_trace(d, p, columns_[c], f);
        }
    return g;
}

/* ---- the claims ----------------------------------------------------------------------------- */

static void judge_sphere(const experiment_data *d, experiment_report *r)
{
    static const double reference[SETTINGS] = {5400, 1250, 1270};
    double median[SETTINGS], worst = 0;
    for (size_t s = 0; s < SETTINGS; s++) {
        median[s] = sample_median(hits_of(d, 0, s));
        worst = fmax(worst, fabs(median[s] / reference[s] - 1));
    }
    report_claim(r, verdict_of(median[1] < median[0] && median[2] < 1.3 * median[1]),
                 "sphere: the large rate is better, and adaptation sampling finds it",
                 "median evaluations to 1e-7: %.0f (0.1), %.0f (0.5), %.0f (adapted)", median[0],
                 median[1], median[2]);
    report_claim(r, verdict_of(worst < 0.15),
                 "sphere: the reference needs 5400, 1250 and 1270 evaluations, within 15 %",
                 "largest difference %.1f %%", 100 * worst);
}

static void judge_valley(const experiment_data *d, experiment_report *r)
{
    const sample slow = hits_of(d, 1, 0), fast = hits_of(d, 1, 1), adapted = hits_of(d, 1, ADAPTED);
    const double median = sample_median(slow);
    report_claim(r, verdict_of(median > 8400 && median < 11400),
                 "Rosenbrock: 0.1 needs between 8400 and 11400 evaluations", "median %.0f", median);
    const interval lucky = share_interval(sample_finite(fast), fast.n);
    report_claim(r, verdict_of(lucky.high < 0.33),
                 "Rosenbrock: 0.5 fails (in the reference always, within 60000 evaluations)",
                 "%zu of %zu runs solved (95 %% interval up to %.0f %%); median of the best errors "
                 "%.2g",
                 sample_finite(fast), fast.n, 100 * lucky.high,
                 sample_median(data_column(d, "runs", "precision", "rosenbrock,0.5")));
    const interval share = share_interval(sample_finite(adapted), adapted.n);
    const interval reference = share_interval(12, 16);
    report_claim(r, verdict_of(share.low <= reference.high && share.high >= reference.low),
                 "Rosenbrock: adaptation sampling solves 12 of 16 runs within 60000 evaluations",
                 "%zu of %zu (95 %% interval %.0f to %.0f %%; of the reference %.0f to %.0f %%)",
                 sample_finite(adapted), adapted.n, 100 * share.low, 100 * share.high,
                 100 * reference.low, 100 * reference.high);
}

/* The largest, or the median, rate of a run while a condition on evaluations and error holds. */
typedef struct phase {
    double from, to; /* evaluations */
    double below;    /* error */
    double quantile; /* of the rates in this phase */
} phase;

static double rate_in(const experiment_data *d, size_t run, const phase *p)
{
    const sample x = trace_of(d, "evaluations", 1, ADAPTED, run);
    const sample e = trace_of(d, "error", 1, ADAPTED, run);
    const sample y = trace_of(d, "eta_sigma", 1, ADAPTED, run);
    double v[512];
    size_t n = 0;
    for (size_t i = 0; i < x.n && n < 512; i++)
        if (x.v[i] >= p->from && x.v[i] <= p->to && e.v[i] < p->below) v[n++] = y.v[i];
    return sample_quantile((sample){n, v}, p->quantile);
}

/* The median over the runs that were solved. */
static double median_rate(const experiment_data *d, const phase *p)
{
    const sample hits = hits_of(d, 1, ADAPTED);
    double v[64];
    size_t n = 0;
    for (size_t k = 1; k <= traces(d) && k <= hits.n && n < 64; k++)
        if (isfinite(hits.v[k - 1]) && !isnan(rate_in(d, k, p))) v[n++] = rate_in(d, k, p);
    return sample_median((sample){n, v});
}

static void judge_trace(const experiment_data *d, experiment_report *r)
{
    const double first = median_rate(d, &(phase){0, 2000, INFINITY, 1});
    const double valley = median_rate(d, &(phase){3000, 8000, INFINITY, 0.5});
    const double end = median_rate(d, &(phase){0, INFINITY, 1e-5, 1});
    report_claim(
        r, verdict_of(first >= 0.3 && valley < 0.15 && end > 0.2),
        "Rosenbrock: the rate rises at first, falls back to its initial value in the "
        "valley, and rises again at the end",
        "medians of the solved runs: up to %.2f within 2000 evaluations, %.2f between 3000 "
        "and 8000, up to %.2f once the error is below 1e-5",
        first, valley, end);
}

/* Failed runs enter the median with the evaluations at which they stopped, as in the reference. */
static void add_ablation(const experiment_data *d, experiment_report *r)
{
    report_row(r, "median evaluations (share solved; reference) | sphere d=2 | d=5 | d=10 | d=20 | "
                  "Rosenbrock d=2 | d=5 | d=10");
    for (size_t i = 0; i < ROWS; i++) {
        char line[512];
        int n = snprintf(line, sizeof line, "%s", rows[i].name);
        for (size_t j = 0; j < COLUMNS; j++) {
            const sample all =
                data_column(d, "techniques", "evaluations", "%s,%zu,f%zu,%zu", rows[i].method,
                            rows[i].samples, columns[j].function, columns[j].dim);
            const sample hits = data_hits(d, "techniques", "%s,%zu,f%zu,%zu", rows[i].method,
                                          rows[i].samples, columns[j].function, columns[j].dim);
            n += snprintf(line + n, sizeof line - (size_t)n, " | %.0f (%.0f %%", sample_median(all),
                          100 * sample_finite_share(hits));
            n += isnan(columns[j].reference[i]) ? snprintf(line + n, sizeof line - (size_t)n, ")")
                                                : snprintf(line + n, sizeof line - (size_t)n,
                                                           "; %.0f)", columns[j].reference[i]);
        }
        report_row(r, "%s", line);
    }
}

static void judge_ablation(const experiment_data *d, experiment_report *r)
{
    const sample plain = data_hits(d, "techniques", "xnes,0,f1,10");
    const sample fast = data_hits(d, "techniques", "xnes-im-as,0,f1,10");
    const sample valley = data_hits(d, "techniques", "xnes,0,f8,5");
    const sample hurt = data_hits(d, "techniques", "xnes-im-as,0,f8,5");
    report_claim(
        r,
        verdict_of(sample_median(fast) < sample_median(plain) / 3 &&
                   sample_finite_share(hurt) < sample_finite_share(valley)),
        "importance mixing and adaptation sampling together are much faster on easy "
        "functions and less robust",
        "sphere d = 10: %.0f instead of %.0f evaluations; Rosenbrock d = 5: %zu instead of "
        "%zu of %zu runs solved",
        sample_median(fast), sample_median(plain), sample_finite(hurt), sample_finite(valley),
        valley.n);
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_sphere(d, r);
    judge_valley(d, r);
    judge_trace(d, r);
    judge_ablation(d, r);
    report_figure(r, "adaptation",
                  "Above the best error, below the learning rate of the step size: a typical run "
                  "and, thin, the median of all runs with a trace.",
                  draw(d));
    add_ablation(d, r);
}

const experiment experiment_adaptation = {
    .id = "E2",
    .title = "Effect of adaptation sampling",
    .paper = "the figure of adaptation sampling on sphere and Rosenbrock",
    .about =
        "xNES on the BBOB functions f1 and f8 in 10 dimensions with the learning rate of the "
        "step size fixed at 0.1 and at 0.5, and adapted from 0.1; that of the shape is 0.1, "
        "that of the mean 1, and 10 samples make a generation. 100 runs (quick: 15) of at most "
        "60000 evaluations, 25 of them with a trace. Besides, importance mixing alone and with "
        "adaptation sampling, with the default number of samples and with 5d, 100 runs (quick: "
        "10) of at most 40000 evaluations. Runs start uniformly in [-4, 4]^d with step size 1.",
    .plan = plan,
    .report = report,
};
