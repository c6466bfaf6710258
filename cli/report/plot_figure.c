/* SPDX-License-Identifier: MIT
 *
 * The panels of a run's picture, over the number of evaluations, in two columns:
 *
 *     values: how far from the optimum, or from the best   step size, and the ratio of the longest
 *     value of the run where that is not known             to the shortest axis
 *     lengths of the principal axes                        standard deviations by name
 *     rates and degrees of freedom that are adapted        means of the variables by name
 *
 * Where the left column has no panel, the right panel is as wide as both columns. Choices have a
 * panel of their own instead (plot_choices.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/kinds.h"
#include "report/plot.h"

/* Most variables and axes drawn; line styles without a shade; most rows of a curve, since more
 * would fall on the same pixels; most bytes of a variable's name. */
enum { LINES = 50, STYLES = 8, DRAWN_ROWS = 600, NAME_LIMIT = 24 };

/* How the means of the variables are shown: as they are, on a logarithmic axis, or as a fraction of
 * the way from the lower to the upper bound. */
typedef enum presentation { LINEAR, LOGARITHMIC, SHARE } presentation;

typedef struct drawing {
    figure *figure;
    const history *history;
    const plot_subject *subject;
    size_t variables; /* number of variables drawn, the first ones */
    size_t axes;      /* number of axes drawn, from the shortest to the longest */
    size_t most_axes; /* most axes of a row */
    bool plain;       /* values are shown as they are, not by their distance to the best */
    double bottom;    /* lower end of the panel of values, if it is logarithmic */
    presentation means;
} drawing;

/* ---- what a row says ------------------------------------------------------------------------ */

typedef enum quantity { BEST, MEDIAN, SIGMA, RATIO, RATE, AXIS, DEVIATION, MEAN } quantity;

static double distance(const drawing *d, double v)
{
    if (d->plain) return v;
    return d->subject->maximize ? d->subject->reference - v : v - d->subject->reference;
}

static double mean(const drawing *d, const course_row *row, size_t i)
{
    const nes_settings *s = d->subject->settings;
    const double v = row->mean[i];
    if (d->means != SHARE) return v;
    if (!kind_is_bounded(s, i)) return NAN; /* the variable is fixed */
    if (kind_is_log(s, i)) return log(v / s->lower[i]) / log(s->upper[i] / s->lower[i]);
    const double lower = kind_bound(d->subject->variables, s->lower, i, 0);
    return (v - lower) / (kind_bound(d->subject->variables, s->upper, i, 0) - lower);
}

/* Returns number i of a quantity in a row; NaN: not known. */
static double cell(const drawing *d, const course_row *row, quantity q, size_t i)
{
    const double best = distance(d, row->best);
    switch (q) {
    case BEST: /* the best value has distance 0: it lies at the bottom of its panel */
        return best == 0 && !d->plain ? d->bottom : best;
    case MEDIAN:
        return distance(d, row->generation_median);
    case SIGMA:
        return row->sigma;
    case RATIO: /* the condition is an estimate, which rounding may put below 1 */
        return sqrt(fmax(row->condition, 1));
    case RATE:
        return row->rates[i];
    case AXIS: /* of many axes, the shortest, the longest and some between are drawn */
        if (row->n_axes != d->most_axes) return NAN;
        return row->axes[d->axes > 1 ? i * (d->most_axes - 1) / (d->axes - 1) : 0];
    default:
        return i >= row->dim ? NAN : q == MEAN ? mean(d, row, i) : row->std[i];
    }
}

/* ---- curves --------------------------------------------------------------------------------- */

/* Returns the lowest run number above `run`; 0: there is none. */
static uint64_t next_run(const history *h, uint64_t run)
{
    uint64_t next = 0;
    for (size_t k = 0; k < h->n; k++) {
        const uint64_t r = h->rows[k].run;
        if (r > run && (next == 0 || r < next)) next = r;
    }
    return next;
}

/* Whether row k lies between the end of a run and the start of the next; latest: the last run that
 * had begun. Such a row shows the best run, which has ended earlier, because no run is at work. */
static bool is_between_runs(const history *h, size_t k, uint64_t latest)
{
    return h->rows[k].run < latest && (k + 1 == h->n || h->rows[k + 1].run > latest);
}

static void add_row(const drawing *d, series *s, quantity q, size_t i, const course_row *row)
{
    series_add(s, (double)row->evaluations, cell(d, row, q, i));
}

static size_t stride(const drawing *d)
{
    return d->history->n / DRAWN_ROWS + 1;
}

/* Adds some rows of one run, and its last row, which is returned; null: the run has no row. */
static const course_row *add_run(const drawing *d, series *s, quantity q, size_t i, uint64_t run)
{
    const history *h = d->history;
    const course_row *last = NULL;
    uint64_t latest = 0;
    size_t seen = 0;
    for (size_t k = 0; k < h->n; k++) {
        if (h->rows[k].run > latest) latest = h->rows[k].run;
        if (h->rows[k].run != run || is_between_runs(h, k, latest)) continue;
        last = &h->rows[k];
        if (seen++ % stride(d) == 0) add_row(d, s, q, i, last);
    }
    if (last != NULL && (seen - 1) % stride(d) != 0) add_row(d, s, q, i, last);
    return last;
}

/* Adds the curves of all runs, with gaps between them; returns the last row. Before the first
 * finite value no run is the best one, and rows have run number 0. */
static const course_row *add_runs(const drawing *d, series *s, quantity q, size_t i)
{
    const course_row *last = add_run(d, s, q, i, 0);
    for (uint64_t run = 0; (run = next_run(d->history, run)) > 0;) {
        series_add(s, NAN, NAN);
        const course_row *end = add_run(d, s, q, i, run);
        if (end != NULL) last = end;
    }
    return last;
}

/* Adds the best value so far, which belongs to no run: all rows in the order of time. */
static void add_best(const drawing *d, series *s)
{
    const history *h = d->history;
    for (size_t k = 0; k < h->n; k++)
        if (k % stride(d) == 0 || k + 1 == h->n) add_row(d, s, BEST, 0, &h->rows[k]);
}

/* ---- panels --------------------------------------------------------------------------------- */

static panel *add_panel(const drawing *d, const char *label, axis_kind kind)
{
    const history *h = d->history;
    panel *p = figure_panel(d->figure, NULL);
    panel_axis(p, 'x', "evaluations", AXIS_LINEAR);
    panel_range(p, 'x', 0, fmax((double)h->rows[h->n - 1].evaluations, 1));
    panel_axis(p, 'y', label, kind);
    uint64_t last = h->rows[0].run == 0 ? 1 : h->rows[0].run;
    for (size_t k = 1; k < h->n; k++) {
        char number[32];
        if (h->rows[k].run <= last) continue;
        last = h->rows[k].run;
        snprintf(number, sizeof number, "%llu", (unsigned long long)last);
        panel_mark(p, (double)h->rows[k - 1].evaluations, number);
    }
    return p;
}

static void add_values(const drawing *d)
{
    const plot_subject *s = d->subject;
    const char *label = d->plain      ? "value"
                        : s->optimum  ? "value above the optimum"
                        : s->maximize ? "value below the best one"
                                      : "value above the best one";
    panel *p = add_panel(d, label, d->plain ? AXIS_LINEAR : AXIS_LOG);
    add_runs(d, panel_series(p, "generation median", SERIES_THIN, 1), MEDIAN, 0);
    add_best(d, panel_series(p, "best so far", SERIES_LINE, 0));
}

static void add_steps(const drawing *d)
{
    panel *p = add_panel(d, "step size, axis ratio", AXIS_LOG);
    if (d->subject->dim > 1) add_runs(d, panel_series(p, "axis ratio", SERIES_THIN, 3), RATIO, 0);
    add_runs(d, panel_series(p, "step size sigma", SERIES_LINE, 0), SIGMA, 0);
}

static void add_axes(const drawing *d)
{
    panel *p = add_panel(d, "lengths of the principal axes", AXIS_LOG);
    for (size_t i = 0; i < d->axes; i++) {
        const double share = d->axes > 1 ? (double)i / (double)(d->axes - 1) : 1;
        series *s = panel_series(p, NULL, SERIES_THIN, 0);
        series_shade(s, 0.58, 0.35 + 0.6 * share, 0.85 - 0.3 * share);
        add_runs(d, s, AXIS, i);
    }
}

static const char *rate_label(const nes_settings *s)
{
    const bool rates = strcmp(s->rates, "fixed") != 0 || strcmp(s->adaptation, "none") != 0;
    if (!s->adapt_nu) return "learning rate";
    return rates ? "rates, degrees of freedom" : "degrees of freedom";
}

static bool is_adapted(const drawing *d, size_t i)
{
    return d->subject->settings != NULL && rates_are_adapted(d->subject->settings, i);
}

static void add_rates(const drawing *d)
{
    panel *p = add_panel(d, rate_label(d->subject->settings), AXIS_LOG);
    size_t shown = 0;
    for (size_t i = 0; i < RATES; i++)
        if (is_adapted(d, i))
            add_runs(d, panel_series(p, rate_names[i], SERIES_LINE, shown++), RATE, i);
}

/* Labels the end of a curve with the variable's name and last value; long names are cut. */
static void end_curve(const drawing *d, series *s, size_t i, double value)
{
    char name[VARIABLES_NAME_SIZE], text[NAME_LIMIT + 32];
    const char *full = variables_name(d->subject->variables, i, name);
    const bool cut = strlen(full) > NAME_LIMIT;
    snprintf(text, sizeof text, "%.*s%s %.3g", cut ? NAME_LIMIT - 1 : NAME_LIMIT, full,
             cut ? "…" : "", value);
    series_end(s, text);
}

static bool is_choice(const plot_subject *s, size_t i)
{
    return s->variables != NULL && variables_kind(s->variables, i) == SCALE_CHOICES;
}

static bool are_choices(const plot_subject *s)
{
    size_t i = 0;
    while (i < s->dim && is_choice(s, i)) i++;
    return i == s->dim;
}

/* Adds a panel of means or standard deviations of the variables, at most the first LINES. */
static void add_variables(const drawing *d, const char *label, axis_kind kind, bool means,
                          bool wide)
{
    char text[128];
    const size_t n = d->variables;
    const int length = snprintf(text, sizeof text, "%s", label);
    if (n < d->subject->dim)
        snprintf(text + length, sizeof text - (size_t)length, ", first %zu of %zu", n,
                 d->subject->dim);
    panel *p = add_panel(d, text, kind);
    if (wide) panel_wide(p);
    if (means && d->means == SHARE) panel_range(p, 'y', 0, 1);
    for (size_t i = 0; i < n; i++) {
        if (is_choice(d->subject, i)) continue;
        series *s = panel_series(p, NULL, SERIES_THIN, i);
        if (n > STYLES)
            series_shade(s, 0.68 - 0.68 * (double)i / (double)(n - 1), i % 2 == 0 ? 0.9 : 0.7,
                         i % 2 == 0 ? 0.6 : 0.72);
        const course_row *last = add_runs(d, s, means ? MEAN : DEVIATION, i);
        if (last != NULL && i < last->dim) end_curve(d, s, i, means ? last->mean[i] : last->std[i]);
    }
}

/* ---- what is shown how ---------------------------------------------------------------------- */

static bool has_shared_scale(const nes_settings *s, const variables *v, size_t n)
{
    double least = INFINITY, most = 0;
    bool log = false;
    for (size_t i = 0; i < n; i++) {
        if (kind_is_fixed(s, i) || variables_kind(v, i) == SCALE_CHOICES) continue;
        if (!kind_is_bounded(s, i)) return false;
        const double room = fabs(kind_bound(v, s->upper, i, 0) - kind_bound(v, s->lower, i, 0));
        least = fmin(least, room);
        most = fmax(most, room);
        log = log || kind_is_log(s, i);
    }
    return log || most > 4 * least;
}

/* Means are shown as they are, or between their bounds if the bounded ranges differ much. */
static presentation means_of(const nes_settings *s, const variables *v, size_t n)
{
    size_t logs = 0;
    if (s == NULL || s->bits) return LINEAR;
    for (size_t i = 0; i < n; i++) logs += kind_is_log(s, i);
    if (logs == n) return LOGARITHMIC;
    return has_shared_scale(s, v, n) ? SHARE : LINEAR;
}

static void include(double v, double *low, double *high)
{
    if (!(v > 1e-300 && v < 1e300)) return;
    *low = fmin(*low, floor(log10(v)));
    *high = fmax(*high, ceil(log10(v)));
}

/* Values are drawn as they are, not as distances, in a course that is short or spans few
 * decades. */
static void look_at_values(drawing *d)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < d->history->n; k++) {
        include(distance(d, d->history->rows[k].best), &low, &high);
        include(distance(d, d->history->rows[k].generation_median), &low, &high);
    }
    d->bottom = low <= high ? pow(10, low) : 1;
    d->plain = !d->subject->optimum && (d->history->n < 10 || high - low <= 2);
}

figure *plot_figure(const history *h, const plot_subject *s)
{
    drawing d = {
        .history = h, .subject = s, .figure = figure_new(s->headline, are_choices(s) ? 2 : 3, 2)};
    bool rates = false;
    for (size_t k = 0; k < h->n; k++)
        if (h->rows[k].n_axes > d.most_axes) d.most_axes = h->rows[k].n_axes;
    for (size_t i = 0; i < RATES; i++) rates = rates || is_adapted(&d, i);
    d.variables = s->dim < LINES ? s->dim : LINES;
    d.axes = d.most_axes < LINES ? d.most_axes : LINES;
    d.means = means_of(s->settings, s->variables, d.variables);
    look_at_values(&d);
    figure_subtitle(d.figure, s->below);
    figure_legends_above(d.figure);
    add_values(&d);
    add_steps(&d);
    if (d.axes > 0) add_axes(&d);
    if (d.axes == 0 && rates) add_rates(&d);
    if (are_choices(s)) {
        plot_choices(d.figure, s);
        return d.figure;
    }
    add_variables(&d, "standard deviation", AXIS_LOG, false, d.axes == 0 && !rates);
    if (d.axes > 0 && rates) add_rates(&d);
    add_variables(&d,
                  s->settings != NULL && s->settings->bits ? "probability of 1"
                  : d.means == SHARE                       ? "mean between its bounds"
                                                           : "mean",
                  d.means == LOGARITHMIC ? AXIS_LOG : AXIS_LINEAR, true, d.axes == 0 || !rates);
    plot_choices(d.figure, s);
    return d.figure;
}
