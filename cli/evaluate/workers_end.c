/* SPDX-License-Identifier: MIT
 *
 * How workers end; see evaluate/worker_pool.h. */
#include <math.h>

#include "base/clock.h"
#include "evaluate/worker_pool.h"

enum {
    BARREN_MOST = 8, /* workers in a row that ended without an answer, before the first answer */
    BARREN_FEW = 2,  /* so many of them are started again at once */
};

/* Times in seconds. A worker that ends soon after its start is started again after a pause. */
static const double SOON = 10, PAUSE_FIRST = 0.02, PAUSE_MOST = 0.5;
static const double LEAVE_WITHIN = 1; /* workers have so long for leaving at the end of the run */
static const double END_WITHIN = 0.3; /* those that have a point then, and are told to end */

void worker_finish_point(worker *w)
{
    w->at->ending.record.seconds = clock_now() - w->sent;
    slots_append(&w->pool->slots.ready, w->at);
    w->at = NULL;
}

void worker_note_barren(worker *w)
{
    pool *p = w->pool;
    p->barren++;
    if (p->barren > BARREN_FEW) {
        const double doubled = fmin((double)(p->barren - BARREN_FEW), 10);
        w->not_before = clock_now() + fmin(ldexp(PAUSE_FIRST, (int)doubled), PAUSE_MOST);
    }
    if (w->at != NULL && p->answers == 0 && p->barren >= BARREN_MOST)
        w->at->ending.record.stops = true;
}

void worker_end(worker *w)
{
    if (w->answers == 0 && process_seconds(w->process) < SOON) worker_note_barren(w);
    if (w->at != NULL) worker_finish_point(w);
    process_release(w->process);
    w->process = NULL;
}

static void release(worker *w)
{
    process_release(w->process);
    w->process = NULL;
}

/* Waits until all have left, for so many seconds. */
static void wait_for_leaving(pool *p, double seconds)
{
    const double until = clock_now() + seconds;
    process *child;
    for (double left = seconds; children_count(p->children) > 0 && left > 0;
         left = until - clock_now())
        if (children_wait(p->children, left, &child) == PROCESS_ENDED) release(child->owner);
}

void workers_let_leave(pool *p)
{
    for (size_t i = 0; i < p->jobs; i++) {
        const worker *w = &p->workers[i];
        if (w->process != NULL) process_shut_input(w->process);
        if (w->process != NULL && w->at != NULL) process_end(w->process);
    }
    wait_for_leaving(p, END_WITHIN);
    for (size_t i = 0; i < p->jobs && p->program->n_launch == 0; i++)
        if (p->workers[i].process != NULL && p->workers[i].at != NULL) release(&p->workers[i]);
    wait_for_leaving(p, LEAVE_WITHIN - END_WITHIN);
}
