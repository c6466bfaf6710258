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
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "util/team.h"

static size_t ntheta(size_t d)
{
    return nes_padded(d + 1) + (d + 1) * nes_padded(d) + sizeof(nes_dd_memory) / sizeof(double);
}

static size_t nwork(size_t d, size_t n)
{
    const size_t apply = nes_dd_nwork_apply(d, n), refresh = nes_dd_nwork_refresh(d);
    return apply > refresh ? apply : refresh;
}

static void defaults(const nes_extent *e, nes_defaults *r)
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
    memset(p->theta, 0, ntheta(d) * sizeof *p->theta);
    if (s->factor != NULL) {
        memcpy(bt, s->factor, d * d * sizeof *bt);
        if (!is_invertible(d, bt)) return 1;
        memset(bt, 0, d * width * sizeof *bt);
    }
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    p->theta[d] = nes_geometric_mean(d, s->std);
    for (size_t i = 0; i < d; i++) {
        factors[i] = s->std[i] / p->theta[d];
        if (!isnormal(factors[i])) return 1;
    }
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < d; i++)
            bt[j * width + i] = s->factor != NULL ? s->factor[i * d + j] * factors[j] / factors[i]
                                                  : (double)(i == j);
    *nes_dd_remembered(p) = (nes_dd_memory){.damping = 1, .longest = 1, .shortest = 1};
    return !isnormal(p->theta[d]);
}

/* Slots whose points are being made. Of a pair only the first has an image of its own. */
typedef struct placing {
    const nes_dist *p;
    nes_batch *b;
    size_t lo, hi, apart;
} placing;

static void place_columns(void *data, size_t first, size_t last)
{
    const placing *s = data;
    const nes_batch *b = s->b;
    const size_t d = s->p->d, width = b->width, apart = s->apart, end = last < d ? last : d;
    const double *mu = s->p->theta, *factor = nes_dd_factors(s->p), sigma = mu[d];
    const nes_factors product = {.m = (s->hi - s->lo) / apart,
                                 .n = d,
                                 .width = width,
                                 .c = 1,
                                 .left = b->z + s->lo * d,
                                 .row = apart * d,
                                 .column = 1,
                                 .right = nes_dd_shape(s->p),
                                 .out = b->y + s->lo * width,
                                 .apart = apart * width,
                                 .level = s->p->level};
    nes_multiply_columns(&product, first, last);
    for (size_t k = s->lo; k < s->hi; k += apart) {
        const double *y = b->y + k * width;
        double *x = b->x + k * d, *mirror = x + (apart - 1) * d;
        for (size_t i = first; i < end; i++) {
            const double step = sigma * factor[i] * y[i];
            mirror[i] = mu[i] - step;
            x[i] = mu[i] + step;
        }
    }
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    placing s = {p, b, lo, hi, nes_batch_apart(b, lo, hi)};
    nes_team_run(p->team, b->width, NES_STRIP, place_columns, &s);
}

/* |det A|^(1/d) would take a determinant. This is it right after a refresh, up to that of the
 * correlation matrix. */
static double sigma(const nes_dist *p)
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

static double ratio_of_factors(const nes_dist *p)
{
    const double *factor = nes_dd_factors(p);
    double least = factor[0], most = factor[0];
    for (size_t i = 1; i < p->d; i++) {
        least = fmin(least, factor[i]);
        most = fmax(most, factor[i]);
    }
    return most / least;
}

static double condition_of_shape(const nes_dist *p)
{
    const nes_dd_memory *m = nes_dd_remembered(p);
    return m->longest / m->shortest;
}

static double condition(const nes_dist *p)
{
    return condition_of_shape(p) * ratio_of_factors(p);
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const double *column = nes_dd_shape(p) + i * nes_padded(p->d), *factor = nes_dd_factors(p);
    for (size_t j = 0; j < p->d; j++) a[j] = p->theta[p->d] * factor[j] * column[j];
}

const nes_family nes_gauss_dd = {
    .name = "gauss-dd",
    .doc = "normal distribution with a full matrix and a factor per coordinate beside it",
    .uses = NES_USES_LIMIT,
    .located = true,
    .spherical = true,
    .variates = nes_normal_variates,
    .stores = true,
    .images = true,
    .square = true,
    .turns = true,
    .shares = true,
    .carries = true,
    .eta_shape = true,
    .eta_diag = true,
    .ntheta = ntheta,
    .nwork = nwork,
    .defaults = defaults,
    .init = init,
    .place = place,
    .propose = nes_dd_propose,
    .apply = nes_dd_apply,
    .sigma = sigma,
    .width = width,
    .spread = spread,
    .condition = condition,
    .condition_of_shape = condition_of_shape,
    .axis = axis,
};
