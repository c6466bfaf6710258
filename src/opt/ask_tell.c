/* SPDX-License-Identifier: MIT
 *
 * Asking and telling. ask hands out the slots without a value as one block; tell takes values,
 * whole or by id, and closes the generation with the last one. Nothing here allocates. */
#include <math.h>
#include <string.h>

#include "opt/opt.h"
#include "opt/runs.h"
#include "technique/shaping.h"

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

static nes_note note_of(nes_opt *o)
{
    return (nes_note){o->message, sizeof o->message};
}

double nes_sign(const nes_opt *o, double f)
{
    return o->s.maximize ? -f : f;
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

nes_status nes_ask(nes_opt *o, nes_points *p)
{
    if (o == NULL || p == NULL) return NES_ERR_ARGUMENT;
    if (o->stop != NES_RUNNING)
        return nes_refuse(note_of(o), NES_ERR_ORDER, "the run has stopped (%s): ask nothing more",
                          nes_stop_name(o->stop));
    if (o->runs != NULL) return nes_runs_ask(o, p);
    nes_open_generation(o);
    nes_batch *b = nes_open_batch(o);
    o->first = gather_waiting(b);
    o->asked = nes_batch_end(b) - o->first;
    if (o->s.max_evals > 0 && o->asked > o->s.max_evals - o->evaluations)
        o->asked = (size_t)(o->s.max_evals - o->evaluations);
    *p = (nes_points){o->asked, o->dim, nes_batch_x(b, o->first), b->id + o->first, b->told};
    return NES_OK;
}

/* A failed evaluation is tried again, or its point replaced, as long as the settings allow. */
static bool gets_another_try(nes_opt *o, size_t k)
{
    nes_batch *b = nes_open_batch(o);
    o->failed++;
    if (b->tries[k] < o->s.retries) {
        b->tries[k]++;
        return true;
    }
    if (strcmp(o->s.failures, "resample") != 0 || b->origin || o->in_trial) return false;
    if (b->lane[k] >= NES_LANE_REDRAWS) return false;
    b->tries[k] = 0;
    b->lane[k]++;
    nes_draw_slots(o, k, k + 1);
    return true;
}

static void take(nes_opt *o, size_t k, double f)
{
    nes_batch *b = nes_open_batch(o);
    o->evaluations++;
    b->valued[k] = 0;
    if (nes_is_eval_failed(f)) {
        if (gets_another_try(o, k)) return;
    } else if (isinf(f) || !nes_is_finite_value(nes_sign(o, f))) {
        o->nonfinite++;
    }
    b->f[k] = nes_sign(o, f);
    b->valued[k] = 1;
    o->waiting--;
}

static void close_if_complete(nes_opt *o)
{
    if (o->waiting == 0) {
        nes_finish_generation(o);
        if (o->mixes) nes_open_generation(o); /* some generations need no evaluation */
    } else if (o->s.max_evals > 0 && o->evaluations >= o->s.max_evals) {
        nes_remember_best(o); /* a generation cut short counts, but moves nothing */
        nes_judge(o);
    } else {
        nes_turn_window(o);
    }
}

nes_status nes_tell(nes_opt *o, size_t n, const double *f)
{
    if (o == NULL || (f == NULL && n > 0)) return NES_ERR_ARGUMENT;
    if (o->asked == 0)
        return nes_refuse(note_of(o), NES_ERR_ORDER,
                          "nothing was asked: call nes_ask before nes_tell");
    if (n != o->asked)
        return nes_refuse(note_of(o), NES_ERR_COUNT,
                          "%zu values were told, but the last ask handed out %zu points", n,
                          o->asked);
    if (o->runs != NULL) return nes_runs_tell(o, n, f);
    const size_t first = o->first;
    o->asked = 0;
    for (size_t k = 0; k < n; k++) take(o, first + k, f[k]);
    close_if_complete(o);
    return NES_OK;
}

/* The slot of an id of this batch. */
static size_t any_slot(nes_opt *o, uint64_t id)
{
    const nes_batch *b = nes_open_batch(o);
    size_t k = (size_t)(id - o->next_id);
    if (b->id[k] != id)
        for (k = 0; b->id[k] != id;) k++;
    return k;
}

/* The slot of that id if its point is at hand and waits, or n. */
static size_t slot_of(nes_opt *o, uint64_t id)
{
    const nes_batch *b = nes_open_batch(o);
    if (id < o->next_id || id - o->next_id >= b->n) return b->n;
    const size_t k = any_slot(o, id);
    return k < b->first || k >= nes_batch_end(b) || b->valued[k] ? b->n : k;
}

enum { CLAIMED = 2 }; /* value of valued[] while a tell is being checked */

/* Whether every id is that of a waiting slot and there once; the first that is not otherwise. */
static bool all_wait(nes_opt *o, size_t n, const uint64_t *id, uint64_t *wrong)
{
    nes_batch *b = nes_open_batch(o);
    size_t i = 0;
    for (; i < n; i++) {
        const size_t k = slot_of(o, id[i]);
        if (k == b->n) break;
        b->valued[k] = CLAIMED; /* so that slot_of does not find it again */
    }
    for (size_t k = 0; k < i; k++) b->valued[any_slot(o, id[k])] = 0;
    if (i < n) *wrong = id[i];
    return i == n;
}

nes_status nes_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    uint64_t wrong = 0;
    if (o == NULL || ((id == NULL || f == NULL) && n > 0)) return NES_ERR_ARGUMENT;
    if (!o->open)
        return nes_refuse(note_of(o), NES_ERR_ORDER,
                          "no generation is open: call nes_ask before nes_tell_some");
    if (o->runs != NULL) return nes_runs_tell_some(o, n, id, f);
    if (o->s.max_evals > 0 && n > o->s.max_evals - o->evaluations)
        return nes_refuse(note_of(o), NES_ERR_COUNT,
                          "%zu values were told, but max_evals leaves %llu", n,
                          (unsigned long long)(o->s.max_evals - o->evaluations));
    if (!all_wait(o, n, id, &wrong))
        return nes_refuse(note_of(o), NES_ERR_ID,
                          "point %llu is not open: it was never handed out, or already told",
                          (unsigned long long)wrong);
    o->asked = 0;
    for (size_t i = 0; i < n; i++) take(o, slot_of(o, id[i]), f[i]);
    if (n > 0) close_if_complete(o);
    return NES_OK;
}
