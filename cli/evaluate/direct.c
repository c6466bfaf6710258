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
#include "nes/nes.h"

enum { PLACES = 256, STRIDE_MAX = 16, SAID_SIZE = 256 };

static const double SLICE = 0.1; /* seconds after which observers hear of values, roughly */

typedef struct direct {
    direct_values values;
    void *data;
    size_t first, n; /* values first ... n - 1 wait to be collected */
    size_t last;     /* the first of the last collect */
    uint64_t id[PLACES];
    double f[PLACES];

    /* For an objective: */
    const objective *objective;
    size_t stride, since;    /* points between two looks at the clock, points since the last one */
    double looked;           /* when that was */
    double begin;            /* of the slice */
    char (*said)[SAID_SIZE]; /* of failures; owned; null: it says nothing */
    eval_outcome outcome;    /* that was asked for last */
} direct;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    direct *d = self;
    if (d->first == d->n) d->first = d->n = 0;
    const size_t room = PLACES - d->n;
    if (room == 0) return 0;
    const size_t taken = d->values(d->data, n < room ? n : room, x, d->f + d->n);
    memcpy(d->id + d->n, id, taken * sizeof *id);
    d->n += taken;
    return taken;
}

/* Nobody waits here: what was submitted has been evaluated. */
static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    direct *d = self;
    const size_t ready = d->n - d->first, n = ready < room ? ready : room;
    (void)seconds;
    memcpy(id, d->id + d->first, n * sizeof *id);
    memcpy(f, d->f + d->first, n * sizeof *f);
    d->last = d->first;
    d->first += n;
    return n;
}

/* Only for objectives that say why they fail. */
static const eval_outcome *about(void *self, size_t i)
{
    direct *d = self;
    const size_t at = d->last + i;
    const bool failed = nes_is_eval_failed(d->f[at]);
    d->outcome = (eval_outcome){.seconds = NAN, .said = failed ? d->said[at] : ""};
    if (failed) d->outcome.failure = objective_failure(d->said[at]);
    return &d->outcome;
}

static void close_direct(void *self)
{
    direct *d = self;
    free(d->said);
    free(d);
}

static direct *open_direct(evaluator *e)
{
    direct *d = calloc(1, sizeof *d);
    if (d != NULL)
        *e = (evaluator){.submit = submit, .collect = collect, .close = close_direct, .self = d};
    return d;
}

nes_status direct_open(evaluator *e, direct_values values, void *data)
{
    direct *d = open_direct(e);
    if (d == NULL) return NES_ERR_MEMORY;
    d->values = values;
    d->data = data;
    return NES_OK;
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

static size_t objective_values(void *data, size_t n, const double *x, double *f)
{
    direct *d = data;
    const objective *o = d->objective;
    size_t k = 0;
    do {
        f[k] = o->value(o->dim, x + k * o->dim, o->data);
        if (d->said != NULL && nes_is_eval_failed(f[k]))
            snprintf(d->said[d->n + k], SAID_SIZE, "%s", o->said(o->data));
        k++;
    } while (!is_time(d) && k < n);
    return k;
}

nes_status direct_open_objective(evaluator *e, const objective *o)
{
    direct *d = open_direct(e);
    if (d == NULL) return NES_ERR_MEMORY;
    d->values = objective_values;
    d->data = d;
    d->objective = o;
    d->stride = 1;
    d->looked = d->begin = clock_now();
    if (o->said == NULL) return NES_OK;
    d->said = calloc(PLACES, sizeof *d->said);
    e->about = about;
    if (d->said != NULL) return NES_OK;
    close_direct(d);
    return NES_ERR_MEMORY;
}
