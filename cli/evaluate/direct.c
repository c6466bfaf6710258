/* SPDX-License-Identifier: MIT
 *
 * Evaluating in the calling thread; see evaluate/direct.h. */
#include "evaluate/direct.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

enum { ROOM = 256, STRIDE_MAX = 16 };

static const double SLICE = 0.1; /* seconds after which observers hear of values, roughly */

typedef struct direct {
    direct_measure measure;
    void *data;
    size_t first, n; /* values first ... n - 1 wait to be collected */
    eval_record record[ROOM];

    /* For an objective: */
    const objective *objective;
    size_t stride, since; /* points between two looks at the clock, points since the last one */
    double looked;        /* when that was */
    double begin;         /* of the slice */
    char (*said)[DIRECT_SAID_SIZE]; /* what it says of failures, a text per record; owned */
} direct;

eval_record direct_evaluate(const objective *o, uint64_t id, const double *x, char *said)
{
    eval_record r = eval_measured(id, (double)NAN);
    r.fate = o->record(o->dim, x, &r.f, o->data);
    if (r.fate == NES_MEASURED || o->said == NULL || said == NULL) return r;
    snprintf(said, DIRECT_SAID_SIZE, "%s", o->said(o->data));
    r.said = said;
    r.failure = objective_failure(said);
    return r;
}

/* Whether it is time for the observers. The clock is looked at after every stride points: it would
 * take a good part of the time if it were looked at after every point of a quick objective. */
static bool is_time(direct *d)
{
    if (++d->since < d->stride) return false;
    const double now = clock_now();
    if (now - d->looked > SLICE / 4)
        d->stride = 1;
    else if (d->stride < STRIDE_MAX)
        d->stride *= 2;
    d->since = 0;
    d->looked = now;
    if (now - d->begin < SLICE) return false;
    d->begin = now;
    return true;
}

/* Evaluates points of the objective until it is time for the observers. */
static size_t measure_some(void *data, size_t n, const double *x, eval_record *to)
{
    direct *d = data;
    size_t k = 0;
    do {
        char *said = d->said[to + k - d->record];
        to[k] = direct_evaluate(d->objective, to[k].id, x + k * d->objective->dim, said);
        k++;
    } while (!is_time(d) && k < n);
    return k;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    direct *d = self;
    if (d->first == d->n) d->first = d->n = 0;
    const size_t room = ROOM - d->n, most = n < room ? n : room;
    if (most == 0) return 0;
    for (size_t k = 0; k < most; k++) d->record[d->n + k] = eval_measured(id[k], (double)NAN);
    const size_t taken = d->measure(d->data, most, x, d->record + d->n);
    d->n += taken;
    return taken;
}

/* Nobody waits here: what was submitted has been evaluated. */
static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    direct *d = self;
    const size_t ready = d->n - d->first, n = ready < room ? ready : room;
    (void)seconds;
    memcpy(to, d->record + d->first, n * sizeof *to);
    d->first += n;
    return n;
}

static void close_direct(void *self)
{
    direct *d = self;
    free(d->said);
    free(d);
}

static direct *open_direct(evaluator *e, direct_measure measure, void *data)
{
    direct *d = memory_zeros(1, sizeof *d);
    d->measure = measure;
    d->data = data;
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_direct, .self = d};
    return d;
}

void direct_open(evaluator *e, direct_measure measure, void *data)
{
    open_direct(e, measure, data);
}

void direct_open_objective(evaluator *e, const objective *o)
{
    direct *d = open_direct(e, measure_some, NULL);
    d->data = d;
    d->objective = o;
    d->stride = 1;
    d->looked = d->begin = clock_now();
    d->said = memory_zeros(ROOM, sizeof *d->said);
}
