/* SPDX-License-Identifier: MIT
 *
 * A step of a full-matrix family: B <- e^(-tr/d) B exp(eta_shape/2 G) by the rows of the step,
 * which are the samples of the batch and those behind them, and probes the other way. Its record
 * is what densities across it are made of. [math: A12, A24] */
#include <math.h>
#include <string.h>

#include "family/affine_step.h"
#include "linalg/lowrank.h"
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

size_t nes_affine_nrecord(size_t d, size_t n)
{
    const size_t k = n < d ? n : d, rows = n < d ? 2 + 3 * k + d : 2 + 2 * k;
    return NES_UNIT + nes_padded(d) + rows * nes_padded(k);
}

double nes_affine_nu_before(const nes_step *s)
{
    return s->record[NU];
}

size_t nes_affine_nwork_apply(size_t d, size_t n)
{
    const size_t k = n < d ? n : d;
    return nes_padded(d) + 2 * k * NES_UNIT + nes_shape_step_nwork(d, n);
}

/* A step that is being applied. */
typedef struct applying {
    nes_dist *p;
    const nes_step *step;
    nes_shape_step shape;
    double *shift;  /* d: move of the mean, over sigma */
    double *probes; /* 2 k units, scratch */
} applying;

/* Sets the arrays of the step; kept: those that the record is made of stand in the record. */
static void set_arrays(applying *a, bool kept)
{
    nes_shape_step *s = &a->shape;
    a->shift = a->p->work;
    a->probes = a->shift + nes_padded(s->d);
    nes_shape_step_carve(s, a->probes + 2 * (s->k < s->d ? s->k : s->d) * NES_UNIT);
    if (!kept) return;
    const nes_affine_memory m = nes_affine_memory_of(a->p, a->step);
    a->shift = m.shift;
    if (s->dense) return;
    s->zt = m.zt;
    s->gram = m.gram;
    s->plus = m.plus;
    s->minus = m.minus;
}

/* A hill climber needs the length of its sample alone. */
static void find_gram(const applying *a)
{
    const nes_shape_step *s = &a->shape;
    if (s->k == 1 && !s->dense && !a->step->densities)
        s->gram[0] = nes_dot(s->d, s->z.first, s->z.first);
    else
        nes_shape_step_gram(s);
}

/* V <- (V + Z^T M Z V)/c, with M of the other sign. */
static void move_probes(const applying *a)
{
    const nes_shape_step *s = &a->shape;
    const nes_cpu level = a->p->level;
    const size_t d = s->d, n = s->k, apart = s->z.stride;
    double *v = nes_affine_probes(a->p), *q = a->probes, *r = q + s->m * NES_UNIT;
    nes_factors f;
    if (s->dense) {
        memcpy(q, v, d * NES_UNIT * sizeof *v);
        f = nes_times(level, d, d, NES_UNIT, s->minus, s->m_width, q, v);
    } else {
        f = nes_times(level, n, d, NES_UNIT, s->z.first, apart, v, q);
        nes_multiply(&f);
        f = nes_times(level, n, n, NES_UNIT, s->minus, s->m_width, q, r);
        nes_multiply(&f);
        f = nes_transposed_times(level, d, n, NES_UNIT, s->z.first, apart, r, v);
    }
    f.c = exp(s->trace / (double)d);
    f.add = true;
    nes_multiply(&f);
}

/* Dense: c (I + matrix), or c I where the shape has not changed. */
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
static void remember_dense(const nes_affine_memory *m, const applying *a)
{
    const nes_shape_step *e = &a->shape;
    const size_t d = e->d;
    nes_factors f = nes_times(m->level, 1, e->k, m->width, a->step->mean, 0, e->z.first, m->delta);
    f.c = a->step->rates.mu;
    f.stride = d;
    nes_multiply(&f);
    memset(m->delta + d, 0, (m->width - d) * sizeof *m->delta);
    remember_map(m, *m->grow, e->plus, m->plus);
    remember_map(m, 1 / *m->grow, e->minus, m->minus);
    multiply(m, m->delta, m->minus, m->image);
}

static void remember_flat(const nes_affine_memory *m, double eta, const double *mean)
{
    memset(m->delta, 0, m->width * sizeof *m->delta);
    nes_combine(m->k, eta, mean, 0, mean, m->delta);
    multiply(m, m->delta, m->gram, m->image);
    *m->delta2 = nes_dot(m->k, m->delta, m->image);
}

/* Fills the record; scale is the change of ln sigma, turns whether the shape changes. */
static void remember(const applying *a, bool turns, double scale)
{
    const nes_dist *p = a->p;
    const nes_step *s = a->step;
    const nes_affine_memory m = nes_affine_memory_of(p, s);
    *m.scale = scale;
    if (!s->densities) return;
    *m.grow = exp(scale - (turns ? a->shape.trace : 0) / (double)p->d);
    *m.shrink = exp(-scale);
    *m.turns = turns;
    *m.nu = *nes_affine_nu(p);
    if (m.dense)
        remember_dense(&m, a);
    else
        remember_flat(&m, s->rates.mu, s->mean);
}

static bool has_weight(size_t n, const double *w)
{
    bool has = false;
    for (size_t k = 0; k < n; k++) has = has || w[k] != 0;
    return has;
}

/* What the rows of the step do to mean, record and shape, before the scale changes. */
static int apply_rows(applying *a, bool turns, bool kept, const nes_rates *eta)
{
    nes_dist *p = a->p;
    nes_shape_step *s = &a->shape;
    set_arrays(a, kept);
    if (a->step->extra > 0) nes_shape_step_place(s, a->step->extra);
    if (turns || kept) find_gram(a);
    if (turns && nes_shape_step_exponential(s, 0.5 * eta->shape, eta->limit)) return 1;
    nes_shape_step_shift(s, eta->mu, a->step->mean, a->shift);
    nes_combine(p->d, 1, p->theta, p->theta[p->d], a->shift, p->theta); /* mu += sigma shift */
    return 0;
}

int nes_affine_apply(nes_dist *p, nes_batch *b, nes_step *step, const nes_rates *eta)
{
    const size_t n = step->n + step->extra;
    applying a = {.p = p,
                  .step = step,
                  .shape = {.p = p,
                            .d = p->d,
                            .width = b->width,
                            .bt = nes_affine_shape(p),
                            .k = n,
                            .z = nes_batch_rows(b, 0),
                            .y = {b->y, p->d, b->width},
                            .weights = step->outer}};
    const bool turns = eta->shape > 0 && has_weight(n, step->outer);
    const bool kept = step->record != NULL && step->densities;
    const double scale = nes_clamp(0.5 * eta->sigma * step->scale, eta->limit);
    step->rates = *eta;
    if (turns || kept || has_weight(n, step->mean)) /* a hill climber that failed has no weights */
        if (apply_rows(&a, turns, kept, eta)) return 1;
    if (step->record != NULL) remember(&a, turns, scale);
    p->theta[p->d] *= exp(scale);
    if (turns) {
        a.shape.c = exp(-a.shape.trace / (double)p->d);
        nes_shape_step_move(&a.shape);
        move_probes(&a);
    }
    return 0;
}
