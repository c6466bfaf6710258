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

/* Scratch of the relations for n vectors: squared lengths; rows of d; in the flat case scalar
 * products q, r = M q and K r. */
typedef struct scratch {
    double *r2, *after, *q, *r, *kr;
} scratch;

static scratch scratch_of(const nes_dist *p, const nes_affine_memory *m, size_t n)
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

/* n rows times a matrix. */
static void multiply(const nes_affine_memory *m, size_t n, nes_rows rows, const double *matrix,
                     double *out)
{
    const nes_factors f =
        nes_times(m->level, n, rows.count, m->width, rows.first, rows.stride, matrix, out);
    nes_multiply(&f);
}

/* x_k <- t_k x_k + c y for n rows; t null: ones. */
static void shift_rows(size_t n, nes_rows x, const double *t, double c, const double *y)
{
    nes_combine_rows(&(nes_combination){.rows = n,
                                        .n = x.count,
                                        .a = 1,
                                        .t = t,
                                        .x = x.first,
                                        .x_stride = x.stride,
                                        .b = c,
                                        .y = y,
                                        .out = x.first,
                                        .out_stride = x.stride});
}

/* Dense: t z matrix + c shift of slots, and its length. */
static void carry(const nes_affine_memory *m, nes_slots at, const double *matrix, double c,
                  const double *shift, const scratch *s)
{
    const nes_batch *b = at.b;
    const size_t n = at.hi - at.lo, width = m->width;
    multiply(m, n, nes_batch_rows(b, at.lo), matrix, s->after);
    shift_rows(n, (nes_rows){s->after, width, width}, b->tail + at.lo, c, shift);
    memset(s->r2, 0, n * sizeof *s->r2);
    nes_add_dots(n, width, 1, s->after, width, s->after, width, s->r2);
}

/* Flat: scalar products of slots, t z, with the rows of the step. */
static void find_products(const nes_affine_memory *m, nes_slots at, double *q)
{
    const nes_batch *b = at.b;
    multiply(m, at.hi - at.lo, nes_batch_rows(b, at.lo), m->zt, q);
    for (size_t k = at.lo; k < at.hi; k++, q += m->width)
        if (b->tail[k] != 1) nes_combine(m->width, b->tail[k], q, 0, q, q);
}

/* Flat: r2 += c delta.v for n vectors v, by q = Z v. */
static void add_along(const nes_affine_memory *m, size_t n, double c, const scratch *s)
{
    nes_add_dots(n, m->width, c, s->q, m->width, m->delta, 0, s->r2);
}

/* Flat: r2 += |(I + Z^T M Z) v|^2 - |v|^2 + c Z^T M Z v.delta, which is q.(2 M + M K M) q + c q.M i
 * = r.(2 q + K r + c i), with q = Z v, r = M q and the image i = Z delta; r stays in the scratch.
 */
static void lengthen(const nes_affine_memory *m, size_t n, const double *matrix, double c,
                     const scratch *s)
{
    const size_t width = m->width;
    memset(s->r, 0, n * width * sizeof *s->r);
    if (*m->turns == 0) return;
    multiply(m, n, (nes_rows){s->q, m->k, width}, matrix, s->r);
    multiply(m, n, (nes_rows){s->r, m->k, width}, m->gram, s->kr);
    nes_combine(n * width, 1, s->kr, 2, s->q, s->kr);
    if (c != 0) shift_rows(n, (nes_rows){s->kr, m->k, width}, NULL, c, m->image);
    nes_add_dots(n, width, 1, s->r, width, s->kr, width, s->r2);
}

/* |s_new|^2 of samples of the distribution before; r2 holds |s_old|^2. */
static void lengths_after(const nes_step *step, const nes_affine_memory *m, const nes_batch *b,
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
    shift_rows(n, (nes_rows){s->q, width, width}, NULL, -1, m->image); /* Z (s - delta) */
    lengthen(m, n, m->minus, 0, s);
    for (size_t k = 0; k < n; k++) s->r2[k] = (s->r2[k] + *m->delta2) / (*m->grow * *m->grow);
}

/* |s_old|^2, which the Gram matrix may have. */
static void lengths_now(const nes_step *step, const nes_affine_memory *m, const nes_batch *b,
                        const scratch *s)
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
    const nes_affine_memory m = nes_affine_memory_of(p, step);
    const scratch s = scratch_of(p, &m, b->n);
    lengths_now(step, &m, b, &s);
    for (size_t k = 0; k < b->n; k++) log[k] = -(double)p->d * *m.scale;
    add_logs(p, step, -1, b->n, log);
    lengths_after(step, &m, b, &s);
    add_logs(p, NULL, 1, b->n, log);
}

/* Flat: Z^T (r - delta) for slots with keep, one after the other; their factors are gathered. */
static void turn_kept(const nes_step *step, const nes_affine_memory *m, const nes_batch *b,
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
    const nes_affine_memory m = nes_affine_memory_of(p, step);
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
static void lengths_before(const nes_affine_memory *m, nes_slots at, const scratch *s)
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
    const nes_affine_memory m = nes_affine_memory_of(p, step);
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
    const double log_kappa = extra * *nes_affine_memory_of(p, step).scale,
                 shrink = exp(-2 * log_kappa);
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
    const double kappa = exp(extra * *nes_affine_memory_of(p, step).scale);
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
    if (!asked.densities) return 1;
    return nes_affine_nrecord(p->d, n) + (p->family->ntail != NULL ? p->family->ntail(p) : 0);
}

const nes_densities nes_affine_densities = {.nrecord = nrecord,
                                            .change = change,
                                            .relocate = relocate,
                                            .ratio = ratio,
                                            .longer = longer,
                                            .stretch = stretch};
