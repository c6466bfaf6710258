/* SPDX-License-Identifier: MIT
 *
 * What axes show, and where boxes stand on them; see figure/model.h. */
#include <float.h>
#include <math.h>

#include "figure/model.h"

/* Larger numbers, and smaller ones on a logarithmic axis, leave no room for a margin. */
static const double LARGEST = 1e300;

/* A range this much smaller than its numbers, or fewer decades, cannot be drawn. */
static const double NARROWEST = 1e-7;

size_t series_width(series_kind kind)
{
    return kind == SERIES_BAND ? 3 : kind == SERIES_ERROR ? 4 : kind == SERIES_BOX ? 6 : 2;
}

bool axis_shows(const axis *a, double v)
{
    const double size = fabs(v);
    return size <= LARGEST && (a->kind == AXIS_LINEAR || v >= 1 / LARGEST);
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

/* How far apart the nearest boxes at different places are; 0: there are no two. beside: whether two
 * series have a box at the same place. */
static double box_spacing(const panel *p, bool *beside)
{
    double least = DBL_MAX;
    *beside = false;
    for (size_t i = 0; i < p->n_series; i++)
        for (size_t j = 0; j <= i && p->series[i]->kind == SERIES_BOX; j++) {
            const series *s = p->series[i], *t = p->series[j];
            for (size_t k = 0; k < s->n; k++)
                for (size_t m = 0; m < t->n && t->kind == SERIES_BOX; m++) {
                    const double step =
                        fabs(axis_place(&p->x, s->rows[k][0]) - axis_place(&p->x, t->rows[m][0]));
                    if (step > 0) least = fmin(least, step);
                    if (step == 0 && i != j) *beside = true;
                }
        }
    return least < DBL_MAX ? least : 0;
}

boxes axis_boxes(const panel *p)
{
    boxes b = {.beside = false, .n = 0};
    double spacing = box_spacing(p, &b.beside);
    for (size_t i = 0; i < p->n_series; i++) b.n += p->series[i]->kind == SERIES_BOX;
    if (spacing == 0) spacing = p->x.kind == AXIS_LOG ? 0.1 : 0.5;
    b.half = 0.36 * spacing / (b.beside ? (double)b.n : 1);
    return b;
}

box axis_box(const panel *p, const boxes *b, size_t i, double x)
{
    double at = axis_place(&p->x, x);
    size_t before = 0;
    for (size_t j = 0; j < i; j++) before += p->series[j]->kind == SERIES_BOX;
    if (b->beside) at += 2 * b->half * ((double)before - 0.5 * (double)(b->n - 1));
    return (box){axis_value(&p->x, at - b->half), axis_value(&p->x, at),
                 axis_value(&p->x, at + b->half)};
}

static void include(range *r, const axis *a, double v)
{
    if (!axis_shows(a, v)) return;
    r->low = fmin(r->low, axis_place(a, v));
    r->high = fmax(r->high, axis_place(a, v));
}

static void include_series(range *r, const panel *p, size_t i, bool vertical)
{
    const series *s = p->series[i];
    const boxes b = s->kind == SERIES_BOX && !vertical ? axis_boxes(p) : (boxes){.n = 0};
    for (size_t k = 0; k < s->n; k++) {
        if (!series_shows(p, s->rows[k], s->kind)) continue;
        for (size_t j = 1; j < series_width(s->kind) && vertical; j++)
            include(r, &p->y, s->rows[k][j]);
        if (vertical) continue;
        const double x = s->rows[k][0];
        const box edges = b.n > 0 ? axis_box(p, &b, i, x) : (box){x, x, x};
        include(r, &p->x, edges.left);
        include(r, &p->x, edges.right);
    }
}

/* The places between which everything in the panel lies; low > high: there is nothing. */
static range extent(const panel *p, bool vertical)
{
    const axis *a = vertical ? &p->y : &p->x;
    range r = {.low = DBL_MAX, .high = -DBL_MAX};
    for (size_t i = 0; i < p->n_series; i++) include_series(&r, p, i, vertical);
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
        const double alone = a->kind == AXIS_LOG ? 0.5 : r.low == 0 ? 1 : 0.05 * fabs(r.low);
        const double margin = r.high > r.low ? 0.04 * (r.high - r.low) : alone;
        r.low -= margin;
        r.high += margin;
    }
    return (range){axis_value(a, r.low), axis_value(a, r.high)};
}

/* Wide enough that gnuplot can tell the ends apart. */
static range widened(const axis *a, range r)
{
    const double low = axis_place(a, r.low), high = axis_place(a, r.high);
    const double least =
        NARROWEST * (a->kind == AXIS_LOG ? 1 : fmax(fmax(fabs(low), fabs(high)), 1 / LARGEST));
    if (high - low >= least) return r;
    const double more = a->kind == AXIS_LOG ? 0.5 : low == 0 ? 1 : 0.05 * fabs(low);
    return (range){axis_value(a, low - more), axis_value(a, low + more)};
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
    return widened(a, r);
}
