/* SPDX-License-Identifier: MIT
 *
 * The table of styles; see figure/script.h. */
#include "figure/script.h"

typedef struct style {
    const char *color;
    int marker; /* gnuplot's point type */
    const char *dashes;
} style;

static const style styles[] = {
    {"#0b5394", 7, "solid"},
    {"#e69138", 5, "(20,7)"},
    {"#38761d", 9, "(5,5)"},
    {"#a61c3c", 13, "(20,5,5,5)"},
    {"#6fa8dc", 11, "(32,7)"},
    {"#333333", 4, "(11,5)"},
    {"#8e63ce", 6, "(20,5,5,5,5,5)"},
    {"#bfa000", 15, "(9,4)"},
    {"#007d75", 8, "(32,5,5,5)"},
    {"#dd7fa8", 12, "(5,4)"},
    {"#7f4f24", 10, "(14,5,14,5,5,5)"},
    {"#8c8c8c", 14, "(25,5)"},
};
enum { STYLES = sizeof styles / sizeof *styles };

#define REFERENCE_DASHES "(11,7)"

static const style reference = {"#444444", 2, REFERENCE_DASHES};

/* Finds a style by its number. After the last one the colours begin anew, with other dashes. */
static style find(size_t i)
{
    if (i == FIGURE_REFERENCE) return reference;
    style s = styles[i % STYLES];
    if (i >= STYLES) s.dashes = styles[(i + i / STYLES) % STYLES].dashes;
    return s;
}

void style_write_rgb(FILE *out, const series *s)
{
    const double *c = s->shade;
    if (s->shaded)
        fprintf(out, "hsv2rgb(%.3f,%.2f,%.2f)", c[0], c[1], c[2]);
    else
        fprintf(out, "'%s'", find(s->style).color);
}

void style_write_color(FILE *out, const series *s)
{
    fputs("linecolor rgb ", out);
    style_write_rgb(out, s);
}

/* What follows "with": words, then a marker, a line and the colour. */
typedef struct form {
    const char *words;
    double marker, line; /* size of the marker, width of the line; 0: none */
    const char *dashes;  /* dashes of the line; null: those of the style */
} form;

static void write_form(FILE *out, const series *s, const form *f)
{
    const style own = find(s->style);
    fputs(f->words, out);
    if (f->marker > 0) fprintf(out, "pointtype %d pointsize mark*%.3g ", own.marker, f->marker);
    if (f->line > 0)
        fprintf(out, "dashtype %s linewidth %.3g ", f->dashes == NULL ? own.dashes : f->dashes,
                f->line);
    style_write_color(out, s);
}

void style_write_marker(FILE *out, const series *s, double size)
{
    write_form(out, s, &(form){"", size, 0, NULL});
}

static const form forms[] = {
    [SERIES_LINE] = {"with lines ", 0, 2, NULL},
    [SERIES_POINTS] = {"with points ", 1.1, 0, NULL},
    [SERIES_BOTH] = {"with linespoints ", 0.9, 1.8, NULL},
    [SERIES_STEPS] = {"with steps ", 0, 2, NULL},
    [SERIES_SMALL] = {"with points pointtype 7 pointsize mark*0.35 ", 0, 0, NULL},
    [SERIES_BAND] = {"with filledcurves fillstyle transparent solid 0.2 noborder ", 0, 0, NULL},
    [SERIES_ERROR] = {"with yerrorbars linewidth 1.3 ", 1, 0, NULL},
    [SERIES_BOX] = {"with boxxyerror fillstyle solid 0.35 border linewidth 1 ", 0, 0, NULL},
    [SERIES_DASH] = {"with lines ", 0, 1.2, REFERENCE_DASHES},
    [SERIES_THIN] = {"with lines ", 0, 1.2, "solid"},
    [SERIES_BAR] = {"with lines ", 0, 9, "solid"},
};

void style_write(FILE *out, const series *s)
{
    write_form(out, s, &forms[s->kind]);
}

/* Series in a legend; without words they look as in the plot. */
static const form samples[] = {
    [SERIES_STEPS] = {"with linespoints ", 0.9, 1.8, NULL},
    [SERIES_SMALL] = {"with points pointtype 7 pointsize mark*0.6 ", 0, 0, NULL},
    [SERIES_BAND] = {"with boxes fillstyle solid 0.3 noborder ", 0, 0, NULL},
    [SERIES_ERROR] = {"with points ", 1, 0, NULL},
    [SERIES_BOX] = {"with boxes fillstyle solid 0.3 noborder ", 0, 0, NULL},
    [SERIES_THIN] = {NULL, 0, 0, NULL},
    [SERIES_BAR] = {NULL, 0, 0, NULL},
};

void style_write_sample(FILE *out, const series *s)
{
    const form *f = &samples[s->kind];
    write_form(out, s, f->words != NULL ? f : &forms[s->kind]);
}
