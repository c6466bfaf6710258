/* SPDX-License-Identifier: MIT
 *
 * Telling: records are taken, all of an ask or some by id, and the generation is closed with the
 * last one. Nothing here allocates. */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/try.h"

enum { FEWEST = 2 }; /* values that the distribution can move by */

/* What stands in the place of the value of a point that failed for good. Nobody looks at the bits
 * of this NaN; they are those that earlier versions saved. */
static double no_value(void)
{
    static const uint64_t BITS = 0x7ff80000006e6573u;
    double f;
    memcpy(&f, &BITS, sizeof f);
    return f;
}

/* Where the record of a point goes: to a slot of the open batch, or to a guest. */
typedef struct place {
    bool guest;
    size_t k;                /* slot, or number of the guest */
    unsigned char *fate;     /* null: no such point is at hand */
    double *f, *outputs;     /* value, internal sign; m numbers */
    uint64_t *tries, number; /* failed evaluations; number of the evaluation */
    const double *x;
} place;

static place slot_place(const struct nes_run *run, nes_batch *b, size_t k)
{
    return (place){.k = k,
                   .fate = &b->fate[k],
                   .f = &b->f[k],
                   .outputs = nes_outputs_at(b->outputs, run->outputs, k),
                   .tries = &b->tries[k],
                   .number = b->number[k],
                   .x = nes_batch_x(b, k)};
}

static place guest_place(struct nes_run *run, size_t i)
{
    nes_guests *g = &run->guests;
    return (place){.guest = true,
                   .k = i,
                   .fate = &g->fate[i],
                   .f = &g->f[i],
                   .outputs = nes_outputs_at(g->outputs, run->outputs, i),
                   .tries = &g->tries[i],
                   .number = run->base_evaluations + i + 1,
                   .x = nes_guests_x(run)};
}

/* A failed evaluation is tried again, or its point replaced, as long as the settings allow. Every
 * row has its own limit, so that the order of telling does not matter. A guest is not replaced:
 * another point would not be what it stands for. */
static bool gets_another_try(struct nes_run *run, const place *p, nes_fate fate)
{
    nes_batch *b = nes_open_batch(run);
    const uint64_t each = run->plan.s.retries + 1; /* tries of one point */
    const uint64_t tries = ++*p->tries;
    run->tally.failed++;
    if (fate == NES_GIVEN_UP) return false;
    if (tries % each != 0) return true;
    if (p->guest || !run->plan.replaces || b->origin || run->in_trial) return false;
    if (tries / each > run->plan.s.replacements || b->lane[p->k] >= NES_LANE_REDRAWS) return false;
    b->lane[p->k]++;
    nes_draw_slots(run, p->k, p->k + 1);
    return true;
}

/* The best value so far, the earlier row of equals: the same whatever the order of telling. */
static void remember_best(struct nes_run *run, const place *p)
{
    const double f = *p->f;
    if (!nes_is_finite_value(f)) return;
    const bool earlier = f == run->best_f && p->number < run->best_evaluation;
    if (f >= run->best_f && !earlier) return; /* false while there is no best */
    run->best_f = f;
    run->best_evaluation = p->number;
    memcpy(run->best_x, p->x, run->dim * sizeof *run->best_x);
    nes_copy_outputs(run->outputs, run->best_outputs, p->outputs);
}

/* The value of a record, internal sign. */
static double value_of(struct nes_run *run, nes_fate fate, const double *values)
{
    if (fate != NES_MEASURED) return nes_signed(run->plan.s.maximize, no_value());
    const double f = nes_signed(run->plan.s.maximize, values[0]);
    if (isinf(f) || !nes_is_finite_value(f)) run->tally.nonfinite++;
    return f;
}

/* Takes a record: 1 + m values, of which a point that failed has none. A point that waits or is
 * late was not measured: it stays open, or is left out. */
static void take(struct nes_run *run, const place *p, nes_fate fate, const double *values)
{
    *p->fate = fate == NES_LATE ? NES_LATE : NES_WAITING;
    if (fate == NES_WAITING) return;
    if (fate != NES_LATE) {
        run->tally.evaluations++;
        if (fate != NES_MEASURED && gets_another_try(run, p, fate)) return;
    }
    run->waiting--;
    run->guests.waiting -= p->guest;
    if (fate == NES_LATE) {
        run->late++;
        return;
    }
    *p->f = value_of(run, fate, values);
    *p->fate = fate == NES_MEASURED ? NES_MEASURED : NES_GIVEN_UP;
    for (size_t i = 0; i < run->outputs; i++)
        p->outputs[i] = fate == NES_MEASURED ? values[1 + i] : NAN;
    if (!(*p->f > run->best_f)) remember_best(run, p); /* true while there is no best */
}

/* The evaluations that took place, counted in the order of their rows. */
static void number_values(struct nes_run *run, nes_batch *b)
{
    const uint64_t best = run->best_evaluation, base = run->base_evaluations;
    uint64_t number = base;
    for (size_t i = 0; i < run->guests.n; i++) {
        number += nes_is_told(run->guests.fate[i]);
        if (best == base + i + 1) run->best_evaluation = number;
    }
    for (size_t k = 0; k < b->n; k++) {
        if (!nes_is_told(b->fate[k]) || b->number[k] <= base) continue;
        number++;
        if (b->number[k] == best) run->best_evaluation = number;
        b->number[k] = number;
    }
}

/* Finishes the generation without the points that have no value. [math: B13] */
static void close_generation(struct nes_run *run)
{
    nes_batch *b = nes_open_batch(run);
    nes_batch_restore(b);
    number_values(run, b);
    const size_t n = b->n, left = nes_batch_drop(b, run->plan.sampling->multiple);
    run->next_id += n - left;
    run->fresh = run->fresh || left < n;
    run->closed = true;
    if (!run->in_trial && left < n && left < FEWEST)
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

/* ---- checks --------------------------------------------------------------------------------- */

bool nes_needs_all(struct nes_run *run)
{
    return nes_is_table(run->plan.shaping) && !run->in_trial && !nes_open_batch(run)->origin;
}

static nes_status refuse_fewer(const struct nes_run *run, nes_note note)
{
    return nes_refuse(note, NES_ERR_METHOD,
                      "shaping '%s' has utilities for %zu points, so that a generation cannot be "
                      "closed with fewer: use another shaping, or tell all values",
                      run->plan.shaping->name, run->plan.rows);
}

/* An ask of which nothing is told is refused: a driver would ask for the same points for ever. */
static nes_status check_fates(struct nes_run *run, const nes_records *t, nes_note note)
{
    bool news = t->fate == NULL || t->id != NULL;
    for (size_t i = 0; t->fate != NULL && i < t->n; i++) {
        if ((unsigned)t->fate[i] >= NES_FATE_END_)
            return nes_refuse(note, NES_ERR_VALUE, "fate %d of record %zu is none", (int)t->fate[i],
                              i + 1);
        if (t->fate[i] == NES_LATE && nes_needs_all(run)) return refuse_fewer(run, note);
        news = news || t->fate[i] != NES_WAITING;
    }
    return news ? NES_OK
                : nes_refuse(note, NES_ERR_VALUE,
                             "every record is 'waiting' (0): an evaluation ends as 'measured' (1), "
                             "'failed' (2), 'late' (3) or 'given up' (4)");
}

/* ---- telling -------------------------------------------------------------------------------- */

nes_status nes_run_tell(struct nes_run *run, const nes_records *t, nes_note note)
{
    if (run->asked == 0)
        return nes_refuse(note, NES_ERR_ORDER,
                          "nothing was asked: ask for points before telling values");
    if (t->n != run->asked)
        return nes_refuse(note, NES_ERR_COUNT,
                          "%zu values were told, but the last ask handed out %zu points", t->n,
                          run->asked);
    NES_TRY(check_fates(run, t, note));
    const size_t first = run->first, guests = run->guests.asked, stride = 1 + run->outputs;
    const uint64_t *id = run->g.batch.id - run->guests.waiting;
    run->asked = 0;
    nes_batch *b = nes_open_batch(run);
    for (size_t k = 0; k < t->n; k++) {
        const place p = k < guests ? guest_place(run, nes_guests_find(run, id[k]))
                                   : slot_place(run, b, first + (k - guests));
        take(run, &p, nes_fate_at(t, k), t->values + k * stride);
    }
    close_if_complete(run);
    return NES_OK;
}

/* Where the rows of the open batch are: known once a row is not in the slot of its number. */
typedef struct slots {
    nes_batch *b;
    const size_t *of_row; /* null: not known yet */
} slots;

/* The place of the point of that id. */
static place find(struct nes_run *run, slots *at, uint64_t id)
{
    nes_batch *b = at->b;
    const size_t guest = nes_guests_find(run, id);
    if (guest < run->guests.n) return guest_place(run, guest);
    if (id < run->next_id || id - run->next_id >= b->n) return (place){.fate = NULL};
    size_t k = (size_t)(id - run->next_id);
    if (b->id[k] != id) {
        if (at->of_row == NULL) at->of_row = nes_batch_slots(b);
        k = at->of_row[k];
    }
    return k < b->first || k >= nes_batch_end(b) ? (place){.fate = NULL} : slot_place(run, b, k);
}

/* Nobody waits for its value: its generation is finished, or goes on without it. */
static bool is_gone(struct nes_run *run, slots *at, uint64_t id)
{
    if (nes_run_is_past(run, id)) return true;
    const unsigned char *fate = run->late > 0 ? find(run, at, id).fate : NULL;
    return fate != NULL && *fate == NES_LATE;
}

enum { CLAIMED = 255 }; /* a fate while a tell is being checked */

/* Whether every id is that of a waiting point and there once; the first that is not otherwise. */
static bool all_wait(struct nes_run *run, slots *at, const nes_records *t, uint64_t *wrong)
{
    size_t i = 0;
    for (; i < t->n; i++) {
        if (is_gone(run, at, t->id[i])) continue;
        unsigned char *fate = find(run, at, t->id[i]).fate;
        if (fate == NULL || *fate != NES_WAITING) break;
        *fate = CLAIMED; /* so that it does not pass again */
    }
    for (size_t k = 0; k < i; k++)
        if (!is_gone(run, at, t->id[k])) *find(run, at, t->id[k]).fate = NES_WAITING;
    if (i < t->n) *wrong = t->id[i];
    return i == t->n;
}

/* Values that come too late, which are left out, or the others. */
static size_t count_values(struct nes_run *run, slots *at, const nes_records *t, bool late)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        n += nes_is_told(nes_fate_at(t, i)) && is_gone(run, at, t->id[i]) == late;
    return n;
}

nes_status nes_run_tell_some(struct nes_run *run, const nes_records *t, nes_note note)
{
    slots at = {.b = nes_open_batch(run)};
    uint64_t wrong = 0;
    size_t taken = 0;
    const uint64_t most = run->budget.max_evals - run->tally.evaluations;
    const size_t late = count_values(run, &at, t, true), n = count_values(run, &at, t, false);
    if (n > most)
        return nes_refuse(note, NES_ERR_COUNT, "%zu values were told, but max_evals leaves %llu", n,
                          (unsigned long long)most);
    NES_TRY(check_fates(run, t, note));
    if (!all_wait(run, &at, t, &wrong))
        return nes_refuse(note, NES_ERR_ID,
                          "point %llu is not open: it was never handed out, or already told",
                          (unsigned long long)wrong);
    for (size_t i = 0; i < t->n; i++) {
        if (is_gone(run, &at, t->id[i])) continue;
        const place p = find(run, &at, t->id[i]);
        take(run, &p, nes_fate_at(t, i), t->values + i * (1 + run->outputs));
        taken++;
    }
    if (taken > 0) run->asked = 0;
    if (taken > 0) close_if_complete(run);
    return nes_refuse_late(late, note);
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
        return refuse_fewer(run, note);
    close_generation(run);
    return NES_OK;
}
