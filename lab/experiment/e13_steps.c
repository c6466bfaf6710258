/* SPDX-License-Identifier: MIT
 *
 * E13, the exponential map: covariances after one step from the unit matrix. The natural gradient G
 * of the covariance is added, which may leave the set of positive matrices, or goes through exp(G),
 * which may not. [math: A3, A10] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/e13_illustrations.h"
#include "experiment/experiments.h"

enum { DIM = 2, RATES = 5, DRAWN = 2 };

static const double rates[RATES] = {0.25, 0.5, 1, 2, 4};

/* One step of a method at the optimum of the sphere, where selection shrinks the distribution: the
 * covariance after it, and whether it was valid. */
static nes_status one_step(const char *method, double rate, size_t k, double c[DIM * DIM],
                           bool *valid)
{
    static const double origin[DIM] = {0, 0};
    nes_opt *o = NULL;
    nes_points p;
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.popsize = 20;
    s.eval_start = "no";
    s.eta_sigma = rate;
    s.seed = k;
    nes_status st = nes_create(&o, DIM, origin, &s);
    if (st == NES_OK) st = nes_ask(o, &p);
    for (size_t i = 0; st == NES_OK && i < p.n; i++)
        p.f[i] = p.x[2 * i] * p.x[2 * i] + p.x[2 * i + 1] * p.x[2 * i + 1];
    if (st == NES_OK) st = nes_tell(o, p.n, p.f);
    if (st == NES_OK) st = nes_get_array(o, "covariance", DIM * DIM, c);
    *valid = st == NES_OK && nes_stopped(o) != NES_STOP_INVALID;
    nes_destroy(o);
    return st;
}

static int run_step(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double c[DIM * DIM], other[DIM * DIM];
    bool valid, additive_valid;
    (void)w;
    nes_status st = one_step("exp-nes", r->number, k, c, &valid);
    if (st == NES_OK) st = one_step("canonical", r->number, k, other, &additive_valid);
    if (st != NES_OK) return text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
    const double middle = (c[0] + c[3]) / 2, half = hypot((c[0] - c[3]) / 2, c[1]);
    run_row(rows, (const double[]){middle - half, middle + half, valid, additive_valid});
    return 0;
}

void plan_steps(experiment_plan *p)
{
    recipe r = recipe_problem("sphere_d2");
    plan_table(p, "steps", "rate", "low,high,valid,canonical_valid");
    for (size_t i = 0; i < RATES; i++) {
        r.number = rates[i];
        plan_cell(p, run_step, plan_either(p, 1000, 200), 1, &r, "%g", rates[i]);
    }
}

static sample column_of(const experiment_data *d, const char *column, size_t i)
{
    return data_column(d, "steps", column, "%g", rates[i]);
}

/* An eigenvalue of exp(G) belongs to one of 1 + G. */
static double added(double exponential)
{
    return 1 + log(exponential);
}

/* How many steps end outside of the set if they are added. */
static size_t count_outside(const experiment_data *d, size_t i)
{
    return sample_count(column_of(d, "low", i), exp(-1));
}

static size_t count_invalid(const experiment_data *d, const char *column, size_t i)
{
    return sample_count(column_of(d, column, i), 0);
}

/* shift: a factor that keeps marks at the same rate apart. */
static void add_share(series *s, double shift, size_t i, size_t k, size_t n)
{
    const interval v = share_interval(k, n);
    series_add_row(s, (const double[]){rates[i] * shift, (double)k / (double)n, v.low, v.high}, 4);
}

static void draw_shares(const experiment_data *d, panel *p)
{
    panel_x(p, "learning rate", AXIS_LOG);
    panel_x_range(p, 0.2, 5);
    panel_x_ticks(p, RATES, rates);
    panel_y(p, "share of steps", AXIS_LINEAR);
    panel_y_range(p, -0.03, 1.35); /* room for the legend */
    panel_y_ticks(p, 6, (const double[]){0, 0.2, 0.4, 0.6, 0.8, 1});
    series *known = panel_series(p, "1 + G, Fisher matrix known", SERIES_ERROR, 0);
    series *estimated = panel_series(p, "1 + G, Fisher matrix estimated", SERIES_ERROR, 1);
    series *map = panel_series(p, "exp(G)", SERIES_ERROR, 2);
    for (size_t i = 0; i < RATES; i++) {
        const size_t n = column_of(d, "low", i).n;
        add_share(known, 0.93, i, count_outside(d, i), n);
        add_share(estimated, 1, i, count_invalid(d, "canonical_valid", i), n);
        add_share(map, 1.07, i, count_invalid(d, "valid", i), n);
    }
}

static figure *draw(const experiment_data *d)
{
    figure *f = figure_new("One step of the covariance in two dimensions", 1, 2);
    panel *p = figure_panel(f, "Eigenvalues after a step, rate 1");
    const sample low = column_of(d, "low", DRAWN), high = column_of(d, "high", DRAWN);
    panel_x(p, "smaller eigenvalue", AXIS_LINEAR);
    panel_y(p, "larger eigenvalue", AXIS_LINEAR);
    series *sum = panel_series(p, "1 + G", SERIES_SMALL, 0);
    series *map = panel_series(p, "exp(G)", SERIES_SMALL, 2);
    series *from = panel_series(p, "before", SERIES_POINTS, FIGURE_REFERENCE);
    for (size_t i = 0; i < low.n && i < 200; i++) {
        series_add(sum, added(low.v[i]), added(high.v[i]));
        series_add(map, low.v[i], high.v[i]);
    }
    series_add(from, 1, 1);
    panel_line(p, 0, true, NULL);
    panel_line(p, 0, false, NULL);
    draw_shares(d, figure_panel(f, "Steps that leave the positive matrices"));
    return f;
}

void report_steps(const experiment_data *d, experiment_report *r)
{
    size_t n = 0, outside = 0, canonical = 0, invalid = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < RATES; i++) {
        n += column_of(d, "low", i).n;
        outside += count_outside(d, i);
        canonical += count_invalid(d, "canonical_valid", i);
        invalid += count_invalid(d, "valid", i);
        least = fmin(least, sample_min(column_of(d, "low", i)));
    }
    const interval one = share_interval(count_outside(d, DRAWN), column_of(d, "low", DRAWN).n);
    report_claim(r, verdict_of(outside > 0 && canonical > 0),
                 "an additive step may leave the cone of positive matrices",
                 "of %zu steps with rates from 0.25 to 4, %zu do with the known Fisher matrix and "
                 "%zu with an estimated one (canonical NES); with rate 1 and the known one it is "
                 "%.1f to %.1f %% (95 %% "
                 "interval)",
                 n, outside, canonical, 100 * one.low, 100 * one.high);
    report_claim(r, verdict_of(invalid == 0 && least > 0), "an exponential one does not",
                 "%zu of %zu (95 %% interval up to %.2f %%); the smallest eigenvalue is %.2g",
                 invalid, n, 100 * share_interval(invalid, n).high, least);
    report_figure(r, "exponential-map",
                  "Left: eigenvalues of the covariance after 200 random steps from the unit "
                  "matrix; left of the line at 0 it is no covariance. Right: how often that "
                  "happens, with 95 % intervals.",
                  draw(d));
}
