/* SPDX-License-Identifier: MIT
 *
 * One generation of natural evolution, from sampling to the moved distribution. This file reads as
 * the algorithm; the parts it calls are the family, the gradient and the scheme of the method.
 * [math: A12, A14, A15, B12] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/opt.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"

enum { RESAMPLES = 100 }; /* redraws of the bounds handler "resample" [math: B11] */

/* The handler "resample": draws again while the point is outside. */
static void redraw_outside(nes_opt *o, size_t k)
{
    nes_batch *b = &o->g.batch;
    for (int i = 0; i < RESAMPLES && b->lane[k] < NES_LANE_REDRAWS; i++) {
        if (nes_bounds_contain(&o->bounds, b->x + k * o->dim)) return;
        b->lane[k]++;
        o->g.family->sample(&o->g.dist, b, k, k + 1);
    }
}

static void into_bounds(nes_opt *o, size_t lo, size_t hi)
{
    if (o->bounds.bounder == NULL) return;
    for (size_t k = lo; k < hi; k++) nes_bounds_into(&o->bounds, o->g.batch.x + k * o->dim);
}

void nes_draw_slots(nes_opt *o, size_t lo, size_t hi)
{
    o->g.family->sample(&o->g.dist, &o->g.batch, lo, hi); /* one matrix product for all */
    if (o->bounds.bounder != NULL && o->bounds.bounder->into == NULL)
        for (size_t k = lo; k < hi; k++) redraw_outside(o, k);
    into_bounds(o, lo, hi);
}

static void place_centre(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    memcpy(b->x, o->g.dist.theta, o->dim * sizeof *b->x);
    into_bounds(o, 0, 1);
    b->tail[0] = 1;
}

static void address(nes_opt *o)
{
    o->g.batch.stream =
        (nes_stream){.seed = o->s.seed, .generation = o->generations, .run = (uint32_t)o->s.run};
}

void nes_replace_batch(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    address(o);
    if (b->origin) {
        place_centre(o);
        return;
    }
    o->g.family->sample(&o->g.dist, b, 0, b->n);
    for (size_t k = 0; k < b->n; k++) /* redraws were made alone: the product rounds differently */
        if (b->lane[k] > 0) o->g.family->sample(&o->g.dist, b, k, k + 1);
    into_bounds(o, 0, b->n);
}

void nes_begin_generation(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    b->origin = !o->begun && strcmp(o->s.eval_start, "yes") == 0;
    b->n = b->origin ? 1 : o->rows;
    address(o);
    for (size_t k = 0; k < b->n; k++) {
        b->row[k] = k;
        b->id[k] = o->next_id + k;
        b->valued[k] = b->lane[k] = 0;
        b->tries[k] = 0;
    }
    if (b->origin)
        place_centre(o);
    else
        nes_draw_slots(o, 0, b->n);
    o->begun = true;
    o->open = true;
    o->base_evaluations = o->evaluations;
}

void nes_remember_best(nes_opt *o)
{
    const nes_batch *b = &o->g.batch;
    for (size_t k = 0; k < b->n; k++) {
        if (!b->valued[k] || !nes_is_finite_value(b->f[k])) continue;
        const uint64_t number = o->base_evaluations + b->row[k] + 1;
        const bool earlier = b->f[k] == o->best_f && number < o->best_evaluation;
        if (b->f[k] >= o->best_f && !earlier) continue; /* false while there is no best */
        o->best_f = b->f[k];
        o->best_evaluation = number;
        memcpy(o->best_x, b->x + k * o->dim, o->dim * sizeof *o->best_x);
    }
}

static void remember_values(nes_opt *o)
{
    const nes_batch *b = &o->g.batch;
    o->generation_best = b->f[b->order[0]];
    o->generation_median = b->f[b->order[b->n / 2]];
    o->infeasible = o->g.finite > 0 ? 0 : o->infeasible + 1;
}

/* No finite value at all: the centre stays, everything shrinks by exp(-1/sqrt d). [math: B12] */
static nes_rates retreat(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    memset(b->u, 0, b->n * sizeof *b->u);
    memset(b->v, 0, b->n * sizeof *b->v);
    b->u0 = 2 / sqrt((double)o->dim);
    return (nes_rates){1, 1, 1, o->eta.limit};
}

/* Fewer finite values, less is known about scale and shape. [math: B12] */
static nes_rates cautious(const nes_opt *o)
{
    const double share = (double)o->g.finite / (double)o->g.batch.n;
    nes_rates eta = o->g.eta;
    eta.sigma *= share;
    eta.shape *= share;
    return eta;
}

static void finish_centre(nes_opt *o)
{
    const double f = o->g.batch.f[0];
    o->g.elitist.parent_f = nes_is_finite_value(f) ? f : INFINITY;
}

void nes_finish_generation(nes_opt *o)
{
    nes_gen *g = &o->g;
    nes_batch_restore(&g->batch);
    nes_remember_best(o);
    o->open = false;
    o->asked = 0;
    o->next_id += g->batch.n;
    if (g->batch.origin) {
        finish_centre(o);
        nes_judge(o);
        return;
    }
    g->scheme->weigh(g);
    remember_values(o);
    const bool none = g->finite == 0 && !g->scheme->elitist;
    const nes_rates eta = none ? retreat(o) : g->scheme->elitist ? g->eta : cautious(o);
    if (g->gradient->move(g, &eta) != 0) nes_end(o, NES_STOP_NONFINITE, NAN, NAN);
    if (o->bounds.bounder != NULL) nes_bounds_fold(&o->bounds, g->dist.theta);
    o->generations++;
    nes_judge(o);
}
