/* SPDX-License-Identifier: MIT
 *
 * Counting evaluations as they come; see evaluate/places_use.h. */
#include "evaluate/places_use.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

/* ---- the evaluator -------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    places_use *u = self;
    if (u->first == 0) u->first = clock_now();
    return u->inner->submit(u->inner->self, n, id, x);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    places_use *u = self;
    const size_t n = u->inner->collect(u->inner->self, seconds, room, to);
    if (n > 0) u->last = clock_now();
    for (size_t i = 0; i < n; i++)
        if (to[i].seconds > 0) u->done += to[i].seconds;
    u->ended += n;
    return n;
}

static void close_use(void *self)
{
    places_use *u = self;
    free(u->room);
    u->room = NULL;
}

void places_use_open(places_use *u, evaluator *e, const evaluator *inner)
{
    u->inner = inner;
    u->room = memory_zeros(u->places, sizeof *u->room);
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_use, .self = u};
}

/* ---- the share ------------------------------------------------------------------------------ */

/* Seconds of the evaluations under way. */
static double under_way(const places_use *u, double until)
{
    const evaluator *e = u->inner;
    const size_t n = e->look == NULL ? 0 : e->look(e->self, u->places, u->room);
    double seconds = 0;
    for (size_t i = 0; i < n; i++) seconds += fmax(until - u->room[i].since, 0);
    return seconds;
}

/* An evaluation that began before the first point of this part cannot be; seconds that an evaluator
 * rounds up may be more than all. */
double places_use_busy(const places_use *u, double until, double *all)
{
    const bool begun = u->first > 0 && until > u->first;
    const double here = begun ? (double)u->places * (until - u->first) : 0;
    const double busy = begun ? u->done + under_way(u, until) : 0;
    *all = u->all_before + here;
    return u->busy_before + fmin(busy, here);
}

places_share places_use_share(const places_use *u, bool now)
{
    double all;
    const double busy = places_use_busy(u, now ? clock_now() : u->last, &all);
    if (u->places < 2 || all <= 0) return (places_share){.places = 0};
    return (places_share){.places = u->places,
                          .ranks = u->ranks,
                          .idle = 1 - busy / all,
                          .seconds = u->ended > 0 ? u->done / (double)u->ended : 0,
                          .ended = u->ended};
}

void places_share_print(const places_share *s, buffer *to)
{
    buffer_print(to, "%zu", s->places);
    if (s->ranks > 0) buffer_print(to, " on %d rank%s", s->ranks, text_s((uint64_t)s->ranks));
    buffer_print(to, ", idle %.0f %%", 100 * s->idle);
}
