/* SPDX-License-Identifier: MIT
 *
 * Densities across one move of a full-matrix family, without inverse matrix or determinant. With
 * E = (sigma_new/sigma_old) e^(-tr/d) (I + Z^T M Z), A_new = A_old E and delta the move of the
 * mean, s_old = E s_new + delta,   s_new = E^-1 (s_old - delta),   ln det E = d
 * ln(sigma_new/sigma_old) so each costs O(d n). A density needs the length of such a vector only,
 * which follows from its scalar products with the samples of the move. [math: A24] */
#include "family/affine_step.h"

#include <math.h>
#include <string.h>

#include "linalg/product.h"

/* p->step, taken apart. */
typedef struct memory {
    size_t n;       /* samples of the move */
    double *scale;  /* ln (sigma_new/sigma_old) */
    double *grow;   /* (sigma_new/sigma_old) e^(-tr/d) */
    double *turns;  /* 0 or 1: the shape has changed */
    double *nu;     /* before the move */
    double *shrink; /* sigma_old/sigma_new */
    double *delta;  /* d: move of the mean, in old local coordinates */
    double *shift;  /* d: B_old delta */
    double *plus, *minus;
    double *gram;   /* Z Z^T */
    double *z;      /* Z, and delta as one more row */
    double *zdelta; /* Z delta, and |delta|^2 */
} memory;

/* Fewer samples than dimensions: E is I and something of rank n. */
static bool is_flat(const memory *m, size_t d)
{
    return m->n < d;
}

static memory memory_of(const nes_dist *p)
{
    const size_t d = p->d, n = p->rows, k = n < d ? n : d;
    double *s = p->step;
    memory m = {.scale = s, .grow = s + 1, .turns = s + 2, .nu = s + 3};
    m.n = n;
    m.shrink = s + 4;
    m.delta = s + 5;
    m.shift = m.delta + d;
    m.plus = m.shift + d;
    m.minus = m.plus + k * k;
    m.gram = m.minus + k * k;
    m.z = m.gram + k * k;
    m.zdelta = m.z + (n + 1) * d;
    return m;
}

size_t nes_affine_nstep(size_t d, size_t n)
{
    return 5 + 2 * d + (n < d ? 3 * n * n + (n + 1) * (d + 1) : 2 * d * d);
}

void nes_affine_remember(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                         const nes_affine_step *step, const nes_affine_exponential *e, bool turns,
                         double scale)
{
    const size_t d = p->d, n = b->n;
    const memory m = memory_of(p);
    *m.scale = scale;
    *m.grow = exp(scale - (turns ? e->trace : 0) / (double)d);
    *m.shrink = exp(-scale);
    *m.turns = turns;
    *m.nu = *nes_affine_nu(p);
    memset(m.delta, 0, 2 * d * sizeof *m.delta);
    nes_rank_update(1, n, d, eta->mu, step->mean, b->z, m.delta);
    nes_rank_update(1, n, d, eta->mu, step->mean, b->y, m.shift);
    if (is_flat(&m, d)) {
        memcpy(m.z, b->z, n * d * sizeof *m.z);
        memcpy(m.z + n * d, m.delta, d * sizeof *m.z);
        nes_product(1, n + 1, d, m.delta, m.z, m.zdelta);
    }
    if (!turns) return;
    memcpy(m.plus, e->plus, e->k * e->k * sizeof *m.plus);
    memcpy(m.minus, e->minus, e->k * e->k * sizeof *m.minus);
    if (!e->dense) memcpy(m.gram, e->gram, n * n * sizeof *m.gram);
}

/* r = M q, M symmetric */
static void multiply(size_t n, const double *matrix, const double *q, double *r)
{
    memset(r, 0, n * sizeof *r);
    nes_rank_update(1, n, n, 1, q, matrix, r);
}

/* v <- c (v + Z^T M Z v), or c (v + M v) when the step is dense: then work holds a copy of v. work:
 * max(2 n, d). */
static void apply(const memory *m, size_t d, const double *matrix, double c, double *v,
                  double *work)
{
    const size_t n = m->n;
    if (*m->turns == 0) {
        for (size_t i = 0; i < d; i++) v[i] *= c;
    } else if (is_flat(m, d)) {
        nes_product(1, n, d, v, m->z, work);
        multiply(n, matrix, work, work + n);
        nes_rank_update(1, n, d, c, work + n, m->z, v);
    } else {
        nes_rank_update(1, d, d, c, work, matrix, v);
    }
}

/* |(I + Z^T M Z) v|^2 - |v|^2 = q.(2 M + M K M) q = r.(2 q + K r), with q = Z v and r = M q; r is
 * left in work (2 n). */
static double longer_by(const memory *m, const double *matrix, const double *q, double *work)
{
    const size_t n = m->n;
    double *r = work, *kr = work + n;
    if (*m->turns == 0) {
        memset(r, 0, n * sizeof *r);
        return 0;
    }
    multiply(n, matrix, q, r);
    multiply(n, m->gram, r, kr);
    return 2 * nes_dot(n, r, q) + nes_dot(n, r, kr);
}

double nes_affine_relocate(const nes_dist *p, nes_batch *b, size_t k, nes_radial_log q)
{
    const size_t d = p->d;
    const memory m = memory_of(p);
    double *z = b->z + k * d, *y = b->y + k * d;
    const double t = b->tail[k], before = t * t * nes_dot(d, z, z);
    for (size_t i = 0; i < d; i++) {
        p->work[i] = z[i] = t * z[i] - m.delta[i];
        y[i] = *m.shrink * (t * y[i] - m.shift[i]);
    }
    apply(&m, d, m.minus, 1 / *m.grow, z, p->work);
    b->tail[k] = 1;
    return q(d, *nes_affine_nu(p), nes_dot(d, z, z)) - q(d, *m.nu, before) - (double)d * *m.scale;
}

/* |s_new|^2 of a slot that holds an old sample, r2 = |s_old|^2; in the flat case from scalar
 * products alone. */
static double length_after(const nes_dist *p, const memory *m, const nes_batch *b, size_t k,
                           double r2)
{
    const size_t d = p->d, n = m->n;
    const double t = b->tail[k], *z = b->z + k * d;
    double *q = p->work, *work = q + n + 1;
    if (!is_flat(m, d)) {
        double *v = q + d;
        for (size_t i = 0; i < d; i++) q[i] = v[i] = t * z[i] - m->delta[i];
        apply(m, d, m->minus, 1 / *m->grow, v, q);
        return nes_dot(d, v, v);
    }
    nes_product(1, n + 1, d, z, m->z, q);
    for (size_t l = 0; l <= n; l++) q[l] = t * q[l] - m->zdelta[l]; /* Z (s - delta) */
    const double moved = r2 - 2 * q[n] - m->zdelta[n];
    return (moved + longer_by(m, m->minus, q, work)) / (*m->grow * *m->grow);
}

double nes_affine_change(const nes_dist *p, const nes_batch *b, size_t k, nes_radial_log q)
{
    const memory m = memory_of(p);
    const double *z = b->z + k * p->d, r2 = b->tail[k] * b->tail[k] * nes_dot(p->d, z, z);
    return q(p->d, *nes_affine_nu(p), length_after(p, &m, b, k, r2)) - q(p->d, *m.nu, r2) -
           (double)p->d * *m.scale;
}

/* |s_old|^2 = |E s_new + delta|^2 of a slot that holds a new sample, r2 = |s_new|^2. */
static double length_before(const nes_dist *p, const memory *m, const nes_batch *b, size_t k,
                            double r2)
{
    const size_t d = p->d, n = m->n;
    const double t = b->tail[k], g = *m->grow, *z = b->z + k * d;
    double *q = p->work, *work = q + n + 1;
    if (!is_flat(m, d)) {
        double *v = q + d;
        for (size_t i = 0; i < d; i++) q[i] = v[i] = t * z[i];
        apply(m, d, m->plus, g, v, q);
        for (size_t i = 0; i < d; i++) v[i] += m->delta[i];
        return nes_dot(d, v, v);
    }
    nes_product(1, n + 1, d, z, m->z, q);
    for (size_t l = 0; l <= n; l++) q[l] *= t;
    const double longer = longer_by(m, m->plus, q, work);
    const double along = q[n] + nes_dot(n, m->zdelta, work);
    return g * g * (r2 + longer) + 2 * g * along + m->zdelta[n];
}

double nes_affine_ratio(const nes_dist *p, const nes_batch *b, size_t k, nes_radial_log q)
{
    const memory m = memory_of(p);
    const double *z = b->z + k * p->d, r2 = b->tail[k] * b->tail[k] * nes_dot(p->d, z, z);
    return q(p->d, *m.nu, length_before(p, &m, b, k, r2)) - q(p->d, *nes_affine_nu(p), r2) +
           (double)p->d * *m.scale;
}

double nes_affine_longer(const nes_dist *p, const nes_batch *b, size_t k, double extra,
                         nes_radial_log q)
{
    const double log_kappa = extra * *memory_of(p).scale;
    const double r2 = nes_batch_norm2(b, k), nu = *nes_affine_nu(p);
    return q(p->d, nu, r2 * exp(-2 * log_kappa)) - q(p->d, nu, r2) - (double)p->d * log_kappa;
}

void nes_affine_stretch(const nes_dist *p, nes_batch *b, size_t lo, size_t hi, double extra)
{
    const double kappa = exp(extra * *memory_of(p).scale);
    for (size_t k = lo; k < hi; k++) b->tail[k] *= kappa;
}

double nes_affine_logpdf(const nes_dist *p, const nes_batch *b, size_t k, nes_radial_log q)
{
    return q(p->d, *nes_affine_nu(p), nes_batch_norm2(b, k)) -
           (double)p->d * log(nes_affine_sigma(p));
}
