/* SPDX-License-Identifier: MIT
 *
 * E13, importance mixing in one dimension: which old samples are kept, which new ones are taken,
 * and whether both together follow the new density. The density is one of our own, so that its
 * functions see all samples that the library draws, the discarded ones included. The new parameters
 * do not depend on the old samples, as the theory wants it. [math: A5, X13] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/agreement.h"
#include "experiment/e13_illustrations.h"
#include "experiment/experiments.h"

enum { SIZE = 500, ROOM = 8 * SIZE, GRID = 1200, BINS = 24 };

static const double before[2] = {0, 1}, after[2] = {1, 0.8}; /* mean and width */
static const double ALPHA = 0.1;
static const double LOW = -5, HIGH = 5;

/* What became of a sample. */
enum { KEPT, REJECTED, ACCEPTED, DISCARDED, FATES };

/* What the library asked of the density. */
typedef struct observer {
    size_t drawn, scored;             /* so far; since the last tell */
    size_t asked;                     /* drawn before the last tell */
    double draws[ROOM], scores[ROOM]; /* points, in order */
} observer;

static void sample_observed(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    observer *o = user;
    old_normal_density.sample(theta, dim, r, x, NULL);
    if (o->drawn < ROOM) o->draws[o->drawn++] = x[0];
}

static void score_observed(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    observer *o = user;
    old_normal_density.score(theta, dim, x, s, NULL);
    if (o->scored < ROOM) o->scores[o->scored++] = x[0];
}

/* The step goes where we want it. */
static int replace(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    theta[0] = after[0];
    theta[1] = after[1];
    return 0;
}

/* ---- what is run ---------------------------------------------------------------------------- */

static nes_status open_run(nes_opt **opt, observer *o, size_t k)
{
    const nes_density density = {
        2, before, sample_observed, old_normal_density.logpdf, score_observed, replace, o};
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user";
    s.density = &density;
    s.gradient = "plain";
    s.shaping = "raw"; /* equal weights for equal values: the score of every row is wanted */
    s.mixing = "importance";
    s.mixing_alpha = ALPHA;
    s.popsize = SIZE;
    s.eval_start = "no";
    s.seed = k;
    return nes_create(opt, 1, before, &s);
}

/* One generation, in which all points have the value 1. */
static nes_status generation(nes_opt *opt, observer *o, double *x, size_t *n)
{
    nes_points p;
    nes_status st = nes_ask(opt, &p);
    if (st != NES_OK) return st;
    *n = p.n;
    for (size_t i = 0; i < p.n; i++) {
        x[i] = p.x[i];
        p.f[i] = 1;
    }
    o->asked = o->drawn;
    o->scored = 0;
    return nes_tell(opt, p.n, p.f);
}

/* Marks those of the samples that are also in the list, which has them in the same order. Those
 * behind the last one are left out if open: nobody has decided about them. */
static void mark(run_rows *rows, const double *samples, size_t n, const double *list, size_t m,
                 int in, bool open)
{
    for (size_t i = 0, j = 0; i < n && (j < m || !open); i++) {
        const bool found = j < m && samples[i] == list[j];
        if (found) j++;
        run_row(rows, (const double[]){six_digits(samples[i]), found ? in : in + 1});
    }
}

static int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    observer o = {0};
    nes_opt *opt = NULL;
    double old[SIZE], new[SIZE];
    size_t n = 0, first;
    (void)r, (void)w;
    nes_status st = open_run(&opt, &o, k);
    if (st == NES_OK) st = generation(opt, &o, old, &n);
    first = o.asked;
    if (st == NES_OK) st = generation(opt, &o, new, &n);
    nes_destroy(opt);
    if (st != NES_OK) return text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
    mark(rows, old, SIZE, o.scores, SIZE - n, KEPT, false); /* rows that stay are the first */
    mark(rows, o.draws + first, o.asked - first, new, n, ACCEPTED, true);
    return 0;
}

void plan_mixing(experiment_plan *p)
{
    const recipe r = recipe_problem("sphere_d1");
    plan_table(p, "mixing", "density", "x,fate");
    plan_cell(p, run_mixing, plan_either(p, 60, 20), 1, &r, "normal");
}

/* ---- densities ------------------------------------------------------------------------------ */

static double normal_at(double x, const double theta[2])
{
    return exp(old_normal_density.logpdf(theta, 1, &x, NULL)) / sqrt(2 * acos(-1));
}

static double old_density(double x)
{
    return normal_at(x, before);
}

static double new_density(double x)
{
    return normal_at(x, after);
}

static double kept_part(double x)
{
    return fmin(old_density(x), (1 - ALPHA) * new_density(x));
}

static double new_part(double x)
{
    return fmax(ALPHA * new_density(x), new_density(x) - old_density(x));
}

static sample fate_of(const experiment_data *d, int fate)
{
    return data_where(d, "mixing", "x", "fate", fate, "normal");
}

/* The largest distance between a distribution function and the shares of both samples together in
 * total. *integral: of the density over the line. */
static double distance(sample a, sample b, double total, double (*density)(double),
                       double *integral)
{
    const double step = (HIGH - LOW) / GRID;
    double most = 0;
    *integral = 0;
    for (int i = 0; i < GRID; i++) {
        const double x = LOW + i * step;
        *integral += step * density(x + step / 2);
        const size_t count = sample_count(a, x + step) + sample_count(b, x + step);
        most = fmax(most, fabs((double)count / total - *integral));
    }
    return most;
}

/* ---- figure and claims ---------------------------------------------------------------------- */

static void draw_curve(panel *p, const char *name, series_kind kind, size_t style,
                       double (*density)(double))
{
    series *s = panel_series(p, name, kind, style);
    for (double x = -3.5; x <= 4; x += 0.02) series_add(s, x, density(x));
}

/* A mark in the middle of every bin: the density of both samples together. */
static void draw_bins(panel *p, const char *name, size_t style, sample a, sample b, double total)
{
    series *s = panel_series(p, name, SERIES_POINTS, style);
    const double width = 7.5 / BINS;
    for (int i = 0; i < BINS; i++) {
        const double x = -3.5 + i * width;
        const size_t n = sample_count(a, x + width) - sample_count(a, x) +
                         sample_count(b, x + width) - sample_count(b, x);
        series_add(s, x + width / 2, (double)n / (total * width));
    }
}

/* Some samples of every fate, in a row each. */
static void draw_fates(const experiment_data *d, panel *p)
{
    static const char *const names[FATES] = {"old, kept", "old, rejected", "new, accepted",
                                             "new, discarded"};
    enum { SHOWN = 60 };
    panel_y_ticks(p, 0, NULL);
    panel_y_range(p, 0, 4.6);
    for (int fate = 0; fate < FATES; fate++) {
        const sample x = fate_of(d, fate);
        series *s = panel_series(p, NULL, SERIES_SMALL, (size_t)fate);
        for (size_t i = 0; i < x.n && i < SHOWN; i++) series_add(s, x.v[i], 3.5 - fate);
        panel_note(p, -3.4, 3.8 - fate, names[fate]);
    }
}

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("Importance mixing in one dimension", 1, 2);
    const sample kept = fate_of(d, KEPT), accepted = fate_of(d, ACCEPTED), none = {0, NULL};
    const double total = (double)(kept.n + accepted.n);
    panel *p = figure_panel(f, "Samples: what became of them");
    panel_x(p, "x", AXIS_LINEAR);
    panel_x_range(p, -3.5, 4);
    draw_fates(d, p);
    p = figure_panel(f, "Densities (lines) and shares of the batch (marks)");
    panel_x(p, "x", AXIS_LINEAR);
    panel_x_range(p, -3.5, 4);
    panel_y(p, "density", AXIS_LINEAR);
    panel_y_range(p, 0, NAN);
    draw_curve(p, "old density", SERIES_DASH, FIGURE_REFERENCE, old_density);
    draw_curve(p, "new density, a + b", SERIES_LINE, 0, new_density);
    draw_curve(p, "a, from kept ones", SERIES_LINE, 1, kept_part);
    draw_curve(p, "b, from new ones", SERIES_LINE, 2, new_part);
    draw_bins(p, NULL, 0, kept, accepted, total);
    draw_bins(p, NULL, 1, kept, none, total);
    draw_bins(p, NULL, 2, accepted, none, total);
    return f;
}

/* Bounds of Kolmogorov and Smirnov at 5 %. Of new samples, every one that was decided about
 * counts. */
static void judge_densities(const experiment_data *d, experiment_report *r)
{
    const sample kept = fate_of(d, KEPT), accepted = fate_of(d, ACCEPTED), none = {0, NULL};
    const double n = (double)(kept.n + accepted.n);
    const double m = (double)(accepted.n + fate_of(d, DISCARDED).n);
    double integral;
    const double both = distance(kept, accepted, n, new_density, &integral);
    report_claim(r, verdict_of(both < 1.36 / sqrt(n)), "the batch follows the new density",
                 "Kolmogorov-Smirnov distance %.4f of %.0f samples; 95 %% bound %.4f", both, n,
                 1.36 / sqrt(n));
    const double a = distance(kept, none, n, kept_part, &integral);
    const double b = distance(accepted, none, m, new_part, &integral);
    report_claim(r, verdict_of(a < 1.36 / sqrt(n) && b < 1.36 / sqrt(m)),
                 "its parts follow the densities a and b, whose sum is the new one",
                 "Kolmogorov-Smirnov distances %.4f and %.4f; 95 %% bounds %.4f and %.4f", a, b,
                 1.36 / sqrt(n), 1.36 / sqrt(m));
}

static void judge_acceptance(const experiment_data *d, experiment_report *r)
{
    const sample kept = fate_of(d, KEPT), accepted = fate_of(d, ACCEPTED), none = {0, NULL};
    const size_t all = kept.n + accepted.n, tried = accepted.n + fate_of(d, DISCARDED).n;
    const double rate = (double)accepted.n / (double)tried;
    const double rest = 1 - (double)kept.n / (double)all;
    const double e = sqrt(rate * (1 - rate) / (double)tried);
    const double f = sqrt(rest * (1 - rest) / (double)all);
    double theory;
    distance(none, none, 1, new_part, &theory);
    agreement g = {0};
    agreement_add(&g, rate - rest, hypot(e, f), "both");
    agreement_add(&g, rate - theory, e, "acceptance");
    agreement_add(&g, rest - theory, f, "kept");
    report_claim(r, verdict_of(agreement_holds(&g)),
                 "the acceptance rate of new samples is 1 - (samples kept)/(population)",
                 "%.4f +- %.4f and %.4f +- %.4f (standard errors); the integral of b is %.4f", rate,
                 e, rest, f, theory);
}

void report_mixing(const experiment_data *d, experiment_report *r)
{
    judge_densities(d, r);
    judge_acceptance(d, r);
    report_figure(r, "mixing",
                  "Left: 60 samples of each fate. Only accepted new ones are "
                  "evaluated. Right: the batch is made of the parts a and b.",
                  draw(d));
}
