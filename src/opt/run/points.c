/* SPDX-License-Identifier: MIT
 *
 * Asking and telling. ask hands out the slots without a value as one block; tell takes values,
 * whole or by id, and closes the generation with the last one. Nothing here allocates. */
#include <math.h>
#include <string.h>

#include "opt/run/run.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/try.h"

enum { FEWEST = 2 }; /* values that the distribution can move by */

/* The bits of "this evaluation did not happen": a quiet NaN with a payload of its own. */
static const uint64_t FAILED_BITS = 0x7ff80000006e6573u;

double nes_eval_failed(void)
{
    double f;
    memcpy(&f, &FAILED_BITS, sizeof f);
    return f;
}

bool nes_is_eval_failed(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (bits & 0x7fffffffffffffffu) == FAILED_BITS;
}

/* Valued slots first, waiting ones as a block at the end; nothing moves if they already are. */
static size_t gather_waiting(nes_batch *b)
{
    size_t first = b->first;
    for (size_t k = first; k < nes_batch_end(b); k++)
        if (b->valued[k]) {
            if (k != first) nes_batch_swap(b, k, first);
            first++;
        }
    return first;
}

/* Waiting slots first, next to the guests that wait too. Returns the end of the block. */
static size_t gather_behind_guests(nes_batch *b)
{
    size_t end = b->first;
    for (size_t k = end; k < nes_batch_end(b); k++)
        if (!b->valued[k]) {
            if (k != end) nes_batch_swap(b, k, end);
            end++;
        }
    return end;
}

static size_t least(size_t n, uint64_t limit)
{
    return n < limit ? n : (size_t)limit;
}

void nes_run_ask(struct nes_run *run, nes_points *p)
{
    nes_open_generation(run);
    nes_batch *b = nes_open_batch(run);
    const size_t ahead = run->guests.waiting > 0 ? nes_guests_gather(run) : 0;
    const size_t end = ahead > 0 ? gather_behind_guests(b) : nes_batch_end(b);
    run->first = ahead > 0 ? b->first : gather_waiting(b);
    run->asked = ahead + end - run->first;
    if (run->plan.window < run->plan.rows) run->asked = least(run->asked, run->plan.window);
    run->asked = least(run->asked, run->budget.max_evals - run->tally.evaluations);
    run->guests.asked = least(ahead, run->asked);
    if (run->asked < ahead + end - run->first) nes_batch_order(b, run->first, end);
    *p = (nes_points){.n = run->asked,
                      .dim = run->dim,
                      .x = nes_batch_x(b, run->first) - ahead * run->dim,
                      .id = b->id + run->first - ahead,
                      .f = b->told};
}

/* A failed evaluation is tried again, or its point replaced, as long as the settings allow. Every
 * row has its own limit, so that the order of telling does not matter. */
static bool gets_another_try(struct nes_run *run, size_t k)
{
    nes_batch *b = nes_open_batch(run);
    const uint64_t each = run->plan.s.retries + 1; /* tries of one point */
    run->tally.failed++;
    if (++b->tries[k] % each != 0) return true;
    if (!run->plan.replaces || b->origin || run->in_trial) return false;
    if (b->tries[k] / each > run->plan.s.replacements || b->lane[k] >= NES_LANE_REDRAWS)
        return false;
    b->lane[k]++;
    nes_draw_slots(run, k, k + 1);
    return true;
}

/* The best value so far, the earlier row of equals: the same whatever the order of telling. */
static void remember_best(struct nes_run *run, double f, uint64_t number, const double *x)
{
    if (!nes_is_finite_value(f)) return;
    const bool earlier = f == run->best_f && number < run->best_evaluation;
    if (f >= run->best_f && !earlier) return; /* false while there is no best */
    run->best_f = f;
    run->best_evaluation = number;
    memcpy(run->best_x, x, run->dim * sizeof *run->best_x);
}

static void count_nonfinite(struct nes_run *run, double f)
{
    if (isinf(f) || !nes_is_finite_value(nes_signed(run->plan.s.maximize, f)))
        run->tally.nonfinite++;
}

static void take(struct nes_run *run, size_t k, double f)
{
    nes_batch *b = nes_open_batch(run);
    run->tally.evaluations++;
    b->valued[k] = 0;
    if (nes_is_eval_failed(f)) {
        if (gets_another_try(run, k)) return;
    } else {
        count_nonfinite(run, f);
    }
    b->f[k] = nes_signed(run->plan.s.maximize, f);
    b->valued[k] = 1;
    run->waiting--;
    remember_best(run, b->f[k], b->number[k], nes_batch_x(b, k));
}

/* A guest that failed may be tried again; another point would not be what it stands for. */
static void take_guest(struct nes_run *run, size_t i, double f)
{
    nes_guests *g = &run->guests;
    run->tally.evaluations++;
    g->valued[i] = 0;
    if (nes_is_eval_failed(f)) {
        run->tally.failed++;
        if (g->tries[i]++ < run->plan.s.retries) return;
    } else {
        count_nonfinite(run, f);
    }
    g->f[i] = nes_signed(run->plan.s.maximize, f);
    g->valued[i] = 1;
    g->waiting--;
    run->waiting--;
    remember_best(run, g->f[i], run->base_evaluations + i + 1, nes_guests_x(run));
}

static void close_if_complete(struct nes_run *run)
{
    if (run->waiting == 0) {
        nes_finish_generation(run);
        if (run->plan.mixes) nes_open_generation(run); /* some generations need no evaluation */
    } else if (nes_run_is_spent(run)) {
        nes_judge(run); /* a generation cut short moves nothing */
    } else {
        nes_turn_window(run);
    }
}

nes_status nes_run_tell(struct nes_run *run, size_t n, const double *f, nes_note note)
{
    if (run->asked == 0)
        return nes_refuse(note, NES_ERR_ORDER,
                          "nothing was asked: ask for points before telling values");
    if (n != run->asked)
        return nes_refuse(note, NES_ERR_COUNT,
                          "%zu values were told, but the last ask handed out %zu points", n,
                          run->asked);
    const size_t first = run->first, guests = run->guests.asked;
    const uint64_t *id = run->g.batch.id - run->guests.waiting;
    run->asked = 0;
    for (size_t k = 0; k < guests; k++) take_guest(run, nes_guests_find(run, id[k]), f[k]);
    for (size_t k = guests; k < n; k++) take(run, first + (k - guests), f[k]);
    close_if_complete(run);
    return NES_OK;
}

/* Where the rows of the open batch are: known once a row is not in the slot of its number. */
typedef struct places {
    const nes_batch *b;
    const size_t *slots; /* null: not known yet */
} places;

/* The slot of an id of this batch. */
static size_t slot_of(places *at, size_t row, uint64_t id)
{
    if (at->b->id[row] == id) return row;
    if (at->slots == NULL) at->slots = nes_batch_slots(at->b);
    return at->slots[row];
}

/* The mark of the point of that id: whether it has a value. Null: it is not at hand. */
static unsigned char *mark_of(struct nes_run *run, places *at, uint64_t id)
{
    const nes_batch *b = nes_open_batch(run);
    const size_t guest = nes_guests_find(run, id);
    if (guest < run->guests.n) return &run->guests.valued[guest];
    if (id < run->next_id || id - run->next_id >= b->n) return NULL;
    const size_t k = slot_of(at, (size_t)(id - run->next_id), id);
    return k < b->first || k >= nes_batch_end(b) ? NULL : &b->valued[k];
}

static void take_by_id(struct nes_run *run, places *at, uint64_t id, double f)
{
    const size_t guest = nes_guests_find(run, id);
    if (guest < run->guests.n)
        take_guest(run, guest, f);
    else
        take(run, slot_of(at, (size_t)(id - run->next_id), id), f);
}

enum { CLAIMED = 2 }; /* a mark while a tell is being checked */

/* Whether every id is that of a waiting point and there once; the first that is not otherwise. */
static bool all_wait(struct nes_run *run, places *at, size_t n, const uint64_t *id, uint64_t *wrong)
{
    size_t i = 0;
    for (; i < n; i++) {
        if (nes_run_is_past(run, id[i])) continue;
        unsigned char *mark = mark_of(run, at, id[i]);
        if (mark == NULL || *mark != 0) break;
        *mark = CLAIMED; /* so that it does not pass again */
    }
    for (size_t k = 0; k < i; k++)
        if (!nes_run_is_past(run, id[k])) *mark_of(run, at, id[k]) = 0;
    if (i < n) *wrong = id[i];
    return i == n;
}

nes_status nes_run_tell_some(struct nes_run *run, size_t n, const uint64_t *id, const double *f,
                             nes_note note)
{
    uint64_t wrong = 0;
    size_t late = 0;
    for (size_t i = 0; i < n; i++) late += nes_run_is_past(run, id[i]);
    if (n - late > run->budget.max_evals - run->tally.evaluations)
        return nes_refuse(note, NES_ERR_COUNT, "%zu values were told, but max_evals leaves %llu",
                          n - late,
                          (unsigned long long)(run->budget.max_evals - run->tally.evaluations));
    places at = {.b = nes_open_batch(run)};
    if (!all_wait(run, &at, n, id, &wrong))
        return nes_refuse(note, NES_ERR_ID,
                          "point %llu is not open: it was never handed out, or already told",
                          (unsigned long long)wrong);
    if (n > late) run->asked = 0;
    for (size_t i = 0; i < n; i++)
        if (!nes_run_is_past(run, id[i])) take_by_id(run, &at, id[i], f[i]);
    if (n > late) close_if_complete(run);
    return late > 0 ? nes_refuse_late(late, note) : NES_OK;
}

nes_status nes_refuse_late(size_t n, nes_note note)
{
    return nes_refuse(note, NES_ERR_LATE,
                      "%zu %s for points of a finished generation and %s left out", n,
                      n == 1 ? "value came" : "values came", n == 1 ? "was" : "were");
}

/* A table of utilities has none for fewer points, where these are to move the distribution. */
static nes_status check_close(struct nes_run *run, nes_note note)
{
    const nes_shaping *s = run->plan.shaping;
    if (!run->open)
        return nes_refuse(note, NES_ERR_ORDER, "no generation is open: there is nothing to close");
    const nes_batch *b = nes_open_batch(run);
    const bool table = s->fill == NULL && !s->raw;
    if (!table || run->in_trial || b->origin) return NES_OK;
    if (nes_batch_whole(b, run->plan.sampling->multiple) < FEWEST) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "shaping '%s' has utilities for %zu points, so that a generation cannot be "
                      "closed with fewer: use another shaping, or tell all values",
                      s->name, run->plan.rows);
}

/* The evaluations that took place, counted in the order of their rows. */
static void number_values(struct nes_run *run, nes_batch *b)
{
    const uint64_t best = run->best_evaluation, base = run->base_evaluations;
    uint64_t number = base;
    for (size_t i = 0; i < run->guests.n; i++) {
        number += run->guests.valued[i];
        if (best == base + i + 1) run->best_evaluation = number;
    }
    for (size_t k = 0; k < b->n; k++) {
        if (!b->valued[k] || b->number[k] <= base) continue;
        number++;
        if (b->number[k] == best) run->best_evaluation = number;
        b->number[k] = number;
    }
}

/* [math: B13] */
nes_status nes_run_close(struct nes_run *run, nes_note note)
{
    NES_TRY(check_close(run, note));
    nes_batch *b = nes_open_batch(run);
    nes_batch_restore(b);
    number_values(run, b);
    const size_t n = b->n, left = nes_batch_drop(b, run->plan.sampling->multiple);
    run->next_id += n - left;
    run->fresh = run->fresh || left < n;
    if (!run->in_trial && left < n && left < FEWEST)
        nes_abandon_generation(run);
    else
        nes_finish_generation(run);
    if (run->plan.mixes) nes_open_generation(run);
    return NES_OK;
}

/* Ids of the open batch begin at next_id; those of guests follow. */
uint64_t nes_run_numbered(const struct nes_run *run)
{
    const nes_batch *b = run->in_trial ? &run->trial : &run->g.batch;
    const uint64_t past = run->next_id & ((UINT64_C(1) << NES_ID_BITS) - 1);
    return past + (run->open ? b->n + run->guests.n : 0);
}

uint64_t nes_run_next(const struct nes_run *run)
{
    return run->open ? run->waiting : run->plan.rows + nes_guests_expected(run);
}
