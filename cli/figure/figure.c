/* SPDX-License-Identifier: MIT
 *
 * Filling a figure; see figure/figure.h. */
#include "figure/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "figure/atoms.h"
#include "figure/gnuplot.h"
#include "figure/layout.h"
#include "figure/model.h"
#include "figure/script.h"

/* Room for one more item in an array that grows by doubling, or null with the failure noted. */
static void *grow(figure *f, void *items, size_t n, size_t size)
{
    if (n > 0 && (n & (n - 1)) != 0) return items; /* room is the next power of two */
    void *more = realloc(items, (n == 0 ? 1 : 2 * n) * size);
    if (more == NULL) f->failed = true;
    return more;
}

/* A copy of size bytes, never null for size 0, or null with the failure noted. */
static void *copy(figure *f, const void *bytes, size_t size)
{
    void *all = malloc(size == 0 ? 1 : size);
    if (all == NULL)
        f->failed = true;
    else if (size > 0)
        memcpy(all, bytes, size);
    return all;
}

static char *copy_text(figure *f, const char *text)
{
    return text == NULL ? NULL : copy(f, text, strlen(text) + 1);
}

figure *figure_new(const char *title, size_t rows, size_t columns)
{
    figure *f = calloc(1, sizeof *f);
    if (f == NULL) return NULL;
    f->rows = rows == 0 ? 1 : rows;
    f->columns = columns == 0 ? 1 : columns;
    f->title = copy_text(f, title);
    return f;
}

void figure_subtitle(figure *f, const char *text)
{
    if (f == NULL) return;
    free(f->subtitle);
    f->subtitle = copy_text(f, text);
}

void figure_legends_above(figure *f)
{
    if (f != NULL) f->legends_above = true;
}

/* Adds an empty panel to a list. */
static panel *add_panel(figure *f, panel ***list, size_t *n, const char *title)
{
    panel **panels = grow(f, *list, *n, sizeof(panel *));
    if (panels == NULL) return NULL;
    *list = panels;
    panel *p = calloc(1, sizeof *p);
    if (p == NULL) {
        f->failed = true;
        return NULL;
    }
    const axis empty = {.low = NAN, .high = NAN};
    p->figure = f;
    p->x = p->y = empty;
    p->title = copy_text(f, title);
    panels[(*n)++] = p;
    return p;
}

panel *figure_panel(figure *f, const char *title)
{
    if (f == NULL) return NULL;
    const panel *last = f->n_panels > 0 ? f->panels[f->n_panels - 1] : NULL;
    const size_t end = last == NULL ? 0 : last->cell + 1;
    panel *p = add_panel(f, &f->panels, &f->n_panels, title);
    if (p == NULL) return NULL;
    p->cell = last != NULL && last->wide ? (end + f->columns - 1) / f->columns * f->columns : end;
    if (p->cell >= f->rows * f->columns) f->rows++;
    return p;
}

void panel_wide(panel *p)
{
    if (p != NULL) p->wide = true;
}

panel *panel_inset(panel *p, double left, double bottom, double right, double top)
{
    if (p == NULL) return NULL;
    panel *inset = add_panel(p->figure, &p->figure->insets, &p->figure->n_insets, NULL);
    if (inset == NULL) return NULL;
    const double share[4] = {left, bottom, right, top};
    memcpy(inset->share, share, sizeof share);
    inset->parent = p;
    return inset;
}

static void set_axis(panel *p, axis *a, const char *label, axis_kind kind)
{
    free(a->label);
    a->label = copy_text(p->figure, label);
    a->kind = kind;
}

void panel_x(panel *p, const char *label, axis_kind kind)
{
    if (p != NULL) set_axis(p, &p->x, label, kind);
}

void panel_y(panel *p, const char *label, axis_kind kind)
{
    if (p != NULL) set_axis(p, &p->y, label, kind);
}

static void set_range(axis *a, double low, double high)
{
    a->low = low > high ? high : low;
    a->high = low > high ? low : high;
}

void panel_x_range(panel *p, double low, double high)
{
    if (p != NULL) set_range(&p->x, low, high);
}

void panel_y_range(panel *p, double low, double high)
{
    if (p != NULL) set_range(&p->y, low, high);
}

static void set_ticks(panel *p, axis *a, size_t n, const double *at)
{
    free(a->ticks);
    a->ticks = copy(p->figure, at, n * sizeof *at);
    a->n_ticks = a->ticks == NULL ? 0 : n;
    a->has_ticks = true;
}

void panel_x_ticks(panel *p, size_t n, const double *at)
{
    if (p != NULL) set_ticks(p, &p->x, n, at);
}

void panel_y_ticks(panel *p, size_t n, const double *at)
{
    if (p != NULL) set_ticks(p, &p->y, n, at);
}

series *panel_series(panel *p, const char *name, series_kind kind, size_t style)
{
    if (p == NULL) return NULL;
    series **all = grow(p->figure, p->series, p->n_series, sizeof(series *));
    if (all == NULL) return NULL;
    p->series = all;
    series *s = calloc(1, sizeof *s);
    if (s == NULL) {
        p->figure->failed = true;
        return NULL;
    }
    *s = (series){.figure = p->figure, .kind = kind, .style = style};
    s->name = copy_text(p->figure, name);
    all[p->n_series++] = s;
    return s;
}

void series_shade(series *s, double hue, double saturation, double brightness)
{
    if (s == NULL) return;
    s->shaded = true;
    memcpy(s->shade, (const double[]){hue, saturation, brightness}, sizeof s->shade);
}

void series_end(series *s, const char *text)
{
    if (s == NULL) return;
    free(s->end);
    s->end = copy_text(s->figure, text);
}

void series_add(series *s, double x, double y)
{
    series_add_row(s, (const double[]){x, y}, 2);
}

void series_add_row(series *s, const double *v, size_t n)
{
    if (s == NULL) return;
    void *rows = grow(s->figure, s->rows, s->n, sizeof *s->rows);
    if (rows == NULL) return;
    s->rows = rows;
    double *row = s->rows[s->n++];
    for (size_t i = 0; i < SERIES_VALUES; i++) row[i] = i < n ? v[i] : NAN;
}

void panel_note(panel *p, double x, double y, const char *text)
{
    if (p == NULL) return;
    note *notes = grow(p->figure, p->notes, p->n_notes, sizeof *notes);
    if (notes == NULL) return;
    p->notes = notes;
    notes[p->n_notes++] = (note){.x = x, .y = y, .text = copy_text(p->figure, text)};
}

static void add_line(panel *p, line l, const char *name)
{
    if (p == NULL) return;
    line *lines = grow(p->figure, p->lines, p->n_lines, sizeof *lines);
    if (lines == NULL) return;
    p->lines = lines;
    l.name = copy_text(p->figure, name);
    lines[p->n_lines++] = l;
}

void panel_line(panel *p, double at, bool vertical, const char *name)
{
    add_line(p, (line){.at = at, .vertical = vertical}, name);
}

void panel_mark(panel *p, double at, const char *number)
{
    add_line(p, (line){.at = at, .vertical = true, .mark = true}, number);
}

void panel_map(panel *p, size_t nx, size_t ny, double x0, double x1, double y0, double y1,
               const double *values, bool log_scale)
{
    if (p == NULL) return;
    free(p->map.values);
    p->map = (map){.x0 = x0, .x1 = x1, .y0 = y0, .y1 = y1, .log_scale = log_scale};
    p->map.values = copy(p->figure, values, nx * ny * sizeof *values);
    if (p->map.values == NULL || nx < 2 || ny < 2 || !(fabs(x1 - x0) > 0 && fabs(y1 - y0) > 0))
        return;
    p->map.nx = nx;
    p->map.ny = ny;
}

void panel_atoms(panel *p, size_t n, const double *xyz)
{
    if (p == NULL) return;
    for (size_t i = 0; i < 3 * n; i++)
        if (!isfinite(xyz[i])) n = 0;
    atoms_free(p->atoms);
    p->atoms = n == 0 ? NULL : atoms_new(n, xyz);
    if (n > 0 && p->atoms == NULL) p->figure->failed = true;
}

int figure_check(const char *basename)
{
    return gnuplot_check(&(gnuplot_picture){.basename = basename});
}

static void write_script(FILE *out, const void *data)
{
    figure_script(out, data);
}

int figure_draw(const figure *f, const char *basename)
{
    return figure_draw_for(f, NULL, basename);
}

int figure_draw_for(const figure *f, const char *option, const char *basename)
{
    if (f == NULL || f->failed)
        return text_error(EXIT_FILES, "figure %s: there is no memory for it", basename);
    const layout l = layout_of(f);
    return gnuplot_draw(&(gnuplot_picture){.option = option,
                                           .basename = basename,
                                           .width = l.width,
                                           .height = l.height,
                                           .write = write_script,
                                           .data = f});
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
