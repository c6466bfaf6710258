/* SPDX-License-Identifier: MIT
 *
 * E12: the final value of hill climbers on random basins against the dimension, with normal and
 * with heavy-tailed steps. */
#include <math.h>

#include "experiment/agreement.h"
#include "experiment/experiments.h"

enum { DIMS = 10, METHODS = 3, GAUSS = 0, CAUCHY = 1, REFERENCE_RUNS = 1500, SIGMAS = 8 };

typedef struct method {
    const char *label, *options, *name;
    size_t style;
    double reference[DIMS]; /* means of 1500 runs for d = 1, 2, ... */
} method;

static const method methods[METHODS] = {
    {"1+1-xnes",
     "method=1+1-xnes",
     "(1+1)-xNES",
     STYLE_XNES,
     {0.354, 0.280, 0.247, 0.221, 0.182, 0.165, 0.133, 0.112, 0.096, 0.084}},
    {"1+1-cauchy",
     "method=1+1-cauchy",
     "(1+1)-NES-Cauchy",
     STYLE_OTHER,
     {0.168, 0.094, 0.067, 0.052, 0.043, 0.036, 0.031, 0.028, 0.025, 0.023}},
    {"1+1-cauchy-literal",
     "method=1+1-cauchy cauchy_literal=yes",
     "(1+1)-NES-Cauchy, as printed (r s)",
     STYLE_MORE,
     {0.149, 0.065, 0.045, 0.034, 0.027, 0.024, 0.021, 0.019, 0.017, 0.016}},
};

/* Of the runs in four dimensions that show what the step size does: 1/16, 1/8, ..., 8. */
static double sigma_at(size_t i)
{
    return ldexp(1, (int)i - 4);
}

static recipe recipe_of(size_t m, size_t dim, double sigma)
{
    recipe r = recipe_problem("random-basin_s%%k_d%zu", dim);
    recipe_options(&r, "%s sigma=%g " NO_STOPS, methods[m].options, sigma);
    r.usual_start = true;
    r.budget = 100 * (double)dim;
    return r;
}

static void plan(experiment_plan *p)
{
    const size_t runs = plan_either(p, 1500, 250);
    plan_table(p, "runs", "method,dim", VALUE_COLUMNS);
    for (size_t m = 0; m < METHODS; m++)
        for (size_t dim = 1; dim <= DIMS; dim++) {
            const recipe r = recipe_of(m, dim, 1);
            plan_cell(p, run_to_value, runs, (double)(dim * dim), &r, "%s,%zu", methods[m].label,
                      dim);
        }
    plan_table(p, "sigmas", "method,sigma", VALUE_COLUMNS);
    for (size_t m = 0; m < METHODS; m++)
        for (size_t i = 0; i < SIGMAS; i++) {
            const recipe r = recipe_of(m, 4, sigma_at(i));
            plan_cell(p, run_to_value, runs, 16, &r, "%s,%g", methods[m].label, sigma_at(i));
        }
}

static sample values_of(const experiment_data *d, size_t m, size_t dim)
{
    return data_column(d, "runs", "value", "%s,%zu", methods[m].label, dim);
}

static sample sigma_values(const experiment_data *d, size_t m, size_t i)
{
    return data_column(d, "sigmas", "value", "%s,%g", methods[m].label, sigma_at(i));
}

/* ---- the figure ----------------------------------------------------------------------------- */

static void add_mean(series *s, double x, sample values)
{
    const double mean = sample_mean(values), half = 1.96 * sample_error(values);
    series_add_row(s, (const double[]){x, mean, mean - half, mean + half}, 4);
}

static void draw_method(const experiment_data *d, panel *p, size_t m)
{
    series *line = panel_series(p, methods[m].name, SERIES_BOTH, methods[m].style);
    series *bars = panel_series(p, NULL, SERIES_ERROR, methods[m].style);
    series *known =
        panel_series(p, m == 0 ? "reference values" : NULL, SERIES_SMALL, FIGURE_REFERENCE);
    for (size_t dim = 1; dim <= DIMS; dim++) {
        const sample values = values_of(d, m, dim);
        series_add(line, (double)dim, sample_mean(values));
        add_mean(bars, (double)dim, values);
        series_add(known, (double)dim, methods[m].reference[dim - 1]);
    }
}

static figure *draw(const experiment_data *d)
{
    double ticks[DIMS];
    for (size_t i = 0; i < DIMS; i++) ticks[i] = (double)(i + 1);
    figure *g = figure_new("Random basins", 1, 2);
    panel *map = figure_panel(g, "Values in two dimensions");
    panel_x(map, "z1", AXIS_LINEAR);
    panel_y(map, "z2", AXIS_LINEAR);
    draw_problem_map(map, "random-basin_s1_d2", -15, 15, false);
    panel *p = figure_panel(g, "Mean final value after 100 d evaluations");
    panel_x(p, "dimension", AXIS_LINEAR);
    panel_y(p, "value", AXIS_LINEAR);
    panel_x_range(p, 0.5, 10.5);
    panel_x_ticks(p, DIMS, ticks);
    panel_y_range(p, 0, NAN);
    for (size_t m = 0; m < METHODS; m++) draw_method(d, p, m);
    series *paper = panel_series(p, "published, d = 4", SERIES_POINTS, FIGURE_REFERENCE);
    series_add(paper, 4, 0.22);
    series_add(paper, 4, 0.06);
    return g;
}

/* ---- the claims ----------------------------------------------------------------------------- */

static double factor_of(sample gauss, sample cauchy)
{
    return sample_mean(gauss) / sample_mean(cauchy);
}

/* The standard error of that ratio. */
static double factor_error(sample gauss, sample cauchy)
{
    return factor_of(gauss, cauchy) * hypot(sample_error(gauss) / sample_mean(gauss),
                                            sample_error(cauchy) / sample_mean(cauchy));
}

static void judge_factor(const experiment_data *d, experiment_report *r)
{
    size_t least = 1, most = 1;
    double low = HUGE_VAL, high = 0;
    for (size_t dim = 1; dim <= DIMS; dim++) {
        const double f = factor_of(values_of(d, GAUSS, dim), values_of(d, CAUCHY, dim));
        if (f < low) least = dim;
        if (f > high) most = dim;
        low = fmin(low, f);
        high = fmax(high, f);
    }
    const double low_error = factor_error(values_of(d, GAUSS, least), values_of(d, CAUCHY, least));
    const double high_error = factor_error(values_of(d, GAUSS, most), values_of(d, CAUCHY, most));
    report_claim(r, verdict_of(low - 1.96 * low_error > 1),
                 "Cauchy steps are better than normal ones in every dimension",
                 "mean values differ by a factor of %.2f +- %.2f (d = %zu) to %.2f +- %.2f "
                 "(d = %zu)",
                 low, low_error, least, high, high_error, most);
    report_claim(r, verdict_of(low + 1.96 * low_error > 2 && high - 1.96 * high_error < 3),
                 "the factor is two to three, depending on d", "%.2f +- %.2f to %.2f +- %.2f", low,
                 low_error, high, high_error);
}

/* The paper has two decimals, and means of 250 runs with the same spread as here. */
static void judge_four(const experiment_data *d, experiment_report *r)
{
    static const double published[] = {[GAUSS] = 0.22, [CAUCHY] = 0.06};
    double mean[2], error[2], gap = 0;
    for (size_t m = GAUSS; m <= CAUCHY; m++) {
        const sample s = values_of(d, m, 4);
        const double spread = sample_error(s) * sqrt((double)s.n);
        mean[m] = sample_mean(s);
        error[m] = sample_error(s);
        const double apart = fmax(0, fabs(mean[m] - published[m]) - 0.005);
        gap = fmax(gap, apart / hypot(error[m], spread / sqrt(250)));
    }
    report_claim(r, verdict_of(gap < agreement_bound(2)),
                 "in four dimensions the mean value is 0.06 with Cauchy steps and 0.22 with normal "
                 "ones",
                 "%.4f +- %.4f and %.4f +- %.4f; beyond the rounding of the published numbers at "
                 "most %.1f standard errors away",
                 mean[CAUCHY], error[CAUCHY], mean[GAUSS], error[GAUSS], gap);
}

/* Whether the mean falls from one dimension to the next, up to chance, and from the first to the
 * last. */
static bool improves(const experiment_data *d, size_t m)
{
    bool falls = sample_mean(values_of(d, m, DIMS)) < 0.5 * sample_mean(values_of(d, m, 1));
    for (size_t dim = 2; dim <= DIMS; dim++) {
        const sample a = values_of(d, m, dim - 1), b = values_of(d, m, dim);
        const double error = hypot(sample_error(a), sample_error(b));
        falls &= sample_mean(b) - sample_mean(a) < agreement_bound(DIMS - 1) * error;
    }
    return falls;
}

static void judge_growth(const experiment_data *d, experiment_report *r)
{
    const bool both = improves(d, GAUSS) && improves(d, CAUCHY);
    report_claim(r, verdict_of(both), "both are better in higher dimensions",
                 "from %.3f (d = 1) to %.3f (d = 10) with normal steps, from %.3f to %.3f with "
                 "Cauchy steps; %s upwards beyond chance",
                 sample_mean(values_of(d, GAUSS, 1)), sample_mean(values_of(d, GAUSS, DIMS)),
                 sample_mean(values_of(d, CAUCHY, 1)), sample_mean(values_of(d, CAUCHY, DIMS)),
                 both ? "no step" : "a step");
}

static void judge_reference(const experiment_data *d, experiment_report *r)
{
    agreement a = {.n = 0};
    for (size_t m = 0; m < METHODS; m++)
        for (size_t dim = 1; dim <= DIMS; dim++) {
            const sample s = values_of(d, m, dim);
            const double spread = sample_error(s) * sqrt((double)s.n);
            /* The reference values are rounded to three decimals. */
            const double error =
                sqrt(spread * spread / (double)s.n + spread * spread / REFERENCE_RUNS + 1e-6 / 12);
            agreement_add(&a, sample_mean(s) - methods[m].reference[dim - 1], error,
                          "for %s at d = %zu", methods[m].name, dim);
        }
    report_agreement(r, &a, "mean values are those of the reference, 1500 runs each");
}

/* The step size decides the factor, and the paper does not give it. */
static void explain(const experiment_data *d, experiment_report *r)
{
    double low = HUGE_VAL, high = 0;
    report_row(r, "initial step size, d = 4|%s|%s|factor|%s", methods[0].name, methods[1].name,
               methods[2].name);
    for (size_t i = 0; i < SIGMAS; i++) {
        const sample gauss = sigma_values(d, GAUSS, i), cauchy = sigma_values(d, CAUCHY, i);
        const double f = factor_of(gauss, cauchy);
        low = fmin(low, f);
        high = fmax(high, f);
        report_row(r, "%g|%.3f|%.3f|%.2f ± %.2f|%.3f", sigma_at(i), sample_mean(gauss),
                   sample_mean(cauchy), f, factor_error(gauss, cauchy),
                   sample_mean(sigma_values(d, METHODS - 1, i)));
    }
    report_note(r,
                "The factor depends on the initial step size, which the paper does not give: in "
                "four dimensions it goes from %.1f to %.1f for step sizes from %g to %g (table "
                "above). Step size 1 and the uniform start are a choice that gives the paper's "
                "0.22 for normal steps, so that this agreement is partly fitted. The Cauchy "
                "result and the other dimensions are not.",
                low, high, sigma_at(0), sigma_at(SIGMAS - 1));
}

static void write_table(const experiment_data *d, experiment_report *r)
{
    report_row(r, "d|%s|reference|%s|reference|factor|%s|reference", methods[0].name,
               methods[1].name, methods[2].name);
    for (size_t dim = 1; dim <= DIMS; dim++) {
        const sample s[METHODS] = {values_of(d, 0, dim), values_of(d, 1, dim),
                                   values_of(d, 2, dim)};
        report_row(r, "%zu|%.4f ± %.4f|%.3f|%.4f ± %.4f|%.3f|%.2f|%.4f ± %.4f|%.3f", dim,
                   sample_mean(s[0]), sample_error(s[0]), methods[0].reference[dim - 1],
                   sample_mean(s[1]), sample_error(s[1]), methods[1].reference[dim - 1],
                   factor_of(s[0], s[1]), sample_mean(s[2]), sample_error(s[2]),
                   methods[2].reference[dim - 1]);
    }
    report_note(r, "Mean final values with their standard errors.");
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_factor(d, r);
    judge_four(d, r);
    judge_growth(d, r);
    judge_reference(d, r);
    write_table(d, r);
    explain(d, r);
    report_figure(r, "random_basins",
                  "Left: one of the functions. Right: the mean final value against the dimension, "
                  "with intervals of 95 %.",
                  draw(d));
}

const experiment experiment_random_basins = {
    .id = "E12",
    .title = "Random basins",
    .paper = "the figure of the random basins: their shape, and the value reached by normal and by "
             "Cauchy steps against the dimension",
    .about = "(1+1)-xNES, which has normal steps, and (1+1)-NES-Cauchy on random basins in 1 to 10 "
             "dimensions, 100 d evaluations; also the form that the paper prints, a normal vector "
             "times a Cauchy number. Every run has a function of its own: other random values, "
             "another rotation. 1500 runs each (quick: the paper's 250). The paper leaves open "
             "where runs start, here uniformly in [-50, 50]^d, the initial step size, here 1, and "
             "the generator of the random values, here a hash of 64 bits. The origin would be a "
             "special start, as 2^d cells meet there.",
    .plan = plan,
    .report = report,
};
