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
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/hooks.h"
#include "technique/shaping.h"
#include "util/team.h"

enum { RESAMPLES = 100 }; /* redraws of the bounds handler "resample" [math: B11] */

static void sample(nes_opt *o, size_t lo, size_t hi)
{
    nes_draw(&o->g, &o->g.batch, lo, hi);
    o->g.family->place(&o->g.dist, &o->g.batch, lo, hi); /* one matrix product for all */
}

static bool all_inside(const nes_opt *o, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++)
        if (!nes_bounds_contain(&o->bounds, nes_batch_x(&o->g.batch, k))) return false;
    return true;
}

/* The handler "resample": rows that belong together are drawn again while one is outside. */
static void redraw_outside(nes_opt *o, size_t lo, size_t hi)
{
    nes_batch *b = &o->g.batch;
    for (int i = 0; i < RESAMPLES && b->lane[lo] < NES_LANE_REDRAWS; i++) {
        if (all_inside(o, lo, hi)) return;
        for (size_t k = lo; k < hi; k++) b->lane[k]++;
        sample(o, lo, hi);
    }
}

typedef struct points {
    const nes_bounds *bounds;
    nes_batch *b;
    size_t lo;
} points;

static void points_into_bounds(void *data, size_t first, size_t last)
{
    const points *p = data;
    for (size_t k = p->lo + first; k < p->lo + last; k++)
        nes_bounds_into(p->bounds, nes_batch_x(p->b, k));
}

static void into_bounds(const nes_opt *o, nes_batch *b, size_t lo, size_t hi)
{
    if (o->bounds.bounder == NULL) return;
    points p = {&o->bounds, b, lo};
    nes_team_run(o->g.dist.team, hi - lo, 1, points_into_bounds, &p);
}

static void bring_inside(nes_opt *o, size_t lo, size_t hi)
{
    if (o->bounds.bounder == NULL) return;
    const size_t group = nes_sampling_group(o->g.sampling, o->dim, o->g.batch.n);
    for (size_t k = lo; o->bounds.bounder->into == NULL && k < hi; k += group)
        redraw_outside(o, k, hi - k < group ? hi : k + group);
    into_bounds(o, &o->g.batch, lo, hi);
}

void nes_draw_slots(nes_opt *o, size_t lo, size_t hi)
{
    sample(o, lo, hi);
    bring_inside(o, lo, hi);
}

static void place_centre(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    memcpy(b->x, o->g.dist.theta, o->dim * sizeof *b->x);
    into_bounds(o, b, 0, 1);
    b->tail[0] = 1;
}

void nes_address(nes_opt *o)
{
    o->trial.stream = o->g.batch.stream =
        (nes_stream){.seed = o->s.seed, .generation = o->generations, .run = (uint32_t)o->s.run};
}

static bool window_is_valued(const nes_batch *b)
{
    for (size_t k = b->first; k < nes_batch_end(b); k++)
        if (!b->valued[k]) return false;
    return true;
}

void nes_replace_batch(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    if (b->origin) {
        place_centre(o);
        return;
    }
    while (b->first + b->window < b->n && window_is_valued(b)) b->first += b->window;
    for (size_t k = 0; k < b->first; k++) b->tail[k] = 1; /* as drawing them would set it */
    sample(o, b->first, nes_batch_end(b));
    into_bounds(o, b, b->first, nes_batch_end(b));
}

void nes_turn_window(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    if (o->in_trial || !window_is_valued(b)) return;
    nes_batch_restore(b);
    nes_remember_best(o);
    b->first += b->window;
    nes_draw_slots(o, b->first, nes_batch_end(b));
}

/* Rows of the last generation may stay, the others are new. */
static size_t mix(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    const size_t first = nes_before_sample(&o->g);
    if (first < b->n) o->g.family->place(&o->g.dist, b, first, b->n);
    bring_inside(o, first, b->n);
    return first;
}

/* Returns how many points wait for values. */
static size_t begin_generation(nes_opt *o)
{
    nes_batch *b = &o->g.batch;
    const bool again = o->mixes && o->generations > 0;
    b->origin = !o->begun && strcmp(o->s.eval_start, "yes") == 0;
    b->n = b->origin ? 1 : o->rows;
    b->first = 0;
    nes_address(o);
    for (size_t k = 0; k < b->n; k++) {
        b->row[k] = k;
        b->id[k] = o->next_id + k;
        b->tries[k] = 0;
        if (again) continue; /* mixing looks at the last generation */
        b->source[k] = nes_sampling_source(o->g.sampling, k);
        b->valued[k] = b->lane[k] = 0;
    }
    size_t first = 0;
    if (b->origin)
        place_centre(o);
    else if (again)
        first = mix(o);
    else
        nes_draw_slots(o, 0, nes_batch_end(b));
    o->base_evaluations = o->evaluations;
    for (size_t k = first; k < b->n; k++) b->number[k] = o->evaluations + k - first + 1;
    o->begun = true;
    o->open = true;
    o->waiting = b->n - first;
    return o->waiting;
}

void nes_open_generation(nes_opt *o)
{
    while (!o->open && o->stop == NES_RUNNING)
        if (begin_generation(o) == 0) nes_finish_generation(o);
}

nes_batch *nes_open_batch(nes_opt *o)
{
    return o->in_trial ? &o->trial : &o->g.batch;
}

void nes_remember_best(nes_opt *o)
{
    const nes_batch *b = nes_open_batch(o);
    for (size_t k = b->first; k < nes_batch_end(b); k++) {
        if (!b->valued[k] || !nes_is_finite_value(b->f[k])) continue;
        const bool earlier = b->f[k] == o->best_f && b->number[k] < o->best_evaluation;
        if (b->f[k] >= o->best_f && !earlier) continue; /* false while there is no best */
        o->best_f = b->f[k];
        o->best_evaluation = b->number[k];
        memcpy(o->best_x, nes_batch_x(b, k), o->dim * sizeof *o->best_x);
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
    nes_step_rescale(&o->g.step, -1 / sqrt((double)o->dim));
    return nes_rescaling(o->g.base.limit);
}

/* Fewer finite values, less is known about scale and shape. [math: B12] */
static nes_rates cautious(const nes_opt *o)
{
    const double share = (double)o->g.finite / (double)o->g.batch.n;
    nes_rates eta = o->g.eta;
    eta.sigma *= share;
    eta.shape *= share;
    eta.nu *= share;
    return eta;
}

static void finish_centre(nes_opt *o)
{
    const double f = o->g.batch.f[0];
    o->g.elitist.parent_f = nes_is_finite_value(f) ? f : INFINITY;
    o->history.period_best = INFINITY;
    o->judged = o->evaluations;
}

/* Samples of a larger rate, where the form of adaptation wants some; whether there are any. */
static bool open_trial(nes_opt *o)
{
    nes_gen *g = &o->g;
    nes_batch *t = &o->trial;
    if (o->generations == 0 || nes_plan_trial(g, t) == 0) return false;
    o->base_evaluations = o->evaluations;
    for (size_t k = 0; k < t->n; k++) {
        t->row[k] = k;
        t->id[k] = o->next_id + k;
        t->number[k] = o->evaluations + k + 1;
        t->valued[k] = 0;
        t->tries[k] = 0;
    }
    g->family->place(&g->dist, t, 0, t->n);
    into_bounds(o, t, 0, t->n);
    o->waiting = t->n;
    o->in_trial = o->open = true;
    return true;
}

/* All points of the open batch have values: it is closed. */
static void close_batch(nes_opt *o)
{
    nes_batch *b = nes_open_batch(o);
    nes_batch_restore(b);
    nes_remember_best(o);
    for (size_t k = 0; k < b->n; k++) /* rows that importance mixing kept are old news */
        if (b->number[k] > o->base_evaluations)
            o->history.period_best = fmin(o->history.period_best, b->f[k]);
    o->open = false;
    o->asked = 0;
    o->next_id += b->n;
}

/* The proposed step with its rates; without a finite value the step is replaced by a retreat. */
static int apply(nes_opt *o)
{
    nes_gen *g = &o->g;
    const bool retreats = g->finite == 0 && !g->scheme->elitist;
    nes_rates eta = retreats ? retreat(o) : g->scheme->elitist ? g->eta : cautious(o);
    if (!retreats) nes_before_apply(g, &eta);
    const int outcome = g->gradient->apply(g, &eta);
    if (!retreats && outcome == NES_MOVED) nes_after_apply(g);
    return outcome;
}

static void move(nes_opt *o)
{
    nes_gen *g = &o->g;
    if (o->generations > 0) nes_before_propose(g, o->in_trial ? &o->trial : NULL);
    o->in_trial = false;
    int outcome = g->gradient->propose(g);
    if (outcome == NES_MOVED) outcome = apply(o);
    if (outcome != NES_MOVED)
        nes_end(o, outcome == NES_MOVE_INVALID ? NES_STOP_INVALID : NES_STOP_NONFINITE, NAN, NAN);
    if (o->bounds.bounder != NULL && g->family->located) nes_bounds_fold(&o->bounds, g->dist.theta);
    o->generations++;
    nes_judge(o);
}

void nes_finish_generation(nes_opt *o)
{
    nes_gen *g = &o->g;
    close_batch(o);
    if (g->batch.origin) {
        finish_centre(o);
        nes_judge(o);
        return;
    }
    if (!o->in_trial) {
        g->scheme->weigh(g);
        remember_values(o);
        if (open_trial(o)) return;
    }
    move(o);
}
