/* SPDX-License-Identifier: MIT
 *
 * Lines of variables that end in their names; see report/plot_parts.h. The names stand one below
 * the other at the right of the panel, as near to the ends of their lines as they can. Where there
 * is no room for all of them, those at the top, at the bottom and some between are named. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "figure/gnuplot.h"
#include "report/plot_parts.h"

/* Pixels: the height of a name, a letter of it, and the mark that leads to it. Bytes of a name. */
enum { NAME_HEIGHT = 15, LETTER = 8, MARK = 14, NAME_LIMIT = 24, VALUE = 9 };

typedef struct name {
    size_t i;       /* of the variable */
    double end, at; /* where its line ends, and where the name stands: from 0 to 1 */
    double value;   /* at the end */
} name;

static int by_end(const void *a, const void *b)
{
    const name *x = a, *y = b;
    if (x->end != y->end) return ORDER(x->end, y->end);
    return ORDER(y->i, x->i); /* those that end together read downwards */
}

/* The ends of all lines that have one, from the bottom to the top. */
static size_t find_ends(const plot_script *p, size_t column, const plot_range *r, name *names)
{
    const course_row *row = &p->history->rows[p->history->n - 1];
    size_t n = 0;
    for (size_t i = 0; i < p->variables && i < row->dim; i++) {
        const double place = plot_place(r, plot_cell(p, row, column + i));
        const bool mean = column == plot_mean(p);
        if (!isfinite(place)) continue;
        names[n++] = (name){.i = i, .end = place, .value = mean ? row->mean[i] : row->std[i]};
    }
    qsort(names, n, sizeof *names, by_end);
    return n;
}

/* Names that would overlap form a block, which is centred on the ends of its lines. */
typedef struct block {
    size_t first, n;
    double bottom; /* where its first name stands */
} block;

/* The bottom of a block that is to be centred and to lie within the panel. */
static double settle(const name *names, const block *b, double height)
{
    double sum = 0;
    for (size_t k = 0; k < b->n; k++) sum += names[b->first + k].end - (double)k * height;
    return fmax(0, fmin(sum / (double)b->n, 1 - (double)(b->n - 1) * height));
}

/* Moves names apart, each by as little as its neighbours allow. */
static void spread(name *names, size_t n, double height)
{
    block blocks[PLOT_LINES];
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        block b = {.first = k, .n = 1};
        b.bottom = settle(names, &b, height);
        while (used > 0 &&
               blocks[used - 1].bottom + (double)blocks[used - 1].n * height > b.bottom) {
            used--;
            b.first = blocks[used].first;
            b.n += blocks[used].n;
            b.bottom = settle(names, &b, height);
        }
        blocks[used++] = b;
    }
    for (size_t i = 0; i < used; i++)
        for (size_t k = 0; k < blocks[i].n; k++)
            names[blocks[i].first + k].at = blocks[i].bottom + (double)k * height;
}

/* At most `most` of them, evenly chosen. */
static size_t thin_out(name *names, size_t n, size_t most)
{
    if (n <= most) return n;
    for (size_t k = 0; k < most; k++) names[k] = names[k * (n - 1) / (most - 1)];
    return most;
}

/* The name of variable i as it is shown; long ones are cut. */
static size_t name_text(const plot_script *p, size_t i, char *shown, size_t size)
{
    char text[VARIABLES_NAME_SIZE];
    const variables unnamed = {.n = 0}, *v = p->subject->variables;
    const char *full = variables_name(v != NULL ? v : &unnamed, i, text);
    const size_t length = strlen(full), n = length > NAME_LIMIT ? NAME_LIMIT - 1 : length;
    snprintf(shown, size, "%.*s%s", (int)n, full, n < length ? "…" : "");
    return n < length ? n + 1 : n;
}

int plot_names_width(const plot_script *p)
{
    char shown[2 * NAME_LIMIT];
    size_t longest = 0;
    for (size_t i = 0; i < p->variables; i++) {
        const size_t n = name_text(p, i, shown, sizeof shown);
        if (n > longest) longest = n;
    }
    return MARK + LETTER * ((int)longest + VALUE);
}

void plot_write_color(FILE *out, size_t i, size_t n)
{
    static const char *const few[] = {"#0b5394", "#e69138", "#38761d", "#a61c3c",
                                      "#6fa8dc", "#333333", "#8e63ce", "#bfa000"};
    if (n <= sizeof few / sizeof *few)
        fprintf(out, "'%s'", few[i]);
    else
        fprintf(out, "hsv2rgb(%.3f,%.2f,%.2f)", 0.68 - 0.68 * (double)i / (double)(n - 1),
                i % 2 == 0 ? 0.9 : 0.7, i % 2 == 0 ? 0.6 : 0.72);
}

/* The name, and a mark that leads to it from the end of the line. */
static void write_name(FILE *out, const plot_script *p, const name *n, plot_area a)
{
    char text[2 * NAME_LIMIT], shown[2 * NAME_LIMIT + 32];
    const double width = a.right - a.left;
    name_text(p, n->i, text, sizeof text);
    snprintf(shown, sizeof shown, "%s %.3g", text, n->value);
    fputs("set label ", out);
    gnuplot_string(out, shown, sizeof shown);
    fprintf(out, " noenhanced at graph %.5f,%.4f left font small textcolor rgb ", 1 + MARK / width,
            n->at);
    plot_write_color(out, n->i, p->variables);
    fprintf(out,
            "\nset arrow from graph 1,%.4f to graph %.5f,%.4f nohead linewidth 0.8 linecolor rgb ",
            fmin(fmax(n->end, 0), 1), 1 + (MARK - 3) / width, n->at);
    plot_write_color(out, n->i, p->variables);
    fputc('\n', out);
}

void plot_write_variables(FILE *out, const plot_script *p, size_t column, const plot_range *r,
                          plot_area a)
{
    name names[PLOT_LINES];
    const double height = a.bottom - a.top;
    const size_t room = (size_t)(height / NAME_HEIGHT) + 1;
    const size_t n = thin_out(names, find_ends(p, column, r, names), room);
    spread(names, n, NAME_HEIGHT / height);
    for (size_t k = 0; k < n; k++) write_name(out, p, &names[k], a);
    fputs("plot ", out);
    for (size_t i = 0; i < p->variables; i++) {
        fprintf(out, "%s$run using 1:%zu with lines linewidth 1.5 linecolor rgb ",
                i == 0 ? "" : ", ", column + i);
        plot_write_color(out, i, p->variables);
        fputs(" notitle", out);
    }
    fputc('\n', out);
}
