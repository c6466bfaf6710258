/* SPDX-License-Identifier: MIT
 *
 * Places as threads of a team. Each takes a point inside the gate, evaluates it outside, and tells
 * the value inside again. A place that is to wait for the generation waits at the gate. [math: A28]
 */
#include "driver/places.h"

#include <math.h>
#include <string.h>

#include "nes/async.h"
#include "util/arena.h"
#include "util/gate.h"
#include "util/monotonic.h"
#include "util/try.h"

typedef struct places {
    nes_opt *o;
    nes_place f;
    void *data;
    nes_gate *gate;
    nes_pace *pace;
    size_t n;
    size_t dim, outputs;
    double *x, *values; /* of each place: its point, and 1 + m numbers */
    size_t busy;        /* places that evaluate a point */
    uint64_t *old_id;   /* points that were under way before: they are evaluated first */
    double *old_x;
    size_t old, taken; /* how many there are, and how many of them have been taken */
    uint64_t updates;
    nes_status st;
} places;

/* ---- memory --------------------------------------------------------------------------------- */

static void carve(places *p, nes_arena *a)
{
    p->x = NES_CARVE(a, double, p->n * p->dim);
    p->values = NES_CARVE(a, double, p->n *(1 + p->outputs));
    p->old_id = NES_CARVE(a, uint64_t, p->old);
    p->old_x = NES_CARVE(a, double, p->old * p->dim);
}

/* Takes memory, and copies the points that are under way. */
static nes_status prepare(places *p, void **memory)
{
    const nes_allocator *a = &nes_get_settings(p->o)->allocator;
    nes_points old;
    nes_arena arena = {NULL, 0};
    NES_TRY(nes_ask(p->o, &old));
    p->dim = old.dim;
    p->outputs = old.outputs;
    p->old = old.n;
    carve(p, &arena);
    *memory = nes_allocate(a, nes_arena_size(&arena));
    if (*memory == NULL) return NES_ERR_MEMORY;
    arena = nes_arena_on(*memory);
    carve(p, &arena);
    for (size_t i = 0; i < p->old; i++) p->old_id[i] = old.id[i];
    for (size_t i = 0; i < p->old * p->dim; i++) p->old_x[i] = old.x[i];
    NES_TRY(nes_gate_create(&p->gate, a));
    return nes_pace_create(&p->pace, p->n, a);
}

/* ---- inside the gate ------------------------------------------------------------------------ */

static bool is_over(const places *p)
{
    return p->st != NES_OK || nes_stopped(p->o) != NES_RUNNING;
}

/* Asks for a point. All evaluations that max_evals leaves may be under way: then there is none.
 * Returns whether there is a point. */
static bool ask(places *p, uint64_t *id, double *x)
{
    nes_points point;
    const nes_status st = nes_ask_one(p->o, &point);
    if (st == NES_ERR_ORDER && p->busy > 0) return false;
    p->st = st;
    if (st != NES_OK) return false;
    *id = point.id[0];
    memcpy(x, point.x, p->dim * sizeof *x);
    return true;
}

/* Takes a point for a free place; else *again is the moment to try again. */
static bool take_point(places *p, uint64_t *id, double *x, double *again)
{
    nes_traffic t;
    bool refill = true, there = true;
    *again = INFINITY;
    if (p->taken < p->old) {
        *id = p->old_id[p->taken];
        memcpy(x, p->old_x + p->taken++ * p->dim, p->dim * sizeof *x);
    } else {
        p->st = nes_get_traffic(p->o, &t);
        if (p->st == NES_OK) p->st = nes_pace_refill(p->pace, &t, nes_clock(), &refill, again);
        there = p->st == NES_OK && refill && ask(p, id, x);
    }
    if (there) p->st = nes_pace_begin(p->pace, *id, nes_clock());
    if (there) p->busy++;
    return there;
}

/* Callbacks are made after every update, and before the end. */
static void report(places *p)
{
    const nes_settings *s = nes_get_settings(p->o);
    nes_traffic t;
    if (nes_get_traffic(p->o, &t) != NES_OK || s->progress == NULL) return;
    const bool news = t.updates != p->updates || is_over(p);
    p->updates = t.updates;
    if (news && s->progress(p->o, s->progress_user) != 0) nes_stop_now(p->o);
}

static void tell(places *p, uint64_t id, nes_fate fate, const double *values)
{
    const nes_status paced = nes_pace_end(p->pace, id, nes_clock());
    const nes_status st = nes_tell_records(p->o, 1, &id, &fate, values);
    p->busy--;
    if (p->st == NES_OK) p->st = st != NES_OK ? st : paced;
    report(p);
    nes_gate_wake(p->gate);
}

/* ---- places --------------------------------------------------------------------------------- */

/* One place, until the search is over. Of several pieces of a thread, all but the first find that
 * it is. */
static void work(void *data, size_t lo, size_t hi)
{
    places *p = data;
    double *x = p->x + lo * p->dim, *values = p->values + lo * (1 + p->outputs), again;
    uint64_t id;
    (void)hi;
    nes_gate_enter(p->gate);
    while (!is_over(p)) {
        if (!take_point(p, &id, x, &again)) {
            if (!is_over(p)) nes_gate_wait(p->gate, again);
            continue;
        }
        nes_gate_leave(p->gate);
        const nes_fate fate = p->f(p->dim, x, values, p->data);
        nes_gate_enter(p->gate);
        tell(p, id, fate, values);
    }
    nes_gate_wake(p->gate);
    nes_gate_leave(p->gate);
}

nes_status nes_run_places(nes_opt *o, nes_team *team, size_t n, nes_place f, void *data)
{
    places p = {.o = o, .f = f, .data = data, .n = n};
    const nes_allocator a = nes_get_settings(o)->allocator;
    void *memory = NULL;
    p.st = prepare(&p, &memory);
    if (p.st == NES_OK) nes_team_each(team, n, work, &p);
    nes_pace_destroy(p.pace);
    nes_gate_destroy(p.gate);
    nes_release(&a, memory);
    return p.st;
}
