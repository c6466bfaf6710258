/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a full matrix and a factor per coordinate beside it, which learns
 * badly scaled variables in O(d) generations where a matrix needs O(d^2). With paths, active
 * utilities and mirrored orthogonal samples this is dd-xnes. [math: B4] */
#include "family/gauss_dd.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/path_rates.h"
#include "linalg/lowrank.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "util/team.h"

enum { REFRESH }; /* generations from one decomposition of the shape to the next */

static void take(nes_dist *p, const nes_settings *s)
{
    p->own[REFRESH] = (double)s->refresh;
}

static size_t ntheta(const nes_dist *p)
{
    const size_t d = p->d;
    return nes_padded(d + 1) + (d + 1) * nes_padded(d) + sizeof(nes_dd_memory) / sizeof(double);
}

static size_t nwork(const nes_dist *p, size_t n)
{
    const size_t apply = nes_dd_nwork_apply(p->d, n), refresh = nes_dd_nwork_refresh(p->d);
    return apply > refresh ? apply : refresh;
}

void nes_dd_defaults(const nes_extent *e, nes_defaults *r)
{
    nes_path_defaults(e->d, e->n, e->effective(e), r);
}

/* Whether a matrix is far enough from singular: it is destroyed. */
static bool is_invertible(size_t d, double *a)
{
    double log_det;
    return nes_solve(d, a, 0, NULL, &log_det) == 0;
}

/* sigma is the geometric mean of the standard deviations; D has the rest of them, and B the
 * caller's factor, whose columns they multiply: B = diag(1/D) factor diag(D). */
static int init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d, width = nes_padded(d);
    double *factors = nes_dd_factors(p), *bt = nes_dd_shape(p);
    memset(p->theta, 0, ntheta(p) * sizeof *p->theta);
    if (s->factor != NULL) {
        memcpy(bt, s->factor, d * d * sizeof *bt);
        if (!is_invertible(d, bt)) return 1;
        memset(bt, 0, d * width * sizeof *bt);
    }
    if (nes_start_factors(p, s, factors)) return 1;
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < d; i++)
            bt[j * width + i] = s->factor != NULL ? s->factor[i * d + j] * factors[j] / factors[i]
                                                  : (double)(i == j);
    *nes_dd_remembered(p) = (nes_dd_memory){.damping = 1, .longest = 1, .shortest = 1};
    return 0;
}

/* All coordinates. */
static nes_dd_block block_of(const nes_dist *p, const nes_batch *b)
{
    return (nes_dd_block){.p = (nes_dist *)(uintptr_t)p,
                          .d = p->d,
                          .width = nes_padded(p->d),
                          .mu = p->theta,
                          .factors = nes_dd_factors(p),
                          .bt = nes_dd_shape(p),
                          .memory = nes_dd_remembered(p),
                          .refresh = p->own[REFRESH],
                          .z = nes_batch_rows(b, 0),
                          .y = {b->y, b->d, b->width}};
}

/* Slots whose points are being made. Of a pair only the first has an image of its own. */
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

void nes_dd_place(const nes_dd_block *k, nes_batch *b, size_t lo, size_t hi)
{
    placing s = {k, b->x + (k->z.first - b->z), lo, hi, nes_batch_apart(b, lo, hi)};
    nes_team_run(k->p->team, k->width, NES_STRIP, place_columns, &s);
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const nes_dd_block k = block_of(p, b);
    nes_dd_place(&k, b, lo, hi);
}

static size_t nlocalize(const nes_dist *p, size_t n)
{
    return p->d * (p->d + n);
}

/* y = (x - mu)/(sigma D), and z = B^-1 y by elimination. */
int nes_dd_localize(const nes_dd_block *k, nes_slots at, double *work)
{
    const size_t d = k->d, n = at.hi - at.lo, first = (size_t)(k->z.first - at.b->z);
    const double sigma = k->p->theta[k->p->d];
    double log_det, *rows = work + d * d;
    for (size_t row = 0; row < n; row++) {
        const double *x = nes_batch_x(at.b, at.lo + row) + first;
        double *y = k->y.first + (at.lo + row) * k->y.stride;
        for (size_t i = 0; i < d; i++)
            rows[row * d + i] = y[i] = (x[i] - k->mu[i]) / (sigma * k->factors[i]);
        at.b->tail[at.lo + row] = 1;
    }
    for (size_t i = 0; k->bt != NULL && i < d; i++)
        for (size_t j = 0; j < d; j++) work[i * d + j] = k->bt[j * k->width + i];
    if (k->bt != NULL && nes_solve(d, work, n, rows, &log_det)) return 1;
    for (size_t row = 0; row < n; row++)
        memcpy(k->z.first + (at.lo + row) * k->z.stride, rows + row * d, d * sizeof *rows);
    return 0;
}

static int localize(const nes_dist *p, nes_slots at, double *work)
{
    const nes_dd_block k = block_of(p, at.b);
    return nes_dd_localize(&k, at, work);
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const nes_dd_block k = block_of(p, b);
    s->rates = *eta;
    if (nes_step_has_weight(s) && nes_dd_apply(&k, b, s, s->part, eta)) return 1;
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return 0;
}

/* |det A|^(1/d) would take a determinant. This is it right after a refresh, up to that of the
 * correlation matrix. */
double nes_dd_sigma(const nes_dist *p)
{
    return p->theta[p->d] * nes_geometric_mean(p->d, nes_dd_factors(p));
}

/* The standard deviation of a coordinate: a row of B, which is a column here. */
static void spread(const nes_dist *p, double *std)
{
    const size_t d = p->d, width = nes_padded(d);
    const double *bt = nes_dd_shape(p), *factor = nes_dd_factors(p);
    memset(std, 0, d * sizeof *std);
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < d; i++) std[i] += bt[j * width + i] * bt[j * width + i];
    for (size_t i = 0; i < d; i++) std[i] = p->theta[d] * factor[i] * sqrt(std[i]);
}

/* The standard deviation of the coordinate with the largest factor. */
static double width(const nes_dist *p)
{
    const size_t d = p->d, apart = nes_padded(d);
    const double *bt = nes_dd_shape(p), *factor = nes_dd_factors(p);
    size_t i = 0;
    double sum = 0;
    for (size_t j = 1; j < d; j++)
        if (factor[j] > factor[i]) i = j;
    for (size_t j = 0; j < d; j++) sum += bt[j * apart + i] * bt[j * apart + i];
    return p->theta[d] * factor[i] * sqrt(sum);
}

static double condition_of_shape(const nes_dist *p)
{
    const nes_dd_memory *m = nes_dd_remembered(p);
    return m->longest / m->shortest;
}

static double condition(const nes_dist *p)
{
    return condition_of_shape(p) * nes_largest_to_least(p->d, nes_dd_factors(p));
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const double *column = nes_dd_shape(p) + i * nes_padded(p->d), *factor = nes_dd_factors(p);
    for (size_t j = 0; j < p->d; j++) a[j] = p->theta[p->d] * factor[j] * column[j];
}

static const nes_widths widths = {.sigma = nes_dd_sigma,
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
    .rate = nes_dd_defaults,
    .take = take,
    .ntheta = ntheta,
    .nwork = nwork,
    .nimage = nes_padded_image,
    .init = init,
    .variates = nes_normal_variates,
    .place = place,
    .nlocalize = nlocalize,
    .localize = localize,
    .propose = nes_dd_propose,
    .apply = apply,
    .widths = &widths,
};
