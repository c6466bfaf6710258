/* SPDX-License-Identifier: MIT
 *
 * The normal distribution whose shape is a product of transformations along directions, each an
 * average of past steps over another span of time. With mirrored orthogonal samples and utilities
 * of the better half this is lm-ma-es.
 *
 * The transformations are linear, so the step of the mean is what they make of z_w = sum w_k z_k,
 * and the products M_i . z_w carry the Gram matrix along. The path of the scale and all directions
 * follow z_w, direction i four times more slowly than the one before. A path longer than a random
 * one makes sigma grow. [math: B16] */
#include "family/gauss_lm.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/path_rates.h"
#include "linalg/lowrank.h"
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

/* x = mu + sigma D y, and its mirror image, a block of coordinates at a time. */
static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d, k = nes_lm_directions(d), apart = nes_batch_apart(b, lo, hi);
    double y[NES_BLOCK], buffer[NES_BLOCK], *dots = p->work;
    const double sigma = p->theta[d], a = find_b(p, (nes_slots){b, lo, hi}, apart, dots);
    for (size_t first = 0; first < d; first += NES_BLOCK) {
        const size_t n = nes_block_at(first, d);
        const double *mu = p->theta + first, *factor = nes_lm_factors(p) + first;
        nes_batch_block(b, hi, first, n);
        for (size_t s = lo; s < hi; s += apart) {
            double *x = nes_batch_x(b, s) + first, *mirror = x + (apart - 1) * d;
            const nes_lm_map map = {a, dots + (s - lo) / apart * k};
            nes_lm_combine(p, first, n, map, nes_batch_z(b, s, first, n, buffer), y);
            for (size_t i = 0; i < n; i++) {
                const double step = sigma * factor[i] * y[i];
                mirror[i] = mu[i] - step;
                x[i] = mu[i] + step;
            }
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

/* With one variable a rate of 1 would leave nothing of a sample but its part along a direction. */
static void defaults(const nes_extent *e, nes_defaults *r)
{
    const double d = (double)e->d, n = (double)e->n;
    r->sigma = 1;
    r->paths.sigma = fmin(1, 2 * n / d);
    r->paths.shape = fmin(1, n / d);
    r->paths.one = fmin(0.5, 1 / d);
}

/* p <- keep p + gain z_w, so normalised that random steps leave a random vector. */
typedef struct average {
    double keep, gain;
} average;

typedef struct applying {
    nes_dist *p;
    const nes_batch *b;
    nes_step *step;
    size_t k, rows, apart;
    double *step_z;        /* d: z_w */
    double *along;         /* k: M_i . z_w */
    double *b_w;           /* k: what transforms z_w */
    average *of_direction; /* k */
    double *odd;           /* rows: weights */
    double length2;        /* |z_w|^2 */
    double effective;
} applying;

static void set_arrays(applying *a)
{
    a->step_z = a->p->work;
    a->along = a->step_z + a->p->d;
    a->b_w = a->along + a->k;
    a->of_direction = (average *)(a->b_w + a->k);
    a->odd = (double *)(a->of_direction + a->k);
    memset(a->along, 0, a->k * sizeof *a->along);
}

static void weigh(applying *a)
{
    const double *w = a->step->mean;
    double squares = 0;
    for (size_t k = 0; k < a->step->n; k++) squares += w[k] * w[k];
    a->effective = 1 / squares;
    for (size_t r = 0, k = 0; r < a->rows; r++, k += a->apart)
        a->odd[r] = w[k] - (a->apart == 2 ? w[k + 1] : 0);
}

static void find_step(applying *a)
{
    const size_t d = a->p->d;
    double buffer[NES_BLOCK];
    for (size_t lo = 0; lo < d; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, d);
        double *sum = a->step_z + lo;
        memset(sum, 0, n * sizeof *sum);
        nes_batch_block(a->b, a->step->n, lo, n);
        for (size_t r = 0; r < a->rows; r++)
            if (a->odd[r] != 0)
                nes_combine(n, 1, sum, a->odd[r], nes_batch_z(a->b, r * a->apart, lo, n, buffer),
                            sum);
        nes_add_dots(a->k, n, 1, sum, 0, nes_lm_direction(a->p, 0) + lo, d, a->along);
        a->length2 += nes_dot(n, sum, sum);
    }
}

static average forgetting(const applying *a, double c)
{
    return (average){1 - c, sqrt(a->effective * c * (2 - c))};
}

/* The first rate is n/d, each of the others a quarter of the one before; none is used beyond 1.
 * That holds for the option path_shape too, which is the first one then. */
static void find_averages(const applying *a)
{
    const double full = (double)a->step->n / (double)a->p->d;
    double c = full * (a->p->own[NES_PATH_SHAPE] / fmin(1, full));
    for (size_t i = 0; i < a->k; i++, c /= 4) a->of_direction[i] = forgetting(a, fmin(1, c));
}

static void move_gram(const applying *a)
{
    double *gram = nes_lm_gram(a->p);
    for (size_t i = 0; i < a->k; i++) {
        const average p = a->of_direction[i];
        for (size_t j = 0; j <= i; j++) {
            const average q = a->of_direction[j];
            const double cross = p.keep * q.gain * a->along[i] + p.gain * q.keep * a->along[j];
            double *g = gram + i * a->k + j;
            *g = p.keep * q.keep * *g + cross + p.gain * q.gain * a->length2;
            gram[j * a->k + i] = *g;
        }
    }
}

static void move_mean(const applying *a, double eta)
{
    nes_dist *p = a->p;
    const size_t d = p->d;
    const double *factor = nes_lm_factors(p), rate = eta * p->theta[d];
    double y[NES_BLOCK];
    memcpy(a->b_w, a->along, a->k * sizeof *a->b_w);
    const nes_lm_map map = {nes_lm_transform(p, a->b_w), a->b_w};
    for (size_t lo = 0; lo < d; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, d);
        nes_lm_combine(p, lo, n, map, a->step_z + lo, y);
        for (size_t i = 0; i < n; i++) p->theta[lo + i] += rate * factor[lo + i] * y[i];
    }
}

static void follow(const applying *a, average s, double *v)
{
    nes_combine(a->p->d, s.keep, v, s.gain, a->step_z, v);
}

/* The Gram matrix becomes that of the new directions, but the mean moves by the old ones. */
static void apply_rows(applying *a, const nes_rates *eta)
{
    nes_dist *p = a->p;
    const size_t d = p->d;
    const double c = p->own[NES_PATH_SIGMA];
    double *path = nes_lm_path(p);
    a->k = nes_lm_directions(d);
    a->apart = nes_batch_apart(a->b, 0, a->step->n);
    a->rows = a->step->n / a->apart;
    set_arrays(a);
    weigh(a);
    find_averages(a);
    find_step(a);
    move_mean(a, eta->mu);
    move_gram(a);
    for (size_t i = 0; i < a->k; i++) follow(a, a->of_direction[i], nes_lm_direction(p, i));
    follow(a, forgetting(a, c), path);
    ++*nes_lm_steps(p);
    const double longer = c * (nes_dot(d, path, path) / (double)d - 1);
    a->step->scale += fmin(2 / eta->sigma, longer); /* at most a factor e */
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    applying a = {.p = p, .b = b, .step = s};
    bool moves = false;
    for (size_t k = 0; k < s->n; k++) moves = moves || s->mean[k] != 0;
    s->rates = *eta;
    if (moves) apply_rows(&a, eta);
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return !isfinite(p->theta[p->d]);
}

const nes_family nes_gauss_lm = {
    .name = "gauss-lm",
    .doc = "normal distribution shaped along directions that are averages of past steps",
    .located = true,
    .blocks = true,
    .crowd = true,
    .uses = NES_USES_LIMIT | NES_USES_PATHS,
    .rate = defaults,
    .take = nes_paths_take,
    .ntheta = ntheta,
    .nwork = nwork,
    .init = init,
    .variates = nes_normal_variates,
    .place = place,
    .localize = localize,
    .propose = nes_weights_propose,
    .apply = apply,
    .widths = &nes_lm_widths,
};
