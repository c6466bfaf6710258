/* SPDX-License-Identifier: MIT
 *
 * Asynchronous searches: a place that is free is given a point at once, when the pace of
 * evaluations allows it (nes/async.h), and values are told one by one in the order in which they
 * come; see evaluate/loop.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/loop_parts.h"
#include "nes/async.h"

typedef struct flow {
    loop *loop;
    const loop_order *order;
    nes_pace *pace;
    double again;     /* when a place that waits may be given a point without news */
    uint64_t updates; /* as far as observers know */
    bool drained;     /* observers know that nothing is under way */

    /* Points that were asked for and that the evaluator has not taken yet; owned. */
    size_t n, room, dim;
    uint64_t *id;
    double *x;
} flow;

/* ---- points that wait ------------------------------------------------------------------------ */

static void add_points(flow *f, const nes_points *p)
{
    if (f->n + p->n > f->room) {
        f->room = 2 * (f->n + p->n);
        f->dim = p->dim;
        f->id = memory_resize(f->id, f->room, sizeof *f->id);
        f->x = memory_resize(f->x, f->room, p->dim * sizeof *f->x);
    }
    memcpy(f->id + f->n, p->id, p->n * sizeof *p->id);
    memcpy(f->x + f->n * f->dim, p->x, p->n * p->dim * sizeof *p->x);
    f->n += p->n;
    f->drained = false;
    loop_make_room(f->loop, f->loop->in_flight + f->n, p->outputs);
}

static void submit(flow *f)
{
    loop *l = f->loop;
    if (f->n == 0 || loop_is_held(l)) return;
    const size_t n = l->evaluator->submit(l->evaluator->self, f->n, f->id, f->x);
    l->in_flight += n;
    f->n -= n;
    memmove(f->id, f->id + n, f->n * sizeof *f->id);
    memmove(f->x, f->x + n * f->dim, f->n * f->dim * sizeof *f->x);
}

static size_t count_busy(const flow *f)
{
    return f->loop->in_flight + f->n;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Asks for a point. All evaluations that max_evals leaves may be under way: then there is none. */
static nes_status ask(flow *f, bool *none)
{
    loop *l = f->loop;
    nes_points p;
    const nes_status st = nes_ask_one(l->opt, &p);
    *none = st == NES_ERR_ORDER && count_busy(f) > 0;
    if (st != NES_OK) return *none ? NES_OK : st;
    shown_points(&l->shown, l->variables, &p);
    loop_notify_asked(l, &p);
    add_points(f, &p);
    return NES_OK;
}

/* Whether another point is to be asked for, and by whom: *again: as an earlier part did. */
static nes_status decide(flow *f, bool *wanted, bool *again)
{
    const loop_order *order = f->order;
    nes_traffic t;
    *again = order->next != NULL && order->next(order->data, wanted);
    if (*again) return NES_OK;
    *wanted = count_busy(f) < order->places && !loop_is_held(f->loop);
    nes_status st = *wanted ? nes_get_traffic(f->loop->opt, &t) : NES_OK;
    if (*wanted && st == NES_OK) st = nes_pace_refill(f->pace, &t, clock_now(), wanted, &f->again);
    return st;
}

/* Points of an earlier part are not timed: how long they took then is not known to the pace. */
static nes_status refill(flow *f)
{
    bool wanted = true, again = false, none = false;
    nes_status st = NES_OK;
    f->again = INFINITY;
    while (st == NES_OK && wanted && !none && loop_is_running(f->loop)) {
        st = decide(f, &wanted, &again);
        if (st == NES_OK && wanted) st = ask(f, &none);
        if (st == NES_OK && wanted && !none && !again)
            st = nes_pace_begin(f->pace, f->id[f->n - 1], clock_now());
    }
    return st;
}

/* ---- telling --------------------------------------------------------------------------------- */

/* Observers hear of updates, and of the end. */
static nes_status notify(flow *f)
{
    nes_traffic t;
    const nes_status st = nes_get_traffic(f->loop->opt, &t);
    const bool news = st == NES_OK && (t.updates != f->updates || !loop_is_running(f->loop));
    if (news) f->updates = t.updates;
    if (news) loop_notify_generation(f->loop);
    return st;
}

/* Tells the records held, in the order in which they came. Where one of them ends the run the
 * others are not told: the folder has them, and they come first when the run goes on. */
static nes_status tell(flow *f)
{
    loop *l = f->loop;
    nes_status st = NES_OK;
    for (size_t i = 0; i < l->held && st == NES_OK && loop_is_running(l); i++) {
        nes_pace_end(f->pace, l->id[i], clock_now()); /* some were never timed */
        st = nes_tell_records(l->opt, 1, &l->id[i], &l->fate[i], l->values + i * l->width);
        if (st == NES_OK) st = notify(f);
    }
    l->held = 0;
    return st;
}

/* A run that is held until no evaluation is under way may end there. Points that nobody has begun
 * with wait until it goes on. */
static void drain(flow *f)
{
    if (f->drained || f->loop->in_flight > 0 || !loop_is_held(f->loop)) return;
    f->drained = true;
    loop_notify_generation(f->loop);
}

static nes_status step(flow *f)
{
    loop *l = f->loop;
    nes_status st = refill(f);
    if (st != NES_OK || !loop_is_running(l)) return st;
    submit(f);
    l->patience = fmin(OBSERVER_PATIENCE, fmax(f->again - clock_now(), 0));
    loop_collect(l);
    st = tell(f);
    if (st == NES_OK && loop_is_running(l)) drain(f);
    return st;
}

nes_status loop_run_places(loop *l, const loop_order *order)
{
    flow f = {.loop = l, .order = order};
    nes_traffic t;
    nes_status st = nes_pace_create(&f.pace, order->places, NULL);
    if (st == NES_OK) st = nes_get_traffic(l->opt, &t);
    if (st == NES_OK) f.updates = t.updates;
    if (st == NES_OK && order->open != NULL) add_points(&f, order->open);
    while (st == NES_OK && loop_is_running(l)) st = step(&f);
    nes_pace_destroy(f.pace);
    free(f.id);
    free(f.x);
    return st;
}
