/* SPDX-License-Identifier: MIT
 *
 * The pool of workers as an evaluator; see evaluate/workers.h. */
#include "evaluate/workers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "evaluate/launch.h"
#include "evaluate/lost.h"
#include "evaluate/worker_pool.h"

enum { PLACES_PER_JOB = 2 }; /* a point under way and one that waits */

static const double LEAVE_WITHIN = 1; /* seconds at the end of the run */

/* ---- points to workers ---------------------------------------------------------------------- */

/* Gives the points that wait to the workers that do. */
static void send_points(pool *p)
{
    for (size_t i = 0; i < p->jobs && p->queue.first != NULL; i++) {
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
    for (size_t i = 0; i < p->jobs && p->queue.first != NULL; i++) {
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
    const size_t d = p->objective->dim;
    size_t taken = 0;
    for (; taken < n && p->free.first != NULL; taken++) {
        place *at = list_pop(&p->free);
        at->ending.record.id = id[taken];
        at->again = false;
        at->tries = 0;
        memcpy(at->x, x + taken * d, d * sizeof *x);
        list_append(&p->queue, at);
    }
    send_points(p);
    return taken;
}

static size_t take_ready(pool *p, size_t room, eval_record *to)
{
    size_t n = 0;
    for (; n < room && p->ready.first != NULL; n++) {
        place *at = list_pop(&p->ready);
        to[n] = at->ending.record;
        list_push(&p->free, at);
    }
    return n;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    pool *p = self;
    const double until = clock_now() + seconds;
    for (;;) {
        send_points(p);
        const size_t n = take_ready(p, room, to);
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
    for (size_t i = 0; p->workers != NULL && i < p->jobs; i++) {
        buffer_free(&p->workers[i].text);
        free(p->workers[i].arguments);
    }
    free(p->workers);
    free(p->places);
    free(p->x);
    free(p);
}

/* The arguments of worker number i, from 0, which may have that number in them. */
static bool fill_arguments(worker *w, const program *of, size_t i)
{
    const placeholder_values v = {.job = of->workers_before + i + 1};
    w->arguments = calloc(of->n + 1, sizeof *w->arguments);
    if (w->arguments == NULL) return false;
    for (size_t k = 0; k < of->n; k++) {
        placeholder_fill(&of->arguments[k], &v, &w->text);
        buffer_add(&w->text, "", 1);
    }
    char *at = w->text.text;
    for (size_t k = 0; k < of->n && !w->text.failed; k++, at += strlen(at) + 1)
        w->arguments[k] = at;
    return !w->text.failed;
}

static bool allocate(pool *p)
{
    const size_t places = p->jobs * PLACES_PER_JOB, d = p->objective->dim;
    p->workers = calloc(p->jobs, sizeof *p->workers);
    p->places = calloc(places, sizeof *p->places);
    p->x = calloc(places * d, sizeof *p->x);
    if (p->workers == NULL || p->places == NULL || p->x == NULL) return false;
    for (size_t i = 0; i < places; i++) {
        p->places[i].x = p->x + i * d;
        list_push(&p->free, &p->places[i]);
    }
    for (size_t i = 0; i < p->jobs; i++) {
        p->workers[i].pool = p;
        if (!fill_arguments(&p->workers[i], p->program, i)) return false;
    }
    return value_open(&p->lines.plain, NULL, NULL, "wrote") == 0;
}

int workers_open(evaluator *e, const objective *o, size_t jobs)
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL) return launch_refused(jobs, "workers", ENOMEM);
    p->objective = o;
    p->program = o->program;
    p->jobs = jobs;
    p->lines.json = o->program->value;
    const int error = allocate(p) ? children_open(&p->children, jobs) : ENOMEM;
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
