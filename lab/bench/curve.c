/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions; see bench/curve.h. */
#include "bench/curve.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"
#include "figure/figure.h"
#include "stats/sample.h"

enum { COLUMNS = 3 }; /* of the panels of a figure */

static const double STEP = 1.02; /* between two points of a staircase, as a factor */

void curve_add(curve *c, const coco_set *s, const double *targets, size_t n)
{
    const double d = (double)s->dim;
    c->pairs += s->n * n;
    c->hits = memory_resize(c->hits, c->pairs, sizeof *c->hits);
    for (size_t i = 0; i < s->n; i++) {
        c->end = fmax(c->end, s->runs[i].evaluations / d);
        for (size_t k = 0; k < n; k++) {
            const double hit = coco_hit(&s->runs[i], targets[k]);
            if (isfinite(hit)) c->hits[c->n++] = hit / d;
        }
    }
}

void curve_free(curve *c)
{
    free(c->hits);
    *c = (curve){.hits = NULL};
}

size_t curve_count(const curve *c, double evaluations)
{
    return sample_count((sample){c->n, c->hits}, evaluations);
}

double curve_share(const curve *c, double evaluations)
{
    return (double)curve_count(c, evaluations) / (double)c->pairs;
}

/* Draws a staircase. Hits that lie close together are one step, at the last of them. Runs that have
 * ended count as they ended, so that the staircase goes on to the end of the panel. */
static void draw_curve(curve *c, series *s, double end)
{
    const double pairs = (double)c->pairs;
    if (c->pairs == 0) return;
    if (c->n > 0) qsort(c->hits, c->n, sizeof *c->hits, order_reals);
    series_add(s, c->n > 0 ? c->hits[0] : end, 0);
    for (size_t i = 0, next = 0; i < c->n; i = next) {
        while (next < c->n && c->hits[next] <= STEP * c->hits[i]) next++;
        series_add(s, c->hits[next - 1], (double)next / pairs);
    }
    if (c->n > 0 && end > c->hits[c->n - 1]) series_add(s, end, (double)c->n / pairs);
}

/* Axes have labels at the edges of the grid only. */
static void draw_panel(const curve_figure *f, size_t i, figure *to)
{
    char title[CURVE_TITLE];
    panel *p = figure_panel(to, f->panel_title(f->data, i, title));
    curve *curves = memory_zeros(f->curves, sizeof *curves);
    double end = 0;
    for (size_t k = 0; k < f->curves; k++) {
        f->add(f->data, i, k, &curves[k]);
        end = fmax(end, curves[k].end);
    }
    for (size_t k = 0; k < f->curves; k++) {
        draw_curve(&curves[k], panel_series(p, f->curve_name(f->data, k), SERIES_STEPS, k), end);
        curve_free(&curves[k]);
    }
    free(curves);
    panel_axis(p, 'x', i + COLUMNS >= f->panels ? "evaluations / dimension" : NULL, AXIS_LOG);
    if (end > 1) panel_range(p, 'x', 1, end);
    panel_axis(p, 'y', i % COLUMNS == 0 ? "share of targets reached" : NULL, AXIS_LINEAR);
    panel_range(p, 'y', 0, 1);
}

int curve_figure_draw(const curve_figure *f, const char *basename)
{
    figure *to = figure_new(f->title, 1, f->panels < COLUMNS ? f->panels : COLUMNS);
    for (size_t i = 0; i < f->panels; i++) draw_panel(f, i, to);
    const int status = figure_draw(to, basename);
    figure_free(to);
    return status;
}
