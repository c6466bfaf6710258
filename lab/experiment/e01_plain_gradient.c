/* SPDX-License-Identifier: MIT
 *
 * E1: what the plain search gradient does in one dimension, where the natural one converges. The
 * plain gradient is taken in two parameterisations, as search distributions of our own. [math: A2]
 */
#include <math.h>
#include <stdio.h>

#include "experiment/experiments.h"

/* ---- normal distributions in one dimension -------------------------------------------------- */

static void sample_width(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)dim, (void)user;
    x[0] = theta[0] + theta[1] * nes_random_normal(r);
}

static void sample_variance(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)dim, (void)user;
    x[0] = theta[0] + sqrt(theta[1]) * nes_random_normal(r);
}

static void score_width(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    const double sigma = theta[1], z = (x[0] - theta[0]) / sigma;
    (void)dim, (void)user;
    s[0] = z / sigma;
    s[1] = (z * z - 1) / sigma;
}

static void score_variance(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    const double variance = theta[1], y = x[0] - theta[0];
    (void)dim, (void)user;
    s[0] = y / variance;
    s[1] = (y * y / variance - 1) / (2 * variance);
}

/* A step may make the width or the variance negative: the sign is dropped. */
static int repair_width(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    theta[1] = fmax(fabs(theta[1]), 1e-12);
    return 0;
}

static int repair_variance(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    theta[1] = fmax(fabs(theta[1]), 1e-24);
    return 0;
}

/* ---- what is run ---------------------------------------------------------------------------- */

/* The starts: mean and width. The third and fourth have a width of the wrong scale. */
static const double starts[][2] = {{1, 1}, {10, 1}, {1, 1e-3}, {1, 1e3}};
static const double variances[][2] = {{1, 1}, {10, 1}, {1, 1e-6}, {1, 1e6}};
enum { STARTS = sizeof starts / sizeof *starts, GENERATIONS = 2000, RUNS = 1000 };

/* Runs go on to the end. */
#define COMMON "popsize=10 eval_start=no tolfun=off flat=off stagnation=off"

typedef struct variant {
    const char *label, *name;
    const char *options;
    bool by_variance;
} variant;

static const variant variants[] = {
    {"variance-raw", "(a) mean and variance, raw fitness, as printed", "shaping=raw", true},
    {"width-ranks", "(b) mean and width, rank utilities", "shaping=paper", false},
    {"width-raw", "(c) mean and width, raw fitness", "shaping=raw", false},
    {"xnes", "(d) xNES", "method=xnes eta_sigma=0.1 eta_shape=0.1", false},
};
enum { VARIANTS = sizeof variants / sizeof *variants, XNES = VARIANTS - 1 };

#define DENSITY(start, kind)                                                                       \
    {                                                                                              \
        .nparam = 2, .theta0 = start, .sample = sample_##kind, .score = score_##kind,              \
        .repair = repair_##kind                                                                    \
    }

static const nes_density by_width[STARTS] = {DENSITY(starts[0], width), DENSITY(starts[1], width),
                                             DENSITY(starts[2], width), DENSITY(starts[3], width)};
static const nes_density by_variance[STARTS] = {
    DENSITY(variances[0], variance), DENSITY(variances[1], variance),
    DENSITY(variances[2], variance), DENSITY(variances[3], variance)};

/* Generations of which the state is kept. */
static const uint64_t marks[] = {1,   2,   5,   10,  20,   50,   100, 150,
                                 200, 300, 500, 700, 1000, 1400, 2000};
enum { MARKS = sizeof marks / sizeof *marks, CYCLE = 400 };

static bool is_mark(uint64_t generation)
{
    for (size_t i = 0; i < MARKS; i++)
        if (generation == marks[i]) return true;
    return false;
}

/* A run whose mean and width are noted. */
typedef struct noting {
    run_rows *rows;
    bool user, by_variance; /* which parameters it has */
    bool closely;           /* every generation up to CYCLE, instead of the marks */
} noting;

static void note_generation(void *data, nes_opt *o, const run_outcome *so_far)
{
    const noting *n = data;
    uint64_t generation = 0;
    double row[3];
    (void)so_far;
    nes_get_count(o, "generations", &generation);
    if (n->closely ? generation > CYCLE : !is_mark(generation)) return;
    if (n->user) {
        nes_get_array(o, "theta", 2, row + 1);
        if (n->by_variance) row[2] = sqrt(row[2]);
    } else {
        nes_get_array(o, "mean_x", 1, row + 1);
        nes_get_real(o, "sigma", row + 2);
    }
    row[0] = (double)generation;
    row[1] = six_digits(row[1]);
    row[2] = six_digits(row[2]);
    run_row(n->rows, row);
}

static int run(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    noting n = {.rows = rows, .user = r->density != NULL, .closely = r->number > 0};
    n.by_variance = n.user && r->density->sample == sample_variance;
    const run_follower f = {.generation = note_generation, .data = &n};
    run_outcome out;
    return recipe_run(r, k, &f, w, &out);
}

static recipe recipe_of(size_t v, size_t start)
{
    recipe r = recipe_problem("sphere_d1");
    r.low = r.high = starts[start][0];
    r.budget = 10.0 * GENERATIONS;
    if (v == XNES) {
        recipe_options(&r, "%s sigma=%g tolx=0 tolx_abs=0 noeffect=no " COMMON, variants[v].options,
                       starts[start][1]);
    } else {
        recipe_options(&r, "%s family=user gradient=plain eta_sigma=0.01 " COMMON,
                       variants[v].options);
        r.density = variants[v].by_variance ? &by_variance[start] : &by_width[start];
    }
    return r;
}

/* The starts of the wrong scale are for two claims only, which need fewer runs. */
static void plan(experiment_plan *p)
{
    plan_table(p, "states", "variant,mean0,sigma0", "generation,mean,sigma");
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t i = 0; i < STARTS; i++) {
            const recipe r = recipe_of(v, i);
            plan_cell(p, run, plan_either(p, i < 2 ? RUNS : RUNS / 4, 60), 1, &r, "%s,%g,%g",
                      variants[v].label, starts[i][0], starts[i][1]);
        }
    recipe r = recipe_of(1, 0);
    r.number = 1;
    plan_table(p, "cycle", "variant", "generation,mean,sigma");
    plan_cell(p, run, 1, 1, &r, "%s", variants[1].label);
}

/* ---- figure and claims ---------------------------------------------------------------------- */

static sample state_of(const experiment_data *d, const char *column, double generation, size_t v,
                       size_t start)
{
    return data_where(d, "states", column, "generation", generation, "%s,%g,%g", variants[v].label,
                      starts[start][0], starts[start][1]);
}

/* The median of the absolute values. */
static double median_of(const experiment_data *d, const char *column, double generation, size_t v,
                        size_t start)
{
    const sample s = state_of(d, column, generation, v, start);
    double size[RUNS];
    const size_t n = s.n < RUNS ? s.n : RUNS;
    for (size_t i = 0; i < n; i++) size[i] = fabs(s.v[i]);
    return sample_median((sample){n, size});
}

static void draw_column(const experiment_data *d, panel *p, const char *column, size_t start)
{
    for (size_t v = 0; v < VARIANTS; v++) {
        series *s = panel_series(p, variants[v].name, SERIES_LINE, v);
        for (size_t i = 0; i < MARKS; i++)
            series_add(s, (double)marks[i], median_of(d, column, (double)marks[i], v, start));
    }
}

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("Plain search gradient in one dimension: medians of all runs", 2, 2);
    static const char *const columns[] = {"mean", "sigma"};
    static const char *const labels[] = {"distance of the mean to the optimum", "width sigma"};
    for (size_t start = 0; start < 2; start++)
        for (size_t c = 0; c < 2; c++) {
            panel *p = figure_panel(f, start == 0 ? "start 1, width 1" : "start 10, width 1");
            panel_x(p, start == 1 ? "generation" : NULL, AXIS_LOG);
            panel_y(p, labels[c], AXIS_LOG);
            panel_x_range(p, 1, GENERATIONS);
            panel_y_range(p, 1e-12, 1e3);
            draw_column(d, p, columns[c], start);
        }
    return f;
}

/* One run of (b): the mean crosses the optimum, the width shrinks, a step throws the mean away. */
static figure *draw_cycle(const experiment_data *d)
{
    figure *f = figure_new("The cycle of the plain gradient: one run of (b)", 1, 1);
    panel *p = figure_panel(f, NULL);
    series *mean = panel_series(p, "distance of the mean to the optimum", SERIES_LINE, 0);
    series *width = panel_series(p, "width sigma", SERIES_LINE, 1);
    const sample g = data_column(d, "cycle", "generation", "%s", variants[1].label);
    const sample m = data_column(d, "cycle", "mean", "%s", variants[1].label);
    const sample s = data_column(d, "cycle", "sigma", "%s", variants[1].label);
    panel_x(p, "generation", AXIS_LINEAR);
    panel_y(p, NULL, AXIS_LOG);
    for (size_t i = 0; i < g.n; i++) {
        series_add(mean, g.v[i], fabs(m.v[i]));
        series_add(width, g.v[i], s.v[i]);
    }
    return f;
}

/* A median against that of the reference, with the interval of ours; the reference has a sampling
 * error of its own, of which only the size of the sample is known to be large. */
static void judge_reference(const experiment_data *d, experiment_report *r, size_t v,
                            const double want[4])
{
    static const double at[] = {100, 300, 1000, 2000};
    double got[4], worst = 0;
    for (size_t i = 0; i < 4; i++) {
        got[i] = median_of(d, "sigma", at[i], v, 0);
        worst = fmax(worst, fabs(log(got[i] / want[i])));
    }
    char claim[160];
    snprintf(
        claim, sizeof claim,
        "%s: median of sigma after 100, 300, 1000, 2000 generations is %.3g, %.3g, %.3g, %.3g, "
        "within 15 %%",
        variants[v].name, want[0], want[1], want[2], want[3]);
    report_claim(r, data_is_quick(d) ? verdict_of(worst < log(1.5)) : verdict_of(worst < log(1.15)),
                 claim, "%.3g, %.3g, %.3g, %.3g", got[0], got[1], got[2], got[3]);
}

static void judge_failure(const experiment_data *d, experiment_report *r)
{
    const double a = median_of(d, "sigma", 2000, 0, 0), b = median_of(d, "sigma", 2000, 1, 0);
    const double c = median_of(d, "sigma", 2000, 2, 0), x = median_of(d, "sigma", 2000, XNES, 0);
    report_claim(r, verdict_of(a > 1e-3 && b > 1e-3),
                 "mean and width should go to 0 but do not, with the plain gradient (a, b)",
                 "after 2000 generations sigma is %.2g (a) and %.2g (b); distance of the mean %.2g "
                 "and %.2g",
                 a, b, median_of(d, "mean", 2000, 0, 0), median_of(d, "mean", 2000, 1, 0));
    report_claim(r, verdict_of(c < 1e-9),
                 "with raw fitness and the width as parameter (c) they do go to 0",
                 "sigma %.2g: the gradient of raw values fades as fast as the width", c);
    report_claim(r, verdict_of(x < 1e-9), "xNES converges (d)", "sigma %.2g after 2000 generations",
                 x);
}

static void judge_scale(const experiment_data *d, experiment_report *r)
{
    double m[STARTS], s[STARTS], x = 0;
    for (size_t i = 0; i < STARTS; i++) {
        m[i] = median_of(d, "mean", 1000, 1, i);
        s[i] = median_of(d, "sigma", 1000, 1, i);
        x = fmax(x,
                 fmax(median_of(d, "mean", 1000, XNES, i), median_of(d, "sigma", 1000, XNES, i)));
    }
    report_claim(
        r, verdict_of(m[2] > 1 && fabs(s[3] - 1000) < 1 && fabs(m[3] - 1) < 0.01),
        "the plain gradient depends on the scale: from a width of 1e-3 the first steps "
        "throw the mean away, from 1e3 it does not move (b)",
        "after 1000 generations distance %.2g and sigma %.2g from 1e-3, %.4g and %.5g from "
        "1e3",
        m[2], s[2], m[3], s[3]);
    report_claim(r, verdict_of(x < 1e-9), "xNES converges from every scale",
                 "distance and sigma below %.1g after 1000 generations from widths of 1e-3, 1, 1e3",
                 x);
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_failure(d, r);
    judge_scale(d, r);
    judge_reference(d, r, 0, (const double[]){0.21, 0.095, 0.089, 0.094});
    judge_reference(d, r, 1, (const double[]){0.36, 1.5, 3.3, 4.4});
    report_figure(r, "medians",
                  "Medians of the distance of the mean to the optimum and of the width, for four "
                  "ways to follow the gradient.",
                  draw(d));
    report_figure(r, "cycle",
                  "One run of (b): the mean comes close, the width shrinks, and a step of a narrow "
                  "distribution throws the mean away again.",
                  draw_cycle(d));
}

const experiment experiment_plain_gradient = {
    .id = "E1",
    .title = "Plain search gradient in one dimension",
    .paper = "the figure of the scale problem of the plain gradient",
    .about =
        "f(x) = x^2 in one dimension, learning rate 0.01, 10 samples per generation, 2000 "
        "generations, 1000 runs (quick: 60). The paper leaves open the start, whether fitness "
        "is raw or shaped, and whether the variance or the width is the parameter, on which "
        "the claim depends. So there are four: (a) the algorithm as printed, mean and variance "
        "with raw fitness; (b) mean and width with rank utilities; (c) mean and width with raw "
        "fitness; (d) xNES with a learning rate of 0.1. A variance or width that a step makes "
        "negative loses its sign. Runs start at 1 or 10 with width 1, and at 1 with widths of "
        "1e-3 and 1e3, a quarter of the runs.",
    .plan = plan,
    .report = report,
};
