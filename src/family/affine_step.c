/* SPDX-License-Identifier: MIT
 *
 * Densities across one step of a full-matrix family, without inverse matrix or determinant. Let
 * A_new = A_old E, E = (sigma_new/sigma_old) e^(-tr/d) (I + Z^T M Z), and delta the mean's move:
 *   s_old = E s_new + delta
 *   s_new = E^-1 (s_old - delta)
 *   ln det E = d ln(sigma_new/sigma_old)
 * so each costs O(d n). While there are fewer rows than dimensions (the flat case), a density needs
 * the length of such a vector only, which follows from its scalar products with the rows of the
 * step. [math: A24] */
#include "family/affine_step.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

enum { NU = 3 }; /* place of nu in a record */

/* The record of a step, taken apart; without densities it is the scale alone. */
typedef struct memory {
    bool dense;
    nes_cpu level;
    size_t k, width;      /* rank of the step, and length of a row of that many numbers */
    double *scale;        /* ln (sigma_new/sigma_old) */
    double *grow;         /* (sigma_new/sigma_old) e^(-tr/d) */
    double *turns;        /* 0 or 1: the shape has changed */
    double *nu;           /* before the step */
    double *shrink;       /* sigma_old/sigma_new */
    double *delta2;       /* flat: |delta|^2 */
    double *shift;        /* d: B_old delta */
    double *delta;        /* k: delta = Z^T of this; dense: itself */
    double *image;        /* k: Z delta; dense: E^-1 delta */
    double *plus, *minus; /* k x k: M for E and for its inverse; dense: these themselves */
    double *gram;         /* flat: k x k, Z Z^T */
    double *zt;           /* flat: d x k, Z^T */
} memory;

static memory memory_of(const nes_dist *p, const nes_step *s)
{
    const size_t d = p->d, n = s->n + s->extra;
    double *r = s->record;
    memory m = {.scale = r, .grow = r + 1, .turns = r + 2, .nu = r + NU, .shrink = r + 4};
    m.level = p->level;
    m.dense = n >= d;
    m.k = m.dense ? d : n;
    m.width = nes_padded(m.k);
    m.delta2 = r + 5;
    m.shift = r + NES_UNIT;
    m.delta = m.shift + nes_padded(d);
    m.image = m.delta + m.width;
    m.plus = m.image + m.width;
    m.minus = m.plus + m.k * m.width;
    m.gram = m.minus + m.k * m.width;
    m.zt = m.gram + m.k * m.width;
    return m;
}

size_t nes_affine_nrecord(const nes_dist *p, size_t n, nes_asked asked)
{
    const size_t d = p->d, k = n < d ? n : d, rows = n < d ? 2 + 3 * k + d : 2 + 2 * k;
    return !asked.densities ? 1 : NES_UNIT + nes_padded(d) + rows * nes_padded(k);
}

size_t nes_affine_record(const nes_dist *p, const nes_step *s)
{
    return nes_affine_nrecord(p, s->n + s->extra, (nes_asked){.densities = s->densities});
}

double nes_affine_nu_before(const nes_step *s)
{
    return s->record[NU];
}

/* out = left right, m x n and n x width */
static void multiply(const memory *r, size_t m, size_t n, size_t width, const double *left,
                     size_t row, const double *right, double *out)
{
    const nes_factors f = nes_times(r->level, m, n, width, left, row, right, out);
    nes_multiply(&f);
}

void nes_affine_keep(const nes_dist *p, const nes_step *s, nes_affine_exponential *e)
{
    const memory m = memory_of(p, s);
    e->shift = m.shift;
    if (m.dense) return;
    e->zt = m.zt;
    e->gram = m.gram;
    e->plus = m.plus;
    e->minus = m.minus;
}

/* Dense: c (I + matrix), or c I */
static void remember_map(const memory *m, double c, const double *matrix, double *to)
{
    const size_t size = m->k * m->width;
    if (*m->turns != 0)
        nes_combine(size, c, matrix, 0, matrix, to);
    else
        memset(to, 0, size * sizeof *to);
    for (size_t i = 0; i < m->k; i++) to[i * m->width + i] += c;
}

/* delta = eta sum mean_k z_k */
static void remember_dense(const memory *m, const nes_batch *b, const nes_step *s,
                           const nes_affine_exponential *e)
{
    const size_t n = s->n + s->extra;
    nes_factors f = nes_times(m->level, 1, n, m->width, s->mean, 0, b->z, m->delta);
    f.c = s->rates.mu;
    f.stride = b->d;
    nes_multiply(&f);
    memset(m->delta + b->d, 0, (m->width - b->d) * sizeof *m->delta);
    remember_map(m, *m->grow, e->plus, m->plus);
    remember_map(m, 1 / *m->grow, e->minus, m->minus);
    multiply(m, 1, m->k, m->width, m->delta, 0, m->minus, m->image);
}

static void remember_flat(const memory *m, double eta, const double *mean)
{
    memset(m->delta, 0, m->width * sizeof *m->delta);
    nes_combine(m->k, eta, mean, 0, mean, m->delta);
    multiply(m, 1, m->k, m->width, m->delta, 0, m->gram, m->image);
    *m->delta2 = nes_dot(m->k, m->delta, m->image);
}

void nes_affine_remember(const nes_dist *p, const nes_batch *b, nes_step *s,
                         const nes_affine_exponential *e, bool turns, double scale)
{
    const memory m = memory_of(p, s);
    *m.scale = scale;
    if (!s->densities) return;
    *m.grow = exp(scale - (turns ? e->trace : 0) / (double)p->d);
    *m.shrink = exp(-scale);
    *m.turns = turns;
    *m.nu = *nes_affine_nu(p);
    if (m.dense)
        remember_dense(&m, b, s, e);
    else
        remember_flat(&m, s->rates.mu, s->mean);
}

/* Scratch of the relations for n vectors: squared lengths; rows of d; in the flat case scalar
 * products q, r = M q and K r. */
typedef struct scratch {
    double *r2, *after, *q, *r, *kr;
} scratch;

static scratch scratch_of(const nes_dist *p, const memory *m, size_t n)
{
    scratch s = {.r2 = p->work, .after = p->work + nes_padded(n)};
    s.q = s.after + n * nes_padded(p->d);
    s.r = s.q + n * m->width;
    s.kr = s.r + n * m->width;
    return s;
}

size_t nes_affine_nwork_relations(size_t d, size_t n)
{
    return nes_padded(n) + n * nes_padded(d) + (n >= d ? 0 : 3 * n * nes_padded(n));
}

/* x_k <- t_k x_k + c y for rows of n numbers, width apart; t null: ones. */
static void shift_rows(size_t rows, size_t n, size_t width, const double *t, double *x, double c,
                       const double *y)
{
    nes_combine_rows(&(nes_combination){.rows = rows,
                                        .n = n,
                                        .a = 1,
                                        .t = t,
                                        .x = x,
                                        .x_stride = width,
                                        .b = c,
                                        .y = y,
                                        .out = x,
                                        .out_stride = width});
}

/* Dense: t z matrix + c shift of slots, and its length. */
static void carry(const memory *m, nes_slots at, const double *matrix, double c,
                  const double *shift, const scratch *s)
{
    const nes_batch *b = at.b;
    const size_t n = at.hi - at.lo, width = m->width;
    multiply(m, n, b->d, width, b->z + at.lo * b->d, b->d, matrix, s->after);
    shift_rows(n, width, width, b->tail + at.lo, s->after, c, shift);
    memset(s->r2, 0, n * sizeof *s->r2);
    nes_add_dots(n, width, 1, s->after, width, s->after, width, s->r2);
}

/* Flat: scalar products of slots, t z, with the rows of the step. */
static void find_products(const memory *m, nes_slots at, double *q)
{
    const nes_batch *b = at.b;
    multiply(m, at.hi - at.lo, b->d, m->width, b->z + at.lo * b->d, b->d, m->zt, q);
    for (size_t k = at.lo; k < at.hi; k++, q += m->width)
        if (b->tail[k] != 1) nes_combine(m->width, b->tail[k], q, 0, q, q);
}

/* Flat: r2 += c delta.v for n vectors v, by q = Z v. */
static void add_along(const memory *m, size_t n, double c, const scratch *s)
{
    nes_add_dots(n, m->width, c, s->q, m->width, m->delta, 0, s->r2);
}

/* Flat: r2 += |(I + Z^T M Z) v|^2 - |v|^2 + c Z^T M Z v.delta, which is q.(2 M + M K M) q + c q.M i
 * = r.(2 q + K r + c i), with q = Z v, r = M q and the image i = Z delta; r stays in the scratch.
 */
static void lengthen(const memory *m, size_t n, const double *matrix, double c, const scratch *s)
{
    const size_t width = m->width;
    memset(s->r, 0, n * width * sizeof *s->r);
    if (*m->turns == 0) return;
    multiply(m, n, m->k, width, s->q, width, matrix, s->r);
    multiply(m, n, m->k, width, s->r, width, m->gram, s->kr);
    nes_combine(n * width, 1, s->kr, 2, s->q, s->kr);
    if (c != 0) shift_rows(n, m->k, width, NULL, s->kr, c, m->image);
    nes_add_dots(n, width, 1, s->r, width, s->kr, width, s->r2);
}

/* |s_new|^2 of samples of the distribution before; r2 holds |s_old|^2. */
static void lengths_after(const nes_step *step, const memory *m, const nes_batch *b,
                          const scratch *s)
{
    const size_t n = b->n, width = m->width;
    if (m->dense) {
        carry(m, nes_slots_of(b), m->minus, -1, m->image, s);
        return;
    }
    if (b->z == step->z) /* the products are there */
        nes_combine_rows(&(nes_combination){.rows = n,
                                            .n = width,
                                            .a = 1,
                                            .t = b->tail,
                                            .x = m->gram,
                                            .x_stride = width,
                                            .y = m->gram,
                                            .y_stride = width,
                                            .out = s->q,
                                            .out_stride = width});
    else
        find_products(m, nes_slots_of(b), s->q);
    add_along(m, n, -2, s);
    shift_rows(n, width, width, NULL, s->q, -1, m->image); /* Z (s - delta) */
    lengthen(m, n, m->minus, 0, s);
    for (size_t k = 0; k < n; k++) s->r2[k] = (s->r2[k] + *m->delta2) / (*m->grow * *m->grow);
}

/* |s_old|^2, which the Gram matrix may have. */
static void lengths_now(const nes_step *step, const memory *m, const nes_batch *b, const scratch *s)
{
    if (m->dense || b->z != step->z)
        nes_batch_lengths(b, 0, b->n, s->r2);
    else
        for (size_t k = 0; k < b->n; k++)
            s->r2[k] = b->tail[k] * b->tail[k] * m->gram[k * m->width + k];
}

/* log_k += c ln q(r2_k) */
static void add_logs(const nes_dist *p, const nes_step *before, double c, size_t n, double *log)
{
    ((const nes_affine_law *)p->family->law)->log(p, before, c, n, p->work, log);
}

static void change(const nes_dist *p, const nes_step *step, const nes_batch *b, double *log)
{
    const memory m = memory_of(p, step);
    const scratch s = scratch_of(p, &m, b->n);
    lengths_now(step, &m, b, &s);
    for (size_t k = 0; k < b->n; k++) log[k] = -(double)p->d * *m.scale;
    add_logs(p, step, -1, b->n, log);
    lengths_after(step, &m, b, &s);
    add_logs(p, NULL, 1, b->n, log);
}

/* Flat: Z^T (r - delta) for slots with keep, one after the other; their factors are gathered. */
static void turn_kept(const nes_step *step, const memory *m, const nes_batch *b,
                      const unsigned char *keep, const scratch *s)
{
    size_t kept = 0;
    for (size_t k = 0; k < b->n; k++)
        if (keep[k])
            nes_combine(m->k, 1, s->r + k * m->width, -1, m->delta, s->r + kept++ * m->width);
    nes_factors f = nes_times(m->level, kept, m->k, b->width, s->r, m->width, step->z, s->after);
    f.stride = b->d;
    nes_multiply(&f);
}

/* s_new; flat: (s_old - delta + Z^T r)/grow = (s_old + Z^T (r - delta))/grow */
static void relocate(const nes_dist *p, const nes_step *step, nes_batch *b,
                     const unsigned char *keep)
{
    const size_t d = p->d, width = b->width;
    const memory m = memory_of(p, step);
    const scratch s = scratch_of(p, &m, b->n);
    if (!m.dense) turn_kept(step, &m, b, keep, &s);
    for (size_t k = 0, row = 0; k < b->n; k++) {
        double *z = b->z + k * d, *y = b->y + k * width, t = b->tail[k];
        if (keep[k]) {
            nes_combine(d, m.dense ? 1 : 1 / *m.grow, s.after + row * width,
                        m.dense ? 0 : t / *m.grow, z, z);
            nes_combine(width, *m.shrink * t, y, -*m.shrink, m.shift, y);
            b->tail[k] = 1;
        }
        row += m.dense || keep[k];
    }
}

/* |s_old|^2 = |E s_new + delta|^2 of samples of the present distribution; r2 holds |s_new|^2. */
static void lengths_before(const memory *m, nes_slots at, const scratch *s)
{
    const size_t n = at.hi - at.lo;
    const double g = *m->grow;
    if (m->dense) {
        carry(m, at, m->plus, 1, m->delta, s);
        return;
    }
    find_products(m, at, s->q);
    lengthen(m, n, m->plus, 2 / g, s);
    add_along(m, n, 2 / g, s);
    for (size_t k = 0; k < n; k++) s->r2[k] = g * g * s->r2[k] + *m->delta2;
}

static void ratio(const nes_dist *p, const nes_step *step, nes_slots at, double *log)
{
    const memory m = memory_of(p, step);
    const size_t n = at.hi - at.lo;
    const scratch s = scratch_of(p, &m, n);
    nes_batch_lengths(at.b, at.lo, at.hi, s.r2);
    for (size_t k = 0; k < n; k++) log[k] = (double)p->d * *m.scale;
    add_logs(p, NULL, -1, n, log);
    lengths_before(&m, at, &s);
    add_logs(p, step, 1, n, log);
}

static void longer(const nes_dist *p, const nes_step *step, nes_slots at, double extra, double *log)
{
    const double log_kappa = extra * *memory_of(p, step).scale, shrink = exp(-2 * log_kappa);
    const size_t n = at.hi - at.lo;
    double *r2 = p->work;
    nes_batch_lengths(at.b, at.lo, at.hi, r2);
    for (size_t k = 0; k < n; k++) log[k] = -(double)p->d * log_kappa;
    add_logs(p, NULL, -1, n, log);
    for (size_t k = 0; k < n; k++) r2[k] *= shrink;
    add_logs(p, NULL, 1, n, log);
}

static int stretch(const nes_dist *p, const nes_step *step, nes_slots at, double extra)
{
    const double kappa = exp(extra * *memory_of(p, step).scale);
    for (size_t k = at.lo; k < at.hi; k++) at.b->tail[k] *= kappa;
    return 0;
}

double nes_affine_logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    double sum = -(double)p->d * log(p->theta[p->d]);
    p->work[0] = nes_batch_norm2(b, k);
    add_logs(p, NULL, 1, 1, &sum);
    return sum;
}

/* Parameters of a tail before the step stand behind. */
static size_t nrecord(const nes_dist *p, size_t n, nes_asked asked)
{
    const bool tail = asked.densities && p->family->ntail != NULL;
    return nes_affine_nrecord(p, n, asked) + (tail ? p->family->ntail(p) : 0);
}

const nes_densities nes_affine_densities = {.nrecord = nrecord,
                                            .change = change,
                                            .relocate = relocate,
                                            .ratio = ratio,
                                            .longer = longer,
                                            .stretch = stretch};
