/* SPDX-License-Identifier: MIT
 *
 * The panels of a run's picture for what evaluations give besides their values: a point for each
 * evaluation, those that violate constraints in another colour. Without named outputs a panel shows
 * how many constraints each evaluation violates. */
#include <math.h>
#include <stdio.h>

#include "report/plot.h"

enum { PANELS = 4, DRAWN = 3000 };

static size_t count_violated(const plot_outputs *o, const double *row)
{
    size_t n = 0;
    for (size_t i = 0; i < o->m; i++) n += !(row[i] <= 0);
    return n;
}

/* Adds number i of the rows, or with SIZE_MAX the number of violated constraints. */
static void add_points(const plot_outputs *o, size_t i, panel *p, bool feasible)
{
    const char *name = o->m == 0 ? NULL : feasible ? "feasible" : "violating";
    series *s = panel_series(p, name, SERIES_SMALL, feasible ? 0 : 1);
    const size_t stride = o->n / DRAWN + 1;
    for (size_t k = 0; k < o->n; k += stride) {
        const double *row = o->v + k * (o->m + o->k);
        const size_t violated = count_violated(o, row);
        if ((violated == 0) == feasible)
            series_add(s, (double)(k + 1), i == SIZE_MAX ? (double)violated : row[i]);
    }
}

static void add_panel(const plot_outputs *o, size_t i, const char *label, figure *f)
{
    panel *p = figure_panel(f, NULL);
    panel_axis(p, 'x', "evaluations", AXIS_LINEAR);
    panel_range(p, 'x', 0, fmax((double)o->n, 1));
    panel_axis(p, 'y', label, AXIS_LINEAR);
    if (o->m > 0) add_points(o, i, p, false);
    add_points(o, i, p, true);
}

void plot_outputs_add(figure *f, const plot_outputs *o)
{
    if (o == NULL || o->n == 0) return;
    if (o->k == 0 && o->m > 0) add_panel(o, SIZE_MAX, "constraints violated", f);
    for (size_t i = 0; i < o->k && i < PANELS; i++) add_panel(o, o->m + i, o->names->name[i], f);
}
