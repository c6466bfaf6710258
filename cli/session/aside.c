/* SPDX-License-Identifier: MIT
 *
 * Evaluating points that are none of the search; see session/parts.h. */
#include "evaluate/loop.h"
#include "session/evaluators.h"
#include "session/orders.h"
#include "session/parts.h"
#include "session/watch.h"

/* Orders to set an option hold from the first round on; where the search is over they come too
 * late.
 */
int aside_evaluate(session *s, const aside_evaluators *e, const nes_points *p, const observer *own,
                   bool over)
{
    progress quiet = {.on = false};
    const uint64_t round = s->round;
    watch w = {.store = s->store,
               .evaluator = e->objective,
               .places = evaluators_places(s->setup, s->team),
               .durations = &s->setup->objective.limit.known};
    orders o = {.store = s->store,
                .progress = &quiet,
                .elsewhere = s->repeats + known_evaluated(&s->known),
                .limits = &s->limits,
                .round = &round,
                .over = over};
    const observer watcher = watch_observer(&w);
    const observer observers[] = {*own, watcher, orders_observer(&o)};
    if (s->store == NULL) return evaluate_points(e->first, p, own, 1) ? 0 : EXIT_INTERRUPTED;
    const bool all = evaluate_points(e->first, p, observers, sizeof observers / sizeof *observers);
    watcher.end(watcher.data, NULL);
    watch_close(&w);
    s->told_to_end = o.stopping;
    int status = over ? 0 : orders_keep(&o);
    buffer_free(&o.settings);
    if (status == 0) status = store_status(s->store);
    return status == 0 && !all ? EXIT_INTERRUPTED : status;
}
