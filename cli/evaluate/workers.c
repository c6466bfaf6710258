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
#include "evaluate/slots.h"
#include "evaluate/worker_lines.h"

enum {
    SLOTS_PER_JOB = 2, /* a point under way and one that waits */
    BARREN_MOST = 8,   /* workers in a row that ended without an answer, before the first answer */
    BARREN_FEW = 2,    /* so many of them are started again at once */
};

/* Times in seconds. A worker that ends soon after its start is started again after a pause. */
static const double SOON = 10, PAUSE_FIRST = 0.02, PAUSE_MOST = 0.5;
static const double DEAF_FOR = 1;     /* a worker that does not read its input is ended then */
static const double LEAVE_WITHIN = 1; /* workers have so long for leaving at the end of the run */

typedef struct pool pool;

typedef struct worker {
    pool *pool;
    process *process;  /* null: the worker has none now */
    size_t answers;    /* number of answers of this process */
    slot *at;          /* its point; null: it waits for one */
    double sent;       /* when it got the point, on clock_now() */
    bool deaf;         /* it has closed its input */
    double not_before; /* when it may be started again, on clock_now() */
} worker;

struct pool {
    const objective *objective;
    const program *program;
    size_t jobs;
    children *children;
    worker *workers; /* owned, as the rest */
    slots slots;
    worker_lines lines;
    buffer text;      /* text of the line that is written or read, or of arguments */
    char **arguments; /* arguments of the worker that is being started */

    size_t answers; /* number of answers of all workers */
    size_t barren;  /* number of workers in a row that gave none */
    uint64_t lost;  /* number of points that were given to another, because one got lost */
};

/* ---- end ------------------------------------------------------------------------------------ */

/* Hands the worker's point back with what became of it. */
static void finish_point(worker *w)
{
    w->at->ending.record.seconds = clock_now() - w->sent;
    slots_append(&w->pool->slots.ready, w->at);
    w->at = NULL;
}

/* Another process has given no answer at all. The next is started after a pause, which grows. If
 * none has ever given one, this is the end of the run. */
static void note_barren(worker *w)
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

/* Ends the process if it lives. Its point fails for the reason in its record. */
static void end_worker(worker *w)
{
    if (w->answers == 0 && process_seconds(w->process) < SOON) note_barren(w);
    if (w->at != NULL) finish_point(w);
    process_release(w->process);
    w->process = NULL;
}

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
    const worker_answer kind =
        worker_lines_read(&p->lines, at->ending.record.id, p->text.text, p->text.n - 1, &answer);
    if (kind == WORKER_VALUE)
        ending_succeed(&at->ending, answer.f);
    else
        ending_fail(&at->ending, answer.said, "%s", answer.why);
    if (kind != WORKER_GARBAGE && !alone)
        ending_fail(&at->ending, p->text.text, "wrote more than one line");
    if (kind == WORKER_GARBAGE || !alone) return false;
    p->barren = 0;
    p->answers++;
    w->answers++;
    process_set_timeout(w->process, 0);
    finish_point(w);
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
    if (length > 0 && (w->at == NULL || !read_answer(w))) end_worker(w);
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
    end_worker(w);
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
    char failure[ENDING_FAILURE_SIZE];
    ending_describe(p, w->pool->program->timeout, failure);
    ending_fail(&w->at->ending, p->last[0] != '\0' ? p->last : p->errors, "%s",
                p->timed_out && w->deaf ? "does not read its input"
                : !p->timed_out && left ? "ended without an answer"
                                        : failure);
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
    end_worker(w);
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
    note_barren(w);
    finish_point(w);
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
    worker_lines_point(at->ending.record.id, o->dim, at->x,
                       p->program->worker_json ? &o->variables : NULL, &p->text);
    w->sent = clock_now();
    process_set_timeout(w->process, p->program->timeout);
    w->deaf = !process_write(w->process, p->text.text, p->text.n);
    if (w->deaf) process_set_timeout(w->process, DEAF_FOR);
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
    value_open(&p->lines.plain, NULL, NULL, "wrote");
    slots_open(&p->slots, jobs * SLOTS_PER_JOB, o->dim);
    p->workers = memory_zeros(jobs, sizeof *p->workers);
    for (size_t i = 0; i < jobs; i++) p->workers[i].pool = p;
    p->arguments = memory_zeros(p->program->n + 1, sizeof *p->arguments);
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
