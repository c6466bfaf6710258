/* SPDX-License-Identifier: MIT
 *
 * The record of a step of a full-matrix family: what densities across it are made of. [math: A24]
 */
#include "family/affine_step.h"

#include <math.h>
#include <string.h>

#include "linalg/vector.h"

enum { NU = 3 }; /* place of nu in a record */

nes_affine_memory nes_affine_memory_of(const nes_dist *p, const nes_step *s)
{
    const size_t d = p->d, n = s->n + s->extra;
    double *r = s->record;
    nes_affine_memory m = {
        .scale = r, .grow = r + 1, .turns = r + 2, .nu = r + NU, .shrink = r + 4};
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

void nes_affine_keep(const nes_dist *p, const nes_step *s, nes_affine_exponential *e)
{
    const nes_affine_memory m = nes_affine_memory_of(p, s);
    e->shift = m.shift;
    if (m.dense) return;
    e->shape.zt = m.zt;
    e->shape.gram = m.gram;
    e->shape.plus = m.plus;
    e->shape.minus = m.minus;
}

/* Dense: c (I + matrix), or c I */
static void remember_map(const nes_affine_memory *m, double c, const double *matrix, double *to)
{
    const size_t size = m->k * m->width;
    if (*m->turns != 0)
        nes_combine(size, c, matrix, 0, matrix, to);
    else
        memset(to, 0, size * sizeof *to);
    for (size_t i = 0; i < m->k; i++) to[i * m->width + i] += c;
}

/* A row of k numbers times a matrix. */
static void multiply(const nes_affine_memory *m, const double *row, const double *matrix,
                     double *out)
{
    const nes_factors f = nes_times(m->level, 1, m->k, m->width, row, 0, matrix, out);
    nes_multiply(&f);
}

/* delta = eta sum mean_k z_k */
static void remember_dense(const nes_affine_memory *m, const nes_batch *b, const nes_step *s,
                           const nes_affine_exponential *e)
{
    const size_t n = s->n + s->extra;
    nes_factors f = nes_times(m->level, 1, n, m->width, s->mean, 0, b->z, m->delta);
    f.c = s->rates.mu;
    f.stride = b->d;
    nes_multiply(&f);
    memset(m->delta + b->d, 0, (m->width - b->d) * sizeof *m->delta);
    remember_map(m, *m->grow, e->shape.plus, m->plus);
    remember_map(m, 1 / *m->grow, e->shape.minus, m->minus);
    multiply(m, m->delta, m->minus, m->image);
}

static void remember_flat(const nes_affine_memory *m, double eta, const double *mean)
{
    memset(m->delta, 0, m->width * sizeof *m->delta);
    nes_combine(m->k, eta, mean, 0, mean, m->delta);
    multiply(m, m->delta, m->gram, m->image);
    *m->delta2 = nes_dot(m->k, m->delta, m->image);
}

void nes_affine_remember(const nes_dist *p, const nes_batch *b, nes_step *s,
                         const nes_affine_exponential *e, bool turns, double scale)
{
    const nes_affine_memory m = nes_affine_memory_of(p, s);
    *m.scale = scale;
    if (!s->densities) return;
    *m.grow = exp(scale - (turns ? e->shape.trace : 0) / (double)p->d);
    *m.shrink = exp(-scale);
    *m.turns = turns;
    *m.nu = *nes_affine_nu(p);
    if (m.dense)
        remember_dense(&m, b, s, e);
    else
        remember_flat(&m, s->rates.mu, s->mean);
}
