/* SPDX-License-Identifier: MIT
 *
 * Texts at the ends of curves; see figure/script.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "figure/script.h"

/* Pixels: the height of a text, a letter of it, the mark that leads to it. Ends in a panel; bytes
 * of a text. */
enum { HEIGHT = 15, LETTER = 8, MARK = 14, ENDS = 64, LIMIT = 64 };

typedef struct end {
    const series *series;
    size_t i;        /* its number */
    double from, at; /* where the curve ends, and where the text stands: from 0 to 1 */
} end;

static int by_end(const void *a, const void *b)
{
    const end *x = a, *y = b;
    if (x->from != y->from) return ORDER(x->from, y->from);
    return ORDER(y->i, x->i); /* those that end together read downwards */
}

/* The ends of all curves that have one, from the bottom to the top. */
static size_t find_ends(const panel *p, range y, end ends[ENDS])
{
    const double low = axis_place(&p->y, y.low), high = axis_place(&p->y, y.high);
    size_t n = 0;
    for (size_t i = 0; i < p->n_series && n < ENDS; i++) {
        const series *s = p->series[i];
        if (s->end == NULL || s->n == 0 || !series_shows(p, s->rows[s->n - 1], s->kind)) continue;
        const double place = axis_place(&p->y, s->rows[s->n - 1][1]);
        ends[n++] = (end){.series = s, .i = i, .from = (place - low) / (high - low)};
    }
    qsort(ends, n, sizeof *ends, by_end);
    return n;
}

/* Texts that would overlap form a block, which is centred on the ends of its curves. */
typedef struct block {
    size_t first, n;
    double bottom; /* where its first text stands */
} block;

/* The bottom of a block that is to be centred and to lie within the panel. */
static double settle(const end *ends, const block *b, double height)
{
    double sum = 0;
    for (size_t k = 0; k < b->n; k++) sum += ends[b->first + k].from - (double)k * height;
    return fmax(0, fmin(sum / (double)b->n, 1 - (double)(b->n - 1) * height));
}

/* Moves texts apart, each by as little as its neighbours allow. */
static void spread(end *ends, size_t n, double height)
{
    block blocks[ENDS];
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        block b = {.first = k, .n = 1};
        b.bottom = settle(ends, &b, height);
        while (used > 0 &&
               blocks[used - 1].bottom + (double)blocks[used - 1].n * height > b.bottom) {
            used--;
            b.first = blocks[used].first;
            b.n += blocks[used].n;
            b.bottom = settle(ends, &b, height);
        }
        blocks[used++] = b;
    }
    for (size_t i = 0; i < used; i++)
        for (size_t k = 0; k < blocks[i].n; k++)
            ends[blocks[i].first + k].at = blocks[i].bottom + (double)k * height;
}

/* At most `most` of them, evenly chosen. */
static size_t thin_out(end *ends, size_t n, size_t most)
{
    if (n <= most) return n;
    for (size_t k = 0; k < most; k++) ends[k] = ends[k * (n - 1) / (most - 1)];
    return most;
}

double ends_width(const panel *p)
{
    size_t longest = 0;
    for (size_t i = 0; i < p->n_series; i++) {
        const size_t n = p->series[i]->end == NULL ? 0 : strlen(p->series[i]->end);
        if (n > longest) longest = n < LIMIT ? n : LIMIT;
    }
    return longest == 0 ? 0 : (double)(MARK + LETTER * longest);
}

void ends_write(FILE *out, const panel *p, range y, area a)
{
    end ends[ENDS];
    const double width = a.right - a.left, height = a.top - a.bottom;
    const size_t n = thin_out(ends, find_ends(p, y, ends), (size_t)(height / HEIGHT) + 1);
    spread(ends, n, HEIGHT / height);
    for (size_t k = 0; k < n; k++) {
        const end *e = &ends[k];
        fputs("set label ", out);
        gnuplot_string(out, e->series->end, LIMIT);
        fprintf(out, " noenhanced at graph %.5f,%.4f left font small textcolor rgb ",
                1 + MARK / width, e->at);
        style_write_rgb(out, e->series);
        fprintf(out, "\nset arrow from graph 1,%.4f to graph %.5f,%.4f nohead linewidth 0.8 ",
                fmin(fmax(e->from, 0), 1), 1 + (MARK - 3) / width, e->at);
        style_write_color(out, e->series);
        fputc('\n', out);
    }
}
