/* SPDX-License-Identifier: MIT
 *
 * Submitting and collecting without an optimiser; see evaluate/points.h. */
#include "evaluate/points.h"

enum { ROOM = 64 };

/* Collects once; how many values came. *stop: an observer wants no more. */
static size_t collect(const evaluator *e, const nes_points *p, size_t in_flight,
                      const observer *observers, size_t n, bool *stop)
{
    eval_record record[ROOM];
    arrivals a = {.record = record};
    a.n = e->collect(e->self, OBSERVER_PATIENCE, in_flight < ROOM ? in_flight : ROOM, record);
    for (size_t i = 0; i < a.n; i++) {
        const size_t k = (size_t)(record[i].id - p->id[0]);
        p->f[k] = record[i].f;
        p->fate[k] = record[i].fate;
    }
    *stop = observers_hear(observers, n, &a);
    return a.n;
}

bool evaluate_points(const evaluator *e, const nes_points *p, const observer *observers, size_t n)
{
    size_t next = 0, in_flight = 0;
    bool stop = false;
    while (!stop && (next < p->n || in_flight > 0)) {
        const size_t taken =
            next < p->n ? e->submit(e->self, p->n - next, p->id + next, p->x + next * p->dim) : 0;
        next += taken;
        in_flight += taken;
        in_flight -= collect(e, p, in_flight, observers, n, &stop);
    }
    return !stop;
}
