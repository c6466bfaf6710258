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

static const style reference = {"#444444", 2, "(11,7)"};

/* After the last the colours begin anew, with other dashes. */
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

void style_write_marker(FILE *out, const series *s, double size)
{
    fprintf(out, "pointtype %d pointsize mark*%.3g ", find(s->style).marker, size);
    style_write_color(out, s);
}

static void write_line(FILE *out, const series *s, const char *dashes, double width)
{
    fprintf(out, "dashtype %s linewidth %.3g ", dashes, width);
    style_write_color(out, s);
}

/* Line and markers together. */
static void write_both(FILE *out, const series *s)
{
    fprintf(out, "with linespoints pointtype %d pointsize mark*0.9 ", find(s->style).marker);
    write_line(out, s, find(s->style).dashes, 1.8);
}

void style_write(FILE *out, const series *s)
{
    switch (s->kind) {
    case SERIES_LINE:
    case SERIES_STEPS:
        fputs(s->kind == SERIES_LINE ? "with lines " : "with steps ", out);
        write_line(out, s, find(s->style).dashes, 2);
        break;
    case SERIES_POINTS:
        fputs("with points ", out);
        style_write_marker(out, s, 1.1);
        break;
    case SERIES_BOTH:
        write_both(out, s);
        break;
    case SERIES_SMALL:
        fputs("with points pointtype 7 pointsize mark*0.35 ", out);
        style_write_color(out, s);
        break;
    case SERIES_BAND:
        fputs("with filledcurves fillstyle transparent solid 0.2 noborder ", out);
        style_write_color(out, s);
        break;
    case SERIES_ERROR:
        fputs("with yerrorbars linewidth 1.3 ", out);
        style_write_marker(out, s, 1);
        break;
    case SERIES_BOX:
        fputs("with boxxyerror fillstyle solid 0.35 border linewidth 1 ", out);
        style_write_color(out, s);
        break;
    case SERIES_DASH:
    case SERIES_THIN:
        fputs("with lines ", out);
        write_line(out, s, s->kind == SERIES_DASH ? reference.dashes : "solid", 1.2);
        break;
    }
}

void style_write_sample(FILE *out, const series *s)
{
    switch (s->kind) {
    case SERIES_STEPS:
        write_both(out, s);
        break;
    case SERIES_SMALL:
        fputs("with points pointtype 7 pointsize mark*0.6 ", out);
        style_write_color(out, s);
        break;
    case SERIES_BAND:
    case SERIES_BOX:
        fputs("with boxes fillstyle solid 0.3 noborder ", out);
        style_write_color(out, s);
        break;
    case SERIES_ERROR:
        fputs("with points ", out);
        style_write_marker(out, s, 1);
        break;
    default:
        style_write(out, s);
    }
}
