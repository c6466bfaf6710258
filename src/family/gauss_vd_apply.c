/* SPDX-License-Identifier: MIT
 *
 * A step of gauss-vd reads the samples twice, block by block. The first time it finds their
 * lengths, their parts along v and the new path of the scale, whose length decides on the weights.
 * The second time it moves the mean and the path of the shape and sums up what v and D learn from.
 * A pair of mirrored samples is one row with two weights: odd terms see their difference, even ones
 * their sum.
 *
 * The path of the scale tells three phases apart. A path longer than a random one means that the
 * mean moves: far samples count for more, and the scale learns at full rate. One much shorter means
 * that the mean converges: the scale may shrink fast. [math: B1] */
#include <math.h>
#include <string.h>

#include "family/gauss_vd.h"
#include "family/path_rates.h"
#include "linalg/lowrank.h"
#include "linalg/vector.h"

static const double SHORT = 0.1; /* paths below this part of a random one: convergence */

/* eta_B, by the number of finite values. */
static double shape_rate(size_t d, double finite)
{
    const double n = (double)d;
    return tanh((fmin(0.02 * finite, 3 * log(n)) + 5) / (0.23 * n + 25));
}

void nes_vd_defaults(const nes_extent *e, nes_defaults *r)
{
    const double d = (double)e->d, m = e->effective(e);
    r->sigma = 1;
    r->shape = shape_rate(e->d, (double)e->n);
    r->paths.sigma = (m + 2) / (d + m + 5);
    r->paths.shape = (4 + m / d) / (d + 4 + 2 * m / d);
    r->paths.one = fmax(0, (d - 5) / 6) * 2 / ((d + 1.3) * (d + 1.3) + m);
}

/* Whether the path of the scale, over a random one, is so long that the mean moves. */
static bool is_moving(double length)
{
    return length >= 1;
}

/* By the phase that the path of the scale tells: the mean moves, stays, or converges. */
static double scale_rate(size_t d, double finite, double length)
{
    const double n = (double)d;
    if (is_moving(length)) return 1;
    if (length >= SHORT) return tanh((0.024 * finite + 0.7 * n + 20) / (n + 12));
    return 2 * tanh((0.025 * finite + 0.75 * n + 10) / (n + 4));
}

/* The positive root of (1 + a^2) exp(a^2/2)/0.24 = 10 + d. In q = a^2 the logarithm of the left
 * side is concave and increasing, so Newton's method from 0 goes up to the root, within a few
 * steps. */
static double root(double d)
{
    const double wanted = log(0.24 * (10 + d));
    double q = 0;
    for (int i = 0; i < 8; i++) q += (wanted - log1p(q) - 0.5 * q) / (1 / (1 + q) + 0.5);
    return sqrt(q);
}

/* alpha: how much more far samples count, of n of which some have a finite value. */
static double distance_rate(size_t d, double n, double finite)
{
    return root((double)d) * fmin(1, sqrt(n / (double)d)) * sqrt(finite / n);
}

typedef struct applying {
    nes_dist *p;
    nes_batch *b;
    nes_step *step;
    const nes_rates *eta;
    size_t rows, apart;
    nes_vd_lengths l;
    nes_vd_sums sums;
    double *along, *length2; /* rows: w . z, |z|^2; one number behind these is for their sums */
    double *odd, *even;      /* rows: weights of the mean, of scale and shape */
    double *room;            /* 2 rows + 1: for the sums of a part */
    double effective;        /* number of samples */
    double length;           /* of the path of the scale, over that of a random one */
} applying;

size_t nes_vd_nwork(const nes_dist *p, size_t n)
{
    return 2 * p->d + 6 * n + 2;
}

static void set_arrays(applying *a)
{
    const size_t d = a->p->d;
    a->sums.mixed = a->p->work;
    a->sums.squares = a->sums.mixed + d;
    a->along = a->sums.squares + d;
    a->length2 = a->along + a->rows;
    a->odd = a->length2 + a->rows + 1;
    a->even = a->odd + a->rows;
    a->room = a->even + a->rows;
}

/* Weights of rows from those of samples. */
static void weigh(const applying *a)
{
    const nes_step *s = a->step;
    for (size_t r = 0, k = 0; r < a->rows; r++, k += a->apart) {
        const bool pair = a->apart == 2;
        a->odd[r] = s->mean[k] - (pair ? s->mean[k + 1] : 0);
        a->even[r] = s->outer[k] + (pair ? s->outer[k + 1] : 0);
    }
}

/* Utilities plus 1/n are positive weights that sum up to 1. */
static double effective_samples(const nes_step *s)
{
    double squares = 0;
    for (size_t k = 0; k < s->n; k++) {
        const double w = s->mean[k] + 1 / (double)s->n;
        squares += w * w;
    }
    return 1 / squares;
}

/* Coordinates lo .. end-1 in the first reading: the path of the scale follows the samples. part has
 * the sums along, then length2. */
static void look_at(const applying *a, size_t lo, size_t end, double *part)
{
    const nes_batch *b = a->b;
    const double c = a->p->own[NES_PATH_SIGMA], gain = sqrt(c * (2 - c) * a->effective);
    const double *v = nes_vd_axis(a->p);
    double *path = nes_vd_scale_path(a->p), buffer[NES_BLOCK];
    for (; lo < end; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, end);
        nes_batch_block(b, a->step->n, lo, n);
        nes_combine(n, 1 - c, path + lo, 0, path + lo, path + lo);
        for (size_t r = 0; r < a->rows; r++) {
            const double *z = nes_batch_z(b, r * a->apart, lo, n, buffer);
            part[r] += nes_dot(n, v + lo, z);
            part[a->rows + r] += nes_dot(n, z, z);
            nes_combine(n, 1, path + lo, gain * a->odd[r], z, path + lo);
        }
    }
}

/* The first reading. */
static void look(applying *a)
{
    const size_t rows = a->rows;
    const double *path = nes_vd_scale_path(a->p);
    nes_sums s = nes_sums_begin(a->p->coords, 2 * rows + 1, a->p->d, a->along, a->room);
    while (nes_sums_next(&s)) {
        look_at(a, s.lo, s.hi, s.part);
        s.part[2 * rows] = nes_dot(s.hi - s.lo, path + s.lo, path + s.lo);
    }
    for (size_t r = 0; r < rows; r++) a->along[r] /= a->l.norm;
    a->length = sqrt(a->along[2 * rows]) / nes_mean_length(nes_whole(a->p));
}

/* Far samples count for more: w_k <- (w_k + 1/n) e^(alpha |z_k|) over their sum, minus 1/n. */
static void prefer_far(const applying *a, double alpha, double *w)
{
    const size_t n = a->step->n;
    double longest = 0, sum = 0;
    for (size_t r = 0; r < a->rows; r++) longest = fmax(longest, sqrt(a->length2[r]));
    for (size_t k = 0; k < n; k++) {
        w[k] = fmax(0, w[k] + 1 / (double)n);
        w[k] *= exp(alpha * (sqrt(a->length2[k / a->apart]) - longest));
        sum += w[k];
    }
    for (size_t k = 0; k < n; k++) w[k] = w[k] / sum - 1 / (double)n;
}

static void choose_weights(const applying *a)
{
    const nes_step *s = a->step;
    if (!is_moving(a->length)) return;
    const double alpha = distance_rate(nes_whole(a->p), (double)s->n, (double)s->finite);
    prefer_far(a, alpha, s->mean);
    prefer_far(a, alpha, s->outer);
    weigh(a);
}

/* Sums over rows of one block. */
typedef struct block {
    double odd[NES_BLOCK], mixed[NES_BLOCK], squares[NES_BLOCK];
} block;

static void add_row(size_t n, const double *z, double odd, double mixed, double even, block *s)
{
    for (size_t i = 0; i < n; i++) {
        s->odd[i] += odd * z[i];
        s->mixed[i] += mixed * z[i];
        s->squares[i] += even * (z[i] * z[i]);
    }
}

/* Mean and path of the shape of one block; adds v . (path/D) to `along`. shift: sum of the odd
 * weights times along, of which y has more than z. */
static void move_block(applying *a, size_t lo, size_t n, const block *s, double shift,
                       double *along)
{
    nes_dist *p = a->p;
    const double *factor = nes_vd_factors(p) + lo, *v = nes_vd_axis(p) + lo;
    double *mu = p->theta + lo, *path = nes_vd_shape_path(p) + lo;
    const double c = p->own[NES_PATH_SHAPE], gain = sqrt(c * (2 - c) * a->effective);
    const double rate = a->eta->mu * p->theta[p->d], more = (a->l.root - 1) * shift / a->l.norm;
    double sum = *along;
    for (size_t i = 0; i < n; i++) {
        const double step = factor[i] * (s->odd[i] + more * v[i]);
        path[i] = (1 - c) * path[i] + gain * step;
        mu[i] += rate * step;
        sum += v[i] * (path[i] / factor[i]);
        a->sums.widest = fmax(a->sums.widest, v[i] * v[i]);
    }
    *along = sum;
}

/* Coordinates lo .. end-1 in the second reading. */
static void learn_at(applying *a, size_t lo, size_t end, double shift, double *along)
{
    double buffer[NES_BLOCK];
    for (; lo < end; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, end);
        block s = {{0}, {0}, {0}};
        nes_batch_block(a->b, a->step->n, lo, n);
        for (size_t r = 0; r < a->rows; r++)
            add_row(n, nes_batch_z(a->b, r * a->apart, lo, n, buffer), a->odd[r],
                    a->even[r] * a->along[r], a->even[r], &s);
        move_block(a, lo, n, &s, shift, along);
        memcpy(a->sums.mixed + lo, s.mixed, n * sizeof *s.mixed);
        memcpy(a->sums.squares + lo, s.squares, n * sizeof *s.squares);
    }
}

/* The second reading. */
static void learn(applying *a)
{
    double shift = 0, room;
    for (size_t r = 0; r < a->rows; r++) {
        shift += a->odd[r] * a->along[r];
        a->sums.along2 += a->even[r] * a->along[r] * a->along[r];
        a->sums.weight += a->even[r];
    }
    nes_sums path = nes_sums_begin(a->p->coords, 1, a->p->d, &a->sums.path, &room);
    while (nes_sums_next(&path)) learn_at(a, path.lo, path.hi, shift, path.part);
    nes_coords_max(a->p->coords, 1, &a->sums.widest);
    a->sums.path /= a->l.norm;
    a->sums.widest /= a->l.norm2;
}

/* sum u_k (|z_k|^2/d - 1) */
static double growth(const applying *a)
{
    const double d = (double)nes_whole(a->p);
    double sum = 0;
    for (size_t r = 0; r < a->rows; r++) sum += a->even[r] * (a->length2[r] / d - 1);
    return sum;
}

static int apply_rows(applying *a)
{
    nes_dist *p = a->p;
    nes_step *s = a->step;
    const size_t d = nes_whole(p);
    const double n = (double)s->n, finite = (double)s->finite;
    a->apart = nes_batch_apart(a->b, 0, s->n);
    a->rows = s->n / a->apart;
    a->l = nes_vd_measure(p);
    a->effective = effective_samples(s);
    set_arrays(a);
    weigh(a);
    look(a);
    choose_weights(a);
    learn(a);
    s->scale += scale_rate(d, finite, a->length) * growth(a);
    a->sums.rate = a->eta->shape * shape_rate(d, finite) / shape_rate(d, n);
    a->sums.rank_one = p->own[NES_PATH_ONE] * finite / n;
    nes_stream stream = a->b->stream;
    stream.row = 1;
    stream.lane = NES_LANE_AXIS;
    return nes_vd_reshape(p, &a->l, &a->sums, &stream);
}

int nes_vd_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    applying a = {.p = p, .b = b, .step = s, .eta = eta};
    s->rates = *eta;
    if (nes_step_has_weight(s) && apply_rows(&a)) return 1;
    p->theta[p->d] *= exp(nes_clamp(0.5 * eta->sigma * s->scale, eta->limit));
    return 0;
}
