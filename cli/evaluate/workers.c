/* SPDX-License-Identifier: MIT
 *
 * The pool of workers as an evaluator; see evaluate/processes.h. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/launch.h"
#include "evaluate/lost.h"
#include "evaluate/processes.h"
#include "evaluate/worker_pool.h"

enum { SLOTS_PER_JOB = 2 }; /* a point under way and one that waits */

static const double LEAVE_WITHIN = 1; /* seconds at the end of the run */

/* ---- points to workers ---------------------------------------------------------------------- */

/* Gives the points that wait to the workers that do. */
static void send_points(pool *p)
{
    for (size_t i = 0; i < p->jobs && p->slots.waiting.first != NULL; i++) {
        worker *w = &p->workers[i];
        if (w->at != NULL) continue;
        if (w->process == NULL && (clock_now() < w->not_before || !worker_start(w))) continue;
        worker_send(w);
    }
}

/* Seconds to wait for an event: at most so many, and no longer than until a worker may be started.
 */
static double patience(const pool *p, double seconds)
{
    const double now = clock_now();
    for (size_t i = 0; i < p->jobs && p->slots.waiting.first != NULL; i++) {
        const worker *w = &p->workers[i];
        if (w->process == NULL && w->not_before - now < seconds) seconds = w->not_before - now;
    }
    return seconds > 0 ? seconds : 0;
}

static void wait_for_event(pool *p, double seconds)
{
    process *child;
    const process_event event = children_wait(p->children, patience(p, seconds), &child);
    if (event == PROCESS_NOTHING) return;
    worker *w = child->owner;
    if (event == PROCESS_OUTPUT) worker_hear(w);
    if (event == PROCESS_ENDED) worker_bury(w);
}

/* ---- the evaluator -------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    pool *p = self;
    const size_t taken = slots_take(&p->slots, n, id, x);
    send_points(p);
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    pool *p = self;
    const double until = clock_now() + seconds;
    for (;;) {
        send_points(p);
        const size_t n = slots_give(&p->slots, room, to);
        const double left = until - clock_now();
        if (n > 0 || left <= 0) return n;
        wait_for_event(p, left);
    }
}

/* Workers that wait for a point see the end of their input. Those that have one are told to end. */
static void let_leave(pool *p)
{
    const double until = clock_now() + LEAVE_WITHIN;
    double left = LEAVE_WITHIN;
    process *child;
    for (size_t i = 0; i < p->jobs; i++) {
        const worker *w = &p->workers[i];
        if (w->process != NULL) process_shut_input(w->process);
        if (w->process != NULL && w->at != NULL) process_end(w->process);
    }
    for (; children_count(p->children) > 0 && left > 0; left = until - clock_now())
        if (children_wait(p->children, left, &child) == PROCESS_ENDED) process_release(child);
}

static void close_pool(void *self)
{
    pool *p = self;
    if (p->children != NULL) let_leave(p);
    children_close(p->children);
    value_close(p->lines.plain);
    buffer_free(&p->text);
    for (size_t i = 0; i < p->jobs; i++) {
        buffer_free(&p->workers[i].text);
        free(p->workers[i].arguments);
    }
    free(p->workers);
    slots_close(&p->slots);
    free(p);
}

/* The arguments of a worker may have its number in them. */
static void open_worker(pool *p, worker *w)
{
    const size_t number = p->program->workers_before + (size_t)(w - p->workers) + 1;
    w->pool = p;
    w->arguments = memory_zeros(p->program->n + 1, sizeof *w->arguments);
    launch_arguments(p->program, &(placeholder_values){.job = number}, &w->text, w->arguments);
}

int workers_open(evaluator *e, const objective *o, size_t jobs)
{
    pool *p = memory_zeros(1, sizeof *p);
    p->objective = o;
    p->program = o->program;
    p->jobs = jobs;
    p->lines.json = o->program->value;
    value_open(&p->lines.plain, NULL, NULL, "wrote");
    slots_open(&p->slots, jobs * SLOTS_PER_JOB, o->dim);
    p->workers = memory_zeros(jobs, sizeof *p->workers);
    for (size_t i = 0; i < jobs; i++) open_worker(p, &p->workers[i]);
    const int error = children_open(&p->children, jobs);
    if (error != 0) {
        close_pool(p);
        return launch_refused(jobs, "workers", error);
    }
    if (p->program->n_launch > 0) children_be_patient(p->children, LOST_GRACE);
    *e = (evaluator){submit, collect, close_pool, p};
    return 0;
}

uint64_t workers_lost(const evaluator *e)
{
    const pool *p = e->self;
    return p->lost;
}
