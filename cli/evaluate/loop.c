/* SPDX-License-Identifier: MIT
 *
 * Asking, submitting, collecting and telling; see evaluate/loop.h.
 *
 * The points of an ask are borrowed until the next tell. So all of them are submitted before the
 * first value is told; values that come meanwhile are held back.
 *
 * A generation with points that are left behind is closed when nothing else of it is open. */
#include "evaluate/loop.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

typedef struct loop {
    nes_opt *opt;
    const evaluator *evaluator;
    const observer *observers;
    size_t n_observers;
    size_t in_flight;
    size_t held;  /* values collected and not yet told: */
    uint64_t *id; /* owned, as f */
    double *f;
    size_t room;
    behind *left;   /* null: nothing can be late */
    size_t *number; /* of values that are passed on: theirs in the last collect; owned */
    evaluator seen; /* what observers see as the origin of values */
    bool failed;    /* there was no memory for points that are late */
} loop;

static bool is_running(const loop *l)
{
    return nes_stopped(l->opt) == NES_RUNNING;
}

/* Room for the values of n points. */
static nes_status make_room(loop *l, size_t n)
{
    if (n <= l->room) return NES_OK;
    uint64_t *id = realloc(l->id, n * sizeof *id);
    if (id != NULL) l->id = id;
    double *f = realloc(l->f, n * sizeof *f);
    if (f != NULL) l->f = f;
    if (id == NULL || f == NULL) return NES_ERR_MEMORY;
    if (l->left != NULL) {
        size_t *number = realloc(l->number, n * sizeof *number);
        if (number == NULL) return NES_ERR_MEMORY;
        l->number = number;
    }
    l->room = n;
    return NES_OK;
}

/* Every observer hears of it, also when an earlier one has asked to stop. */
static void notify_asked(const loop *l, const nes_points *p)
{
    bool stop = false;
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->asked != NULL && w->asked(w->data, p)) stop = true;
    }
    if (stop) nes_stop_now(l->opt);
}

static void notify_generation(const loop *l)
{
    bool stop = false;
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->generation != NULL && w->generation(w->data, l->opt)) stop = true;
    }
    if (stop) nes_stop_now(l->opt);
}

static bool is_held(const loop *l)
{
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->holds != NULL && w->holds(w->data)) return true;
    }
    return false;
}

/* ---- points that are late -------------------------------------------------------------------- */

static const eval_outcome *about_seen(void *self, size_t i)
{
    const loop *l = self;
    return l->evaluator->about(l->evaluator->self, l->number[i]);
}

static void notify_late(const loop *l, size_t n, const uint64_t *id)
{
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->late != NULL) w->late(w->data, n, id);
    }
}

/* Takes points that are late out of n that have come, and returns how many values there are. */
static size_t leave_late(loop *l, size_t n, uint64_t *id, double *f)
{
    const evaluator *e = l->evaluator;
    const size_t before = l->left->n;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (e->about(e->self, i)->late) {
            if (!behind_add(l->left, id[i])) l->failed = true;
            continue;
        }
        id[kept] = id[i];
        f[kept] = f[i];
        l->number[kept++] = i;
    }
    if (l->left->n > before) notify_late(l, l->left->n - before, l->left->id + before);
    return kept;
}

/* Closes a generation of which nothing is open but what was left behind. */
static nes_status close_generation(loop *l)
{
    nes_points p;
    if (l->failed) return NES_ERR_MEMORY;
    if (l->left == NULL || l->left->n == 0 || !is_running(l)) return NES_OK;
    nes_status st = nes_ask(l->opt, &p);
    if (st == NES_OK) st = behind_filter(l->left, &p);
    if (st != NES_OK || p.n > 0) return st;
    l->left->n = 0;
    return nes_close(l->opt);
}

/* ---- a round --------------------------------------------------------------------------------- */

/* Waits a while where nothing is in flight, because an observer holds the run. Where late points
 * have all places, the evaluator has waited. */
static void collect(loop *l)
{
    const evaluator *e = l->evaluator;
    uint64_t *id = l->id + l->held;
    double *f = l->f + l->held;
    arrivals a = {.id = id, .f = f, .from = l->left == NULL ? e : &l->seen};
    if (l->in_flight > 0)
        a.n = e->collect(e->self, OBSERVER_PATIENCE, l->in_flight, id, f);
    else if (l->left == NULL || is_held(l))
        clock_sleep(OBSERVER_PATIENCE);
    l->in_flight -= a.n;
    if (l->left != NULL) a.n = leave_late(l, a.n, id, f);
    l->held += a.n;
    if (observers_hear(l->observers, l->n_observers, &a)) nes_stop_now(l->opt);
}

/* Whether all points were submitted: a run that is told to stop while it is held has submitted
 * none.
 */
static bool submit(loop *l, const nes_points *p)
{
    size_t next = 0;
    while (next < p->n && is_running(l)) {
        const size_t n = is_held(l) ? 0
                                    : l->evaluator->submit(l->evaluator->self, p->n - next,
                                                           p->id + next, p->x + next * p->dim);
        next += n;
        l->in_flight += n;
        if (next < p->n) collect(l);
    }
    return next == p->n;
}

/* Whether the values held are those of all points, in the order of the ask. */
static bool is_in_order(const loop *l, const nes_points *p)
{
    const bool all = l->left == NULL || l->left->n == 0;
    return all && l->held == p->n && memcmp(l->id, p->id, p->n * sizeof *p->id) == 0;
}

/* Tells the values held, then the others as they come. Values in order need no search for ids. */
static nes_status tell(loop *l, const nes_points *p)
{
    nes_status st = NES_OK;
    if (l->held == 0) collect(l);
    if (is_running(l) && is_in_order(l, p)) {
        l->held = 0;
        return nes_tell(l->opt, p->n, l->f);
    }
    while (st == NES_OK && is_running(l) && l->held + l->in_flight > 0) {
        st = nes_tell_some(l->opt, l->held, l->id, l->f);
        l->held = 0;
        if (st == NES_OK && l->in_flight > 0) collect(l);
    }
    return st;
}

/* From one ask to the next. */
static nes_status one_round(loop *l)
{
    nes_points p;
    nes_status st = nes_ask(l->opt, &p);
    if (st == NES_OK && p.n == 0) st = NES_ERR_ORDER; /* a run that goes on has points */
    if (st == NES_OK) st = make_room(l, p.n);
    if (st == NES_OK && l->left != NULL) st = behind_filter(l->left, &p);
    if (st == NES_OK && p.n == 0) return close_generation(l);
    if (st != NES_OK) return st;
    notify_asked(l, &p);
    const bool submitted = submit(l, &p);
    if (is_running(l)) st = tell(l, &p);
    if (st == NES_OK && submitted && l->held + l->in_flight == 0) st = close_generation(l);
    if (st == NES_OK && submitted && l->held + l->in_flight == 0) notify_generation(l);
    return st;
}

nes_status evaluate_loop(nes_opt *o, const evaluator *e, const observer *observers, size_t n)
{
    return evaluate_loop_leaving(o, e, observers, n, NULL);
}

nes_status evaluate_loop_leaving(nes_opt *o, const evaluator *e, const observer *observers,
                                 size_t n, behind *left)
{
    loop l = {.opt = o, .evaluator = e, .observers = observers, .n_observers = n, .left = left};
    l.seen = (evaluator){.about = about_seen, .self = &l};
    nes_status st = NES_OK;
    for (size_t i = 0; i < n; i++)
        if (observers[i].start != NULL) observers[i].start(observers[i].data, o);
    while (st == NES_OK && is_running(&l)) st = one_round(&l);
    for (size_t i = 0; i < n; i++)
        if (observers[i].end != NULL) observers[i].end(observers[i].data, o);
    free(l.id);
    free(l.f);
    free(l.number);
    return st;
}
