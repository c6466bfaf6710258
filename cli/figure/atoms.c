/* SPDX-License-Identifier: MIT
 *
 * Clusters of atoms as balls and sticks; see figure/script.h. They are projected and shaded here:
 * a ball is a stack of discs that grow lighter and shift towards the light, which looks smooth and
 * keeps files small. Whatever is farther away is painted earlier and paler. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/order.h"
#include "figure/script.h"

enum { DISCS = 26, INNER = 12 /* neighbours of an atom that is enclosed by others */ };

static const double PI = 3.14159265358979323846, BOND = 1.3, RADIUS = 0.3, STICK = 0.075;

typedef struct color {
    double red, green, blue;
} color;

/* An atom, or the bond from one atom to another. */
typedef struct item {
    size_t from, to; /* equal: an atom */
    double depth;    /* towards the viewer */
} item;

struct atoms {
    size_t n, n_items;
    double (*at)[3];    /* across, up, towards the viewer; the centre is 0 */
    size_t *neighbours; /* how many each atom has */
    item *items;        /* the farthest first */
    double size;        /* distance of the farthest atom from the centre */
};

static double distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* Turns the cluster into the view: round the upright axis, then towards the viewer. */
static void place(atoms *s, const double *xyz)
{
    const double turn = 0.5, tilt = 0.35;
    double middle[3] = {0};
    for (size_t i = 0; i < 3 * s->n; i++) middle[i % 3] += xyz[i] / (double)s->n;
    for (size_t i = 0; i < s->n; i++) {
        const double x = xyz[3 * i] - middle[0], y = xyz[3 * i + 1] - middle[1],
                     z = xyz[3 * i + 2] - middle[2];
        const double across = cos(turn) * x - sin(turn) * y, away = sin(turn) * x + cos(turn) * y;
        s->at[i][0] = across;
        s->at[i][1] = cos(tilt) * z + sin(tilt) * away;
        s->at[i][2] = sin(tilt) * z - cos(tilt) * away;
        s->size = fmax(s->size, distance(s->at[i], (double[3]){0}));
    }
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++)
            s->neighbours[i] += i != j && distance(s->at[i], s->at[j]) < BOND;
}

/* Nearer things look larger, as through a camera. */
static double perspective(const atoms *s, double depth)
{
    const double camera = 6 * (s->size + 1);
    return camera / (camera - depth);
}

static unsigned channel(double v)
{
    return (unsigned)lround(255 * fmin(fmax(v, 0), 1));
}

/* Paler with the distance from the viewer. */
static void write_color(FILE *out, const atoms *s, double depth, color c)
{
    const double pale = 0.25 * (1 - depth / (s->size + 1e-9));
    fprintf(out, " fillstyle solid noborder fillcolor rgb '#%02x%02x%02x'\n",
            channel(c.red + pale * (1 - c.red)), channel(c.green + pale * (1 - c.green)),
            channel(c.blue + pale * (1 - c.blue)));
}

static color mix(color a, color b, double t)
{
    return (color){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                   a.blue + t * (b.blue - a.blue)};
}

/* As a polygon, which takes less room in an SVG than gnuplot's circle; the smaller the coarser. */
static void write_disc(FILE *out, double x, double y, double r, int k)
{
    const int corners = 48 - 32 * k / DISCS;
    fputs("set object polygon from first ", out);
    for (int i = 0; i <= corners; i++) {
        const double turn = 2 * PI * (i % corners) / corners;
        fprintf(out, "%s%.4f,%.4f", i == 0 ? "" : " to ", x + r * cos(turn), y + r * sin(turn));
    }
}

static void write_atom(FILE *out, const atoms *s, size_t i)
{
    static const color rim[] = {{0.03, 0.19, 0.37}, {0.50, 0.25, 0.05}};
    static const color body[] = {{0.20, 0.48, 0.75}, {0.92, 0.58, 0.24}};
    static const color shine[] = {{0.93, 0.97, 1}, {1, 0.96, 0.88}};
    const double *at = s->at[i], near = perspective(s, at[2]), radius = RADIUS * near;
    const size_t kind = s->neighbours[i] >= INNER;
    /* Equal steps of the angle between the surface and the light, from the rim to the middle. */
    for (int k = 0; k < DISCS; k++) {
        const double angle = PI / 2 * k / DISCS, light = sin(angle), r = radius * cos(angle);
        const double shift = 0.42 * (radius - r);
        const color c =
            mix(mix(rim[kind], body[kind], pow(light, 0.7)), shine[kind], 0.9 * pow(light, 9));
        write_disc(out, near * at[0] - shift, near * at[1] + shift, r, k);
        write_color(out, s, at[2], c);
    }
}

/* A strip along a bond, from surface to surface. */
static void write_strip(FILE *out, const atoms *s, const item *b, double half, color c)
{
    const double *p = s->at[b->from], *q = s->at[b->to];
    const double gap = 0.9 * RADIUS / distance(p, q);
    double end[2][2];
    for (int k = 0; k < 2; k++) {
        const double t = k == 0 ? gap : 1 - gap;
        const double near = perspective(s, p[2] + t * (q[2] - p[2]));
        for (int j = 0; j < 2; j++) end[k][j] = near * (p[j] + t * (q[j] - p[j]));
    }
    const double dx = end[1][0] - end[0][0], dy = end[1][1] - end[0][1], l = hypot(dx, dy) + 1e-9;
    const double x = -half * dy / l, y = half * dx / l;
    fprintf(out,
            "set object polygon from first %.5g,%.5g to %.5g,%.5g to %.5g,%.5g to %.5g,%.5g "
            "to %.5g,%.5g",
            end[0][0] + x, end[0][1] + y, end[1][0] + x, end[1][1] + y, end[1][0] - x,
            end[1][1] - y, end[0][0] - x, end[0][1] - y, end[0][0] + x, end[0][1] + y);
    write_color(out, s, b->depth, c);
}

static void write_bond(FILE *out, const atoms *s, const item *b)
{
    write_strip(out, s, b, STICK, (color){0.40, 0.42, 0.45});
    write_strip(out, s, b, 0.6 * STICK, (color){0.62, 0.64, 0.67});
    write_strip(out, s, b, 0.2 * STICK, (color){0.85, 0.87, 0.89});
}

static int by_depth(const void *a, const void *b)
{
    const item *p = a, *q = b;
    if (p->depth != q->depth) return ORDER(p->depth, q->depth);
    return p->from != q->from ? ORDER(p->from, q->from) : ORDER(p->to, q->to);
}

static void sort(atoms *s)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i; j < s->n; j++)
            if (i == j || distance(s->at[i], s->at[j]) < BOND)
                s->items[s->n_items++] = (item){i, j, (s->at[i][2] + s->at[j][2]) / 2};
    qsort(s->items, s->n_items, sizeof *s->items, by_depth);
}

atoms *atoms_new(size_t n, const double *xyz)
{
    atoms *s = memory_zeros(1, sizeof *s);
    s->n = n;
    s->at = memory_zeros(n, sizeof *s->at);
    s->neighbours = memory_zeros(n, sizeof *s->neighbours);
    s->items = memory_zeros(n * (n + 1) / 2, sizeof *s->items);
    place(s, xyz);
    sort(s);
    return s;
}

void atoms_free(atoms *s)
{
    if (s == NULL) return;
    free(s->at);
    free(s->neighbours);
    free(s->items);
    free(s);
}

/* A view that shows all atoms, in which a unit is as wide as high. */
static void write_view(FILE *out, const atoms *s, area a)
{
    double low[2] = {DBL_MAX, DBL_MAX}, high[2] = {-DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < s->n; i++)
        for (int j = 0; j < 2; j++) {
            const double near = perspective(s, s->at[i][2]);
            low[j] = fmin(low[j], near * (s->at[i][j] - RADIUS));
            high[j] = fmax(high[j], near * (s->at[i][j] + RADIUS));
        }
    const double width = a.right - a.left, height = a.top - a.bottom;
    const double unit = fmin(width / (high[0] - low[0]), height / (high[1] - low[1])) * 0.96;
    const double x = (low[0] + high[0]) / 2, y = (low[1] + high[1]) / 2;
    fprintf(out,
            "unset border\nunset tics\nunset grid\nset xlabel ''\nset ylabel ''\n"
            "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n",
            x - width / 2 / unit, x + width / 2 / unit, y - height / 2 / unit,
            y + height / 2 / unit);
}

void atoms_write(FILE *out, const atoms *s, area a)
{
    write_view(out, s, a);
    for (size_t k = 0; k < s->n_items; k++) {
        const item *i = &s->items[k];
        if (i->from == i->to)
            write_atom(out, s, i->from);
        else
            write_bond(out, s, i);
    }
}
