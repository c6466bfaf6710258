/* SPDX-License-Identifier: MIT
 *
 * The panel of a run's picture for variables without an order: a bar for each value, as long as its
 * probability at the end. */
#include <stdio.h>

#include "report/plot.h"
#include "report/probabilities.h"

/* Most bars, and bytes of the names beside one. */
enum { BARS = 40, LABEL = 60 };

static void add_bar(panel *p, const plot_subject *s, size_t i, size_t value, double at)
{
    char name[VARIABLES_NAME_SIZE], text[LABEL];
    const double probability = probabilities_of(s->probabilities, s->variables, i)[value];
    series *bar = panel_series(p, NULL, SERIES_BAR, i);
    series_add(bar, 0, at);
    series_add(bar, probability, at);
    snprintf(text, sizeof text, "%.20s: %.20s %.2g", variables_name(s->variables, i, name),
             s->variables->scale[i].name[value], probability);
    series_end(bar, text);
}

void plot_choices(figure *f, const plot_subject *s)
{
    size_t n = 0;
    if (s->probabilities == NULL) return;
    panel *p = figure_panel(f, NULL);
    panel_wide(p);
    panel_axis(p, 'x', "probability of the values at the end", AXIS_LINEAR);
    panel_axis(p, 'y', NULL, AXIS_LINEAR);
    panel_range(p, 'x', 0, 1);
    panel_ticks(p, 'y', 0, NULL);
    for (size_t i = 0; i < s->variables->n; i++)
        for (size_t k = 0; variables_kind(s->variables, i) == SCALE_CHOICES &&
                           k < s->variables->scale[i].n && n < BARS;
             k++)
            add_bar(p, s, i, k, -(double)n++);
    panel_range(p, 'y', 0.5 - (double)n, 0.5);
}
