/* SPDX-License-Identifier: MIT
 *
 * Legends; see figure/script.h. */
#include <math.h>
#include <string.h>

#include "figure/script.h"

enum { NAME_LIMIT = 80, BETWEEN = 16 };

static bool same_entry(const series *a, const series *b)
{
    return a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0 &&
           a->kind == b->kind && a->style == b->style;
}

/* Whether p has every entry of q. */
static bool has_all(const panel *p, const panel *q)
{
    for (size_t i = 0; i < q->n_series; i++) {
        bool found = q->series[i]->name == NULL;
        for (size_t j = 0; j < p->n_series && !found; j++)
            found = same_entry(p->series[j], q->series[i]);
        if (!found) return false;
    }
    return true;
}

const panel *legend_of_all(const figure *f)
{
    for (size_t i = 0; i < f->n_panels && !f->legends_above; i++) {
        bool serves = true;
        for (size_t j = 0; j < f->n_panels && serves; j++)
            serves = has_all(f->panels[i], f->panels[j]);
        if (serves) return f->panels[i];
    }
    return NULL;
}

bool legend_has_entries(const panel *p)
{
    for (size_t i = 0; i < p->n_series; i++)
        if (p->series[i]->name != NULL) return true;
    return false;
}

void legend_entries(FILE *out, const panel *p)
{
    for (size_t i = 0; i < p->n_series; i++) {
        const series *s = p->series[i];
        if (s->name == NULL) continue;
        fputs(", NaN ", out);
        style_write_sample(out, s);
        fputs(" title ", out);
        gnuplot_string(out, s->name, NAME_LIMIT);
        fputs(" noenhanced", out);
    }
}

void legend_place_below(FILE *out, const layout *l)
{
    fprintf(out,
            "set key at screen 0.5,%.5f center bottom horizontal Left reverse samplen 3 "
            "spacing 1.2 maxcols %zu maxrows %zu noopaque\n",
            6.0 / l->height, l->legend_columns, l->legend_rows);
}

/* How much of the curves lies in a corner: right, top of the panel; corners are 0.45 wide and high.
 */
static size_t crowd(const panel *p, range x, range y, bool right, bool top)
{
    const double x0 = axis_place(&p->x, x.low), x1 = axis_place(&p->x, x.high);
    const double y0 = axis_place(&p->y, y.low), y1 = axis_place(&p->y, y.high);
    size_t n = 0;
    for (size_t i = 0; i < p->n_series; i++) {
        const series *s = p->series[i];
        for (size_t k = 0; k < s->n; k++) {
            const double *a = s->rows[k > 0 ? k - 1 : 0], *b = s->rows[k];
            if (!series_shows(p, a, s->kind) || !series_shows(p, b, s->kind)) continue;
            for (int t = 0; t < BETWEEN; t++) {
                const double w = (double)t / BETWEEN;
                const double u = (1 - w) * axis_place(&p->x, a[0]) + w * axis_place(&p->x, b[0]);
                const double v = (1 - w) * axis_place(&p->y, a[1]) + w * axis_place(&p->y, b[1]);
                const double across = (u - x0) / (x1 - x0), up = (v - y0) / (y1 - y0);
                n += (right ? across > 0.55 : across < 0.45) && (top ? up > 0.55 : up < 0.45);
            }
        }
    }
    return n;
}

void legend_place(FILE *out, const panel *p, range x, range y)
{
    bool best_right = true, best_top = true;
    if (!legend_has_entries(p)) return;
    if (p->figure->legends_above) {
        fputs("set key at graph 0,1.02 left bottom horizontal Left reverse samplen 1.5 maxrows 1 "
              "noopaque\n",
              out);
        return;
    }
    size_t least = crowd(p, x, y, true, true);
    for (int corner = 1; corner < 4; corner++) {
        const bool right = corner < 2, top = corner == 2;
        const size_t n = crowd(p, x, y, right, top);
        if (n >= least) continue;
        least = n;
        best_right = right;
        best_top = top;
    }
    fprintf(out,
            "set key at graph %s,%s %s %s vertical Left reverse samplen 3 spacing 1.2 maxcols 1 "
            "maxrows 30 opaque fillcolor rgb '#20ffffff' nobox\n",
            best_right ? "0.985" : "0.015", best_top ? "0.98" : "0.02",
            best_right ? "right" : "left", best_top ? "top" : "bottom");
}
