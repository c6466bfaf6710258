/* SPDX-License-Identifier: MIT
 *
 * E13, the natural against the plain gradient, with the normal distribution in one dimension, which
 * is given to the library as a density of our own. [math: A1, A3] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/agreement.h"
#include "experiment/e13_illustrations.h"
#include "experiment/experiments.h"

enum { SIZE = 400 };

static const double RATE = 0.125;

/* Mean and width, their Fisher matrix, which is diagonal, and the gradients of E[-x^2]. */
static const double start[2] = {1, 1}, fisher[2] = {1, 2};
static const double exact[2][2] = {{-2, -2}, {-2, -1}};
static const char *const gradients[2] = {"plain", "fisher"};

static void draw_sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)dim, (void)user;
    x[0] = theta[0] + theta[1] * nes_random_normal(r);
}

static double log_density(const double *theta, size_t dim, const double *x, void *user)
{
    const double z = (x[0] - theta[0]) / theta[1];
    (void)dim, (void)user;
    return -0.5 * z * z - log(theta[1]);
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    const double z = (x[0] - theta[0]) / theta[1];
    (void)dim, (void)user;
    s[0] = z / theta[1];
    s[1] = (z * z - 1) / theta[1];
}

const nes_density old_normal_density = {
    .nparam = 2, .theta0 = start, .sample = draw_sample, .logpdf = log_density, .score = score};

/* ---- what is run ---------------------------------------------------------------------------- */

static nes_status open_run(nes_opt **o, const char *gradient, size_t k)
{
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user";
    s.density = &old_normal_density;
    s.gradient = gradient;
    s.shaping = "raw";
    s.popsize = SIZE;
    s.eval_start = "no";
    s.eta_sigma = RATE; /* of all parameters: the distribution has no centre */
    s.seed = k;
    return nes_create(o, 1, start, &s);
}

/* One generation with the values x^2: its samples, and the direction of the step. */
static int generation(const char *gradient, size_t k, double x[SIZE], double direction[2])
{
    nes_opt *o = NULL;
    nes_points p;
    nes_status st = open_run(&o, gradient, k);
    if (st == NES_OK) st = nes_ask(o, &p);
    for (size_t i = 0; st == NES_OK && i < SIZE; i++) {
        x[i] = p.x[i];
        p.f[i] = x[i] * x[i];
    }
    if (st == NES_OK) st = nes_tell(o, SIZE, p.f);
    if (st == NES_OK) st = nes_get_array(o, "theta", 2, direction);
    for (size_t i = 0; i < 2; i++) direction[i] = (direction[i] - start[i]) / RATE;
    nes_destroy(o);
    return st == NES_OK ? 0 : text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
}

static int run_direction(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double x[SIZE], direction[2] = {NAN, NAN};
    (void)w;
    const int status = generation(gradients[r->number > 0], k, x, direction);
    if (status == 0) run_row(rows, direction);
    return status;
}

static int run_scores(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double x[SIZE], direction[2] = {NAN, NAN};
    (void)r, (void)w;
    const int status = generation(gradients[0], k, x, direction);
    for (size_t i = 0; i < SIZE && status == 0; i++) {
        double s[2];
        score(start, 1, x + i, s, NULL);
        run_row(rows, (const double[]){six_digits(x[i]), six_digits(s[0]), six_digits(s[1])});
    }
    return status;
}

void plan_gradients(experiment_plan *p)
{
    const size_t runs = plan_either(p, 50, 20);
    recipe r = recipe_problem("sphere_d1");
    plan_table(p, "scores", "density", "x,score_mean,score_width");
    plan_cell(p, run_scores, runs, 1, &r, "normal");
    plan_table(p, "directions", "gradient", "mean,width");
    for (size_t i = 0; i < 2; i++) {
        r.number = (double)i;
        plan_cell(p, run_direction, runs, 1, &r, "%s", gradients[i]);
    }
}

/* ---- figure and claims ---------------------------------------------------------------------- */

static sample score_column(const experiment_data *d, const char *column)
{
    return data_column(d, "scores", column, "normal");
}

/* The mean product of two columns, and its standard error. */
static double mean_product(sample a, sample b, double *error)
{
    const double n = (double)a.n;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < a.n; i++) {
        const double v = a.v[i] * b.v[i];
        sum += v;
        squares += v * v;
    }
    *error = sqrt((squares / n - sum * sum / (n * n)) / n);
    return sum / n;
}

/* Ellipses of one standard deviation, of the samples and by the Fisher matrix. scale: what the
 * derivatives are divided by. */
static void draw_ellipses(const experiment_data *d, panel *p, const double scale[2])
{
    const sample a = score_column(d, "score_mean"), b = score_column(d, "score_width");
    series *measured = panel_series(p, "covariance of the samples", SERIES_LINE, STYLE_OTHER);
    series *known = panel_series(p, "Fisher matrix or its inverse", SERIES_DASH, FIGURE_REFERENCE);
    double error;
    const double aa = mean_product(a, a, &error), ab = mean_product(a, b, &error);
    const double bb = mean_product(b, b, &error), first = sqrt(aa);
    for (int i = 0; i <= 100; i++) {
        const double c = cos(i * acos(-1) / 50), s = sin(i * acos(-1) / 50);
        series_add(measured, first * c / scale[0],
                   (ab / first * c + sqrt(bb - ab * ab / aa) * s) / scale[1]);
        series_add(known, sqrt(fisher[0]) * c / scale[0], sqrt(fisher[1]) * s / scale[1]);
    }
}

static void draw_samples(const experiment_data *d, panel *p, const double scale[2])
{
    enum { SHOWN = 100 };
    const sample x = score_column(d, "x"), a = score_column(d, "score_mean");
    const sample b = score_column(d, "score_width");
    series *plain = panel_series(p, "samples", SERIES_SMALL, STYLE_SNES);
    series *weighted = panel_series(p, "times fitness", SERIES_SMALL, STYLE_MORE);
    for (size_t i = 0; i < x.n && i < SHOWN; i++) {
        const double f = -x.v[i] * x.v[i], u = a.v[i] / scale[0], v = b.v[i] / scale[1];
        series_add(plain, u, v);
        series_add(weighted, f * u, f * v);
    }
}

static void draw_direction(const experiment_data *d, panel *p, size_t i)
{
    series *s = panel_series(p, i == 0 ? "plain gradient" : "natural gradient", SERIES_BOTH, i);
    series_add(s, 0, 0);
    series_add(s, sample_mean(data_column(d, "directions", "mean", "%s", gradients[i])),
               sample_mean(data_column(d, "directions", "width", "%s", gradients[i])));
}

static figure *draw_gradients(const experiment_data *d)
{
    static const char *const titles[] = {"Plain: derivatives of ln π",
                                         "Natural: inverse Fisher matrix times them"};
    figure *f = figure_new("Plain and natural gradient of a normal distribution", 1, 2);
    for (size_t i = 0; i < 2; i++) {
        panel *p = figure_panel(f, titles[i]);
        const double *scale = i == 0 ? (const double[]){1, 1} : fisher;
        panel_x(p, "component of the mean", AXIS_LINEAR);
        panel_y(p, "component of the width", AXIS_LINEAR);
        panel_x_range(p, -6, 4);
        panel_y_range(p, -4, 4);
        draw_samples(d, p, scale);
        draw_ellipses(d, p, scale);
        for (size_t j = 0; j < 2; j++) draw_direction(d, p, j);
    }
    return f;
}

/* With the natural samples F^-1 s their covariance is F^-1 C F^-1, and its product with C is
 * (C F^-1)^2, which is 1 up to twice the relative error of C. */
static void judge_inverse(const experiment_data *d, experiment_report *r)
{
    const sample a = score_column(d, "score_mean"), b = score_column(d, "score_width");
    double e[3];
    const double aa = mean_product(a, a, e), ab = mean_product(a, b, e + 1);
    const double bb = mean_product(b, b, e + 2), cross = ab * ab / (fisher[0] * fisher[1]);
    const double p = aa * aa / (fisher[0] * fisher[0]) + cross;
    const double q = bb * bb / (fisher[1] * fisher[1]) + cross;
    const double off = ab / fisher[1] * (aa / fisher[0] + bb / fisher[1]);
    agreement g = {0};
    agreement_add(&g, p - 1, 2 * e[0] / fisher[0], "mean");
    agreement_add(&g, off, 2 * e[1] / fisher[1], "mean and width");
    agreement_add(&g, q - 1, 2 * e[2] / fisher[1], "width");
    report_claim(r, verdict_of(agreement_holds(&g)),
                 "the covariance of the natural samples is the inverse of that of the plain ones",
                 "%zu samples, plain: %.3f, %.3f, off the diagonal %.3f (Fisher matrix 1, 2, 0), "
                 "natural: %.3f, %.3f, %.3f; the product has the diagonal %.3f +- %.3f, %.3f +- "
                 "%.3f and beside it %.3f +- %.3f (standard errors)",
                 a.n, aa, bb, ab, aa, bb / 4, ab / 2, p, 2 * e[0], q, e[2], off, e[1]);
}

static void judge_directions(const experiment_data *d, experiment_report *r)
{
    static const char *const columns[] = {"mean", "width"};
    double m[4], e[4], off = 0;
    agreement plain = {0};
    for (size_t i = 0; i < 4; i++) {
        const sample s = data_column(d, "directions", columns[i % 2], "%s", gradients[i / 2]);
        m[i] = sample_mean(s);
        e[i] = sample_error(s);
        if (i < 2) agreement_add(&plain, m[i] - exact[0][i], e[i], "%s", columns[i]);
        for (size_t k = 0; k < s.n && i >= 2; k++) off = fmax(off, fabs(s.v[k] - exact[1][i - 2]));
    }
    report_claim(r, verdict_of(agreement_holds(&plain) && off < 1e-9),
                 "the library's steps follow the plain gradient (-2, -2) and the natural one (-2, "
                 "-1) of the mean of -x^2",
                 "plain (%.3f +- %.3f, %.3f +- %.3f), natural (%.3f, %.3f), no step further off "
                 "than %.1g",
                 m[0], e[0], m[1], e[1], m[2], m[3], off);
}

void report_gradients(const experiment_data *d, experiment_report *r)
{
    judge_inverse(d, r);
    judge_directions(d, r);
    report_figure(r, "gradients",
                  "Left: derivatives of the logarithm of the density by mean and width, for 100 "
                  "samples, and times the fitness -x^2, as far as they fit in. Right: the same "
                  "times the inverse Fisher "
                  "matrix. The lines from the origin are the library's steps. What varies much is "
                  "made small in the natural gradient.",
                  draw_gradients(d));
    report_note(r, "The library estimates the natural gradient by least squares. -x^2 is a sum of "
                   "the two derivatives and a constant, so that the fit is exact and the natural "
                   "steps have no sampling error, while the plain ones vary from generation to "
                   "generation.");
}
