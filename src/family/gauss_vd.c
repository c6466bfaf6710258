/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with a factor per coordinate and one direction besides. With mirrored
 * orthogonal samples this is cr-fm-nes. [math: B1] */
#include "family/gauss_vd.h"

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/path_rates.h"
#include "linalg/vector.h"

static size_t ntheta(const nes_dist *p)
{
    return 5 * p->d + 1;
}

nes_vd_lengths nes_vd_measure(const nes_dist *p)
{
    const double *v = nes_vd_axis(p);
    return nes_vd_lengths_of(nes_coords_dot(p->coords, p->d, v, v));
}

nes_vd_lengths nes_vd_lengths_of(double n)
{
    return (nes_vd_lengths){.norm2 = n, .norm = sqrt(n), .gamma = 1 + n, .root = sqrt(1 + n)};
}

void nes_vd_turn(nes_dist *p, const nes_stream *s, double length)
{
    double *v = nes_vd_axis(p);
    nes_normals(s, nes_coords_first(p->coords), p->d, v);
    const double now = length > 0 ? sqrt(nes_coords_dot(p->coords, p->d, v, v)) / length
                                  : sqrt((double)nes_whole(p));
    nes_combine(p->d, 1 / now, v, 0, v, v);
}

static int init(nes_dist *p, const nes_start *s)
{
    const nes_stream stream = {.seed = s->seed, .run = s->run, .lane = NES_LANE_AXIS};
    memset(p->theta, 0, ntheta(p) * sizeof *p->theta);
    nes_vd_turn(p, &stream, 0);
    if (nes_start_factors(p, s, nes_vd_factors(p))) return 1;
    nes_vd_normalise(p, 0, nes_vd_measure(p).norm2); /* so far the determinant of D is 1 */
    return 0;
}

/* Finds v . z of the rows, a pair of samples being one row, and behind these numbers |v|^2. */
static void find_along(const nes_dist *p, nes_slots at, size_t apart, double *along)
{
    const size_t rows = (at.hi - at.lo) / apart;
    const double *v = nes_vd_axis(p);
    double buffer[NES_BLOCK];
    nes_sums s = nes_sums_begin(p->coords, rows + 1, p->d, along, along + rows + 1);
    while (nes_sums_next(&s)) {
        for (size_t lo = s.lo; lo < s.hi; lo += NES_BLOCK) {
            const size_t n = nes_block_at(lo, s.hi);
            nes_batch_block(at.b, at.hi, lo, n);
            for (size_t r = 0; r < rows; r++)
                s.part[r] +=
                    nes_dot(n, v + lo, nes_batch_z(at.b, at.lo + r * apart, lo, n, buffer));
        }
        s.part[rows] = nes_dot(s.hi - s.lo, v + s.lo, v + s.lo);
    }
}

/* x = mu + sigma D (z + c v), and its mirror image, a block of coordinates at a time. */
static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d, apart = nes_batch_apart(b, lo, hi);
    double *along = p->work, scale[NES_BLOCK], buffer[NES_BLOCK];
    find_along(p, (nes_slots){b, lo, hi}, apart, along);
    const nes_vd_lengths l = nes_vd_lengths_of(along[(hi - lo) / apart]);
    const double more = (l.root - 1) / l.norm2;
    for (size_t first = 0; first < d; first += NES_BLOCK) {
        const size_t n = nes_block_at(first, d);
        const double *mu = p->theta + first, *v = nes_vd_axis(p) + first;
        const double *factor = nes_vd_factors(p) + first;
        nes_batch_block(b, hi, first, n);
        nes_combine(n, p->theta[d], factor, 0, factor, scale);
        for (size_t k = lo; k < hi; k += apart) {
            const double *z = nes_batch_z(b, k, first, n, buffer);
            const double c = more * along[(k - lo) / apart];
            double *x = nes_batch_x(b, k) + first, *mirror = x + (apart - 1) * d;
            for (size_t i = 0; i < n; i++) {
                const double step = scale[i] * (z[i] + c * v[i]);
                mirror[i] = mu[i] - step;
                x[i] = mu[i] + step;
            }
        }
    }
}

/* y = (x - mu)/(sigma D) and z = y + (1/root - 1) (w . y) w */
static int localize(const nes_dist *p, nes_slots at, double *work)
{
    const nes_vd_lengths l = nes_vd_measure(p);
    const double *v = nes_vd_axis(p);
    (void)work;
    nes_standardise(p, at, p->theta[p->d], nes_vd_factors(p));
    for (size_t k = at.lo; k < at.hi; k++) {
        double *z = at.b->z + k * p->d;
        const double along = nes_coords_dot(p->coords, p->d, v, z);
        nes_combine(p->d, 1, z, (1 / l.root - 1) / l.norm2 * along, v, z);
    }
    return 0;
}

/* |det A| = sigma^d at the start and after every step. */
static double sigma(const nes_dist *p)
{
    return p->theta[p->d];
}

static double deviation(const nes_dist *p, size_t i)
{
    const double v = nes_vd_axis(p)[i];
    return p->theta[p->d] * nes_vd_factors(p)[i] * sqrt(1 + v * v);
}

static double width(const nes_dist *p)
{
    double first = deviation(p, 0);
    nes_coords_share(p->coords, nes_coords_first(p->coords) == 0, 1, &first);
    return first;
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
    double longest[2] = {0, 0}, total[2], room[2]; /* of A, and of the inverse */
    nes_sums s = nes_sums_begin(p->coords, 2, p->d, total, room);
    while (nes_sums_next(&s))
        for (size_t i = s.lo; i < s.hi; i++) {
            const double f2 = factor[i] * factor[i], w2 = v[i] * v[i] / l.norm2;
            longest[0] = fmax(longest[0], f2 * (1 + v[i] * v[i]));
            longest[1] = fmax(longest[1], (1 - w2 + w2 / l.gamma) / f2);
            s.part[0] += f2 * w2;
            s.part[1] += w2 / f2;
        }
    nes_coords_max(p->coords, 2, longest);
    return sqrt(fmax(longest[0], total[0] * l.gamma)) * sqrt(fmax(longest[1], total[1] / l.gamma));
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const nes_vd_lengths l = nes_vd_measure(p);
    const double *v = nes_vd_axis(p), *factor = nes_vd_factors(p);
    const double c = (l.root - 1) * nes_coords_at(p->coords, i, v) / l.norm2;
    const size_t first = nes_coords_first(p->coords);
    for (size_t j = 0; j < p->d; j++)
        a[j] = p->theta[p->d] * factor[j] * ((double)(i == first + j) + c * v[j]);
}

static const nes_widths widths = {.sigma = sigma,
                                  .spread = spread,
                                  .condition = condition,
                                  .width = width,
                                  .axis = axis,
                                  .condition_of_shape = condition_of_shape};

const nes_family nes_gauss_vd = {
    .name = "gauss-vd",
    .doc = "normal distribution with a factor per coordinate and one direction besides",
    .located = true,
    .blocks = true,
    .sliced = true,
    .counts = true,
    .crowd = true,
    .common = 1,
    .uses = NES_USES_LIMIT | NES_USES_PATHS | NES_USES_SHAPE,
    .rate = nes_vd_defaults,
    .take = nes_paths_take,
    .ntheta = ntheta,
    .nwork = nes_vd_nwork,
    .init = init,
    .place = place,
    .localize = localize,
    .propose = nes_weights_propose,
    .apply = nes_vd_apply,
    .widths = &widths,
};
