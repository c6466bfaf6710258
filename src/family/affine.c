/* SPDX-License-Identifier: MIT
 *
 * Full-matrix families. theta holds mu (d), sigma, B (d x d, det B = 1) and a few probes V_i (d
 * each). One move costs 2 d^2 n flops on top of the 2 d^2 n of sampling:
 *   B <- e^(-tr/d) (B + Y^T M Z),   exp(c Z^T W Z) = I + Z^T M Z,   y_k = B z_k
 * The probes are B^-1 l_i for fixed random l_i, carried along exactly by the same factors; they
 * estimate |B^-1|_F and so the condition number without any factorisation.
 * [math: A12, A24, A26] */
#include "family/affine.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "linalg/lowrank.h"
#include "linalg/product.h"

enum { MAX_PROBES = 4 };

static size_t probes(size_t d)
{
    return d < MAX_PROBES ? d : MAX_PROBES;
}

static double *shape(const nes_dist *p)
{
    return p->theta + p->d + 1;
}

static double *probe(const nes_dist *p, size_t i)
{
    return shape(p) + p->d * p->d + i * p->d;
}

size_t nes_affine_ntheta(size_t d)
{
    return d + 1 + d * d + probes(d) * d;
}

size_t nes_affine_nwork(size_t d, size_t n)
{
    const size_t k = n < d ? n : d;
    return n + n * d + 5 * k * k + 2 * k + nes_lowrank_scratch(k);
}

/* l_i with |l_i|^2 = d: unit vectors when d is small, which makes the estimate exact. */
static void probe_start(const nes_start *s, size_t d, size_t i, double *l)
{
    const nes_stream stream = {.seed = s->seed, .row = (uint32_t)i, .lane = NES_LANE_PROBE};
    if (d <= MAX_PROBES) {
        memset(l, 0, d * sizeof *l);
        l[i] = 1;
    } else {
        nes_normals(&stream, 0, d, l);
    }
    const double c = sqrt((double)d / nes_dot(d, l, l));
    for (size_t j = 0; j < d; j++) l[j] *= c;
}

/* A/scale, with A = factor diag(std). */
static void fill_factor(const nes_start *s, size_t d, double scale, double *a)
{
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            const double f = s->factor != NULL ? s->factor[i * d + j] : (double)(i == j);
            a[i * d + j] = f * s->std[j] / scale;
        }
}

/* Probes l_i -> factor^-1 l_i by an LU decomposition in the place of B, and ln |det factor|. LAPACK
 * sees the row-major matrix as its transpose, hence 'T'. */
static int solve_factor(nes_dist *p, const nes_start *s, double *log_det)
{
    const lapack_int d = (lapack_int)p->d;
    double *lu = shape(p);
    lapack_int *pivot = (lapack_int *)(void *)p->work;
    memcpy(lu, s->factor, p->d * p->d * sizeof *lu);
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, d, d, lu, d, pivot) != 0) return 1;
    for (size_t i = 0; i < p->d; i++) *log_det += log(fabs(lu[i * p->d + i]));
    return LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', d, (lapack_int)probes(p->d), lu, d, pivot,
                               probe(p, 0), d) != 0;
}

int nes_affine_init(nes_dist *p, const nes_start *s)
{
    const size_t d = p->d;
    double log_det = 0;
    memcpy(p->theta, s->mu, d * sizeof *s->mu);
    for (size_t i = 0; i < probes(d); i++) probe_start(s, d, i, probe(p, i));
    if (s->factor != NULL && solve_factor(p, s, &log_det)) return 1;
    const double sigma = nes_geometric_mean(d, s->std) * exp(log_det / (double)d);
    if (!isfinite(sigma) || !(sigma > 0)) return 1;
    p->theta[d] = sigma;
    fill_factor(s, d, sigma, shape(p));
    for (size_t i = 0; i < probes(d); i++)
        for (size_t j = 0; j < d; j++) probe(p, i)[j] *= sigma / s->std[j];
    return 0;
}

void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    const double *mu = p->theta, sigma = mu[d];
    nes_product(d, hi - lo, d, shape(p), b->z + lo * d, b->y + lo * d);
    for (size_t k = lo; k < hi; k++) {
        const double scale = sigma * b->tail[k];
        for (size_t i = 0; i < d; i++) b->x[k * d + i] = mu[i] + scale * b->y[k * d + i];
    }
}

/* The step in the space of the samples: weights a, exponentials plus and minus of +-c G. */
typedef struct step {
    size_t k;             /* rank: n samples, or d when there are more of them */
    bool dense;           /* n >= d: G itself, K = I */
    double *plus, *minus; /* k x k */
    double *rows;         /* n x d scratch */
    double *small;        /* k x k scratch */
    double trace;         /* of c G */
} step;

/* n < d: W = diag(a), K = Z Z^T. n >= d: W = G = Z^T diag(a) Z, K = I. */
static int exponentiate(const nes_dist *p, const nes_batch *b, const double *a, double c,
                        double limit, step *s)
{
    const size_t d = p->d, n = b->n, k = n < d ? n : d;
    double *weights = p->work + n, *gram = weights + k * k;
    *s = (step){.k = k, .dense = n >= d, .plus = gram + k * k};
    s->minus = s->plus + k * k;
    s->small = s->minus + k * k;
    s->rows = s->small + k * k;
    memset(weights, 0, k * k * sizeof *weights);
    if (s->dense) {
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < d; i++) s->rows[r * d + i] = a[r] * b->z[r * d + i];
        nes_rank_update(d, n, d, 1, s->rows, b->z, weights);
    } else {
        for (size_t r = 0; r < n; r++) weights[r * k + r] = a[r];
        nes_product(n, n, d, b->z, b->z, gram);
    }
    return nes_lowrank_expm1(k, c, weights, s->dense ? NULL : gram, limit, s->plus, s->minus,
                             &s->trace, s->rows + n * d + 2 * k);
}

/* B <- e^(-tr/d) B (I + Z^T M Z); B Z^T = Y^T is there from sampling. */
static void move_shape(nes_dist *p, const nes_batch *b, const step *s)
{
    const size_t d = p->d, n = b->n;
    const double c = exp(-s->trace / (double)d);
    double *B = shape(p);
    if (s->dense) {
        nes_product(d, d, d, B, s->plus, s->small);
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) B[i * d + j] = c * (B[i * d + j] + s->small[j * d + i]);
    } else {
        memset(s->rows, 0, n * d * sizeof *s->rows);
        nes_rank_update(n, n, d, 1, s->plus, b->y, s->rows);
        nes_rank_update(d, n, d, c, s->rows, b->z, B);
    }
}

/* V <- e^(tr/d) (I + Z^T M_minus Z) V */
static void move_probes(nes_dist *p, const nes_batch *b, const step *s)
{
    const size_t d = p->d, k = s->k;
    const double c = exp(s->trace / (double)d);
    double *q = s->rows + b->n * d, *r = q + k;
    for (size_t i = 0; i < probes(d); i++) {
        double *v = probe(p, i);
        if (s->dense)
            memcpy(q, v, d * sizeof *q);
        else
            for (size_t l = 0; l < k; l++) q[l] = nes_dot(d, b->z + l * d, v);
        for (size_t l = 0; l < k; l++) r[l] = nes_dot(k, s->minus + l * k, q);
        if (s->dense)
            for (size_t j = 0; j < d; j++) v[j] = c * (v[j] + r[j]);
        else
            nes_rank_update(1, k, d, c, r, b->z, v);
    }
}

static void move_mean(nes_dist *p, const nes_batch *b, double eta)
{
    const size_t d = p->d;
    double *mu = p->theta, sigma = mu[d];
    for (size_t k = 0; k < b->n; k++) {
        const double c = eta * b->v[k] * (sigma * b->tail[k]);
        if (b->v[k] == 0) continue;
        for (size_t i = 0; i < d; i++) mu[i] += c * b->y[k * d + i];
    }
}

int nes_affine_move(nes_dist *p, const nes_batch *b, const nes_rates *eta, nes_affine_weight weight)
{
    const size_t d = p->d;
    double *a = p->work; /* weights of z z^T */
    double total = b->u0, g = 0;
    bool turns = false;
    for (size_t k = 0; k < b->n; k++) {
        a[k] = b->u[k] == 0 ? 0 : b->u[k] * weight(p, b, k);
        total += b->u[k];
        if (a[k] != 0) g += a[k] * nes_dot(d, b->z + k * d, b->z + k * d);
        turns = turns || a[k] != 0;
    }
    g /= (double)d;
    step s;
    turns = turns && eta->shape > 0;
    if (turns && exponentiate(p, b, a, 0.5 * eta->shape, eta->limit, &s)) return 1;
    move_mean(p, b, eta->mu);
    p->theta[d] *= exp(nes_clamp(0.5 * eta->sigma * (g - total), eta->limit));
    if (turns) {
        move_shape(p, b, &s);
        move_probes(p, b, &s);
    }
    return 0;
}

double nes_affine_sigma(const nes_dist *p)
{
    return p->theta[p->d];
}

void nes_affine_spread(const nes_dist *p, double *std)
{
    const size_t d = p->d;
    for (size_t i = 0; i < d; i++) {
        const double *row = shape(p) + i * d;
        std[i] = p->theta[d] * sqrt(nes_dot(d, row, row));
    }
}

/* |B|_F |B^-1|_F / d: 1 for a sphere, between kappa/d and kappa. */
double nes_affine_condition(const nes_dist *p)
{
    const size_t d = p->d, m = probes(d);
    const double forward = nes_dot(d * d, shape(p), shape(p));
    const double backward = nes_dot(m * d, probe(p, 0), probe(p, 0)) / (double)m;
    return sqrt(forward) * sqrt(backward) / (double)d;
}

void nes_affine_axis(const nes_dist *p, size_t i, double *a)
{
    for (size_t j = 0; j < p->d; j++) a[j] = p->theta[p->d] * shape(p)[j * p->d + i];
}
