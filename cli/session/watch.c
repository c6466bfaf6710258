/* SPDX-License-Identifier: MIT
 *
 * Looking after a run at work; see session/watch.h. */
#include "session/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/order.h"

static const double PERIOD = 1; /* seconds between two looks */
static const double LONG = 1;   /* seconds from which an evaluation is written */
enum { ENOUGH = 3 };            /* evaluations that make a median */

static int by_age(const void *a, const void *b)
{
    const eval_under_way *p = a, *q = b;
    const int order = ORDER(p->since, q->since);
    return order != 0 ? order : ORDER(p->id, q->id);
}

/* ---- the folder ----------------------------------------------------------------------------- */

static int write_list(watch *w, size_t n, double now, double usual)
{
    under_way list[UNDER_WAY_MOST] = {{.id = 0}};
    for (size_t i = 0; i < n; i++) {
        const eval_under_way *e = &w->list[i];
        list[i] = (under_way){.id = e->id,
                              .since = clock_date() - (now - e->since),
                              .usual = usual,
                              .process = e->process,
                              .rank = e->rank};
        w->written[i] = *e;
    }
    w->n_written = n;
    w->usual = usual;
    return under_way_write(w->store, list, n);
}

static bool is_written(const watch *w, size_t n, double usual)
{
    const bool same = usual == w->usual || (isnan(usual) && isnan(w->usual));
    if (n != w->n_written || (n > 0 && !same)) return false;
    for (size_t i = 0; i < n; i++)
        if (w->list[i].id != w->written[i].id || w->list[i].since != w->written[i].since)
            return false;
    return true;
}

/* Writes those of n evaluations that take long, if they are others than before. */
static void keep(watch *w, size_t n, double now)
{
    const double usual = durations_median(w->durations, ENOUGH);
    size_t k = 0;
    while (k < n && k < UNDER_WAY_MOST && now - w->list[k].since >= LONG) k++;
    if (w->store != NULL && !is_written(w, k, usual)) write_list(w, k, now, usual);
}

/* ---- what hangs ------------------------------------------------------------------------------ */

/* Judges n evaluations, the oldest first, and names those that seem to hang. */
static void judge(watch *w, size_t n, double now)
{
    const double usual = durations_median(w->durations, ENOUGH);
    size_t hung = 0;
    while (hung < n && durations_hang(now - w->list[hung].since, usual)) hung++;
    w->hung = (progress_hung){.n = hung};
    if (hung > 0) w->hung = (progress_hung){hung, w->list[0], now - w->list[0].since, usual};
    if (w->progress != NULL) progress_hang(w->progress, &w->hung);
}

/* ---- the observer --------------------------------------------------------------------------- */

static void look_at_evaluations(watch *w, double now)
{
    const evaluator *e = w->evaluator;
    if (e->look == NULL) return;
    if (w->list == NULL) w->list = memory_zeros(w->places, sizeof *w->list);
    const size_t n = e->look(e->self, w->places, w->list);
    qsort(w->list, n, sizeof *w->list, by_age);
    keep(w, n, now);
    judge(w, n, now);
}

static bool look(watch *w)
{
    const double now = clock_now();
    if (now - w->looked < PERIOD) return false;
    w->looked = now;
    if (w->store != NULL && store_check_place(w->store) != 0) return true;
    look_at_evaluations(w, now);
    return false;
}

/* An earlier part of the run that was killed has left its list. */
static void on_start(void *data, nes_opt *o)
{
    watch *w = data;
    (void)o;
    if (w->store != NULL) under_way_write(w->store, NULL, 0);
}

static bool on_values(void *data, const arrivals *a)
{
    watch *w = data;
    for (size_t i = 0; i < a->n; i++)
        if (a->record[i].fate == NES_MEASURED) durations_note(w->durations, a->record[i].seconds);
    return look(w);
}

static bool on_generation(void *data, nes_opt *o)
{
    (void)o;
    return look(data);
}

static void on_end(void *data, nes_opt *o)
{
    watch *w = data;
    (void)o;
    if (w->n_written > 0) write_list(w, 0, 0, NAN);
}

observer watch_observer(watch *w)
{
    return (observer){.start = on_start,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = w};
}

void watch_close(watch *w)
{
    free(w->list);
    w->list = NULL;
}
