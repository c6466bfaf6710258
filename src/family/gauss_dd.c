/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a matrix and a factor per coordinate beside it, which learns badly
 * scaled variables in O(d) generations where a matrix needs O(d^2). With paths, active utilities
 * and mirrored orthogonal samples gauss-dd is dd-xnes. gauss-block has a matrix for every group of
 * variables, so that time and memory go with the sum of the squared group sizes. [math: B4, B17] */
#include "family/gauss_dd.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/path_rates.h"
#include "linalg/lowrank.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "util/team.h"

/* Where no machine can hold the matrix, the answer is more numbers than there can be. */
static size_t ntheta(const nes_dist *p)
{
    if (p->own[NES_DD_LARGEST] > 0x1p28) return SIZE_MAX / sizeof(double);
    return nes_padded(p->d + 1) + nes_padded(p->d) + (size_t)p->own[NES_DD_SHAPES] +
           (size_t)p->own[NES_DD_PARTS] * (sizeof(nes_dd_memory) / sizeof(double));
}

static size_t nimage(const nes_dist *p)
{
    return (size_t)p->own[NES_DD_IMAGES];
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* A step needs most scratch when it has all n rows, or just fewer rows than a group has
 * coordinates. */
static size_t nwork(const nes_dist *p, size_t n)
{
    size_t most = n;
    nes_dd_group g = {0};
    for (size_t last = 0; nes_dd_next(p, &g); last = g.count) {
        if (g.count == last) continue;
        const size_t fewer = nes_dd_nwork_apply(g.count, n < g.count ? n : g.count - 1);
        most = larger(most, larger(fewer, nes_dd_nwork_apply(g.count, n)));
        most = larger(most, nes_dd_nwork_refresh(g.count));
    }
    return nes_dd_norder(p) + most;
}

static void defaults(const nes_extent *e, nes_defaults *r)
{
    nes_path_defaults(e->d, e->n, e->effective(e), r);
}

/* Whether the factor is far enough from singular, by elimination in the place of B. */
static bool is_invertible(const nes_dist *p, const double *factor)
{
    const size_t d = p->d;
    double log_det, *a = nes_dd_shape(p);
    memcpy(a, factor, d * d * sizeof *a);
    return nes_solve(d, a, 0, NULL, &log_det) == 0;
}

/* sigma is the geometric mean of the standard deviations. D has the rest of them, and B the
 * caller's factor, whose columns they multiply: B = diag(1/D) factor diag(D). */
static int init(nes_dist *p, const nes_start *s)
{
    double *factors = nes_dd_factors(p);
    nes_dd_group g = {0};
    if (s->factor != NULL && !is_invertible(p, s->factor)) return 1;
    memset(p->theta, 0, ntheta(p) * sizeof *p->theta);
    const nes_dd_order o = nes_dd_order_of(p, p->work);
    if (nes_start_factors(p, s, factors)) return 1;
    nes_dd_gather(&o, p->d, factors);
    while (nes_dd_next(p, &g)) {
        double *bt = nes_dd_shape(p) + g.shape;
        nes_dd_remembered(p)[g.number] = (nes_dd_memory){.damping = 1, .longest = 1, .shortest = 1};
        for (size_t j = 0; !g.alone && j < g.count; j++, bt += nes_padded(g.count)) {
            bt[j] = 1;
            for (size_t i = 0; s->factor != NULL && i < g.count; i++)
                bt[i] = s->factor[i * p->d + j] * factors[j] / factors[i];
        }
    }
    return 0;
}

static inline nes_dd_block block_of(const nes_dist *p, const nes_dd_order *o, const nes_dd_group *g,
                                    const nes_batch *b)
{
    const nes_rows z = {b->z + g->first, g->count, b->d};
    const nes_rows y = {b->y + g->image, g->count, b->width};
    return (nes_dd_block){.p = p,
                          .work = o->work,
                          .d = g->count,
                          .width = nes_padded(g->count),
                          .mu = o->mu + g->first,
                          .factors = nes_dd_factors(p) + g->first,
                          .bt = g->alone ? NULL : nes_dd_shape(p) + g->shape,
                          .memory = nes_dd_remembered(p) + g->number,
                          .z = z,
                          .y = g->alone ? z : y};
}

/* Slots whose points are being made, in the coordinates of a group. Of a pair only the first has an
 * image of its own. */
typedef struct placing {
    const nes_dd_block *block;
    double *x;
    size_t lo, hi, apart;
} placing;

static void place_columns(void *data, size_t first, size_t last)
{
    const placing *s = data;
    const nes_dd_block *k = s->block;
    const size_t d = k->d, apart = s->apart, end = last < d ? last : d;
    const double *mu = k->mu, *factor = k->factors, sigma = k->p->theta[k->p->d];
    const nes_factors product = {.m = (s->hi - s->lo) / apart,
                                 .n = d,
                                 .width = k->width,
                                 .c = 1,
                                 .left = k->z.first + s->lo * k->z.stride,
                                 .row = apart * k->z.stride,
                                 .column = 1,
                                 .right = k->bt,
                                 .out = k->y.first + s->lo * k->y.stride,
                                 .apart = apart * k->y.stride,
                                 .level = k->p->level};
    if (k->bt != NULL) nes_multiply_columns(&product, first, last);
    for (size_t row = s->lo; row < s->hi; row += apart) {
        const double *y = k->y.first + row * k->y.stride;
        double *x = s->x + row * k->z.stride, *mirror = x + (apart - 1) * k->z.stride;
        for (size_t i = first; i < end; i++) {
            const double step = sigma * factor[i] * y[i];
            mirror[i] = mu[i] - step;
            x[i] = mu[i] + step;
        }
    }
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t apart = nes_batch_apart(b, lo, hi);
    const nes_dd_order o = nes_dd_order_of(p, p->work);
    nes_dd_group g = {0};
    while (nes_dd_next(p, &g)) {
        const nes_dd_block k = block_of(p, &o, &g, b);
        placing s = {&k, b->x + g.first, lo, hi, apart};
        nes_team_run(p->team, k.width, NES_STRIP, place_columns, &s);
    }
    for (size_t row = lo; o.row != NULL && row < hi; row++)
        nes_dd_scatter(&o, p->d, b->x + row * p->d);
}

static size_t nlocalize(const nes_dist *p, size_t n)
{
    const size_t largest = (size_t)p->own[NES_DD_LARGEST];
    return nes_dd_norder(p) + largest * (largest + n);
}

/* y = (x - mu)/(sigma D), and z = B^-1 y by elimination, in the coordinates of a group. */
static int localize_group(const nes_dd_block *k, nes_slots at, size_t first)
{
    const size_t d = k->d, n = at.hi - at.lo;
    const double sigma = k->p->theta[k->p->d];
    double log_det, *matrix = k->work, *rows = matrix + d * d;
    for (size_t row = 0; row < n; row++) {
        const double *x = nes_batch_x(at.b, at.lo + row) + first;
        double *y = k->y.first + (at.lo + row) * k->y.stride;
        for (size_t i = 0; i < d; i++)
            rows[row * d + i] = y[i] = (x[i] - k->mu[i]) / (sigma * k->factors[i]);
        at.b->tail[at.lo + row] = 1;
    }
    if (k->bt != NULL) nes_transpose(d, d, k->bt, k->width, matrix, d);
    if (k->bt != NULL && nes_solve(d, matrix, n, rows, &log_det)) return 1;
    for (size_t row = 0; row < n; row++)
        memcpy(k->z.first + (at.lo + row) * k->z.stride, rows + row * d, d * sizeof *rows);
    return 0;
}

/* The coordinates of the points are in the order of groups meanwhile. */
static int localize(const nes_dist *p, nes_slots at, double *work)
{
    const nes_dd_order o = nes_dd_order_of(p, work);
    nes_dd_group g = {0};
    int flaw = 0;
    for (size_t row = at.lo; row < at.hi; row++) nes_dd_gather(&o, p->d, at.b->x + row * p->d);
    while (nes_dd_next(p, &g)) {
        const nes_dd_block k = block_of(p, &o, &g, at.b);
        flaw |= localize_group(&k, at, g.first);
    }
    for (size_t row = at.lo; row < at.hi; row++) nes_dd_scatter(&o, p->d, at.b->x + row * p->d);
    return flaw;
}

/* When a group fails, those before it have moved already: the scale becomes NaN to say that this is
 * no distribution. */
static int apply_groups(nes_dist *p, const nes_batch *b, const nes_step *s, const nes_rates *eta)
{
    const nes_dd_order o = nes_dd_order_of(p, p->work);
    nes_dd_group g = {0};
    while (nes_dd_next(p, &g)) {
        const nes_step_part *part = &s->part[g.number];
        nes_dd_block k = block_of(p, &o, &g, b);
        k.refresh = p->family->parts != NULL ? part->refresh : p->own[NES_DD_REFRESH];
        if (nes_dd_apply(&k, b, s, part, eta) == 0) continue;
        if (p->family->parts != NULL) p->theta[p->d] = NAN;
        return 1;
    }
    if (o.mu == p->theta) return 0;
    memcpy(p->theta, o.mu, p->d * sizeof *o.mu);
    nes_dd_scatter(&o, p->d, p->theta);
    return 0;
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    s->rates = *eta;
    if (nes_step_has_weight(s) && apply_groups(p, b, s, eta)) return 1;
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return 0;
}

/* |det A|^(1/d) would take a determinant. Right after a refresh this number is it, up to the
 * determinant of the correlation matrix. */
static double sigma(const nes_dist *p)
{
    return p->theta[p->d] * nes_geometric_mean(p->d, nes_dd_factors(p));
}

/* The standard deviation of a coordinate: sigma D_i times the length of a row of B, which is a
 * column here. */
static void spread(const nes_dist *p, double *std)
{
    const nes_dd_order o = nes_dd_order_of(p, p->work);
    nes_dd_group g = {0};
    for (double *s = std; nes_dd_next(p, &g); s += g.count) {
        const double *bt = nes_dd_shape(p) + g.shape, *factor = nes_dd_factors(p) + g.first;
        for (size_t i = 0; i < g.count; i++) s[i] = g.alone ? 1 : 0;
        for (size_t j = 0; !g.alone && j < g.count; j++, bt += nes_padded(g.count))
            for (size_t i = 0; i < g.count; i++) s[i] += bt[i] * bt[i];
        for (size_t i = 0; i < g.count; i++) s[i] = p->theta[p->d] * factor[i] * sqrt(s[i]);
    }
    nes_dd_scatter(&o, p->d, std);
}

static inline nes_dd_group group_of(const nes_dist *p, size_t i)
{
    nes_dd_group g = {0};
    while (nes_dd_next(p, &g) && g.first + g.count <= i) continue;
    return g;
}

/* The standard deviation of the coordinate with the largest factor. */
static double width(const nes_dist *p)
{
    const double *factor = nes_dd_factors(p);
    size_t i = 0;
    for (size_t j = 1; j < p->d; j++)
        if (factor[j] > factor[i]) i = j;
    const nes_dd_group g = group_of(p, i);
    const double *bt = nes_dd_shape(p) + g.shape + (i - g.first);
    double sum = g.alone ? 1 : 0;
    for (size_t j = 0; !g.alone && j < g.count; j++, bt += nes_padded(g.count)) sum += *bt * *bt;
    return p->theta[p->d] * factor[i] * sqrt(sum);
}

static double condition_of_shape(const nes_dist *p)
{
    const nes_dd_memory *m = nes_dd_remembered(p), *end = m + (size_t)p->own[NES_DD_PARTS];
    double most = 1;
    for (; m < end; m++) most = fmax(most, m->longest / m->shortest);
    return most;
}

static double condition(const nes_dist *p)
{
    return condition_of_shape(p) * nes_largest_to_least(NULL, p->d, nes_dd_factors(p));
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const nes_dd_order o = nes_dd_order_of(p, p->work);
    const nes_dd_group g = group_of(p, i);
    const double *column = nes_dd_shape(p) + g.shape + (i - g.first) * nes_padded(g.count);
    memset(a, 0, p->d * sizeof *a);
    for (size_t j = g.first; j < g.first + g.count; j++)
        a[j] = p->theta[p->d] * nes_dd_factors(p)[j] *
               (g.alone ? (double)(i == j) : column[j - g.first]);
    nes_dd_scatter(&o, p->d, a);
}

static double *scale(const nes_dist *p)
{
    return p->theta + p->d;
}

static void factors(const nes_dist *p, double *D, double *B)
{
    const size_t d = p->d;
    memcpy(D, nes_dd_factors(p), d * sizeof *D);
    nes_transpose(d, d, nes_dd_shape(p), nes_padded(d), B, d);
}

static const nes_factored factored = {.sigma = scale, .factors = factors};

static const nes_widths widths = {.sigma = sigma,
                                  .volume = nes_dd_volume,
                                  .spread = spread,
                                  .condition = condition,
                                  .width = width,
                                  .axis = axis,
                                  .condition_of_shape = condition_of_shape};

const nes_family nes_gauss_dd = {
    .name = "gauss-dd",
    .doc = "normal distribution with a full matrix and a factor per coordinate beside it",
    .located = true,
    .matrix = true,
    .shares = true,
    .carries = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE | NES_USES_DIAG,
    .rate = defaults,
    .take = nes_dd_take,
    .ntheta = ntheta,
    .nwork = nwork,
    .nimage = nimage,
    .init = init,
    .place = place,
    .nlocalize = nlocalize,
    .localize = localize,
    .propose = nes_dd_propose,
    .apply = apply,
    .widths = &widths,
    .factored = &factored,
};

const nes_family nes_gauss_block = {
    .name = "gauss-block",
    .doc = "gauss-dd with a matrix for each group of variables (option groups)",
    .located = true,
    .shares = true,
    .carries = true,
    .uses = NES_USES_LIMIT | NES_USES_SHAPE | NES_USES_DIAG | NES_USES_GROUPS,
    .rate = defaults,
    .take = nes_dd_take,
    .ntheta = ntheta,
    .nwork = nwork,
    .nimage = nimage,
    .parts = nes_dd_parts,
    .init = init,
    .place = place,
    .nlocalize = nlocalize,
    .localize = localize,
    .propose = nes_dd_propose,
    .apply = apply,
    .widths = &widths,
};
