/* SPDX-License-Identifier: MIT
 *
 * From rows of a course to columns of numbers for gnuplot; see report/plot_parts.h. */
#include <float.h>
#include <math.h>

#include "report/kinds.h"
#include "report/plot_parts.h"

enum { DRAWN_ROWS = 600 }; /* more would fall on the same pixels */

size_t plot_mean(const plot_script *p)
{
    return PLOT_STD + p->variables;
}

size_t plot_axis(const plot_script *p)
{
    return plot_mean(p) + p->variables;
}

size_t plot_columns(const plot_script *p)
{
    return plot_axis(p) + p->axes - 1;
}

/* Of more axes than are drawn, the shortest, the longest, and some between. */
static double axis_cell(const plot_script *p, const course_row *row, size_t i)
{
    if (row->n_axes != p->most_axes) return NAN;
    return row->axes[p->axes > 1 ? i * (p->most_axes - 1) / (p->axes - 1) : 0];
}

static double mean_cell(const plot_script *p, const course_row *row, size_t i)
{
    const nes_settings *s = p->subject->settings;
    const double v = row->mean[i];
    if (p->scale != PLOT_SHARE) return v;
    if (!kind_is_bounded(s, i)) return NAN; /* it is fixed */
    if (kind_is_log(s, i)) return log(v / s->lower[i]) / log(s->upper[i] / s->lower[i]);
    return (v - s->lower[i]) / (s->upper[i] - s->lower[i]);
}

static double rate_cell(const plot_script *p, const course_row *row, size_t i)
{
    const nes_settings *s = p->subject->settings;
    return s != NULL && rates_are_adapted(s, i) ? row->rates[i] : NAN;
}

double plot_cell(const plot_script *p, const course_row *row, size_t column)
{
    const plot_subject *s = p->subject;
    const double sign = s->maximize && !p->plain ? -1 : 1, zero = p->plain ? 0 : s->reference;
    switch (column) {
    case PLOT_EVALUATIONS:
        return (double)row->evaluations;
    case PLOT_BEST:
        return sign * (row->best - zero);
    case PLOT_MEDIAN:
        return sign * (row->generation_median - zero);
    case PLOT_SIGMA:
        return row->sigma;
    case PLOT_RATIO:
        return sqrt(fmax(row->condition, 1)); /* an estimate, which rounding may put below */
    default:
        break;
    }
    if (column < PLOT_STD) return rate_cell(p, row, column - PLOT_RATE);
    if (column >= plot_axis(p)) return axis_cell(p, row, column - plot_axis(p));
    const size_t i = (column - PLOT_STD) % p->variables;
    if (i >= row->dim) return NAN;
    return column < plot_mean(p) ? row->std[i] : mean_cell(p, row, i);
}

/* A logarithmic axis can show positive numbers only; what cannot be shown is a gap. */
static bool can_be_shown(double v, bool log)
{
    return fabs(v) < 1e300 && (!log || v > 1e-300);
}

plot_range plot_range_of(const plot_script *p, size_t from, size_t to, bool log)
{
    const history *h = p->history;
    plot_range r = {.log = log, .low = DBL_MAX, .high = -DBL_MAX};
    for (size_t k = 0; k < h->n; k++)
        for (size_t j = from; j <= to; j++) {
            const double v = plot_cell(p, &h->rows[k], j);
            if (!can_be_shown(v, log)) continue;
            r.low = fmin(r.low, v);
            r.high = fmax(r.high, v);
        }
    r.empty = r.low > r.high;
    if (r.empty) r.low = r.high = log ? 1 : 0;
    if (log) {
        const double bottom = floor(log10(r.low)), top = ceil(log10(r.high));
        r.low = pow(10, bottom);
        r.high = pow(10, top > bottom ? top : bottom + 1);
    } else {
        const double alone = fmax(1, 0.1 * fabs(r.low));
        const double margin = r.high > r.low ? 0.05 * (r.high - r.low) : alone;
        r.low -= margin;
        r.high += margin;
    }
    return r;
}

double plot_place(const plot_range *r, double v)
{
    if (!r->log) return (v - r->low) / (r->high - r->low);
    return (log10(v) - log10(r->low)) / (log10(r->high) - log10(r->low));
}

static bool is_logarithmic(const plot_script *p, size_t column)
{
    if (column == PLOT_EVALUATIONS) return false;
    if (column == PLOT_BEST || column == PLOT_MEDIAN) return !p->plain;
    const bool mean = column >= plot_mean(p) && column < plot_axis(p);
    return !mean || p->scale == PLOT_LOG;
}

static void write_row(FILE *out, const plot_script *p, const course_row *row, size_t columns)
{
    for (size_t j = PLOT_EVALUATIONS; j <= columns; j++) {
        const double v = plot_cell(p, row, j);
        if (can_be_shown(v, is_logarithmic(p, j)))
            fprintf(out, "%.9g ", v);
        else
            fputs("NaN ", out);
    }
    fputc('\n', out);
}

/* The number of a run that is next after this one; 0: there is none. */
static uint64_t next_run(const history *h, uint64_t run)
{
    uint64_t next = 0;
    for (size_t k = 0; k < h->n; k++) {
        const uint64_t r = h->rows[k].run;
        if (r > run && (next == 0 || r < next)) next = r;
    }
    return next;
}

/* Whether one run had ended then and the next had not begun; latest: the last run that had begun.
 * No run is at work between the two, and such a row is of the best one, which has ended long ago.
 */
static bool is_between_runs(const history *h, size_t k, uint64_t latest)
{
    return h->rows[k].run < latest && (k + 1 == h->n || h->rows[k + 1].run > latest);
}

/* The rows of one run: every step-th, and the last. */
static void write_run(FILE *out, const plot_script *p, uint64_t run, size_t step)
{
    const history *h = p->history;
    const course_row *last = NULL;
    uint64_t latest = 0;
    size_t seen = 0;
    for (size_t k = 0; k < h->n; k++) {
        if (h->rows[k].run > latest) latest = h->rows[k].run;
        if (h->rows[k].run != run || is_between_runs(h, k, latest)) continue;
        last = &h->rows[k];
        if (seen++ % step == 0) write_row(out, p, last, plot_columns(p));
    }
    if (last != NULL && (seen - 1) % step != 0) write_row(out, p, last, plot_columns(p));
}

/* The best value has no distance to itself: it lies at the bottom of its panel. */
static void write_best(FILE *out, const plot_script *p, const course_row *row, double bottom)
{
    const double v = plot_cell(p, row, PLOT_BEST);
    if (!p->plain && v == 0)
        fprintf(out, "%.9g %.9g\n", plot_cell(p, row, PLOT_EVALUATIONS), bottom);
    else
        write_row(out, p, row, PLOT_BEST);
}

/* Before the first finite value no run is the best one, and rows have run number 0. */
void plot_write_data(FILE *out, const plot_script *p)
{
    const history *h = p->history;
    const size_t step = h->n / DRAWN_ROWS + 1;
    const double bottom = plot_range_of(p, PLOT_BEST, PLOT_MEDIAN, !p->plain).low;
    fputs("$run << EOD\n", out);
    write_run(out, p, 0, step);
    for (uint64_t run = 0; (run = next_run(h, run)) > 0;) {
        fputc('\n', out);
        write_run(out, p, run, step);
    }
    fputs("EOD\n$best << EOD\n", out);
    for (size_t k = 0; k < h->n; k++)
        if (k % step == 0 || k + 1 == h->n) write_best(out, p, &h->rows[k], bottom);
    fputs("EOD\n", out);
}

void plot_each_start(const plot_script *p, void (*visit)(void *data, uint64_t run, double at),
                     void *data)
{
    const history *h = p->history;
    uint64_t last = h->n > 0 ? h->rows[0].run : 0;
    if (last == 0) last = 1;
    for (size_t k = 1; k < h->n; k++) {
        if (h->rows[k].run <= last) continue;
        last = h->rows[k].run;
        visit(data, last, (double)h->rows[k - 1].evaluations);
    }
}
