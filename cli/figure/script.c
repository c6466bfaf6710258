/* SPDX-License-Identifier: MIT
 *
 * Panels in gnuplot's language; see figure/script.h. Margins are set in shares of the picture, so
 * that panels are aligned whatever their numbers and labels are. */
#include "figure/script.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

enum { TITLE_LIMIT = 256, NOTE_LIMIT = 120, STEP_MARKERS = 5 };

/* The length of the UTF-8 sequence that text begins with; 0: it is none, or one of the two that are
 * no characters, which readers of SVG refuse. */
static size_t sequence(const char *text)
{
    enum { LONGEST = 4 };
    uint32_t c;
    const size_t n = utf8_decode(text, strnlen(text, LONGEST), &c);
    return n > 0 && (c == 0xfffe || c == 0xffff) ? 0 : n;
}

void gnuplot_string(FILE *out, const char *text, size_t limit)
{
    fputc('\'', out);
    for (size_t i = 0, n; text[i] != '\0' && i < limit; i += n == 0 ? 1 : n) {
        n = sequence(text + i);
        if (i + n > limit) break;
        if (text[i] == '\'') fputc('\'', out);
        if (n == 0)
            fputc('?', out);
        else if ((uint8_t)text[i] < ' ' || text[i] == 0x7f)
            fputc(' ', out);
        else
            fwrite(text + i, 1, n, out);
    }
    fputc('\'', out);
}

static size_t count_shown(const panel *p, const series *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->n; k++) n += series_shows(p, s->rows[k], s->kind);
    return n;
}

static void write_row(FILE *out, const panel *p, const series *s, const double *row)
{
    const bool shown = series_shows(p, row, s->kind);
    for (size_t j = 0; j < series_width(s->kind); j++) {
        if (shown)
            fprintf(out, "%.9g ", row[j]);
        else
            fputs("NaN ", out);
    }
}

static void write_data(FILE *out, const panel *p, size_t number)
{
    const boxes b = axis_boxes(p);
    for (size_t i = 0; i < p->n_series; i++) {
        const series *s = p->series[i];
        if (count_shown(p, s) == 0) continue;
        fprintf(out, "$data%zu_%zu << EOD\n", number, i);
        for (size_t k = 0; k < s->n; k++) {
            write_row(out, p, s, s->rows[k]);
            if (s->kind == SERIES_BOX && series_shows(p, s->rows[k], s->kind)) {
                const box edges = axis_box(p, &b, i, s->rows[k][0]);
                fprintf(out, "%.9g %.9g %.9g", edges.left, edges.right, edges.middle);
            }
            fputc('\n', out);
        }
        fputs("EOD\n", out);
    }
    if (p->map.nx > 0) map_write_data(out, &p->map, number);
}

/* Whiskers under the box and the median over it. Columns 7, 8 and 9 are left, right and middle. */
static void write_box(FILE *out, const char *name, const series *s)
{
    fprintf(out, ", %s using 9:2:5:6 with yerrorbars pointtype 0 linewidth 1 ", name);
    style_write_color(out, s);
    fprintf(out,
            " notitle, %s using 9:2:7:8:3:4 with boxxyerror fillstyle solid 1 noborder "
            "linecolor rgb '#ffffff' notitle, %s using 9:2:7:8:3:4 ",
            name, name);
    style_write(out, s);
    fprintf(out, " notitle, %s using 7:2:($8-$7):(0) with vectors nohead linewidth 2 ", name);
    style_write_color(out, s);
    fputs(" notitle", out);
}

static void write_series(FILE *out, const panel *p, size_t number, size_t i)
{
    const series *s = p->series[i];
    const size_t shown = count_shown(p, s);
    char name[64];
    if (shown == 0) return;
    snprintf(name, sizeof name, "$data%zu_%zu", number, i);
    if (s->kind == SERIES_BOX) {
        write_box(out, name, s);
        return;
    }
    fprintf(out, ", %s using %.*s ", name, (int)(2 * series_width(s->kind) - 1), "1:2:3:4");
    style_write(out, s);
    fputs(" notitle", out);
    if (s->kind != SERIES_STEPS) return;
    /* Curves that begin together have their markers at different places. */
    const size_t every = s->n / STEP_MARKERS + 1;
    fprintf(out, ", %s using 1:2 every %zu::%zu with points ", name, every,
            (s->style * every / STEP_MARKERS + every / 2) % every);
    style_write_marker(out, s, 1);
    fputs(" notitle", out);
}

static bool inside(range r, double v)
{
    return v >= r.low && v <= r.high;
}

static void write_line(FILE *out, const line *l, range x, range y)
{
    if (l->mark || !inside(l->vertical ? x : y, l->at)) return;
    fprintf(out,
            l->vertical ? "set arrow from first %.9g,graph 0 to first %.9g,graph 1"
                        : "set arrow from graph 0,first %.9g to graph 1,first %.9g",
            l->at, l->at);
    fputs(" nohead back dashtype (6,4) linewidth 1.2 linecolor rgb '#444444'\n", out);
    if (l->name == NULL) return;
    fputs("set label ", out);
    gnuplot_string(out, l->name, NOTE_LIMIT);
    fprintf(out,
            l->vertical ? " at first %.9g,graph 0.97 right rotate by 90 offset character 0.7,0"
                        : " at graph 0.985,first %.9g right offset character 0,0.6",
            l->at);
    fputs(" noenhanced front textcolor rgb '#444444'\n", out);
}

/* Pixels between two marks, and between their numbers. */
enum { MARKS_APART = 4, NUMBERS_APART = 18 };

static void write_marks(FILE *out, const panel *p, range x, double width)
{
    double last_line = -MARKS_APART, last_number = -NUMBERS_APART;
    for (size_t i = 0; i < p->n_lines; i++) {
        const line *l = &p->lines[i];
        const double at = width * (l->at - x.low) / (x.high - x.low);
        if (!l->mark || !inside(x, l->at) || at - last_line < MARKS_APART) continue;
        last_line = at;
        fprintf(out,
                "set arrow from first %.9g,graph 0 to first %.9g,graph 1 nohead back linewidth 1 "
                "linecolor rgb '#bbbbbb'\n",
                l->at, l->at);
        if (l->name == NULL || at - last_number < NUMBERS_APART) continue;
        last_number = at;
        fputs("set label ", out);
        gnuplot_string(out, l->name, NOTE_LIMIT);
        fprintf(out,
                " at first %.9g,graph 0.965 left offset character 0.3,0 font small noenhanced "
                "textcolor rgb '#777777'\n",
                l->at);
    }
}

/* The text is on the side where there is room. */
static void write_note(FILE *out, const panel *p, const note *n, range x, range y)
{
    if (!axis_shows(&p->x, n->x) || !axis_shows(&p->y, n->y) || n->text == NULL) return;
    if (!inside(x, n->x) || !inside(y, n->y)) return;
    const double middle = (axis_place(&p->x, x.low) + axis_place(&p->x, x.high)) / 2;
    const bool right = axis_place(&p->x, n->x) > middle;
    fputs("set label ", out);
    gnuplot_string(out, n->text, NOTE_LIMIT);
    fprintf(
        out,
        " at first %.9g,%.9g %s offset character %s,0 noenhanced front textcolor rgb '#333333'\n",
        n->x, n->y, right ? "right" : "left", right ? "-0.8" : "0.8");
}

static void write_margins(FILE *out, const layout *l, area a)
{
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
            a.left / l->width, a.right / l->width, a.bottom / l->height, a.top / l->height);
}

/* White under an inset. */
static void write_ground(FILE *out, const layout *l, area a)
{
    fprintf(out,
            "set object rectangle from screen %.5f,%.5f to screen %.5f,%.5f behind "
            "fillcolor rgb '#ffffff' fillstyle solid noborder\n",
            a.left / l->width, a.bottom / l->height, a.right / l->width, a.top / l->height);
}

/* Whether there are series, and none of them has a row that can be shown. */
static bool is_empty(const panel *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_series; i++) n += count_shown(p, p->series[i]);
    return p->n_series > 0 && n == 0 && p->map.nx == 0;
}

static void write_frame(FILE *out, const panel *p, range x, range y, area a)
{
    axis_write(out, p, false, x, a.right - a.left);
    axis_write(out, p, true, y, a.top - a.bottom);
    for (size_t i = 0; i < p->n_lines; i++) write_line(out, &p->lines[i], x, y);
    for (size_t i = 0; i < p->n_notes; i++) write_note(out, p, &p->notes[i], x, y);
    write_marks(out, p, x, a.right - a.left);
    if (is_empty(p))
        fputs("set label 'nothing to show' at graph 0.5,0.5 center textcolor rgb '#999999'\n", out);
    ends_write(out, p, y, a);
}

static void write_panel(FILE *out, const panel *p, size_t number, const layout *l, area a)
{
    const range x = axis_range(p, false), y = axis_range(p, true);
    fputs("unset label\nunset arrow\nunset object\nunset key\nunset logscale\n"
          "set encoding utf8\n"
          "set border 3 linecolor rgb '#888888'\n"
          "set tics nomirror textcolor rgb '#333333'\n"
          "set grid linecolor rgb '#e2e2e2' linewidth 1 linetype 1\n",
          out);
    write_margins(out, l, a);
    fputs("set title ", out);
    gnuplot_string(out, p->title == NULL ? "" : p->title, TITLE_LIMIT);
    fputs(" noenhanced offset character 0,-0.4 textcolor rgb '#222222'\n", out);
    if (p->atoms != NULL)
        atoms_write(out, p->atoms, a);
    else
        write_frame(out, p, x, y, a);
    if (p->parent != NULL) write_ground(out, l, layout_inset_ground(p, a));
    if (p->map.nx > 0) map_write_scale(out, &p->map, a, l);
    if (l->legend == NULL && p->parent == NULL) legend_place(out, p, x, y);
    fputs("plot NaN notitle", out);
    if (p->map.nx > 0) map_write_plot(out, number);
    for (size_t i = 0; i < p->n_series; i++) write_series(out, p, number, i);
    if (l->legend == NULL && p->parent == NULL) legend_entries(out, p);
    fputc('\n', out);
}

static void write_heading(FILE *out, const char *text, double y, const char *look)
{
    if (text == NULL) return;
    fputs("set label ", out);
    gnuplot_string(out, text, TITLE_LIMIT);
    fprintf(out, " noenhanced at screen 0.5,%.5f center %s\n", y, look);
}

/* One more plot, over all panels and without axes, has the headline and the common legend. */
static void write_overlay(FILE *out, const figure *f, const layout *l)
{
    write_margins(out, l, (area){.right = l->width, .top = l->height});
    fputs("unset label\nunset arrow\nunset object\nunset key\nunset border\nunset tics\n"
          "unset grid\nunset logscale\nset title ''\nset xlabel ''\nset ylabel ''\n"
          "set xrange [0:1]\nset yrange [0:1]\n",
          out);
    const double below = f->subtitle == NULL ? 0.5 : 0.35; /* where the title stands */
    write_heading(out, f->title, 1 - below * l->title_height / l->height, "font large");
    write_heading(out, f->subtitle, 1 - 0.75 * l->title_height / l->height,
                  "textcolor rgb '#555555'");
    if (l->legend_rows > 0) legend_place_below(out, l);
    fputs("plot NaN notitle", out);
    if (l->legend_rows > 0) legend_entries(out, l->legend);
    fputc('\n', out);
}

void figure_script(FILE *out, const figure *f)
{
    const layout l = layout_of(f);
    for (size_t i = 0; i < f->n_panels; i++) write_data(out, f->panels[i], i);
    for (size_t i = 0; i < f->n_insets; i++) write_data(out, f->insets[i], f->n_panels + i);
    fputs("small = (mark == 1 ? ',9' : ',11')\nset clip two\nset multiplot\n", out);
    for (size_t i = 0; i < f->n_panels; i++)
        write_panel(out, f->panels[i], i, &l, layout_panel(f, &l, i));
    for (size_t i = 0; i < f->n_insets; i++)
        write_panel(out, f->insets[i], f->n_panels + i, &l, layout_inset(f, &l, f->insets[i]));
    write_overlay(out, f, &l);
    fputs("unset multiplot\n", out);
}
