/* SPDX-License-Identifier: MIT
 *
 * Full-matrix families: theta holds mu (d), sigma, B (d x d, det B = 1), a few probes V_i (d each)
 * and nu. The probes are B^-1 l_i for a few fixed orthogonal l_i, carried along exactly by every
 * move; they bound the shortest axis without any factorisation. [math: A12, A26] */
#include "family/affine.h"

#include <math.h>
#include <string.h>

#include "linalg/lowrank.h"
#include "linalg/product.h"
#include "linalg/sequential.h"

enum { MAX_PROBES = 4 };

size_t nes_affine_probes(size_t d)
{
    return d < MAX_PROBES ? d : MAX_PROBES;
}

double *nes_affine_shape(const nes_dist *p)
{
    return p->theta + p->d + 1;
}

double *nes_affine_probe(const nes_dist *p, size_t i)
{
    return nes_affine_shape(p) + p->d * p->d + i * p->d;
}

size_t nes_affine_ntheta(size_t d)
{
    return d + 1 + d * d + nes_affine_probes(d) * d + 1;
}

double *nes_affine_nu(const nes_dist *p)
{
    return p->theta + nes_affine_ntheta(p->d) - 1;
}

/* The weights of a move (2 n), the step in the space of the samples, and scratch. */
size_t nes_affine_nwork(size_t d, size_t n)
{
    const size_t k = n < d ? n : d;
    return 2 * n + n * d + 5 * k * k + 2 * k + nes_lowrank_scratch(k) + d;
}

/* l_i, orthogonal to those before it and |l_i|^2 = d; unit vectors when there is room for all. */
static void probe_start(nes_dist *p, const nes_start *s, size_t i)
{
    const size_t d = p->d;
    double *l = nes_affine_probe(p, i);
    const nes_stream stream = {.seed = s->seed, .row = (uint32_t)i, .lane = NES_LANE_PROBE};
    memset(l, 0, d * sizeof *l);
    if (d <= MAX_PROBES)
        l[i] = 1;
    else
        nes_normals(&stream, 0, d, l);
    for (size_t twice = 0; twice < 2; twice++)
        for (size_t j = 0; j < i; j++) {
            const double *other = nes_affine_probe(p, j), c = nes_dot(d, l, other) / (double)d;
            for (size_t k = 0; k < d; k++) l[k] -= c * other[k];
        }
    const double c = sqrt((double)d / nes_dot(d, l, l));
    for (size_t k = 0; k < d; k++) l[k] *= c;
}

void nes_affine_factor(const nes_start *s, size_t d, double scale, double *a)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            const double f = s->factor != NULL ? s->factor[i * d + j] : (double)(i == j);
            a[i * d + j] = f * s->std[j] / scale;
        }
}

/* Probes l_i -> factor^-1 l_i, by elimination in the place of B, and ln |det factor|. */
static int solve_factor(nes_dist *p, const nes_start *s, double *log_det)
{
    memcpy(nes_affine_shape(p), s->factor, p->d * p->d * sizeof *s->factor);
    return nes_solve(p->d, nes_affine_shape(p), nes_affine_probes(p->d), nes_affine_probe(p, 0),
                     log_det);
}

int nes_affine_init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d;
    double log_det = 0;
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    for (size_t i = 0; i < nes_affine_probes(d); i++) probe_start(p, s, i);
    if (s->factor != NULL && solve_factor(p, s, &log_det)) return 1;
    const double sigma = nes_geometric_mean(d, s->std) * exp(log_det / (double)d);
    if (!isfinite(sigma) || !(sigma > 0)) return 1;
    p->theta[d] = sigma;
    nes_affine_factor(s, d, sigma, nes_affine_shape(p));
    for (size_t i = 0; i < nes_affine_probes(d); i++)
        for (size_t j = 0; j < d; j++) nes_affine_probe(p, i)[j] *= sigma / s->std[j];
    *nes_affine_nu(p) = p->nu;
    return 0;
}

void nes_affine_draw(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        nes_normals(&s, 0, p->d, b->z + k * p->d);
        b->tail[k] = 1;
    }
}

void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    const double *mu = p->theta, sigma = mu[d];
    nes_product(d, hi - lo, d, nes_affine_shape(p), b->z + lo * d, b->y + lo * d);
    for (size_t k = lo; k < hi; k++) {
        const double scale = sigma * b->tail[k];
        for (size_t i = 0; i < d; i++) b->x[k * d + i] = mu[i] + scale * b->y[k * d + i];
    }
}

double nes_affine_sigma(const nes_dist *p)
{
    return p->theta[p->d];
}

void nes_affine_spread(const nes_dist *p, double *std)
{
    const size_t d = p->d;
    for (size_t i = 0; i < d; i++) {
        const double *row = nes_affine_shape(p) + i * d;
        std[i] = p->theta[d] * sqrt(nes_dot(d, row, row));
    }
}

/* Longest axis of B: power iterations on B^T B from its longest row, at most the true length. */
static double longest_axis(const nes_dist *p)
{
    enum { ITERATIONS = 20 };
    const size_t d = p->d;
    const double *B = nes_affine_shape(p);
    double *x = p->work, *y = x + d, length = 0;
    for (size_t i = 0; i < d; i++) {
        const double norm2 = nes_dot(d, B + i * d, B + i * d);
        if (!(norm2 <= length)) {
            length = norm2;
            memcpy(x, B + i * d, d * sizeof *x);
        }
    }
    for (int i = 0; i < ITERATIONS; i++) {
        const double c = 1 / sqrt(nes_dot(d, x, x));
        for (size_t j = 0; j < d; j++) x[j] *= c;
        nes_product(d, 1, d, B, x, y);
        length = sqrt(nes_dot(d, y, y));
        memset(x, 0, d * sizeof *x);
        nes_rank_update(1, d, d, 1, y, B, x);
    }
    return length;
}

/* 1/shortest axis: |B v| = |l| for v = B^-1 l, so the largest eigenvalue of the probes' Gram
 * matrix, over d, is at most 1/shortest^2; exactly that when the probes span the space. */
static double inverse_shortest_axis(const nes_dist *p)
{
    const size_t d = p->d, m = nes_affine_probes(d);
    double gram[MAX_PROBES * MAX_PROBES], v[MAX_PROBES * MAX_PROBES], w[MAX_PROBES], most = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            gram[i * m + j] =
                nes_dot(d, nes_affine_probe(p, i), nes_affine_probe(p, j)) / (double)d;
    if (nes_jacobi(m, gram, v, w)) return NAN;
    for (size_t i = 0; i < m; i++) most = fmax(most, w[i]);
    return sqrt(most);
}

double nes_affine_condition(const nes_dist *p)
{
    return longest_axis(p) * inverse_shortest_axis(p);
}

void nes_affine_axis(const nes_dist *p, size_t i, double *a)
{
    for (size_t j = 0; j < p->d; j++) a[j] = p->theta[p->d] * nes_affine_shape(p)[j * p->d + i];
}
