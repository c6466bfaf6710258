/* SPDX-License-Identifier: MIT
 *
 * Sizes of pictures and panels; see figure/model.h. */
#include <math.h>
#include <string.h>

#include "figure/script.h"

enum {
    TITLE_HEIGHT = 46,
    SUBTITLE_HEIGHT = 28,
    EDGE = 18,          /* beside a panel without anything there */
    PANEL_TITLE = 30,   /* above a panel */
    NUMBERS_WIDTH = 58, /* left of an axis, and below one */
    NUMBERS_HEIGHT = 34,
    LABEL = 26,       /* an axis label, as high as it is wide when it stands upright */
    SCALE_WIDTH = 84, /* the scale of a map */
    LEGEND_LINE = 24,
    LETTER = 8, /* a usual letter of the legend */
    SAMPLE = 56 /* the sample before a name */
};

static size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

static void place_legend(layout *l)
{
    size_t entries = 0, longest = 0;
    if (l->legend == NULL) return;
    for (size_t i = 0; i < l->legend->n_series; i++) {
        const char *name = l->legend->series[i]->name;
        if (name == NULL) continue;
        entries++;
        if (strlen(name) > longest) longest = strlen(name);
    }
    if (entries == 0) return;
    const size_t fit = (size_t)l->width / (LETTER * longest + SAMPLE);
    l->legend_columns = at_most(fit == 0 ? 1 : fit, entries);
    l->legend_rows = (entries + l->legend_columns - 1) / l->legend_columns;
    /* Lines as equal as can be: seven entries are four and three rather than six and one. */
    l->legend_columns = (entries + l->legend_rows - 1) / l->legend_rows;
    l->legend_height = (double)(LEGEND_LINE * l->legend_rows + EDGE);
}

layout layout_of(const figure *f)
{
    static const double widths[] = {900, 620, 500, 400}, heights[] = {540, 410, 350};
    layout l = {.legend = legend_of_all(f)};
    l.cell_width = widths[at_most(f->columns, 4) - 1];
    l.cell_height = heights[at_most(f->rows, 3) - 1];
    l.title_height =
        (f->title == NULL ? 0 : TITLE_HEIGHT) + (f->subtitle == NULL ? 0 : SUBTITLE_HEIGHT);
    double ends = 0; /* room for texts at the right of the last column */
    for (size_t i = 0; i < f->n_panels; i++) ends = fmax(ends, ends_width(f->panels[i]));
    l.width = (int)(l.cell_width * (double)f->columns + ends);
    place_legend(&l);
    l.height = (int)(l.cell_height * (double)f->rows + l.title_height + l.legend_height);
    return l;
}

/* The room that one panel needs at each side. */
static area need(const panel *p)
{
    area a = {.left = EDGE, .right = EDGE, .bottom = EDGE, .top = EDGE};
    if (p->figure->legends_above && legend_has_entries(p)) a.top += LEGEND_LINE - EDGE / 2;
    if (p->title != NULL) a.top += PANEL_TITLE - EDGE / 2;
    if (p->atoms != NULL) return a;
    a.left = NUMBERS_WIDTH + (p->y.label == NULL ? 0 : LABEL);
    a.bottom = NUMBERS_HEIGHT + (p->x.label == NULL ? 0 : LABEL);
    if (p->map.nx > 0) a.right = SCALE_WIDTH;
    a.right = fmax(a.right, ends_width(p));
    return a;
}

area layout_panel(const figure *f, const layout *l, size_t i)
{
    const size_t row = f->panels[i]->cell / f->columns, column = f->panels[i]->cell % f->columns;
    const size_t end = f->panels[i]->wide ? f->columns - 1 : column;
    area sides = {.left = 0};
    for (size_t j = 0; j < f->n_panels; j++) {
        const area a = need(f->panels[j]);
        const size_t first = f->panels[j]->cell % f->columns;
        const size_t last = f->panels[j]->wide ? f->columns - 1 : first;
        if (f->panels[j]->cell / f->columns == row) {
            sides.bottom = fmax(sides.bottom, a.bottom);
            sides.top = fmax(sides.top, a.top);
        }
        if (first == column) sides.left = fmax(sides.left, a.left);
        if (last == end) sides.right = fmax(sides.right, a.right);
    }
    const double left = l->cell_width * (double)column;
    const double right = end + 1 == f->columns ? l->width : l->cell_width * (double)(end + 1);
    const double top = (double)l->height - l->title_height - l->cell_height * (double)row;
    return (area){.left = left + sides.left,
                  .right = right - sides.right,
                  .bottom = top - l->cell_height + sides.bottom,
                  .top = top - sides.top};
}

area layout_inset(const figure *f, const layout *l, const panel *inset)
{
    size_t i = 0;
    while (i + 1 < f->n_panels && f->panels[i] != inset->parent) i++;
    const area p = layout_panel(f, l, i), a = need(inset);
    const double width = p.right - p.left, height = p.top - p.bottom;
    return (area){.left = p.left + width * inset->share[0] + a.left,
                  .right = p.left + width * inset->share[2] - EDGE / 2.0,
                  .bottom = p.bottom + height * inset->share[1] + a.bottom,
                  .top = p.bottom + height * inset->share[3] - EDGE / 2.0};
}

area layout_inset_ground(const panel *inset, area a)
{
    const area sides = need(inset);
    return (area){.left = a.left - sides.left,
                  .right = a.right + EDGE / 2.0,
                  .bottom = a.bottom - sides.bottom,
                  .top = a.top + EDGE / 2.0};
}
