/* SPDX-License-Identifier: MIT
 *
 * See evaluate/failures_guard.h. */
#include "evaluate/failures_guard.h"

#include <stdlib.h>

#include "base/interrupt.h"

typedef struct guard {
    failures *failures;
    const evaluator *inner;
} guard;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    const guard *g = self;
    return g->inner->submit(g->inner->self, n, id, x);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    const guard *g = self;
    const size_t n = g->inner->collect(g->inner->self, seconds, room, to);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (to[i].fate == NES_FAILED && interrupt_is_urgent()) continue;
        if (!failures_end_run(g->failures, &to[i])) to[kept++] = to[i];
    }
    return kept;
}

nes_status failures_guard_open(evaluator *e, failures *f, const evaluator *inner)
{
    guard *g = calloc(1, sizeof *g);
    if (g == NULL) return NES_ERR_MEMORY;
    *g = (guard){.failures = f, .inner = inner};
    *e = (evaluator){.submit = submit, .collect = collect, .close = free, .self = g};
    return NES_OK;
}
