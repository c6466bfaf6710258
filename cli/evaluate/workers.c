/* SPDX-License-Identifier: MIT
 *
 * Programs that stay and answer with lines; see evaluate/processes.h.
 *
 * A worker has one point at a time, so that its next line can only be the answer. After any line
 * that is none, or one too many, it is not known where the next answer begins: the worker is
 * started anew rather than trusted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluate/launch.h"
#include "evaluate/lost.h"
#include "evaluate/processes.h"
#include "evaluate/worker_pool.h"

enum { SLOTS_PER_JOB = 2 }; /* a point under way and one that waits */

static const double DEAF_FOR = 1; /* seconds until a worker that does not read its input is ended */

/* ---- answers -------------------------------------------------------------------------------- */

/* Reads the answer in the pool's text. False: it is none, and the reason is noted. */
static bool read_answer(worker *w)
{
    pool *p = w->pool;
    slot *at = w->at;
    size_t more;
    text_trim(process_output(w->process, &more), &more);
    const bool alone = more == 0;
    value_reading answer;
    const worker_answer kind = worker_lines_read(&p->lines, at->ending.record.id, p->text.text,
                                                 p->text.n - 1, at->values, &answer);
    if (kind == WORKER_VALUE)
        ending_succeed(&at->ending, p->lines.outputs);
    else
        ending_fail(&at->ending, answer.said, "%s", answer.why);
    if (kind != WORKER_GARBAGE && !alone)
        ending_fail(&at->ending, p->text.text, "wrote more than one line");
    if (kind == WORKER_GARBAGE || !alone) return false;
    p->barren = 0;
    p->answers++;
    w->answers++;
    process_set_timeout(w->process, 0);
    worker_finish_point(w);
    return true;
}

/* Takes n bytes of output, of which the first `length` are a line. A worker that has no point has
 * nothing to say. */
static void hear_line(worker *w, size_t length, size_t n)
{
    buffer *b = &w->pool->text;
    size_t all;
    b->n = 0;
    buffer_add(b, process_output(w->process, &all), length);
    buffer_add(b, "", 1);
    process_take(w->process, n);
    text_trim(b->text, &length);
    if (length > 0 && (w->at == NULL || !read_answer(w))) worker_end(w);
}

/* Takes what the process has written, which may be ended on account of it. What it writes when its
 * time is over comes too late. */
static void hear(worker *w)
{
    size_t n;
    if (w->process->timed_out) return;
    while (w->process != NULL) {
        const char *text = process_output(w->process, &n), *end = memchr(text, '\n', n);
        if (end == NULL) break;
        hear_line(w, (size_t)(end - text), (size_t)(end - text) + 1);
    }
    if (w->process == NULL || !process_output_cut(w->process)) return;
    if (w->at != NULL) ending_fail(&w->at->ending, "", "wrote a line without end");
    worker_end(w);
}

/* Another worker gets the point. */
static void pass_on(worker *w)
{
    slots_push(&w->pool->slots.waiting, w->at);
    w->at = NULL;
}

/* Fails the point of a process that has ended. The errors of a worker are those of all its points:
 * the last ones are of the point that it had. */
static void fail_point(worker *w, bool left)
{
    const process *p = w->process;
    const time_limit *limit = &w->pool->objective->limit;
    char failure[ENDING_FAILURE_SIZE];
    ending_describe(p, limit, failure);
    ending_fail(&w->at->ending, p->last[0] != '\0' ? p->last : p->errors, "%s",
                p->timed_out && w->deaf ? "does not read its input"
                : !p->timed_out && left ? "ended without an answer"
                                        : failure);
    if (p->timed_out && !w->deaf)
        ending_add_time(limit, clock_now() - w->sent, w->at->ending.said,
                        sizeof w->at->ending.said);
}

/* A process has ended, perhaps of its own accord just when it was sent another point. Its last line
 * may lack its end. A point that got lost goes to another worker, unless that has happened too
 * often. */
static void bury(worker *w)
{
    pool *p = w->pool;
    const int status = w->process->status;
    const bool left = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    size_t n;
    process_output(w->process, &n);
    if (w->at != NULL && n > 0 && !w->process->timed_out) hear_line(w, n, n);
    if (w->process == NULL) return;
    slot *at = w->at;
    if (at != NULL && left && w->answers > 0 && !at->again) {
        at->again = true;
        pass_on(w);
    } else if (at != NULL && !lost_is(p->program, w->process)) {
        fail_point(w, left);
    } else if (at != NULL && at->tries >= p->program->tries) {
        ending_lost(&at->ending, w->process, at->tries);
    } else if (at != NULL) {
        p->lost++;
        w->not_before = clock_now() + lost_pause(at->tries);
        pass_on(w);
    }
    worker_end(w);
}

/* ---- start ---------------------------------------------------------------------------------- */

/* Starts the process. False: it cannot be started, and the first point that waits has failed. */
static bool start(worker *w)
{
    static const double LATER = 0.05; /* seconds until the start is tried again */
    pool *p = w->pool;
    const size_t number = p->program->workers_before + (size_t)(w - p->workers) + 1;
    const process_request request = {
        .path = p->program->path, .arguments = p->arguments, .talks = true, .owner = w};
    launch_arguments(p->program, &(placeholder_values){.job = number}, &p->text, p->arguments);
    const int error = children_start(p->children, &request, &w->process);
    w->answers = 0;
    w->deaf = false;
    if (error == 0) return true;
    w->process = NULL;
    if (children_error_passes(error) &&
        children_count(p->children) > 0) { /* other workers go on meanwhile */
        w->not_before = clock_now() + LATER;
        return false;
    }
    w->at = slots_pop(&p->slots.waiting);
    w->sent = clock_now();
    ending_not_started(&w->at->ending, error);
    worker_note_barren(w);
    worker_finish_point(w);
    return false;
}

/* Sends the first point that waits. A worker that has closed its input has ended, or is soon made
 * to: its end tells why. */
static void send(worker *w)
{
    pool *p = w->pool;
    const objective *o = p->objective;
    slot *at = w->at = slots_pop(&p->slots.waiting);
    at->tries++;
    p->text.n = 0;
    worker_lines_point(at->ending.record.id, o->dim, at->x, &o->variables, p->program->worker_json,
                       &p->text);
    w->sent = clock_now();
    process_set_timeout(w->process, time_limit_now(&o->limit));
    w->deaf = !process_write(w->process, p->text.text, p->text.n);
    if (w->deaf) process_set_timeout(w->process, DEAF_FOR);
}

/* Ends the workers that have taken too long, where that depends on how long others take. */
static void keep_time(pool *p)
{
    static const double AT_ONCE = 1e-6;
    const double limit = time_limit_now(&p->objective->limit), now = clock_now();
    if (!(p->objective->limit.factor > 0) || limit == 0) return;
    for (size_t i = 0; i < p->jobs; i++) {
        const worker *w = &p->workers[i];
        if (w->process != NULL && w->at != NULL && !w->deaf)
            process_set_timeout(w->process, fmax(w->sent + limit - now, AT_ONCE));
    }
}

/* ---- points to workers ---------------------------------------------------------------------- */

/* Gives the points that wait to the workers that do. */
static void send_points(pool *p)
{
    for (size_t i = 0; i < p->jobs && p->slots.waiting.first != NULL; i++) {
        worker *w = &p->workers[i];
        if (w->at != NULL) continue;
        if (w->process == NULL && (clock_now() < w->not_before || !start(w))) continue;
        send(w);
    }
}

/* Waits for an event, at most so many seconds, and no longer than until a worker may be started. */
static void wait_for_event(pool *p, double seconds)
{
    process *child;
    const double now = clock_now();
    for (size_t i = 0; i < p->jobs && p->slots.waiting.first != NULL; i++)
        if (p->workers[i].process == NULL)
            seconds = fmin(seconds, fmax(p->workers[i].not_before - now, 0));
    const process_event event = children_wait(p->children, seconds, &child);
    if (event == PROCESS_OUTPUT) hear(child->owner);
    if (event == PROCESS_ENDED) bury(child->owner);
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
        keep_time(p);
        const size_t n = slots_give(&p->slots, room, to);
        const double left = until - clock_now();
        if (n > 0 || left <= 0) return n;
        wait_for_event(p, left);
    }
}

static size_t look(void *self, size_t room, eval_under_way *to)
{
    const pool *p = self;
    size_t n = 0;
    for (size_t i = 0; i < p->jobs && n < room; i++) {
        const worker *w = &p->workers[i];
        if (w->at == NULL || w->process == NULL) continue;
        to[n++] = (eval_under_way){w->at->ending.record.id, w->sent, (long)w->process->pid, -1};
    }
    return n;
}

static void close_pool(void *self)
{
    pool *p = self;
    if (p->children != NULL) workers_let_leave(p);
    children_close(p->children);
    value_close(p->lines.plain);
    buffer_free(&p->text);
    free(p->arguments);
    free(p->workers);
    slots_close(&p->slots);
    free(p);
}

int workers_open(evaluator *e, const objective *o, size_t jobs)
{
    pool *p = memory_zeros(1, sizeof *p);
    p->objective = o;
    p->program = o->program;
    p->jobs = jobs;
    p->lines.json = o->program->value;
    p->lines.outputs = o->named;
    value_open(&p->lines.plain, NULL, NULL, "wrote");
    slots_open(&p->slots, jobs * SLOTS_PER_JOB, o->dim, o->outputs);
    p->workers = memory_zeros(jobs, sizeof *p->workers);
    for (size_t i = 0; i < jobs; i++) p->workers[i].pool = p;
    p->arguments = memory_zeros(p->program->n + 1, sizeof *p->arguments);
    const int error = children_open(&p->children, jobs);
    if (error != 0) {
        close_pool(p);
        return launch_refused(jobs, "workers", error);
    }
    if (p->program->n_launch > 0) children_be_patient(p->children, LOST_GRACE);
    *e = (evaluator){submit, collect, look, close_pool, p};
    return 0;
}

uint64_t workers_lost(const evaluator *e)
{
    const pool *p = e->self;
    return p->lost;
}
