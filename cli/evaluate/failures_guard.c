/* SPDX-License-Identifier: MIT
 *
 * See evaluate/failures_guard.h. */
#include "evaluate/failures_guard.h"

#include <stdlib.h>

#include "base/interrupt.h"

typedef struct guard {
    failures *failures;
    const evaluator *inner;
    size_t *number; /* of the values of the last collect: theirs in the inner evaluator; owned */
    size_t room;
} guard;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    const guard *g = self;
    return g->inner->submit(g->inner->self, n, id, x);
}

static const eval_outcome *inner_about(const guard *g, size_t i)
{
    return g->inner->about == NULL ? NULL : g->inner->about(g->inner->self, i);
}

/* As many values as there is room to remember their numbers. */
static size_t make_room(guard *g, size_t room)
{
    if (room <= g->room) return room;
    size_t *number = realloc(g->number, room * sizeof *number);
    if (number == NULL) return g->room;
    g->number = number;
    g->room = room;
    return room;
}

static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    guard *g = self;
    const size_t n = g->inner->collect(g->inner->self, seconds, make_room(g, room), id, f);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (nes_is_eval_failed(f[i]) && interrupt_is_urgent()) continue;
        if (failures_end_run(g->failures, id[i], f[i], inner_about(g, i))) continue;
        id[kept] = id[i];
        f[kept] = f[i];
        g->number[kept++] = i;
    }
    return kept;
}

static const eval_outcome *about(void *self, size_t i)
{
    const guard *g = self;
    return inner_about(g, g->number[i]);
}

static void close_guard(void *self)
{
    guard *g = self;
    free(g->number);
    free(g);
}

nes_status failures_guard_open(evaluator *e, failures *f, const evaluator *inner)
{
    enum { FIRST_ROOM = 64 };
    guard *g = calloc(1, sizeof *g);
    if (g == NULL) return NES_ERR_MEMORY;
    g->failures = f;
    g->inner = inner;
    if (make_room(g, FIRST_ROOM) == 0) {
        close_guard(g);
        return NES_ERR_MEMORY;
    }
    *e = (evaluator){.submit = submit,
                     .collect = collect,
                     .about = inner->about == NULL ? NULL : about,
                     .close = close_guard,
                     .self = g};
    return NES_OK;
}
