/* SPDX-License-Identifier: MIT
 *
 * Runtime distributions; see bench/curve.h. */
#include "bench/curve.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"
#include "stats/sample.h"

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

curve_place curve_place_of(size_t i, size_t n)
{
    return (curve_place){.bottom = i + CURVE_COLUMNS >= n, .left = i % CURVE_COLUMNS == 0};
}

size_t curve_columns(size_t n)
{
    return n < CURVE_COLUMNS ? n : CURVE_COLUMNS;
}

/* Hits that lie close together are one step, at the last of them. Runs that have ended count as
 * they ended, so that the staircase goes on to the end of the panel. */
static void draw_one(curve *c, series *s, double end)
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

void curve_draw(curve *curves, const char *const *names, size_t n, panel *p, curve_place at)
{
    double end = 0;
    for (size_t i = 0; i < n; i++) end = fmax(end, curves[i].end);
    for (size_t i = 0; i < n; i++)
        draw_one(&curves[i], panel_series(p, names[i], SERIES_STEPS, i), end);
    panel_x(p, at.bottom ? "evaluations / dimension" : NULL, AXIS_LOG);
    if (end > 1) panel_x_range(p, 1, end);
    panel_y(p, at.left ? "share of targets reached" : NULL, AXIS_LINEAR);
    panel_y_range(p, 0, 1);
}
