/* SPDX-License-Identifier: MIT
 *
 * Groups of variables of gauss-block, and the one group of gauss-dd. Option groups has the number
 * of the first coordinate of its group for each variable (opt/domain/groups.c), so that sizes and
 * order can be read off without memory. [math: B17] */
#include <math.h>
#include <string.h>

#include "family/gauss_dd.h"
#include "family/path_rates.h"
#include "linalg/sequential.h"

enum { TOGETHER = 64 };

/* The end of the group that begins with coordinate `first` and this variable, which becomes the
 * first variable of the next group. */
static size_t end_of_group(const nes_dist *p, size_t first, size_t *variable)
{
    const double *groups = p->model;
    for (size_t i = *variable + 1; i < p->d; i++)
        if (groups[i] > (double)first) {
            *variable = i;
            return (size_t)groups[i];
        }
    return *variable = p->d;
}

/* Where the group behind this one begins. */
static nes_dd_group behind(nes_dd_group g)
{
    if (g.count > 0) g.number++;
    if (!g.alone) g.shape += g.count * nes_padded(g.count);
    if (!g.alone) g.image += nes_padded(g.count);
    g.first += g.count;
    return g;
}

bool nes_dd_next_of_many(const nes_dist *p, nes_dd_group *g)
{
    *g = behind(*g);
    if (g->first >= p->d) return false;
    size_t end = end_of_group(p, g->first, &g->variable);
    g->alone = end - g->first == 1;
    for (size_t at = g->variable; g->alone && end < p->d && end - g->first < TOGETHER;) {
        const size_t next = end_of_group(p, end, &at);
        if (next - end > 1) break;
        end = next;
        g->variable = at;
    }
    g->count = end - g->first;
    return true;
}

void nes_dd_take(nes_dist *p, const nes_settings *s)
{
    nes_dd_group g = {0};
    p->model = p->family->matrix ? NULL : s->groups;
    p->own[NES_DD_LARGEST] = 0;
    while (nes_dd_next(p, &g))
        p->own[NES_DD_LARGEST] = fmax(p->own[NES_DD_LARGEST], (double)g.count);
    if (p->model == NULL) g = behind(g);
    p->own[NES_DD_REFRESH] = (double)s->refresh;
    p->own[NES_DD_PARTS] = (double)g.number;
    p->own[NES_DD_SHAPES] = (double)g.shape;
    p->own[NES_DD_IMAGES] = (double)g.image;
}

/* The rates of a group follow from its size; they are noted over those of one group of all
 * variables. */
size_t nes_dd_parts(const nes_dist *p, const nes_extent *e, nes_step_part *part)
{
    nes_defaults whole, own;
    nes_dd_group g = {0};
    if (part == NULL) return (size_t)p->own[NES_DD_PARTS];
    const double effective = e->effective(e);
    nes_path_shape(e, e->d, effective, &whole);
    while (nes_dd_next(p, &g)) {
        nes_path_shape(e, g.alone ? 1 : g.count, effective, &own);
        if (g.alone) own.shape = 0;
        const double refresh = p->own[NES_DD_REFRESH] * (double)own.refresh / (double)whole.refresh;
        part[g.number] = (nes_step_part){.first = g.first,
                                         .count = g.count,
                                         .shape = own.shape / whole.shape,
                                         .path = own.paths.shape / whole.paths.shape,
                                         .one = own.paths.one / whole.paths.one,
                                         .refresh = refresh};
    }
    return g.number;
}

nes_dd_order nes_dd_order_of_many(const nes_dist *p, double *work)
{
    const double *groups = p->model;
    nes_dd_order o = {.variable = (size_t *)(void *)work, .row = work + nes_padded(p->d)};
    o.mu = o.row + nes_padded(p->d);
    o.work = o.mu + nes_padded(p->d);
    memset(o.row, 0, p->d * sizeof *o.row); /* counts the members of a group that have a place */
    for (size_t i = 0; i < p->d; i++) {
        const size_t first = (size_t)groups[i];
        o.variable[first + (size_t)o.row[first]++] = i;
    }
    memcpy(o.mu, p->theta, p->d * sizeof *o.mu);
    nes_dd_gather(&o, p->d, o.mu);
    return o;
}

void nes_dd_gather(const nes_dd_order *o, size_t d, double *v)
{
    if (o->row == NULL) return;
    memcpy(o->row, v, d * sizeof *v);
    for (size_t i = 0; i < d; i++) v[i] = o->row[o->variable[i]];
}

void nes_dd_scatter(const nes_dd_order *o, size_t d, double *v)
{
    if (o->row == NULL) return;
    memcpy(o->row, v, d * sizeof *v);
    for (size_t i = 0; i < d; i++) v[o->variable[i]] = o->row[i];
}

double nes_dd_volume(const nes_dist *p)
{
    double *a = nes_dd_order_of(p, p->work).work, sum = 0, log_det;
    nes_dd_group g = {0};
    while (nes_dd_next(p, &g)) {
        const double *bt = nes_dd_shape(p) + g.shape;
        if (g.alone) continue;
        for (size_t j = 0; j < g.count; j++, bt += nes_padded(g.count))
            memcpy(a + j * g.count, bt, g.count * sizeof *a);
        sum += nes_solve(g.count, a, 0, NULL, &log_det) == 0 ? log_det : -INFINITY;
    }
    return p->family->widths->sigma(p) * exp(sum / (double)p->d);
}
