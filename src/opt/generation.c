/* SPDX-License-Identifier: MIT
 *
 * One generation of natural evolution, from sampling to the moved distribution. This file reads as
 * the algorithm; the parts it calls are the family, the gradient and the scheme of the method.
 * [math: A12, A14, A15, B12] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "family/path_rates.h"
#include "gradient/gradient.h"
#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/hooks.h"
#include "technique/shaping.h"

/* Keeps rows of the last generation where techniques allow it, and draws the others; returns the
 * first new slot. */
static size_t mix(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    const size_t first = nes_before_sample(&run->g);
    if (first < b->n) nes_place_slots(run, b, first, b->n);
    nes_bring_inside(run, first, b->n);
    return first;
}

/* The last batch is whole, and the last step was made of it: mixing may keep some of its rows. */
static bool can_look_back(const struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    return run->plan.mixes && run->tally.generations > 0 && !run->fresh && b->n == run->plan.rows &&
           run->g.step.n == b->n;
}

void nes_begin_slot(const struct nes_run *run, nes_batch *b, size_t k)
{
    b->row[k] = k;
    b->id[k] = run->next_id + k;
    b->tries[k] = 0;
}

/* Returns how many points wait for values. */
static size_t begin_generation(struct nes_run *run)
{
    nes_batch *b = &run->g.batch;
    const bool again = can_look_back(run);
    b->origin = !run->begun && run->plan.scheme->elitist && run->plan.guests > 0;
    b->n = b->origin ? 1 : run->plan.rows;
    b->first = 0;
    nes_address(run);
    for (size_t k = 0; k < b->n; k++) {
        nes_begin_slot(run, b, k);
        if (again) continue; /* mixing looks at the last generation */
        b->source[k] = nes_sampling_source(run->g.sampling, k);
        b->fate[k] = b->lane[k] = 0;
    }
    size_t first = 0;
    if (run->chosen.of.n > 0) nes_chosen_draw(run);
    if (b->origin)
        nes_place_start(run);
    else if (again)
        first = mix(run);
    else
        nes_draw_slots(run, 0, nes_batch_end(b));
    nes_guests_open(run);
    run->base_evaluations = run->tally.evaluations;
    const uint64_t number = run->base_evaluations + run->guests.n + 1;
    for (size_t k = first; k < b->n; k++) b->number[k] = number + k - first;
    run->begun = true;
    run->fresh = false;
    run->open = true;
    run->waiting = b->n - first + run->guests.n;
    if (run->plan.models) nes_modelled_open(run); /* only some of the points wait, or none */
    return run->waiting;
}

void nes_open_generation(struct nes_run *run)
{
    while (!run->open && run->end.reason == NES_RUNNING)
        if (begin_generation(run) == 0) nes_finish_generation(run);
}

static void remember_values(struct nes_run *run)
{
    const nes_batch *b = &run->g.batch;
    if (!run->modelled.is_free) {
        run->generation_best = run->modelled.partial ? run->modelled.least : b->f[b->order[0]];
        run->generation_median = b->f[b->order[b->n / 2]];
    }
    if (isnan(run->first_f)) run->first_f = run->generation_median;
    nes_count_up(&run->infeasible);
    if (run->g.finite > 0) run->infeasible = 0;
}

/* A run is lost when its start or all of its first generation have no finite value, until a
 * generation has at least as many finite values as others. */
static void note_lost(struct nes_run *run)
{
    if (run->tally.generations == 0) run->lost = isnan(run->best_f) || run->guests.infinite;
    if (2 * run->g.finite >= run->g.batch.n) run->lost = false;
}

/* No finite value in this generation: the centre stays, and everything shrinks. While the run is
 * lost, values are far away: everything is doubled, once in as many evaluations as make a
 * population, until the first finite value, and then keeps its width. [math: B12] */
static nes_rates retreat(struct nes_run *run)
{
    enum { WIDEST = 30 }; /* times; a factor 1e9 */
    const uint64_t period = run->plan.s.popsize / run->plan.rows;
    const bool widens = isnan(run->best_f) && run->infeasible <= WIDEST * period;
    const double wider = widens ? 0.69314718055994531 / (double)period : 0;
    nes_step_rescale(&run->g.step, run->lost ? wider : -1 / sqrt((double)run->whole));
    return nes_rescaling(run->g.base.limit);
}

/* Fewer finite values, less is known about scale and shape; some families see to that themselves.
 * [math: B12] */
static nes_rates cautious(const struct nes_run *run)
{
    const double share = (double)run->g.finite / (double)run->g.batch.n;
    nes_rates eta = run->g.eta;
    if (run->g.dist.family->counts || run->modelled.partial) return eta;
    eta.sigma *= share;
    eta.shape *= share;
    eta.nu *= share;
    eta.diag *= share;
    return eta;
}

/* Draws samples of a larger rate, where a form of adaptation wants some; returns whether there are
 * any. */
static bool open_trial(struct nes_run *run)
{
    nes_gen *g = &run->g;
    nes_batch *t = &run->trial;
    if (run->tally.generations == 0) return false;
    if (nes_draw_trial(g, t) == 0) return false;
    run->base_evaluations = run->tally.evaluations;
    for (size_t k = 0; k < t->n; k++) {
        nes_begin_slot(run, t, k);
        t->number[k] = run->tally.evaluations + k + 1;
        t->fate[k] = 0;
    }
    nes_place_slots(run, t, 0, t->n);
    nes_into_bounds(run, t, 0, t->n);
    run->waiting = t->n;
    run->in_trial = run->open = true;
    return true;
}

/* The dimension that utilities are computed for. Large populations cap the rate of a matrix of all
 * variables, which groups do not have: theirs are those of a dimension where nothing is capped. */
static size_t shaped_dimension(const struct nes_run *run, size_t n)
{
    const bool groups = (run->g.dist.family->uses & NES_USES_GROUPS) != 0;
    const double effective = groups ? nes_effective_samples(run->plan.shaping, n, NULL) : 1;
    size_t d = run->whole;
    for (nes_defaults r; groups && d < SIZE_MAX / 2; d *= 2) {
        nes_path_defaults(d, n, effective, &r);
        if (r.shape < 1 - r.paths.one) break;
    }
    return d;
}

/* A generation that was closed early has fewer rows, and utilities for as many. */
void nes_weigh(struct nes_run *run)
{
    nes_utilities *u = &run->g.utilities;
    const size_t n = run->g.batch.n;
    if (u->shaping->fill != NULL && n != u->n)
        u->shaping->fill(shaped_dimension(run, n), n, u->mean, u->shape);
    u->n = n;
    run->g.scheme->weigh(&run->g);
}

/* Values of the batch join those of the period. Rows that importance mixing kept are old news. The
 * loops are short and have no branches that depend on values. */
static void note_values(struct nes_run *run, const nes_batch *b)
{
    nes_history *h = &run->history;
    double best = h->period_best, worst = h->period_worst;
    size_t ties = 0;
    for (size_t k = 0; k < b->n; k++) {
        if (b->number[k] <= run->base_evaluations) continue;
        const double f = nes_is_finite_value(b->f[k]) ? b->f[k] : INFINITY;
        best = f < best ? f : best;
        worst = f > worst ? f : worst;
    }
    for (size_t k = 0; k < b->n; k++)
        ties += (b->f[k] == best) & (b->number[k] > run->base_evaluations);
    h->period_ties = best < h->period_best ? ties : h->period_ties + ties;
    h->period_best = best;
    h->period_worst = worst;
}

/* Closes the open batch, whose rows all have values by now. */
static void close_batch(struct nes_run *run)
{
    nes_batch *b = nes_open_batch(run);
    nes_batch_restore(b);
    /* Steps on a way are not of the distribution, and merits and values of a model come later. */
    if (run->constrained.of.m == 0 && !run->way.on && !run->modelled.partial) note_values(run, b);
    if (run->modelled.asks) nes_portion_hear(run);
    if (!run->plan.s.asynchronous) nes_guests_close(run);
    run->open = false;
    run->asked = 0;
    run->late = 0;
    if (!run->modelled.partial || run->modelled.asks)
        run->next_id += b->n; /* else nobody has seen them */
}

/* Applies the proposed step with its rates. Without a finite value a retreat takes its place,
 * except for a hill climber that has a parent. */
static int apply(struct nes_run *run)
{
    nes_gen *g = &run->g;
    const bool retreats = g->finite == 0 && (run->lost || !g->scheme->elitist);
    nes_rates eta = retreats ? retreat(run) : g->scheme->elitist ? g->eta : cautious(run);
    if (!retreats) nes_before_apply(g, &eta);
    if (run->plan.integers > 0) nes_integers_note(run);
    const int outcome = g->gradient->apply(g, &eta);
    if (run->plan.integers > 0) nes_integers_follow(run, retreats ? 0 : eta.mu);
    if (run->modelled.partial) nes_modelled_hold(run);
    if (!retreats && outcome == NES_MOVED) nes_after_apply(g);
    return outcome;
}

static void move(struct nes_run *run)
{
    nes_gen *g = &run->g;
    if (run->chosen.of.n > 0) nes_chosen_learn(run);
    if (run->tally.generations > 0) nes_before_propose(g, run->in_trial ? &run->trial : NULL);
    run->in_trial = false;
    int outcome = g->gradient->propose(g);
    g->step.finite = g->finite;
    if (outcome == NES_MOVED) outcome = apply(run);
    if (outcome != NES_MOVED)
        nes_end(&run->end, outcome == NES_MOVE_INVALID ? NES_STOP_INVALID : NES_STOP_NONFINITE, NAN,
                NAN);
    nes_range_judge(run);
    if (run->bounds.bounder != NULL && g->dist.family->located)
        nes_bounds_fold(&run->bounds, g->dist.theta);
    run->tally.generations++;
    nes_count_up(&run->drawn);
    nes_judge(run);
}

/* Too few values to move by: the distribution stays, and the next samples are others. */
void nes_abandon_generation(struct nes_run *run)
{
    close_batch(run);
    if (!run->g.batch.origin) nes_count_up(&run->drawn);
    nes_judge(run);
}

/* The start is the first parent of a hill climber. */
static void set_parent(struct nes_run *run)
{
    nes_gen *g = &run->g;
    const nes_batch *b = &g->batch;
    g->parent_f = nes_is_finite_value(b->f[0]) ? b->f[0] : INFINITY;
    if (b->group == NULL) return;
    nes_constrained_weigh(run);
    g->parent_group = b->group[0];
    g->parent_f = b->group[0] >= NES_RANKED_AS_INFINITE ? INFINITY : b->key[0];
}

/* Whether the generation does not move the distribution yet: other points are evaluated before
 * that, steps on ways and then a trial. Nor does it where a way has ended the run. */
static bool look_aside(struct nes_run *run)
{
    if (run->plan.ways && (nes_way_go(run) || run->end.reason == NES_STOP_DOWNHILL)) return true;
    return open_trial(run);
}

void nes_finish_generation(struct nes_run *run)
{
    nes_gen *g = &run->g;
    close_batch(run);
    if (g->batch.origin) {
        set_parent(run);
        nes_begin_period(run);
        nes_judge(run);
        return;
    }
    if (run->modelled.asks && nes_modelled_go_on(run)) {
        if (nes_run_is_spent(run) || run->best_f <= run->budget.target) nes_judge(run);
        return;
    }
    if (!nes_is_aside(run)) {
        if (run->plan.models) nes_modelled_value(run);
        if (run->constrained.of.m > 0) nes_constrained_weigh(run);
        nes_weigh(run);
        if (run->constrained.of.m > 0) nes_constrained_note(run);
        remember_values(run);
        note_lost(run);
    }
    if (!run->in_trial && look_aside(run)) {
        if (nes_run_is_spent(run)) nes_judge(run); /* it waits for a larger budget */
        return;
    }
    move(run);
}
