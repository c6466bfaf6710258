/* SPDX-License-Identifier: MIT
 *
 * The normal distribution whose shape is a product of transformations along directions, each an
 * average of past steps over another span of time. With mirrored orthogonal samples and utilities
 * of the better half this is lm-ma-es. [math: B16] */
#include "family/gauss_lm.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/path_rates.h"
#include "linalg/vector.h"

size_t nes_lm_directions(size_t d)
{
    return 4 + (size_t)floor(3 * log((double)d));
}

static size_t ntheta(const nes_dist *p)
{
    const size_t d = p->d, k = nes_lm_directions(d);
    return 2 + 3 * d + k * k + k * d;
}

/* Of the two: the numbers M_i . z of all rows, or of a step with its sum over rows. */
static size_t nwork(const nes_dist *p, size_t n)
{
    const size_t d = p->d, k = nes_lm_directions(d), place = n * k, apply = d + 4 * k + n;
    const size_t most = place > apply ? place : apply, shape = nes_lm_nwork_shape(k);
    return most > shape ? most : shape;
}

static int init(nes_dist *p, const nes_start *s)
{
    memset(p->theta, 0, ntheta(p) * sizeof *p->theta);
    return nes_start_factors(p, s, nes_lm_factors(p));
}

size_t nes_lm_used(const nes_dist *p)
{
    const size_t k = nes_lm_directions(p->d);
    const double steps = *nes_lm_steps(p); /* may be anything after a damaged run was loaded */
    return steps < (double)k ? (size_t)fmax(0, steps) : k;
}

/* y = a z + sum b_j M_j, j < i, goes through transformation i. */
double nes_lm_transform(const nes_dist *p, double *b)
{
    const size_t k = nes_lm_directions(p->d), used = nes_lm_used(p);
    const double *gram = nes_lm_gram(p);
    double a = 1, c = p->own[NES_PATH_ONE];
    for (size_t i = 0; i < used; i++, c *= NES_LM_NEXT) {
        double dot = a * b[i];
        for (size_t j = 0; j < i; j++) dot += b[j] * gram[i * k + j];
        for (size_t j = 0; j < i; j++) b[j] *= 1 - c;
        b[i] = c * dot;
        a *= 1 - c;
    }
    return a;
}

void nes_lm_combine(const nes_dist *p, size_t lo, size_t n, nes_lm_map map, const double *z,
                    double *out)
{
    const size_t used = nes_lm_used(p);
    nes_combine(n, map.a, z, 0, z, out);
    for (size_t i = 0; i < used; i++)
        nes_combine(n, 1, out, map.b[i], nes_lm_direction(p, i) + lo, out);
}

/* The numbers M_i . z of each row, a pair being one row, then b; returns a. */
static double find_b(const nes_dist *p, nes_slots at, size_t apart, double *dots)
{
    const nes_batch *b = at.b;
    const size_t d = p->d, k = nes_lm_directions(d), used = nes_lm_used(p), lo = at.lo, hi = at.hi;
    double buffer[NES_BLOCK], a = 1;
    memset(dots, 0, (hi - lo) / apart * k * sizeof *dots);
    for (size_t first = 0; first < d && used > 0; first += NES_BLOCK) {
        const size_t n = nes_block_at(first, d);
        nes_batch_block(b, hi, first, n);
        for (size_t s = lo; s < hi; s += apart)
            nes_add_dots(used, n, 1, nes_batch_z(b, s, first, n, buffer), 0,
                         nes_lm_direction(p, 0) + first, d, dots + (s - lo) / apart * k);
    }
    for (size_t s = lo; s < hi; s += apart) a = nes_lm_transform(p, dots + (s - lo) / apart * k);
    return a;
}

/* A point and its mirror image, or twice the point; coordinates lo .. lo+n-1. */
static void place_row(const nes_dist *p, size_t lo, size_t n, const double *y, double *x,
                      double *mirror)
{
    const double *mu = p->theta + lo, *factor = nes_lm_factors(p) + lo, sigma = p->theta[p->d];
    for (size_t i = 0; i < n; i++) {
        const double step = sigma * factor[i] * y[i];
        mirror[i] = mu[i] - step;
        x[i] = mu[i] + step;
    }
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d, k = nes_lm_directions(d), apart = nes_batch_apart(b, lo, hi);
    double y[NES_BLOCK], buffer[NES_BLOCK], *dots = p->work;
    const double a = find_b(p, (nes_slots){b, lo, hi}, apart, dots);
    for (size_t first = 0; first < d; first += NES_BLOCK) {
        const size_t n = nes_block_at(first, d);
        nes_batch_block(b, hi, first, n);
        for (size_t s = lo; s < hi; s += apart) {
            double *x = nes_batch_x(b, s) + first;
            const nes_lm_map map = {a, dots + (s - lo) / apart * k};
            nes_lm_combine(p, first, n, map, nes_batch_z(b, s, first, n, buffer), y);
            place_row(p, first, n, y, x, x + (apart - 1) * d);
        }
    }
}

/* The transformations back, the last one first: M . y is what comes out of a transformation along
 * M, over 1 - c + c |M|^2. */
static void undo(const nes_dist *p, double *y)
{
    double c = p->own[NES_PATH_ONE];
    for (size_t i = 0; i < nes_lm_used(p); i++) c *= NES_LM_NEXT;
    for (size_t i = nes_lm_used(p); i-- > 0;) {
        const double *m = nes_lm_direction(p, i);
        c /= NES_LM_NEXT;
        const double dot = nes_dot(p->d, m, y) / (1 - c + c * nes_dot(p->d, m, m));
        nes_combine(p->d, 1 / (1 - c), y, -c / (1 - c) * dot, m, y);
    }
}

static int localize(const nes_dist *p, nes_slots at, double *work)
{
    (void)work;
    nes_standardise(p, at, p->theta[p->d], nes_lm_factors(p));
    for (size_t k = at.lo; k < at.hi; k++) undo(p, at.b->z + k * p->d);
    return 0;
}

static const nes_widths widths = {.sigma = nes_lm_sigma,
                                  .spread = nes_lm_spread,
                                  .condition = nes_lm_condition,
                                  .width = nes_lm_width,
                                  .axis = nes_lm_axis,
                                  .condition_of_shape = nes_lm_condition_of_shape};

const nes_family nes_gauss_lm = {
    .name = "gauss-lm",
    .doc = "normal distribution shaped along directions that are averages of past steps",
    .located = true,
    .blocks = true,
    .crowd = true,
    .uses = NES_USES_LIMIT | NES_USES_PATHS,
    .rate = nes_lm_defaults,
    .take = nes_paths_take,
    .ntheta = ntheta,
    .nwork = nwork,
    .init = init,
    .variates = nes_normal_variates,
    .place = place,
    .localize = localize,
    .propose = nes_weights_propose,
    .apply = nes_lm_apply,
    .widths = &widths,
};
