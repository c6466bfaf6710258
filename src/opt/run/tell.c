/* SPDX-License-Identifier: MIT
 *
 * Telling: the records that have been read (records.c) are taken, and the generation is closed with
 * the last one. Nothing here allocates. */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/try.h"

enum { FEWEST = 2 }; /* the fewest values that the distribution can move by */

/* What stands in the place of the value of a point that failed for good. Nobody looks at the bits
 * of this NaN; they are those that earlier versions saved. */
double nes_no_value(void)
{
    static const uint64_t BITS = 0x7ff80000006e6573u;
    double f;
    memcpy(&f, &BITS, sizeof f);
    return f;
}

/* The record of a point goes to guest k, or to slot k of the open batch: here are its outputs. */
static double *outputs_of(struct nes_run *run, bool guest, size_t k)
{
    return nes_outputs_at(guest ? run->guests.outputs : nes_open_batch(run)->outputs, run->outputs,
                          k);
}

/* A failed evaluation is tried again, or its point replaced, as long as the settings allow. Every
 * row has its own limit, so that the order of telling does not matter. A guest is not replaced:
 * another point would not be what it stands for. */
static bool gets_another_try(struct nes_run *run, bool guest, size_t k, nes_fate fate)
{
    nes_batch *b = nes_open_batch(run);
    const uint64_t each = run->plan.s.retries + 1; /* tries of one point */
    const uint64_t tries = guest ? ++run->guests.tries[k] : ++b->tries[k];
    run->tally.failed++;
    if (fate == NES_GIVEN_UP) return false;
    if (tries % each != 0) return true;
    if (guest || !run->plan.replaces || b->origin || nes_is_aside(run)) return false;
    if (tries / each > run->plan.s.replacements || b->lane[k] >= NES_LANE_REDRAWS) return false;
    b->lane[k]++;
    nes_draw_slots(run, k, k + 1);
    return true;
}

/* Of n counts of failures each keeps those of its present point, as far as another number of tries
 * allows, and never grows: a saved run has no more of them than failed evaluations. */
static void recount(uint64_t *tries, size_t n, uint64_t before, uint64_t now)
{
    for (size_t k = 0; k < n; k++) {
        const uint64_t last = tries[k] % before, left = last < now ? last : now - 1;
        tries[k] -= (tries[k] - left) % now;
    }
}

void nes_change_retries(struct nes_run *run, uint64_t retries)
{
    nes_batch *b = nes_open_batch(run);
    const uint64_t before = run->plan.s.retries + 1, now = retries + 1;
    recount(b->tries, b->n, before, now);
    recount(run->guests.tries, run->guests.n, before, now);
}

/* Most values are not, and need no second look. */
static bool may_be_best(const struct nes_run *run, double f)
{
    return run->constrained.of.m > 0 || !(f > run->best_f); /* true while there is no best */
}

/* The best value so far, the earlier row of equals: the same whatever the order of telling. */
static void remember_best(struct nes_run *run, bool guest, size_t k, double f)
{
    const nes_batch *b = nes_open_batch(run);
    const nes_spot at = {guest ? nes_guests_x(run) : nes_batch_x(b, k),
                         guest ? nes_guests_choices(run) : nes_batch_choices(b, k),
                         outputs_of(run, guest, k)};
    const uint64_t number = guest ? run->base_evaluations + k + 1 : b->number[k];
    if (run->constrained.of.m > 0 && !nes_constrained_hear(run, f, &at, number)) return;
    if (!nes_is_finite_value(f) || f > run->best_f) return; /* false while there is no best */
    if (f == run->best_f && number >= run->best_evaluation) return;
    run->best_f = f;
    run->best_evaluation = number;
    nes_spot_keep(run, &at, run->best_x, run->best_outputs);
}

/* The best step on a way since the owner of the runs has looked, likewise. */
static void remember_find(struct nes_run *run, size_t k, double f)
{
    const nes_batch *b = &run->way.steps;
    nes_find *found = &run->way.find;
    if (!nes_is_finite_value(f) || f > found->f) return;
    if (f == found->f && b->number[k] >= found->number) return;
    found->f = f;
    found->number = b->number[k];
    memcpy(found->x, nes_batch_x(b, k), run->dim * sizeof *found->x);
    nes_copy_outputs(run->outputs, found->outputs, outputs_of(run, false, k));
}

/* The value of a record, internal sign. */
static double value_of(struct nes_run *run, nes_fate fate, const double *values)
{
    if (fate != NES_MEASURED) return nes_signed(run->plan.s.maximize, nes_no_value());
    const double f = nes_signed(run->plan.s.maximize, values[0]);
    if (isinf(f) || !nes_is_finite_value(f)) run->tally.nonfinite++;
    return f;
}

/* Takes a record of guest k or of slot k: 1 + m values, of which a point that failed has none. A
 * point that waits or is late was not measured: it stays open, or is left out. */
static void take(struct nes_run *run, bool guest, size_t k, nes_fate fate, const double *values)
{
    nes_batch *b = nes_open_batch(run);
    unsigned char *to = guest ? &run->guests.fate[k] : &b->fate[k];
    *to = fate == NES_LATE ? NES_LATE : NES_WAITING;
    if (fate == NES_WAITING) return;
    if (fate != NES_LATE) {
        run->tally.evaluations++;
        if (fate != NES_MEASURED && gets_another_try(run, guest, k, fate)) return;
    }
    run->waiting--;
    run->guests.waiting -= guest;
    if (fate == NES_LATE) {
        run->late++;
        return;
    }
    const double f = value_of(run, fate, values);
    *(guest ? &run->guests.f[k] : &b->f[k]) = f;
    *to = fate == NES_MEASURED ? NES_MEASURED : NES_GIVEN_UP;
    for (size_t i = 0; i < run->outputs; i++)
        outputs_of(run, guest, k)[i] = fate == NES_MEASURED ? values[1 + i] : NAN;
    if (run->way.on)
        remember_find(run, k, f);
    else if (may_be_best(run, f))
        remember_best(run, guest, k, f);
}

/* Numbers of evaluations that a run remembers, before they change. */
typedef struct kept_numbers {
    uint64_t of[3];
} kept_numbers;

static void renumber(struct nes_run *run, const kept_numbers *old, uint64_t from, uint64_t to)
{
    uint64_t *const kept[] = {&run->best_evaluation, &run->constrained.first_feasible,
                              &run->constrained.nearest.evaluation};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (old->of[i] == from) *kept[i] = to;
}

/* The evaluations that took place, counted in the order of their rows. */
static void number_values(struct nes_run *run, nes_batch *b)
{
    const uint64_t base = run->base_evaluations;
    const kept_numbers old = {{run->best_evaluation, run->constrained.first_feasible,
                               run->constrained.nearest.evaluation}};
    uint64_t number = base;
    for (size_t i = 0; i < run->guests.n; i++) {
        number += nes_is_told(run->guests.fate[i]);
        renumber(run, &old, base + i + 1, number);
    }
    for (size_t k = 0; k < b->n; k++) {
        if (!nes_is_told(b->fate[k]) || b->number[k] <= base) continue;
        number++;
        if (run->way.on) nes_way_renumber(&run->way, b->number[k], number);
        renumber(run, &old, b->number[k], number);
        b->number[k] = number;
    }
}

/* Finishes the generation without the points that have no value. [math: B13] */
static void close_generation(struct nes_run *run)
{
    nes_batch *b = nes_open_batch(run);
    nes_batch_restore(b);
    number_values(run, b);
    const size_t together = run->way.on ? 1 : run->plan.sampling->multiple;
    const size_t n = b->n, left = nes_batch_drop(b, together);
    run->next_id += n - left;
    run->fresh = run->fresh || left < n;
    run->closed = true;
    if (!nes_is_aside(run) && left < n && left < FEWEST)
        nes_abandon_generation(run);
    else
        nes_finish_generation(run);
    if (run->plan.mixes) nes_open_generation(run);
}

static void close_if_complete(struct nes_run *run)
{
    if (run->waiting == 0 && run->late > 0) {
        close_generation(run);
    } else if (run->waiting == 0) {
        nes_finish_generation(run);
        if (run->plan.mixes) nes_open_generation(run); /* some generations need no evaluation */
    } else if (nes_run_is_spent(run)) {
        nes_judge(run); /* a generation cut short moves nothing */
    } else {
        nes_turn_window(run);
    }
}

/* ---- telling -------------------------------------------------------------------------------- */

/* The points wait again before the first record is taken: a sample that is drawn anew in the place
 * of a failed one calls functions of the caller. */
nes_status nes_run_take(struct nes_run *run, const nes_records *t, const nes_heard *r,
                        nes_note note)
{
    NES_TRY(nes_heard_check(run, r, note));
    if (r->n > 0) run->asked = 0;
    for (size_t i = 0; i < r->n; i++) {
        const nes_claim c = run->claim[i];
        take(run, c.guest, c.k, (nes_fate)c.fate, t->values + c.record * (1 + run->outputs));
    }
    if (r->n > 0) close_if_complete(run);
    return nes_refuse_late(r->late_values, note);
}

/* Measured values of all points of an ask, in its order: there is nothing else to read. */
static nes_status take_values(struct nes_run *run, const nes_records *t)
{
    const size_t guests = run->guests.asked, stride = 1 + run->outputs;
    const uint64_t *id = run->g.batch.id - run->guests.waiting;
    run->asked = 0;
    for (size_t i = 0; i < guests; i++)
        take(run, true, nes_guests_find(run, id[i]), NES_MEASURED, t->values + i * stride);
    for (size_t i = guests; i < t->n; i++)
        take(run, false, run->first + (i - guests), NES_MEASURED, t->values + i * stride);
    close_if_complete(run);
    return NES_OK;
}

nes_status nes_run_tell(struct nes_run *run, const nes_records *t, nes_note note)
{
    nes_heard r;
    if (run->asked == 0)
        return nes_refuse(note, NES_ERR_ORDER,
                          "nothing was asked: ask for points before telling values");
    if (t->n != run->asked)
        return nes_refuse(note, NES_ERR_COUNT,
                          "%zu value%s told, but the last ask handed out %zu point%s", t->n,
                          t->n == 1 ? " was" : "s were", run->asked, nes_s(run->asked));
    if (t->fate == NULL) return take_values(run, t);
    nes_read_asked(run, t, &r);
    return nes_run_take(run, t, &r, note);
}

bool nes_needs_all(struct nes_run *run)
{
    return nes_is_table(run->plan.shaping) && !nes_is_aside(run) && !nes_open_batch(run)->origin;
}

nes_status nes_refuse_fewer(const struct nes_run *run, nes_note note)
{
    return nes_refuse(note, NES_ERR_METHOD,
                      "shaping '%s' has utilities for %zu points, so that a generation cannot be "
                      "closed with fewer: use another shaping, or tell all values",
                      run->plan.shaping->name, run->plan.rows);
}

nes_status nes_refuse_late(size_t n, nes_note note)
{
    if (n == 0) return NES_OK;
    return nes_refuse(note, NES_ERR_LATE,
                      "%zu %s for points of a finished generation and %s left out", n,
                      n == 1 ? "value came" : "values came", n == 1 ? "was" : "were");
}

nes_status nes_run_close(struct nes_run *run, nes_note note)
{
    if (!run->open)
        return nes_refuse(note, NES_ERR_ORDER, "no generation is open: there is nothing to close");
    const size_t together = run->plan.sampling->multiple;
    if (nes_needs_all(run) && nes_batch_whole(nes_open_batch(run), together) >= FEWEST)
        return nes_refuse_fewer(run, note);
    close_generation(run);
    return NES_OK;
}
