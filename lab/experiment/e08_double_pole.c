/* SPDX-License-Identifier: MIT
 *
 * E8: non-Markovian double pole balancing with one neuron. */
#include <math.h>

#include "experiment/agreement.h"
#include "experiment/experiments.h"
#include "experiment/pole.h"

/* The methods of the figure come first. */
static const struct {
    const char *method, *name;
    size_t style;
} methods[] = {{"xnes", "xNES", STYLE_XNES},
               {"xnes-im-as", "xNES-im-as", STYLE_XNES_IM_AS},
               {"snes", "SNES", STYLE_SNES},
               {"xnes-im", "xNES-im", STYLE_OTHER},
               {"xnes-as", "xNES-as", STYLE_MORE}};

enum { XNES, XNES_IM_AS, SNES, SHOWN, METHODS = sizeof methods / sizeof *methods };

static const double BUDGET = 20000;

/* Measured by throw-away implementations of the same methods. */
static const pole_reference references[] = {
    {"xnes,1", "xNES", 163, 210, 289, 100, 95, 20000},
    {"snes,1", "SNES", 183, 219, 271, 100, 96, 20000},
    {"xnes-im-as,1", "xNES-im-as", 126, 167, NAN, 60, 40, 5000},
    {"xnes-im,1", "xNES-im", NAN, 178, NAN, 60, 44, 5000},
    {"xnes-as,1", "xNES-as", NAN, 244, NAN, 60, 58, 5000},
    {"xnes,3", "xNES, step size 3", NAN, 384, NAN, 100, 101, 5000},
    {"snes,3", "SNES, step size 3", NAN, 258, NAN, 100, 101, 5000},
};

static void plan(experiment_plan *p)
{
    const bool quick = plan_is_quick(p);
    plan_table(p, "runs", "method,sigma", OUTCOME_COLUMNS);
    for (size_t m = 0; m < (quick ? (size_t)SHOWN : METHODS); m++)
        for (size_t sigma = 1; sigma <= 3; sigma += 2) {
            if (sigma > 1 && (quick || (m != XNES && m != SNES))) continue;
            const bool shown = m < SHOWN && sigma == 1;
            const recipe r = pole_recipe(1, methods[m].method, (double)sigma,
                                         quick   ? 1000
                                         : shown ? BUDGET
                                                 : 5000);
            plan_cell(p, run_to_outcome, quick ? 50 : 100, 1, &r, "%s,%zu", methods[m].method,
                      sigma);
        }
}

static sample hits_of(const experiment_data *d, size_t m)
{
    return data_hits(d, "runs", "%s,1", methods[m].method);
}

/* ---- the figure ----------------------------------------------------------------------------- */

static figure *draw(const experiment_data *d)
{
    const double budget = data_is_quick(d) ? 1000 : BUDGET;
    figure *f = figure_new("Double pole balancing without velocities, one neuron", 1, 1);
    panel *p = figure_panel(f, NULL);
    panel_x(p, "evaluations", AXIS_LOG);
    panel_y(p, "share of runs solved", AXIS_LINEAR);
    panel_x_range(p, 50, budget);
    panel_y_range(p, 0, 1);
    for (size_t m = 0; m < SHOWN; m++)
        draw_success(p, methods[m].name, methods[m].style, hits_of(d, m), budget);
    series *other = panel_series(p, "reference values", SERIES_POINTS, FIGURE_REFERENCE);
    for (size_t m = 0; m < SHOWN; m++) {
        series_add(other, references[m].first, 0.25);
        series_add(other, references[m].median, 0.5);
        series_add(other, references[m].third, 0.75);
    }
    series_add(panel_series(p, NULL, SERIES_POINTS, FIGURE_REFERENCE), POLE_COSYNE, 0.5);
    panel_note(p, POLE_COSYNE, 0.5, "CoSyNE, published");
    return f;
}

/* ---- the claims ----------------------------------------------------------------------------- */

static void judge_medians(const experiment_data *d, experiment_report *r)
{
    bool all = true, about = true;
    char text[SHOWN][96];
    for (size_t m = 0; m < SHOWN; m++) {
        const sample hits = hits_of(d, m);
        const double median = sample_median(hits);
        pole_text(hits, text[m], sizeof text[m]);
        all = all && sample_median_interval(hits).high < POLE_COSYNE;
        about = about && (m == XNES_IM_AS || (median > 170 && median < 260));
    }
    report_claim(r, verdict_of(all),
                 "all three are state of the art: fewer evaluations than the 410 of CoSyNE, the "
                 "best method before",
                 "medians: xNES %s; xNES-im-as %s; SNES %s", text[XNES], text[XNES_IM_AS],
                 text[SNES]);
    report_claim(r, verdict_of(about),
                 "about half of the 410, that is about 200: medians of xNES and SNES between 170 "
                 "and 260",
                 "%.0f and %.0f", sample_median(hits_of(d, XNES)), sample_median(hits_of(d, SNES)));
}

static void judge_robustness(const experiment_data *d, experiment_report *r)
{
    const sample xnes = hits_of(d, XNES), snes = hits_of(d, SNES), fast = hits_of(d, XNES_IM_AS);
    const interval ix = share_interval(sample_finite(xnes), xnes.n);
    const interval is = share_interval(sample_finite(snes), snes.n);
    const interval fi = share_interval(sample_finite(fast), fast.n);
    const double x = sample_finite_share(xnes), s = sample_finite_share(snes);
    report_claim(r, data_is_quick(d) ? VERDICT_NOT_COMPARABLE : verdict_of(x >= 0.9 && s >= 0.9),
                 "xNES and SNES solve at least 90 % of the runs within 20000 evaluations",
                 "%.0f %% (95 %% interval %.0f to %.0f) and %.0f %% (%.0f to %.0f)%s", 100 * x,
                 100 * ix.low, 100 * ix.high, 100 * s, 100 * is.low, 100 * is.high,
                 data_is_quick(d) ? " within 1000 evaluations" : "");
    const double slow = sample_quantile(xnes, 0.25), quick = sample_quantile(fast, 0.25);
    const double f = sample_finite_share(fast);
    const double error = share_difference_error(sample_finite(fast), fast.n, x, xnes.n);
    report_claim(r, verdict_of(quick < slow && x - f > 1.96 * error),
                 "xNES-im-as is slightly faster but less robust",
                 "a quarter of its runs is solved after %.0f evaluations (xNES: %.0f), half after "
                 "%.0f (xNES: %.0f), in the end %.0f %% (95 %% interval %.0f to %.0f), %.1f "
                 "standard errors below xNES",
                 quick, slow, sample_median(fast), sample_median(xnes), 100 * f, 100 * fi.low,
                 100 * fi.high, (x - f) / error);
}

static void report(const experiment_data *d, experiment_report *r)
{
    judge_medians(d, r);
    judge_robustness(d, r);
    report_figure(r, "double-pole",
                  "Share of the runs that found a network which balances both poles for 100000 "
                  "steps, against evaluations. Crosses: quartiles and medians of the reference.",
                  draw(d));
    pole_compare(d, references, sizeof references / sizeof *references, r);
}

const experiment experiment_double_pole = {
    .id = "E8",
    .title = "Double pole balancing, one neuron",
    .paper = "the figure of double pole balancing, left: runs solved against evaluations",
    .about = "A cart with two poles is to be kept on its track by one recurrent neuron with four "
             "weights that sees positions but no velocities. 100 runs each of xNES, xNES-im-as and "
             "SNES with 8 points per generation, until the first network that balances both poles "
             "for 100000 steps, or for 20000 evaluations (quick: 50 runs, 1000 evaluations). "
             "Evaluations are counted within the generation, and runs without success count as "
             "infinitely long in medians. The paper leaves open the start: mean 0 and step size 1. "
             "Further runs of at most 5000 evaluations have a step size of 3 or one technique "
             "only.",
    .plan = plan,
    .report = report,
};
