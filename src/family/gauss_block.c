/* SPDX-License-Identifier: MIT
 *
 * Groups of variables: gauss-dd whose matrix has a block for every group and zeros elsewhere, so
 * that time and memory go with the sum of the squared group sizes. Option groups has the number of
 * the first coordinate of its group for each variable (opt/domain/groups.h). Samples, factors and
 * paths are in the order of groups, mu and points in that of variables. theta = (mu, sigma, D, B^T
 * of every group, memory of every group). [math: B17] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_dd.h"
#include "family/path_rates.h"
#include "linalg/lowrank.h"

enum { REFRESH, PARTS, SHAPES, IMAGES, LARGEST, TOGETHER = 64 }; /* the option, then sizes */

/* A group with a matrix, or some neighbouring groups of one variable each, which need none. */
typedef struct group {
    size_t first, count; /* coordinates */
    bool alone;          /* groups of one, at most TOGETHER of them */
    size_t number;       /* among the parts of a step */
    size_t shape, image; /* numbers of matrices, and of images of a sample, that stand before it */
    size_t variable;     /* the first variable of the group behind it */
} group;

/* The end of the group that begins with that variable, which becomes the first of the next. */
static size_t end_of_group(const nes_dist *p, size_t first, size_t *variable)
{
    const double *groups = p->model;
    for (size_t i = *variable + 1; groups != NULL && i < p->d; i++)
        if (groups[i] > (double)first) {
            *variable = i;
            return (size_t)groups[i];
        }
    return *variable = p->d;
}

/* The next group, from a struct of zeros on; false: there is none. */
static bool next_group(const nes_dist *p, group *g)
{
    if (g->count > 0) g->number++;
    if (!g->alone) g->shape += g->count * nes_padded(g->count);
    if (!g->alone) g->image += nes_padded(g->count);
    g->first += g->count;
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

static void take(nes_dist *p, const nes_settings *s)
{
    group g = {0};
    p->model = s->groups;
    p->own[LARGEST] = 0;
    while (next_group(p, &g)) p->own[LARGEST] = fmax(p->own[LARGEST], (double)g.count);
    p->own[REFRESH] = (double)s->refresh;
    p->own[PARTS] = (double)g.number;
    p->own[SHAPES] = (double)g.shape;
    p->own[IMAGES] = (double)g.image;
}

/* A matrix that no machine can hold has more numbers than there are. */
static size_t ntheta(const nes_dist *p)
{
    if (p->own[LARGEST] > 0x1p28) return SIZE_MAX / sizeof(double);
    return nes_padded(p->d + 1) + nes_padded(p->d) + (size_t)p->own[SHAPES] +
           (size_t)p->own[PARTS] * (sizeof(nes_dd_memory) / sizeof(double));
}

static size_t nimage(const nes_dist *p)
{
    return (size_t)p->own[IMAGES];
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Behind two rows in the order of groups. A step needs most where its rows are as many as there
 * are, or just fewer than a group has coordinates. */
static size_t nwork(const nes_dist *p, size_t n)
{
    size_t most = n;
    group g = {0};
    for (size_t last = 0; next_group(p, &g); last = g.count) {
        if (g.count == last) continue;
        const size_t fewer = nes_dd_nwork_apply(g.count, n < g.count ? n : g.count - 1);
        most = larger(most, larger(fewer, nes_dd_nwork_apply(g.count, n)));
        most = larger(most, nes_dd_nwork_refresh(g.count));
    }
    return 2 * nes_padded(p->d) + most;
}

/* Rates of a group by its size, over those of one group of all variables. */
static size_t parts(const nes_dist *p, const nes_extent *e, nes_step_part *part)
{
    nes_defaults whole, own;
    group g = {0};
    if (part == NULL) return (size_t)p->own[PARTS];
    const double effective = e->effective(e);
    nes_path_shape(e, e->d, effective, &whole);
    while (next_group(p, &g)) {
        nes_path_shape(e, g.alone ? 1 : g.count, effective, &own);
        if (g.alone) own.shape = 0;
        const double refresh = p->own[REFRESH] * (double)own.refresh / (double)whole.refresh;
        part[g.number] = (nes_step_part){.first = g.first,
                                         .count = g.count,
                                         .shape = own.shape / whole.shape,
                                         .path = own.paths.shape / whole.paths.shape,
                                         .one = own.paths.one / whole.paths.one,
                                         .refresh = refresh};
    }
    return g.number;
}

/* Variables in the order of groups, and room for a row of numbers in that order; the distribution
 * with the scratch behind both. */
typedef struct order {
    nes_dist q;
    size_t *variable;
    double *row;
} order;

static order order_of(const nes_dist *p, double *work)
{
    const double *groups = p->model;
    order o = {*p, (size_t *)(void *)work, work + nes_padded(p->d)};
    o.q.work = o.row + nes_padded(p->d);
    memset(o.row, 0, p->d * sizeof *o.row); /* members that have a place */
    for (size_t i = 0; i < p->d; i++) {
        const size_t first = groups != NULL ? (size_t)groups[i] : 0;
        o.variable[first + (size_t)o.row[first]++] = i;
    }
    return o;
}

static double *gather(const order *o, const double *from)
{
    for (size_t i = 0; i < o->q.d; i++) o->row[i] = from[o->variable[i]];
    return o->row;
}

/* Numbers in the order of groups become those of the variables. */
static void scatter(const order *o, double *v)
{
    memcpy(o->row, v, o->q.d * sizeof *v);
    for (size_t i = 0; i < o->q.d; i++) v[o->variable[i]] = o->row[i];
}

static nes_dd_memory *memory_of(const nes_dist *p, const group *g)
{
    return (nes_dd_memory *)(nes_dd_shape(p) + (size_t)p->own[SHAPES]) + g->number;
}

/* The matrix of a group; mu is in the order of groups, q is that of the order. */
static nes_dd_block block_of(nes_dist *q, const group *g, double *mu, const nes_batch *b)
{
    const nes_rows z = {b->z + g->first, g->count, b->d};
    const nes_rows y = {b->y + g->image, g->count, b->width};
    return (nes_dd_block){.p = q,
                          .d = g->count,
                          .width = nes_padded(g->count),
                          .mu = mu + g->first,
                          .factors = nes_dd_factors(q) + g->first,
                          .bt = g->alone ? NULL : nes_dd_shape(q) + g->shape,
                          .memory = memory_of(q, g),
                          .z = z,
                          .y = g->alone ? z : y};
}

static int init(nes_dist *p, const nes_start *s)
{
    const order o = order_of(p, p->work);
    double *factors = nes_dd_factors(p);
    group g = {0};
    memset(p->theta, 0, ntheta(p) * sizeof *p->theta);
    if (nes_start_factors(p, s, factors)) return 1;
    memcpy(factors, gather(&o, factors), p->d * sizeof *factors);
    while (next_group(p, &g)) {
        double *bt = nes_dd_shape(p) + g.shape;
        *memory_of(p, &g) = (nes_dd_memory){.damping = 1, .longest = 1, .shortest = 1};
        for (size_t i = 0; !g.alone && i < g.count; i++) bt[i * (nes_padded(g.count) + 1)] = 1;
    }
    return 0;
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    order o = order_of(p, p->work);
    double *mu = gather(&o, p->theta);
    group g = {0};
    while (next_group(p, &g)) {
        const nes_dd_block k = block_of(&o.q, &g, mu, b);
        nes_dd_place(&k, b, lo, hi);
    }
    for (size_t row = lo; row < hi; row++) scatter(&o, b->x + row * b->d);
}

static size_t nlocalize(const nes_dist *p, size_t n)
{
    const size_t largest = (size_t)p->own[LARGEST];
    return 3 * nes_padded(p->d) + largest * (largest + n);
}

/* Points are in the order of groups meanwhile. */
static int localize(const nes_dist *p, nes_slots at, double *work)
{
    order o = order_of(p, work);
    double *mu = o.q.work, *rest = mu + nes_padded(p->d);
    nes_batch *b = at.b;
    group g = {0};
    int flaw = 0;
    memcpy(mu, gather(&o, p->theta), p->d * sizeof *mu);
    for (size_t row = at.lo; row < at.hi; row++)
        memcpy(b->x + row * b->d, gather(&o, b->x + row * b->d), p->d * sizeof *mu);
    while (next_group(p, &g)) {
        const nes_dd_block k = block_of(&o.q, &g, mu, b);
        flaw |= nes_dd_localize(&k, at, rest);
    }
    for (size_t row = at.lo; row < at.hi; row++) scatter(&o, b->x + row * b->d);
    return flaw;
}

/* Groups before one that fails have moved: the scale says that this is no distribution. */
static int apply_groups(nes_dist *p, const nes_batch *b, const nes_step *s, const nes_rates *eta)
{
    order o = order_of(p, p->work);
    double *mu = gather(&o, p->theta);
    group g = {0};
    while (next_group(p, &g)) {
        nes_dd_block k = block_of(&o.q, &g, mu, b);
        k.refresh = s->part[g.number].refresh;
        if (nes_dd_apply(&k, b, s, &s->part[g.number], eta)) return p->theta[p->d] = NAN, 1;
    }
    memcpy(p->theta, mu, p->d * sizeof *mu);
    scatter(&o, p->theta);
    return 0;
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    s->rates = *eta;
    if (nes_step_has_weight(s) && apply_groups(p, b, s, eta)) return 1;
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return 0;
}

/* The standard deviation of a coordinate of the group, by a row of B. */
static double deviation(const nes_dist *p, const group *g, size_t i)
{
    const double *bt = nes_dd_shape(p) + g->shape + (i - g->first);
    double sum = g->alone ? 1 : 0;
    for (size_t j = 0; !g->alone && j < g->count; j++, bt += nes_padded(g->count)) sum += *bt * *bt;
    return p->theta[p->d] * nes_dd_factors(p)[i] * sqrt(sum);
}

static void spread(const nes_dist *p, double *std)
{
    const order o = order_of(p, p->work);
    group g = {0};
    while (next_group(p, &g))
        for (size_t i = g.first; i < g.first + g.count; i++) std[i] = deviation(p, &g, i);
    scatter(&o, std);
}

static group group_of(const nes_dist *p, size_t i)
{
    group g = {0};
    while (next_group(p, &g) && g.first + g.count <= i) continue;
    return g;
}

/* The standard deviation of the coordinate with the largest factor. */
static double width(const nes_dist *p)
{
    const double *factor = nes_dd_factors(p);
    size_t i = 0;
    for (size_t j = 1; j < p->d; j++)
        if (factor[j] > factor[i]) i = j;
    const group g = group_of(p, i);
    return deviation(p, &g, i);
}

static double condition_of_shape(const nes_dist *p)
{
    double most = 1;
    group g = {0};
    while (next_group(p, &g)) {
        const nes_dd_memory *m = memory_of(p, &g);
        most = fmax(most, m->longest / m->shortest);
    }
    return most;
}

static double condition(const nes_dist *p)
{
    return condition_of_shape(p) * nes_largest_to_least(p->d, nes_dd_factors(p));
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const order o = order_of(p, p->work);
    const group g = group_of(p, i);
    const double *column = nes_dd_shape(p) + g.shape + (i - g.first) * nes_padded(g.count);
    memset(a, 0, p->d * sizeof *a);
    for (size_t j = g.first; j < g.first + g.count; j++)
        a[j] = p->theta[p->d] * nes_dd_factors(p)[j] *
               (g.alone ? (double)(i == j) : column[j - g.first]);
    scatter(&o, a);
}

static const nes_widths widths = {.sigma = nes_dd_sigma,
                                  .spread = spread,
                                  .condition = condition,
                                  .width = width,
                                  .axis = axis,
                                  .condition_of_shape = condition_of_shape};

const nes_family nes_gauss_block = {
    .name = "gauss-block",
    .doc = "gauss-dd with a matrix for each group of variables (option groups)",
    .located = true,
    .shares = true,
    .carries = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE | NES_USES_DIAG | NES_USES_GROUPS,
    .rate = nes_dd_defaults,
    .take = take,
    .ntheta = ntheta,
    .nwork = nwork,
    .nimage = nimage,
    .parts = parts,
    .init = init,
    .variates = nes_normal_variates,
    .place = place,
    .nlocalize = nlocalize,
    .localize = localize,
    .propose = nes_dd_propose,
    .apply = apply,
    .widths = &widths,
};
