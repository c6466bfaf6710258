/* SPDX-License-Identifier: MIT
 *
 * Full-matrix families: theta holds mu (d), sigma, B (det B = 1), a few probes V_i and nu. The
 * probes are B^-1 l_i for a few fixed orthogonal l_i, carried along exactly by every move; they
 * bound the shortest axis without any factorisation. [math: A12, A26] */
#include "family/affine.h"

#include <math.h>
#include <string.h>

#include "family/affine_step.h"
#include "linalg/multiply.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "util/team.h"

size_t nes_affine_nprobe(size_t d)
{
    return d < NES_UNIT ? d : NES_UNIT;
}

/* B begins on a cache line. */
double *nes_affine_shape(const nes_dist *p)
{
    return p->theta + nes_padded(p->d + 1);
}

double *nes_affine_probes(const nes_dist *p)
{
    return nes_affine_shape(p) + p->d * nes_padded(p->d);
}

void nes_affine_take(nes_dist *p, const nes_settings *s)
{
    p->own[NES_AFFINE_NU] = s->nu;
}

size_t nes_affine_ntheta(const nes_dist *p)
{
    const size_t d = p->d;
    return nes_padded(d + 1) + d * nes_padded(d) + d * NES_UNIT + 1;
}

double *nes_affine_nu(const nes_dist *p)
{
    return p->theta + nes_affine_ntheta(p) - 1;
}

/* The most of: a step, the relations across it, the start, the condition number. */
size_t nes_affine_nwork(const nes_dist *p, size_t n)
{
    const size_t d = p->d;
    const size_t apply = nes_affine_nwork_apply(d, n), relations = nes_affine_nwork_relations(d, n);
    const size_t most = apply > relations ? apply : relations, start = 2 * NES_UNIT * nes_padded(d);
    return most > start ? most : start;
}

/* Rows l_i, orthogonal to those before and |l_i|^2 = d; unit vectors when there is room for all. */
static void probe_start(size_t d, uint64_t seed, double *rows)
{
    const size_t m = nes_affine_nprobe(d);
    memset(rows, 0, m * d * sizeof *rows);
    for (size_t i = 0; i < m; i++) {
        double *l = rows + i * d;
        const nes_stream stream = {.seed = seed, .row = (uint32_t)i, .lane = NES_LANE_PROBE};
        if (m == d)
            l[i] = 1;
        else
            nes_normals(&stream, 0, d, l);
        for (size_t j = 0; j < 2 * i; j++) { /* twice, for orthogonality to the last bits */
            const double *other = rows + j % i * d, c = nes_dot(d, l, other) / (double)d;
            for (size_t k = 0; k < d; k++) l[k] -= c * other[k];
        }
        const double c = sqrt((double)d / nes_dot(d, l, l));
        for (size_t k = 0; k < d; k++) l[k] *= c;
    }
}

/* Rows l_i -> factor^-1 l_i, by elimination in the place of B, and ln |det factor|. */
static int solve_factor(const nes_dist *p, const nes_start *s, double *rows, double *log_det)
{
    memcpy(nes_affine_shape(p), s->factor, p->d * p->d * sizeof *s->factor);
    return nes_solve(p->d, nes_affine_shape(p), nes_affine_nprobe(p->d), rows, log_det);
}

/* B = A/sigma with A = factor diag(std), the probes its inverse on rows. */
static void fill(nes_dist *p, const nes_start *s, double sigma, const double *rows)
{
    const size_t d = p->d, width = nes_padded(d);
    double *bt = nes_affine_shape(p), *probes = nes_affine_probes(p);
    memset(bt, 0, d * width * sizeof *bt);
    for (size_t j = 0; j < d; j++) {
        for (size_t i = 0; i < d; i++)
            bt[j * width + i] = nes_start_entry(s, d, i, j) * s->std[j] / sigma;
        for (size_t i = 0; i < nes_affine_nprobe(d); i++)
            probes[j * NES_UNIT + i] = rows[i * d + j] * sigma / s->std[j];
    }
}

int nes_affine_init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d;
    double log_det = 0, *rows = p->work;
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    probe_start(d, s->seed, rows);
    if (s->factor != NULL && solve_factor(p, s, rows, &log_det)) return 1;
    const double sigma = nes_geometric_mean(d, s->std) * exp(log_det / (double)d);
    if (!isfinite(sigma) || !(sigma > 0)) return 1;
    p->theta[d] = sigma;
    fill(p, s, sigma, rows);
    *nes_affine_nu(p) = p->own[NES_AFFINE_NU];
    return 0;
}

/* Slots whose points are being made. */
typedef struct placing {
    const nes_dist *p;
    nes_batch *b;
    size_t lo, hi;
} placing;

/* The coordinates first .. last-1, with the padding. */
static void place_columns(void *data, size_t first, size_t last)
{
    const placing *s = data;
    const nes_batch *b = s->b;
    const size_t d = s->p->d, width = b->width, end = last < d ? last : d;
    const double *mu = s->p->theta, sigma = mu[d];
    const nes_factors product = nes_times(s->p->level, s->hi - s->lo, d, width, b->z + s->lo * d, d,
                                          nes_affine_shape(s->p), b->y + s->lo * width);
    nes_multiply_columns(&product, first, last);
    nes_combine_rows(&(nes_combination){.rows = s->hi - s->lo,
                                        .n = end - first,
                                        .a = sigma,
                                        .t = b->tail + s->lo,
                                        .x = b->y + s->lo * width + first,
                                        .x_stride = width,
                                        .b = 1,
                                        .y = mu + first,
                                        .out = b->x + s->lo * d + first,
                                        .out_stride = d});
}

void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    placing s = {p, b, lo, hi};
    nes_team_run(p->team, b->width, NES_STRIP, place_columns, &s);
}

size_t nes_affine_nlocalize(const nes_dist *p, size_t n)
{
    (void)n;
    return p->d * p->d;
}

/* y = (x - mu)/sigma, and z = B^-1 y by elimination. */
int nes_affine_localize(const nes_dist *p, nes_slots at, double *work)
{
    const size_t d = p->d, width = nes_padded(d), n = at.hi - at.lo;
    const double *bt = nes_affine_shape(p);
    double log_det, *rows = at.b->z + at.lo * d;
    nes_standardise(p, at, p->theta[d], NULL);
    for (size_t k = 0; k < n; k++)
        memcpy(at.b->y + (at.lo + k) * width, rows + k * d, d * sizeof *rows);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) work[i * d + j] = bt[j * width + i];
    return nes_solve(d, work, n, rows, &log_det);
}

static double sigma_of(const nes_dist *p)
{
    return p->theta[p->d];
}

static void spread(const nes_dist *p, double *std)
{
    const size_t d = p->d, width = nes_padded(d);
    const double *bt = nes_affine_shape(p);
    memset(std, 0, d * sizeof *std);
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < d; i++) std[i] += bt[j * width + i] * bt[j * width + i];
    for (size_t i = 0; i < d; i++) std[i] = p->theta[d] * sqrt(std[i]);
}

/* Longest axis of B: power iterations on B B^T from its longest column, at most the true length. */
static double longest_axis(const nes_dist *p)
{
    enum { ITERATIONS = 20 };
    const size_t d = p->d, width = nes_padded(d);
    const double *bt = nes_affine_shape(p);
    double *y = p->work, *x = y + width, length = 0;
    for (size_t i = 0; i < d; i++) {
        const double norm2 = nes_dot(d, bt + i * width, bt + i * width);
        if (!(norm2 <= length)) {
            length = norm2;
            memcpy(y, bt + i * width, d * sizeof *y);
        }
    }
    for (int i = 0; i < ITERATIONS; i++) {
        const double c = 1 / sqrt(nes_dot(d, y, y));
        for (size_t j = 0; j < d; j++) x[j] = c * nes_dot(d, bt + j * width, y);
        length = sqrt(nes_dot(d, x, x));
        const nes_factors product = nes_times(p->level, 1, d, width, x, 0, bt, y);
        nes_multiply(&product);
    }
    return length;
}

/* 1/shortest axis: |B v| = |l| for v = B^-1 l, so the largest eigenvalue of the probes' Gram
 * matrix, over d, is at most 1/shortest^2; exactly that when the probes span the space. */
static double inverse_shortest_axis(const nes_dist *p)
{
    const size_t d = p->d, m = nes_affine_nprobe(d);
    const double *v = nes_affine_probes(p);
    double gram[NES_UNIT * NES_UNIT] = {0}, vectors[NES_UNIT * NES_UNIT], w[NES_UNIT], most = 0;
    for (size_t k = 0; k < d; k++)
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < m; j++)
                gram[i * m + j] += v[k * NES_UNIT + i] * v[k * NES_UNIT + j] / (double)d;
    if (nes_jacobi(m, gram, vectors, w)) return NAN;
    for (size_t i = 0; i < m; i++) most = fmax(most, w[i]);
    return sqrt(most);
}

static double condition(const nes_dist *p)
{
    return longest_axis(p) * inverse_shortest_axis(p);
}

/* No axis is longer than the root of the sum of squares, no eigenvalue larger than the trace. */
static double condition_bound(const nes_dist *p)
{
    const size_t d = p->d;
    const double *bt = nes_affine_shape(p), *v = nes_affine_probes(p);
    return sqrt(nes_dot(d * nes_padded(d), bt, bt) * nes_dot(d * NES_UNIT, v, v) / (double)d);
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const double *column = nes_affine_shape(p) + i * nes_padded(p->d);
    for (size_t j = 0; j < p->d; j++) a[j] = p->theta[p->d] * column[j];
}

const nes_widths nes_affine_widths = {.sigma = sigma_of,
                                      .spread = spread,
                                      .condition = condition,
                                      .width = sigma_of,
                                      .axis = axis,
                                      .condition_bound = condition_bound};
