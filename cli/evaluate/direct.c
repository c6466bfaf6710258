/* SPDX-License-Identifier: MIT
 *
 * Evaluating in the calling thread; see evaluate/direct.h. */
#include "evaluate/direct.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

enum { ROOM = 256 };

typedef struct direct {
    direct_measure measure;
    void *data;
    size_t first, n; /* the records from first to n - 1 wait to be collected */
    eval_record record[ROOM];
} direct;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    direct *d = self;
    if (d->first == d->n) d->first = d->n = 0;
    const size_t room = ROOM - d->n, most = n < room ? n : room;
    if (most == 0) return 0;
    for (size_t k = 0; k < most; k++) d->record[d->n + k] = eval_measured(id[k], (double)NAN);
    const double begin = clock_now();
    const size_t taken = d->measure(d->data, most, x, d->record + d->n);
    const double each = (clock_now() - begin) / (double)(taken > 0 ? taken : 1);
    for (size_t k = 0; k < taken; k++) d->record[d->n + k].seconds = each;
    d->n += taken;
    return taken;
}

/* This never waits: points that were submitted have been evaluated. */
static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    direct *d = self;
    const size_t ready = d->n - d->first, n = ready < room ? ready : room;
    (void)seconds;
    memcpy(to, d->record + d->first, n * sizeof *to);
    d->first += n;
    return n;
}

void direct_open(evaluator *e, direct_measure measure, void *data)
{
    direct *d = memory_zeros(1, sizeof *d);
    d->measure = measure;
    d->data = data;
    *e = (evaluator){.submit = submit, .collect = collect, .close = free, .self = d};
}

eval_record direct_evaluate(const objective *o, uint64_t id, const double *x, double *values,
                            char *said)
{
    eval_record r = eval_measured(id, (double)NAN);
    double *to = o->outputs > 0 ? values : &r.f;
    r.fate = o->record(o->dim, x, to, o->data);
    if (r.fate == NES_MEASURED && o->named != NULL)
        r.fate = outputs_complete(o->named, o->dim, x, to);
    r.f = to[0];
    if (o->outputs > 0 && r.fate == NES_MEASURED) r.outputs = to + 1;
    if (r.fate == NES_MEASURED || o->said == NULL || said == NULL) return r;
    snprintf(said, DIRECT_SAID_SIZE, "%s", o->said(o->data));
    r.said = said;
    r.failure = objective_failure(said);
    return r;
}
