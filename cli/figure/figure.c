/* SPDX-License-Identifier: MIT
 *
 * Filling a figure; see figure/figure.h. */
#include "figure/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "figure/script.h"

/* Makes room for one more item in an array of n items, whose room is the next power of two. */
static void *grow(void *items, size_t n, size_t size)
{
    return (n & (n - 1)) != 0 ? items : memory_resize(items, n == 0 ? 1 : 2 * n, size);
}

static double *copy_reals(const double *v, size_t n)
{
    double *copy = memory_zeros(n, sizeof *copy);
    if (n > 0) memcpy(copy, v, n * sizeof *copy);
    return copy;
}

static void replace_text(char **text, const char *by)
{
    free(*text);
    *text = memory_text(by);
}

figure *figure_new(const char *title, size_t rows, size_t columns)
{
    figure *f = memory_zeros(1, sizeof *f);
    f->rows = rows == 0 ? 1 : rows;
    f->columns = columns == 0 ? 1 : columns;
    f->title = memory_text(title);
    return f;
}

void figure_subtitle(figure *f, const char *text)
{
    replace_text(&f->subtitle, text);
}

void figure_legends_above(figure *f)
{
    f->legends_above = true;
}

/* Adds an empty panel to a list. */
static panel *add_panel(figure *f, panel ***list, size_t *n, const char *title)
{
    const axis empty = {.low = NAN, .high = NAN};
    panel *p = memory_zeros(1, sizeof *p);
    p->figure = f;
    p->x = p->y = empty;
    p->title = memory_text(title);
    *list = grow(*list, *n, sizeof(panel *));
    (*list)[(*n)++] = p;
    return p;
}

panel *figure_panel(figure *f, const char *title)
{
    const panel *last = f->n_panels > 0 ? f->panels[f->n_panels - 1] : NULL;
    const size_t end = last == NULL ? 0 : last->cell + 1;
    panel *p = add_panel(f, &f->panels, &f->n_panels, title);
    p->cell = last != NULL && last->wide ? (end + f->columns - 1) / f->columns * f->columns : end;
    if (p->cell >= f->rows * f->columns) f->rows++;
    return p;
}

void panel_wide(panel *p)
{
    p->wide = true;
}

panel *panel_inset(panel *p, double left, double bottom, double right, double top)
{
    panel *inset = add_panel(p->figure, &p->figure->insets, &p->figure->n_insets, NULL);
    memcpy(inset->share, (const double[]){left, bottom, right, top}, sizeof inset->share);
    inset->parent = p;
    return inset;
}

static axis *axis_of(panel *p, char name)
{
    return name == 'x' ? &p->x : &p->y;
}

void panel_axis(panel *p, char name, const char *label, axis_kind kind)
{
    axis *a = axis_of(p, name);
    replace_text(&a->label, label);
    a->kind = kind;
}

void panel_range(panel *p, char name, double low, double high)
{
    axis *a = axis_of(p, name);
    a->low = low > high ? high : low;
    a->high = low > high ? low : high;
}

void panel_ticks(panel *p, char name, size_t n, const double *at)
{
    axis *a = axis_of(p, name);
    free(a->ticks);
    a->ticks = copy_reals(at, n);
    a->n_ticks = n;
}

series *panel_series(panel *p, const char *name, series_kind kind, size_t style)
{
    series *s = memory_zeros(1, sizeof *s);
    *s = (series){.name = memory_text(name), .kind = kind, .style = style};
    p->series = grow(p->series, p->n_series, sizeof(series *));
    p->series[p->n_series++] = s;
    return s;
}

void series_shade(series *s, double hue, double saturation, double brightness)
{
    s->shaded = true;
    memcpy(s->shade, (const double[]){hue, saturation, brightness}, sizeof s->shade);
}

void series_end(series *s, const char *text)
{
    replace_text(&s->end, text);
}

void series_add(series *s, double x, double y)
{
    series_add_row(s, (const double[]){x, y}, 2);
}

void series_add_row(series *s, const double *v, size_t n)
{
    s->rows = grow(s->rows, s->n, sizeof *s->rows);
    double *row = s->rows[s->n++];
    for (size_t i = 0; i < SERIES_VALUES; i++) row[i] = i < n ? v[i] : NAN;
}

void panel_note(panel *p, double x, double y, const char *text)
{
    p->notes = grow(p->notes, p->n_notes, sizeof *p->notes);
    p->notes[p->n_notes++] = (note){.x = x, .y = y, .text = memory_text(text)};
}

static void add_line(panel *p, line l)
{
    p->lines = grow(p->lines, p->n_lines, sizeof *p->lines);
    p->lines[p->n_lines++] = l;
}

void panel_line(panel *p, double at, bool vertical, const char *name)
{
    add_line(p, (line){.at = at, .vertical = vertical, .name = memory_text(name)});
}

void panel_mark(panel *p, double at, const char *number)
{
    add_line(p, (line){.at = at, .vertical = true, .mark = true, .name = memory_text(number)});
}

void panel_map(panel *p, size_t nx, size_t ny, double x0, double x1, double y0, double y1,
               const double *values, bool log_scale)
{
    free(p->map.values);
    p->map = (map){.x0 = x0, .x1 = x1, .y0 = y0, .y1 = y1, .log_scale = log_scale};
    p->map.values = copy_reals(values, nx * ny);
    if (nx < 2 || ny < 2 || !(fabs(x1 - x0) > 0 && fabs(y1 - y0) > 0)) return;
    p->map.nx = nx;
    p->map.ny = ny;
}

void panel_atoms(panel *p, size_t n, const double *xyz)
{
    for (size_t i = 0; i < 3 * n; i++)
        if (!isfinite(xyz[i])) n = 0;
    atoms_free(p->atoms);
    p->atoms = n == 0 ? NULL : atoms_new(n, xyz);
}

static void free_panel(panel *p)
{
    for (size_t i = 0; i < p->n_series; i++) {
        free(p->series[i]->name);
        free(p->series[i]->end);
        free(p->series[i]->rows);
        free(p->series[i]);
    }
    for (size_t i = 0; i < p->n_notes; i++) free(p->notes[i].text);
    for (size_t i = 0; i < p->n_lines; i++) free(p->lines[i].name);
    free(p->series);
    free(p->notes);
    free(p->lines);
    free(p->title);
    free(p->x.label);
    free(p->x.ticks);
    free(p->y.label);
    free(p->y.ticks);
    free(p->map.values);
    atoms_free(p->atoms);
    free(p);
}

void figure_free(figure *f)
{
    if (f == NULL) return;
    for (size_t i = 0; i < f->n_panels; i++) free_panel(f->panels[i]);
    for (size_t i = 0; i < f->n_insets; i++) free_panel(f->insets[i]);
    free(f->panels);
    free(f->insets);
    free(f->title);
    free(f->subtitle);
    free(f);
}
