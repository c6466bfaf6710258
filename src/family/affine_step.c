/* SPDX-License-Identifier: MIT
 *
 * Densities across one move of a full-matrix family, without inverse matrix or determinant. With
 * E = (sigma_new/sigma_old) e^(-tr/d) (I + Z^T M Z), A_new = A_old E and delta the move of the
 * mean, s_old = E s_new + delta,   s_new = E^-1 (s_old - delta),   ln det E = d
 * ln(sigma_new/sigma_old) so each costs O(d n). While there are fewer samples than dimensions (the
 * flat case), a density needs the length of such a vector only, which follows from its scalar
 * products with the samples of the move. [math: A24] */
#include "family/affine_step.h"

#include <math.h>
#include <string.h>

#include "linalg/product.h"

/* p->step, taken apart. */
typedef struct memory {
    bool dense;
    size_t k, width;      /* rank of the move, and length of a row of that many numbers */
    double *scale;        /* ln (sigma_new/sigma_old) */
    double *grow;         /* (sigma_new/sigma_old) e^(-tr/d) */
    double *turns;        /* 0 or 1: the shape has changed */
    double *nu;           /* before the move */
    double *shrink;       /* sigma_old/sigma_new */
    double *delta;        /* d: move of the mean, in old local coordinates */
    double *shift;        /* d: B_old delta */
    double *plus, *minus; /* k x k */
    double *gram;         /* flat: Z Z^T */
    double *zt;           /* flat: Z^T, and delta as one more column */
    double *zdelta;       /* flat: Z delta, and |delta|^2 */
} memory;

static memory memory_of(const nes_dist *p)
{
    const size_t d = p->d, n = p->rows;
    double *s = p->step;
    memory m = {.scale = s, .grow = s + 1, .turns = s + 2, .nu = s + 3, .shrink = s + 4};
    m.dense = n >= d;
    m.k = m.dense ? d : n;
    m.width = m.dense ? nes_padded(d) : nes_affine_flat_width(n);
    m.delta = s + NES_UNIT;
    m.shift = m.delta + nes_padded(d);
    m.plus = m.shift + nes_padded(d);
    m.minus = m.plus + m.k * m.width;
    m.gram = m.minus + m.k * m.width;
    m.zt = m.gram + m.k * m.width;
    m.zdelta = m.zt + d * m.width;
    return m;
}

size_t nes_affine_nstep(size_t d, size_t n)
{
    const size_t always = NES_UNIT + 2 * nes_padded(d), width = nes_affine_flat_width(n);
    return always + (n >= d ? 2 * d * nes_padded(d) : (3 * n + d + 1) * width);
}

static void multiply(size_t m, size_t n, size_t width, const double *left, size_t row,
                     const double *right, double *out, bool add)
{
    nes_multiply(&(nes_factors){m, n, width, 1, left, row, 1, right, out, add});
}

/* The k columns that count: what stands in the padding must not be remembered. */
static void copy(const memory *m, const double *from, double *to)
{
    for (size_t i = 0; i < m->k; i++)
        memcpy(to + i * m->width, from + i * m->width, m->k * sizeof *to);
}

static void remember_mean(const memory *m, const nes_batch *b, double eta, const double *mean)
{
    const size_t d = b->d;
    memset(m->delta, 0, 2 * nes_padded(d) * sizeof *m->delta);
    for (size_t k = 0; k < b->n; k++) {
        const double c = eta * mean[k], *z = b->z + k * d, *y = b->y + k * b->width;
        for (size_t i = 0; i < d; i++) {
            m->delta[i] += c * z[i];
            m->shift[i] += c * y[i];
        }
    }
}

void nes_affine_keep(const nes_dist *p, nes_affine_exponential *e)
{
    const memory m = memory_of(p);
    e->zt = m.zt;
    e->gram = m.gram;
}

void nes_affine_remember(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                         const nes_affine_step *step, const nes_affine_exponential *e, bool turns,
                         double scale)
{
    const size_t d = p->d;
    const memory m = memory_of(p);
    *m.scale = scale;
    *m.grow = exp(scale - (turns ? e->trace : 0) / (double)d);
    *m.shrink = exp(-scale);
    *m.turns = turns;
    *m.nu = *nes_affine_nu(p);
    if (!p->mixes) return;
    remember_mean(&m, b, eta->mu, step->mean);
    if (turns) {
        copy(&m, e->plus, m.plus);
        copy(&m, e->minus, m.minus);
    }
    if (m.dense) return;
    for (size_t i = 0; i < d; i++) m.zt[i * m.width + m.k] = m.delta[i];
    multiply(1, d, m.width, m.delta, 0, m.zt, m.zdelta, false);
}

/* Scratch of the relations for n vectors: squared lengths; in the flat case scalar products q,
 * r = M q and K r; then rows of d. */
typedef struct scratch {
    double *r2, *q, *r, *kr, *after, *before;
} scratch;

static scratch scratch_of(const nes_dist *p, const memory *m, size_t n)
{
    const size_t size = m->dense ? 0 : n * m->width;
    scratch s = {.r2 = p->work, .q = p->work + nes_padded(n)};
    s.r = s.q + size;
    s.kr = s.r + size;
    s.after = s.kr + size;
    s.before = s.after + n * nes_padded(p->d);
    return s;
}

size_t nes_affine_nwork_relations(size_t d, size_t n)
{
    return nes_padded(n) + 2 * n * nes_padded(d) + (n >= d ? 0 : 3 * n * nes_affine_flat_width(n));
}

/* |(I + Z^T M Z) v|^2 - |v|^2 = q.(2 M + M K M) q = r.(2 q + K r), with q = Z v and r = M q, for n
 * vectors v; r and K r stay in the scratch. */
static void lengthen(const memory *m, size_t n, const double *matrix, const scratch *s)
{
    if (*m->turns == 0) {
        memset(s->r, 0, n * m->width * sizeof *s->r);
        memset(s->kr, 0, n * m->width * sizeof *s->kr);
        return;
    }
    multiply(n, m->k, m->width, s->q, m->width, matrix, s->r, false);
    multiply(n, m->k, m->width, s->r, m->width, m->gram, s->kr, false);
}

static double longer_by(const memory *m, const scratch *s, size_t k)
{
    const double *q = s->q + k * m->width, *r = s->r + k * m->width, *kr = s->kr + k * m->width;
    double sum = 0;
    for (size_t l = 0; l < m->k; l++) sum += r[l] * (2 * q[l] + kr[l]);
    return sum;
}

/* (I + M) v for n rows v of before, to after. */
static void turn(const memory *m, size_t n, size_t d, const double *matrix, const scratch *s)
{
    memcpy(s->after, s->before, n * m->width * sizeof *s->after);
    if (*m->turns != 0) multiply(n, d, m->width, s->before, m->width, matrix, s->after, true);
}

/* Flat: scalar products of slots lo .. hi-1, t z, with the samples of the move and with delta. */
static void find_products(const memory *m, const nes_batch *b, size_t lo, size_t hi, double *q)
{
    multiply(hi - lo, b->d, m->width, b->z + lo * b->d, b->d, m->zt, q, false);
    for (size_t k = lo; k < hi; k++, q += m->width)
        for (size_t l = 0; l <= m->k; l++) q[l] *= b->tail[k];
}

/* |s_new|^2 of samples of the distribution before; r2 holds |s_old|^2. */
static void lengths_after(const nes_dist *p, const memory *m, const nes_batch *b, const scratch *s)
{
    const size_t d = p->d, n = b->n;
    double *r2 = s->r2;
    const double g2 = *m->grow * *m->grow;
    if (m->dense) {
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < d; i++)
                s->before[k * m->width + i] = b->tail[k] * b->z[k * d + i] - m->delta[i];
        turn(m, n, d, m->minus, s);
        for (size_t k = 0; k < n; k++)
            r2[k] = nes_dot(d, s->after + k * m->width, s->after + k * m->width) / g2;
        return;
    }
    find_products(m, b, 0, n, s->q);
    for (size_t k = 0; k < n; k++) { /* s - delta: its length, and Z (s - delta) */
        double *q = s->q + k * m->width;
        r2[k] += m->zdelta[m->k] - 2 * q[m->k];
        for (size_t l = 0; l < m->k; l++) q[l] -= m->zdelta[l];
    }
    lengthen(m, n, m->minus, s);
    for (size_t k = 0; k < n; k++) r2[k] = (r2[k] + longer_by(m, s, k)) / g2;
}

void nes_affine_change(const nes_dist *p, const nes_batch *b, double *log, nes_radial_log q)
{
    const memory m = memory_of(p);
    const scratch s = scratch_of(p, &m, b->n);
    for (size_t k = 0; k < b->n; k++) {
        s.r2[k] = nes_batch_norm2(b, k);
        log[k] = -q(p->d, *m.nu, s.r2[k]) - (double)p->d * *m.scale;
    }
    lengths_after(p, &m, b, &s);
    for (size_t k = 0; k < b->n; k++) log[k] += q(p->d, *nes_affine_nu(p), s.r2[k]);
}

/* Flat: s - delta + Z^T r for slots with keep, one after the other; their r are gathered first. */
static void turn_kept(const memory *m, const nes_batch *b, const unsigned char *keep,
                      const scratch *s)
{
    const size_t d = b->d, width = b->width;
    size_t kept = 0;
    for (size_t k = 0; k < b->n; k++) {
        if (!keep[k]) continue;
        memmove(s->r + kept * m->width, s->r + k * m->width, m->k * sizeof *s->r);
        for (size_t i = 0; i < d; i++)
            s->after[kept * width + i] = b->tail[k] * b->z[k * d + i] - m->delta[i];
        kept++;
    }
    for (size_t l = 0; l < m->k; l++)
        for (size_t i = 0; i < d; i++) s->before[l * width + i] = m->zt[i * m->width + l];
    multiply(kept, m->k, width, s->r, m->width, s->before, s->after, true);
}

void nes_affine_relocate(const nes_dist *p, nes_batch *b, const unsigned char *keep)
{
    const size_t d = p->d, width = b->width;
    const memory m = memory_of(p);
    const scratch s = scratch_of(p, &m, b->n);
    const double shrink = 1 / *m.grow;
    if (!m.dense) turn_kept(&m, b, keep, &s);
    for (size_t k = 0, kept = 0; k < b->n; k++) {
        if (!keep[k]) continue;
        const double *v = s.after + (m.dense ? k : kept++) * width, t = b->tail[k];
        double *z = b->z + k * d, *y = b->y + k * width;
        for (size_t i = 0; i < d; i++) {
            z[i] = shrink * v[i];
            y[i] = *m.shrink * (t * y[i] - m.shift[i]);
        }
        b->tail[k] = 1;
    }
}

/* |s_old|^2 = |E s_new + delta|^2 of samples of the present distribution; r2 holds |s_new|^2. */
static void lengths_before(const nes_dist *p, const memory *m, const nes_batch *b, size_t lo,
                           size_t hi, const scratch *s)
{
    const size_t d = p->d, n = hi - lo, width = m->width;
    double *r2 = s->r2;
    const double g = *m->grow, *tail = b->tail + lo, *z = b->z + lo * d;
    if (m->dense) {
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < d; i++) s->before[k * width + i] = tail[k] * z[k * d + i];
        turn(m, n, d, m->plus, s);
        for (size_t k = 0; k < n; k++) {
            double *v = s->after + k * width;
            for (size_t i = 0; i < d; i++) v[i] = g * v[i] + m->delta[i];
            r2[k] = nes_dot(d, v, v);
        }
        return;
    }
    find_products(m, b, lo, hi, s->q);
    lengthen(m, n, m->plus, s);
    for (size_t k = 0; k < n; k++) {
        const double along = s->q[k * width + m->k] + nes_dot(m->k, m->zdelta, s->r + k * width);
        r2[k] = g * g * (r2[k] + longer_by(m, s, k)) + 2 * g * along + m->zdelta[m->k];
    }
}

void nes_affine_ratio(const nes_dist *p, const nes_batch *b, size_t lo, size_t hi, double *log,
                      nes_radial_log q)
{
    const memory m = memory_of(p);
    const scratch s = scratch_of(p, &m, hi - lo);
    for (size_t k = 0; k < hi - lo; k++) {
        s.r2[k] = nes_batch_norm2(b, lo + k);
        log[k] = (double)p->d * *m.scale - q(p->d, *nes_affine_nu(p), s.r2[k]);
    }
    lengths_before(p, &m, b, lo, hi, &s);
    for (size_t k = 0; k < hi - lo; k++) log[k] += q(p->d, *m.nu, s.r2[k]);
}

void nes_affine_longer(const nes_dist *p, const nes_batch *b, size_t lo, size_t hi, double extra,
                       double *log, nes_radial_log q)
{
    const double log_kappa = extra * *memory_of(p).scale, shrink = exp(-2 * log_kappa);
    const double nu = *nes_affine_nu(p);
    for (size_t k = lo; k < hi; k++) {
        const double r2 = nes_batch_norm2(b, k);
        log[k - lo] = q(p->d, nu, r2 * shrink) - q(p->d, nu, r2) - (double)p->d * log_kappa;
    }
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
