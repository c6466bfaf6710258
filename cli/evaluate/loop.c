/* SPDX-License-Identifier: MIT
 *
 * Asking, submitting, collecting and telling; see evaluate/loop.h.
 *
 * The points of an ask are borrowed until the next tell. So all of them are submitted before the
 * first record is told; records that come meanwhile are held back. */

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/loop_parts.h"

bool loop_is_running(const loop *l)
{
    return l->opt == NULL ? !l->stopped : nes_stopped(l->opt) == NES_RUNNING;
}

static void stop_if(loop *l, bool wanted)
{
    if (wanted && l->opt != NULL) nes_stop_now(l->opt);
    if (wanted) l->stopped = true;
}

static void free_room(loop *l)
{
    free(l->id);
    free(l->fate);
    free(l->values);
    free(l->record);
}

void loop_make_room(loop *l, size_t n, size_t outputs)
{
    if (n <= l->room) return;
    free_room(l);
    l->room = n;
    l->width = 1 + outputs;
    l->id = memory_zeros(n, sizeof *l->id);
    l->fate = memory_zeros(n, sizeof *l->fate);
    l->values = memory_zeros(n, l->width * sizeof *l->values);
    l->record = memory_zeros(n, sizeof *l->record);
}

void loop_notify_asked(loop *l, const nes_points *p)
{
    bool stop = false;
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->asked != NULL && w->asked(w->data, l->opt, p)) stop = true;
    }
    stop_if(l, stop);
}

void loop_notify_generation(loop *l)
{
    bool stop = false;
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->generation != NULL && w->generation(w->data, l->opt)) stop = true;
    }
    stop_if(l, stop);
}

bool loop_is_held(const loop *l)
{
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->holds != NULL && w->holds(w->data)) return true;
    }
    return false;
}

/* ---- a round --------------------------------------------------------------------------------- */

static void hold(loop *l, const eval_record *r)
{
    double *values = l->values + l->held * l->width;
    l->id[l->held] = r->id;
    l->fate[l->held++] = r->fate;
    values[0] = r->f;
    for (size_t i = 1; i < l->width; i++)
        values[i] = r->outputs != NULL ? r->outputs[i - 1] : (double)NAN;
}

/* Where late points keep the evaluator from taking others, submitting has waited. */
void loop_collect(loop *l)
{
    const evaluator *e = l->evaluator;
    arrivals a = {.record = l->record};
    if (l->in_flight > 0)
        a.n = e->collect(e->self, l->patience, l->in_flight, l->record);
    else if (loop_is_held(l))
        clock_sleep(l->patience);
    l->in_flight -= a.n;
    for (size_t i = 0; i < a.n; i++) hold(l, &l->record[i]);
    bool stop = false;
    for (size_t i = 0; i < l->n_observers; i++) {
        const observer *w = &l->observers[i];
        if (w->values != NULL && w->values(w->data, &a)) stop = true;
    }
    stop_if(l, stop);
}

/* Submits the points of an ask. Returns whether all of them were submitted: a run that is stopped
 * while an observer holds it has submitted none. */
static bool submit(loop *l, const nes_points *p)
{
    size_t next = 0;
    while (next < p->n && loop_is_running(l)) {
        const size_t n = loop_is_held(l) ? 0
                                         : l->evaluator->submit(l->evaluator->self, p->n - next,
                                                                p->id + next, p->x + next * p->dim);
        next += n;
        l->in_flight += n;
        if (next < p->n) loop_collect(l);
    }
    return next == p->n;
}

/* Whether the records held are those of all points, in the order of the ask. */
static bool is_in_order(const loop *l, const nes_points *p)
{
    return l->held == p->n && memcmp(l->id, p->id, p->n * sizeof *p->id) == 0;
}

static nes_status tell_held(loop *l, const uint64_t *id)
{
    const size_t n = l->held;
    l->held = 0;
    return nes_tell_records(l->opt, n, id, l->fate, l->values);
}

/* Tells the records held, then the others as they come. Those in order need no search for ids. */
static nes_status tell(loop *l, const nes_points *p)
{
    nes_status st = NES_OK;
    if (l->held == 0) loop_collect(l);
    if (loop_is_running(l) && is_in_order(l, p)) return tell_held(l, NULL);
    while (st == NES_OK && loop_is_running(l) && l->held + l->in_flight > 0) {
        st = tell_held(l, l->id);
        if (st == NES_OK && l->in_flight > 0) loop_collect(l);
    }
    return st;
}

/* One round: from an ask to the next. */
static nes_status one_round(loop *l)
{
    nes_points p;
    nes_status st = nes_ask(l->opt, &p);
    if (st == NES_OK && p.n == 0) st = NES_ERR_ORDER; /* a run that goes on has points */
    if (st != NES_OK) return st;
    shown_points(&l->shown, l->variables, &p);
    loop_make_room(l, p.n, p.outputs);
    loop_notify_asked(l, &p);
    const bool submitted = submit(l, &p);
    if (loop_is_running(l)) st = tell(l, &p);
    if (st == NES_OK && submitted && l->held + l->in_flight == 0) loop_notify_generation(l);
    return st;
}

static nes_status run_rounds(loop *l)
{
    nes_status st = NES_OK;
    while (st == NES_OK && loop_is_running(l)) st = one_round(l);
    return st;
}

nes_status evaluate_places(nes_opt *o, const variables *v, const evaluator *e,
                           const observer *observers, size_t n, const loop_order *order)
{
    loop l = {.opt = o,
              .variables = v,
              .evaluator = e,
              .observers = observers,
              .n_observers = n,
              .patience = OBSERVER_PATIENCE};
    const bool asynchronous = nes_get_settings(o)->asynchronous;
    for (size_t i = 0; i < n; i++)
        if (observers[i].start != NULL) observers[i].start(observers[i].data, o);
    const nes_status st = asynchronous ? loop_run_places(&l, order) : run_rounds(&l);
    for (size_t i = 0; i < n; i++)
        if (observers[i].end != NULL) observers[i].end(observers[i].data, o);
    shown_close(&l.shown);
    free_room(&l);
    return st;
}

nes_status evaluate_loop(nes_opt *o, const variables *v, const evaluator *e,
                         const observer *observers, size_t n)
{
    return evaluate_places(o, v, e, observers, n, &(loop_order){.places = 1});
}

bool evaluate_points(const evaluator *e, const nes_points *p, const observer *observers, size_t n)
{
    loop l = {
        .evaluator = e, .observers = observers, .n_observers = n, .patience = OBSERVER_PATIENCE};
    loop_make_room(&l, p->n, p->outputs);
    submit(&l, p);
    while (loop_is_running(&l) && l.in_flight > 0) loop_collect(&l);
    for (size_t i = 0; i < l.held; i++) {
        const size_t k = (size_t)(l.id[i] - p->id[0]);
        memcpy(p->f + k * l.width, l.values + i * l.width, l.width * sizeof *p->f);
        p->fate[k] = l.fate[i];
    }
    free_room(&l);
    return loop_is_running(&l);
}
