/* SPDX-License-Identifier: MIT
 *
 * Natural coordinates of the points of a run: u = B^-1 D^-1 (x - m)/(sigma sqrt(d)). Where bounds
 * repeat the box, the archive has points of the box itself, and the centre is taken back to it; a
 * reflection turns a row of B. How far integers are spread is a part of D. [math: B22] */
#include <string.h>

#include "family/family.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"

size_t nes_natural_row(const struct nes_run *run, size_t i)
{
    const size_t h = run->g.batch.n / 2;
    if (!run->plan.sampling->mirrors) return i;
    return i < h ? 2 * i : 2 * (i - h) + 1;
}

void nes_natural_point(const struct nes_run *run, const double *x, double *to)
{
    memcpy(to, x, run->dim * sizeof *to);
    if (run->bounds.bounder != NULL) nes_bounds_from(&run->bounds, to);
}

/* The frame of the distribution; false: it has none. */
static bool set_frame(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    const nes_dist *p = &run->g.dist;
    const nes_factored *f = p->family->factored;
    const size_t d = run->dim;
    f->factors(p, m->factor, m->matrix);
    memcpy(m->point, p->theta, d * sizeof *m->point);
    memset(m->turned, 0, d * sizeof *m->turned);
    if (run->bounds.bounder != NULL) nes_bounds_unfold(&run->bounds, m->point, m->turned);
    for (size_t i = 0; i < d; i++) {
        if (run->plan.integers > 0) m->factor[i] *= run->integers.factor[i];
        for (size_t j = 0; m->turned[i] && j < d; j++) m->matrix[i * d + j] *= -1;
    }
    return nes_frame_set(&m->frame, m->point, *f->sigma(p), m->factor, m->matrix, m->work,
                         p->level);
}

void nes_natural_of(struct nes_run *run, const double *x, double *u)
{
    nes_natural_point(run, x, run->modelled.point);
    nes_frame_into(&run->modelled.frame, run->modelled.point, u);
}

void nes_natural_back(struct nes_run *run, const double *u, double *x)
{
    nes_frame_out(&run->modelled.frame, u, x);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, x);
    nes_integers_round(run, x);
}

void nes_natural_begin(struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    const nes_batch *b = &run->g.batch;
    m->sound = set_frame(run);
    for (size_t i = 0; m->sound && i < b->n; i++)
        nes_natural_of(run, nes_batch_x(b, nes_natural_row(run, i)), m->u + i * run->dim);
}
