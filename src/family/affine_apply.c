/* SPDX-License-Identifier: MIT
 *
 * A step of a full-matrix family: B <- e^(-tr/d) B exp(eta_shape/2 G) by the rows of the step,
 * which are the samples of the batch and those behind them, and probes the other way. [math: A12,
 * A24] */
#include <math.h>
#include <string.h>

#include "family/affine.h"
#include "family/affine_step.h"
#include "linalg/lowrank.h"
#include "linalg/vector.h"

/* A step that is being applied. */
typedef struct applying {
    nes_dist *p;
    const nes_step *step;
    nes_affine_exponential e;
} applying;

size_t nes_affine_nwork_apply(size_t d, size_t n)
{
    const size_t k = n < d ? n : d;
    return nes_padded(d) + 2 * k * NES_UNIT + nes_shape_step_nwork(d, n);
}

/* The arrays of a step; those that its record is made of stand there. */
static void set_arrays(applying *a, bool kept)
{
    nes_affine_exponential *e = &a->e;
    nes_shape_step *s = &e->shape;
    const size_t k = s->k < s->d ? s->k : s->d;
    e->shift = a->p->work;
    e->probes = e->shift + nes_padded(s->d);
    nes_shape_step_carve(s, e->probes + 2 * k * NES_UNIT);
    if (kept) nes_affine_keep(a->p, a->step, e);
}

/* A hill climber needs the length of its sample alone. */
static void find_gram(const applying *a)
{
    const nes_shape_step *s = &a->e.shape;
    if (s->k == 1 && !s->dense && !a->step->densities)
        s->gram[0] = nes_dot(s->d, s->z.first, s->z.first);
    else
        nes_shape_step_gram(s);
}

/* V <- (V + Z^T M Z V)/c, with M of the other sign. */
static void move_probes(const applying *a)
{
    const nes_shape_step *s = &a->e.shape;
    const nes_cpu level = a->p->level;
    const size_t d = s->d, n = s->k, apart = s->z.stride;
    double *v = nes_affine_probes(a->p), *q = a->e.probes, *r = q + s->m * NES_UNIT;
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
    nes_shape_step *s = &a->e.shape;
    set_arrays(a, kept);
    if (a->step->extra > 0) nes_shape_step_place(s, a->step->extra);
    if (turns || kept) find_gram(a);
    if (turns && nes_shape_step_exponential(s, 0.5 * eta->shape, eta->limit)) return 1;
    nes_shape_step_shift(s, eta->mu, a->step->mean, a->e.shift);
    nes_combine(p->d, 1, p->theta, p->theta[p->d], a->e.shift, p->theta); /* mu += sigma shift */
    return 0;
}

int nes_affine_apply(nes_dist *p, nes_batch *b, nes_step *step, const nes_rates *eta)
{
    const size_t n = step->n + step->extra;
    applying a;
    a.p = p;
    a.step = step;
    a.e.shape = (nes_shape_step){.p = p,
                                 .d = p->d,
                                 .width = b->width,
                                 .bt = nes_affine_shape(p),
                                 .k = n,
                                 .z = nes_batch_rows(b, 0),
                                 .y = {b->y, p->d, b->width},
                                 .weights = step->outer};
    const bool turns = eta->shape > 0 && has_weight(n, step->outer);
    const bool kept = step->record != NULL && step->densities;
    const double scale = nes_clamp(0.5 * eta->sigma * step->scale, eta->limit);
    step->rates = *eta;
    if (turns || kept || has_weight(n, step->mean)) /* not so when a hill climber failed */
        if (apply_rows(&a, turns, kept, eta)) return 1;
    if (step->record != NULL) nes_affine_remember(p, b, step, &a.e, turns, scale);
    p->theta[p->d] *= exp(scale);
    if (turns) {
        a.e.shape.c = exp(-a.e.shape.trace / (double)p->d);
        nes_shape_step_move(&a.e.shape);
        move_probes(&a);
    }
    return 0;
}
