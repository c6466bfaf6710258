/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a factor per coordinate and one direction besides. With mirrored
 * orthogonal samples this is cr-fm-nes. [math: B1] */
#include "family/gauss_vd.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "linalg/vector.h"

static size_t ntheta(size_t d)
{
    return 5 * d + 1;
}

nes_vd_lengths nes_vd_measure(const nes_dist *p)
{
    const double *v = nes_vd_axis(p), n = nes_dot(p->d, v, v);
    return (nes_vd_lengths){.norm2 = n, .norm = sqrt(n), .gamma = 1 + n, .root = sqrt(1 + n)};
}

void nes_vd_turn(nes_dist *p, const nes_stream *s, double length)
{
    double *v = nes_vd_axis(p);
    nes_normals(s, 0, p->d, v);
    const double now = length > 0 ? sqrt(nes_dot(p->d, v, v)) / length : sqrt((double)p->d);
    nes_combine(p->d, 1 / now, v, 0, v, v);
}

static int init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d;
    double *factor = nes_vd_factors(p);
    const nes_stream stream = {.seed = s->seed, .run = p->run, .lane = NES_LANE_AXIS};
    memset(p->theta, 0, ntheta(d) * sizeof *p->theta);
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    p->theta[d] = nes_geometric_mean(d, s->std);
    nes_vd_turn(p, &stream, 0);
    for (size_t i = 0; i < d; i++) {
        factor[i] = s->std[i] / p->theta[d];
        if (!isnormal(factor[i])) return 1;
    }
    return !isnormal(p->theta[d]);
}

static size_t block_at(size_t lo, size_t d)
{
    return d - lo < NES_BLOCK ? d - lo : NES_BLOCK;
}

/* v . z of rows, a pair being one row. */
static void find_along(const nes_dist *p, const nes_batch *b, size_t lo, size_t hi, size_t apart,
                       double *along)
{
    const double *v = nes_vd_axis(p);
    double buffer[NES_BLOCK];
    memset(along, 0, (hi - lo) / apart * sizeof *along);
    for (size_t first = 0; first < p->d; first += NES_BLOCK) {
        const size_t n = block_at(first, p->d);
        nes_batch_block(b, hi, first, n);
        for (size_t k = lo; k < hi; k += apart)
            along[(k - lo) / apart] += nes_dot(n, v + first, nes_batch_z(b, k, first, n, buffer));
    }
}

/* x = mu + scale (z + c v), and its mirror image. */
static void place_row(size_t n, const double *mu, const double *scale, const double *z, double c,
                      const double *v, double *x, double *mirror)
{
    for (size_t i = 0; i < n; i++) {
        const double step = scale[i] * (z[i] + c * v[i]);
        mirror[i] = mu[i] - step;
        x[i] = mu[i] + step;
    }
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d, apart = nes_batch_apart(b, lo, hi);
    const nes_vd_lengths l = nes_vd_measure(p);
    const double *v = nes_vd_axis(p), *factor = nes_vd_factors(p), more = (l.root - 1) / l.norm2;
    double *along = p->work, scale[NES_BLOCK], buffer[NES_BLOCK];
    find_along(p, b, lo, hi, apart, along);
    for (size_t first = 0; first < d; first += NES_BLOCK) {
        const size_t n = block_at(first, d);
        nes_batch_block(b, hi, first, n);
        nes_combine(n, p->theta[d], factor + first, 0, factor + first, scale);
        for (size_t k = lo; k < hi; k += apart) {
            double *x = nes_batch_x(b, k) + first;
            place_row(n, p->theta + first, scale, nes_batch_z(b, k, first, n, buffer),
                      more * along[(k - lo) / apart], v + first, x, x + (apart - 1) * d);
        }
    }
}

/* Steps keep |det A| at sigma^d; it is not there yet at the start. */
static double sigma(const nes_dist *p)
{
    const nes_vd_lengths l = nes_vd_measure(p);
    return p->theta[p->d] * nes_geometric_mean(p->d, nes_vd_factors(p)) *
           exp(0.5 * log1p(l.norm2) / (double)p->d);
}

static double deviation(const nes_dist *p, size_t i)
{
    const double v = nes_vd_axis(p)[i];
    return p->theta[p->d] * nes_vd_factors(p)[i] * sqrt(1 + v * v);
}

static double width(const nes_dist *p)
{
    return deviation(p, 0);
}

static void spread(const nes_dist *p, double *std)
{
    for (size_t i = 0; i < p->d; i++) std[i] = deviation(p, i);
}

static double condition_of_shape(const nes_dist *p)
{
    return nes_vd_measure(p).root;
}

/* A = D (I + v v^T)^(1/2). The longest axis is at least as long as any row of A and as what A makes
 * of w; the longest of the inverse is at least as long as any of its columns and as what its
 * transpose makes of w. */
static double condition(const nes_dist *p)
{
    const nes_vd_lengths l = nes_vd_measure(p);
    const double *v = nes_vd_axis(p), *factor = nes_vd_factors(p);
    double row2 = 0, column2 = 0, forth2 = 0, back2 = 0;
    for (size_t i = 0; i < p->d; i++) {
        const double f2 = factor[i] * factor[i], w2 = v[i] * v[i] / l.norm2;
        row2 = fmax(row2, f2 * (1 + v[i] * v[i]));
        column2 = fmax(column2, (1 - w2 + w2 / l.gamma) / f2);
        forth2 += f2 * w2;
        back2 += w2 / f2;
    }
    return sqrt(fmax(row2, forth2 * l.gamma)) * sqrt(fmax(column2, back2 / l.gamma));
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const nes_vd_lengths l = nes_vd_measure(p);
    const double *v = nes_vd_axis(p), *factor = nes_vd_factors(p);
    const double c = (l.root - 1) * v[i] / l.norm2;
    for (size_t j = 0; j < p->d; j++)
        a[j] = p->theta[p->d] * factor[j] * ((double)(i == j) + c * v[j]);
}

const nes_family nes_gauss_vd = {
    .name = "gauss-vd",
    .doc = "normal distribution with a factor per coordinate and one direction besides",
    .uses = NES_USES_LIMIT | NES_USES_PATHS,
    .located = true,
    .spherical = true,
    .variates = nes_normal_variates,
    .blocks = true,
    .counts = true,
    .crowd = true,
    .eta_shape = true,
    .ntheta = ntheta,
    .nwork = nes_vd_nwork,
    .defaults = nes_vd_defaults,
    .init = init,
    .place = place,
    .propose = nes_vd_propose,
    .apply = nes_vd_apply,
    .sigma = sigma,
    .width = width,
    .spread = spread,
    .condition = condition,
    .condition_of_shape = condition_of_shape,
    .axis = axis,
};
