/* SPDX-License-Identifier: MIT
 *
 * Ranges and ticks; see figure/axis.h. */
#include "figure/axis.h"

#include <float.h>
#include <math.h>

#include "figure/gnuplot.h"

enum { FEW_DECADES = 1, LABEL_LIMIT = 120 };

size_t series_width(series_kind kind)
{
    return kind == SERIES_BAND ? 3 : kind == SERIES_ERROR ? 4 : kind == SERIES_BOX ? 6 : 2;
}

bool axis_shows(const axis *a, double v)
{
    return isfinite(v) && (v > 0 || a->kind == AXIS_LINEAR);
}

bool series_shows(const panel *p, const double *row, series_kind kind)
{
    bool shown = axis_shows(&p->x, row[0]);
    for (size_t i = 1; i < series_width(kind); i++) shown = shown && axis_shows(&p->y, row[i]);
    return shown;
}

double axis_place(const axis *a, double v)
{
    return a->kind == AXIS_LOG ? log10(v) : v;
}

double axis_value(const axis *a, double place)
{
    return a->kind == AXIS_LOG ? pow(10, place) : place;
}

double axis_box(const panel *p)
{
    double least = DBL_MAX;
    for (size_t i = 0; i < p->n_series; i++) {
        const series *s = p->series[i];
        for (size_t k = 1; k < s->n && s->kind == SERIES_BOX; k++) {
            const double step =
                fabs(axis_place(&p->x, s->rows[k][0]) - axis_place(&p->x, s->rows[k - 1][0]));
            if (step > 0) least = fmin(least, step);
        }
    }
    return 0.36 * (least < DBL_MAX ? least : p->x.kind == AXIS_LOG ? 0.1 : 1);
}

static void include(range *r, const axis *a, double v)
{
    if (!axis_shows(a, v)) return;
    r->low = fmin(r->low, axis_place(a, v));
    r->high = fmax(r->high, axis_place(a, v));
}

static void include_series(range *r, const panel *p, const series *s, bool vertical)
{
    const axis *a = vertical ? &p->y : &p->x;
    const double box = s->kind == SERIES_BOX && !vertical ? axis_box(p) : 0;
    for (size_t k = 0; k < s->n; k++) {
        if (!series_shows(p, s->rows[k], s->kind)) continue;
        for (size_t j = vertical; j < (vertical ? series_width(s->kind) : 1); j++) {
            include(r, a, axis_value(a, axis_place(a, s->rows[k][j]) - box));
            include(r, a, axis_value(a, axis_place(a, s->rows[k][j]) + box));
        }
    }
}

/* The places between which everything in the panel lies; low > high: there is nothing. */
static range extent(const panel *p, bool vertical)
{
    const axis *a = vertical ? &p->y : &p->x;
    range r = {.low = DBL_MAX, .high = -DBL_MAX};
    for (size_t i = 0; i < p->n_series; i++) include_series(&r, p, p->series[i], vertical);
    for (size_t i = 0; i < p->n_notes; i++)
        include(&r, a, vertical ? p->notes[i].y : p->notes[i].x);
    for (size_t i = 0; i < p->n_lines; i++)
        if (p->lines[i].vertical != vertical) include(&r, a, p->lines[i].at);
    return r;
}

/* From the data: whole decades on a logarithmic y, else a margin. */
static range chosen(const panel *p, bool vertical)
{
    const axis *a = vertical ? &p->y : &p->x;
    range r = extent(p, vertical);
    if (r.low > r.high) r.low = r.high = 0; /* the place of 1 where the axis is logarithmic */
    if (a->kind == AXIS_LOG && vertical) {
        r.low = floor(r.low + 1e-9);
        r.high = fmax(ceil(r.high - 1e-9), r.low + 1);
    } else {
        const double margin = r.high > r.low        ? 0.04 * (r.high - r.low)
                              : a->kind == AXIS_LOG ? 0.5
                                                    : fmax(1e-6 * fabs(r.low), 1);
        r.low -= margin;
        r.high += margin;
    }
    return (range){axis_value(a, r.low), axis_value(a, r.high)};
}

range axis_range(const panel *p, bool vertical)
{
    const axis *a = vertical ? &p->y : &p->x;
    const map *m = &p->map;
    range r = chosen(p, vertical);
    if (m->nx > 0) {
        r.low = vertical ? fmin(m->y0, m->y1) : fmin(m->x0, m->x1);
        r.high = vertical ? fmax(m->y0, m->y1) : fmax(m->x0, m->x1);
    }
    if (axis_shows(a, a->low)) r.low = a->low;
    if (axis_shows(a, a->high)) r.high = a->high;
    if (!(r.low < r.high)) r.high = a->kind == AXIS_LOG ? 10 * r.low : r.low + 1;
    return r;
}

/* A number at a tick: powers of ten by their exponent, others in full where they are short. */
static void write_number(FILE *out, const axis *a, double v)
{
    const double exponent = v > 0 ? floor(log10(v) + 1e-9) : 0;
    const double digits = v / pow(10, exponent);
    if (a->kind == AXIS_LINEAR || (v >= 0.01 && v < 1e4))
        fprintf(out, "'%.6g' %.9g", v, v);
    else if (fabs(digits - 1) < 1e-6)
        fprintf(out, "'10^{%.0f}' %.9g", exponent, v);
    else
        fprintf(out, "'%.3g·10^{%.0f}' %.9g", digits, exponent, v);
}

static void write_ticks(FILE *out, const axis *a, char name, size_t n, const double *at)
{
    fprintf(out, "set %ctics (", name);
    for (size_t i = 0; i < n; i++) {
        if (i > 0) fputs(", ", out);
        write_number(out, a, at[i]);
    }
    fputs(")\n", out);
}

/* 1, 2, 5 times powers of ten, for an axis on which there would be hardly a power of ten. */
static void write_few_decades(FILE *out, const axis *a, char name, range r)
{
    static const double digits[] = {1, 2, 5};
    double at[3 * (FEW_DECADES + 2)];
    size_t n = 0;
    for (double e = floor(log10(r.low)); e <= log10(r.high); e++)
        for (size_t i = 0; i < 3; i++) {
            const double v = digits[i] * pow(10, e);
            if (v >= r.low * (1 - 1e-9) && v <= r.high * (1 + 1e-9)) at[n++] = v;
        }
    write_ticks(out, a, name, n, at);
}

static void write_chosen_ticks(FILE *out, const axis *a, char name, range r)
{
    const double largest = fmax(fabs(r.low), fabs(r.high));
    if (a->kind == AXIS_LOG && log10(r.high / r.low) < FEW_DECADES + 0.5) {
        write_few_decades(out, a, name, r);
        return;
    }
    fprintf(out, "set %ctics autofreq\nset format %c '%s'\n", name, name,
            a->kind == AXIS_LOG ? "10^{%L}"
            : largest >= 1e4    ? gnuplot_count_format(largest)
                                : "%h");
}

void axis_write(FILE *out, const panel *p, bool vertical, range r)
{
    const axis *a = vertical ? &p->y : &p->x;
    const char name = vertical ? 'y' : 'x';
    fprintf(out, "%s logscale %c\nset %crange [%.9g:%.9g]\n", a->kind == AXIS_LOG ? "set" : "unset",
            name, name, r.low, r.high);
    if (!a->has_ticks)
        write_chosen_ticks(out, a, name, r);
    else if (a->n_ticks == 0)
        fprintf(out, "unset %ctics\n", name);
    else
        write_ticks(out, a, name, a->n_ticks, a->ticks);
    fprintf(out, "set %clabel ", name);
    gnuplot_string(out, a->label == NULL ? "" : a->label, LABEL_LIMIT);
    fputs(" noenhanced textcolor rgb '#222222'\n", out);
}
