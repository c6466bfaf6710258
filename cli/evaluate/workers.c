/* SPDX-License-Identifier: MIT
 *
 * Programs that read points and write values; see evaluate/workers.h.
 *
 * A worker has one point at a time, so that its next line can only be the answer. After any line
 * that is none, or one too many, it is not known where the next answer begins: the worker is
 * started anew rather than trusted. */
#include "evaluate/workers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "evaluate/ending.h"
#include "evaluate/worker_lines.h"
#include "nes/nes.h"
#include "objective/program.h"
#include "process/process.h"

enum {
    PLACES_PER_JOB = 2, /* a point under way and one that waits */
    BARREN_MOST = 8,    /* workers in a row that ended without an answer, before the first answer */
    BARREN_FEW = 2,     /* so many are started again at once */
};

static const double SOON = 10; /* seconds after its start: a worker that ends sooner ... */
static const double PAUSE_FIRST = 0.02, PAUSE_MOST = 0.5; /* ... is started again after a pause */
static const double LEAVE_WITHIN = 1;                     /* seconds at the end of the run */

typedef struct place {
    uint64_t id;
    double *x;          /* a copy, in the block of all places */
    bool again;         /* another worker has left when it had this point */
    ending ending;      /* what became of it */
    struct place *next; /* in its list */
} place;

typedef struct pool pool;

typedef struct worker {
    pool *pool;
    char **arguments; /* owned, as their text: */
    buffer text;
    process *process;  /* null: none is there */
    size_t answers;    /* of this process */
    place *at;         /* its point; null: it waits for one */
    double sent;       /* when it got the point */
    bool deaf;         /* it has closed its input */
    double not_before; /* when it may be started again */
} worker;

struct pool {
    const objective *objective;
    const program *program;
    size_t jobs;
    process_room *room;
    worker *workers; /* owned, as the rest */
    place *places;
    double *x;
    eval_outcome *outcome; /* of the last collect */
    worker_lines lines;
    buffer text; /* the line that is being written or read */

    place *free, *ready;          /* in no order */
    place *queue, **end_of_queue; /* first come, first served */
    size_t answers;               /* of all workers */
    size_t barren;                /* workers in a row that gave none */
};

/* ---- places --------------------------------------------------------------------------------- */

static void push(place **list, place *p)
{
    p->next = *list;
    *list = p;
}

static place *pop(place **list)
{
    place *p = *list;
    *list = p->next;
    return p;
}

static place *take_first(pool *p)
{
    place *at = pop(&p->queue);
    if (p->queue == NULL) p->end_of_queue = &p->queue;
    return at;
}

static void enqueue(pool *p, place *at)
{
    at->next = NULL;
    *p->end_of_queue = at;
    p->end_of_queue = &at->next;
}

static void put_back(pool *p, place *at)
{
    if (p->queue == NULL) p->end_of_queue = &at->next;
    push(&p->queue, at);
}

/* ---- ends of workers ------------------------------------------------------------------------ */

/* Hands the worker's point back with what became of it. */
static void finish_point(worker *w)
{
    w->at->ending.outcome.seconds = clock_now() - w->sent;
    push(&w->pool->ready, w->at);
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
        w->at->ending.outcome.stops = true;
}

/* The end of a process, here or before. Its point fails for the reason that it has been given. */
static void end_worker(worker *w)
{
    if (w->answers == 0 && process_seconds(w->process) < SOON) note_barren(w);
    if (w->at != NULL) finish_point(w);
    process_release(w->process);
    w->process = NULL;
}

static void describe_end(const worker *w, char failure[ENDING_FAILURE_SIZE])
{
    const int status = process_status(w->process);
    if (w->deaf)
        snprintf(failure, ENDING_FAILURE_SIZE, "does not read its input");
    else if (process_timed_out(w->process))
        snprintf(failure, ENDING_FAILURE_SIZE, "timed out after %g s", w->pool->program->timeout);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        snprintf(failure, ENDING_FAILURE_SIZE, "ended without an answer");
    else
        ending_describe(status, failure, ENDING_FAILURE_SIZE);
}

/* A process has ended, perhaps of its own accord just when it was sent another point. */
static void bury_worker(worker *w)
{
    const int status = process_status(w->process);
    const bool left = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    char failure[ENDING_FAILURE_SIZE];
    place *at = w->at;
    if (at != NULL && left && w->answers > 0 && !at->again) {
        at->again = true;
        put_back(w->pool, at);
        w->at = NULL;
    } else if (at != NULL) {
        describe_end(w, failure);
        ending_fail(&at->ending, process_errors(w->process), "%s", failure);
    }
    end_worker(w);
}

/* ---- answers -------------------------------------------------------------------------------- */

static bool is_blank(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr(" \t\r\n\f\v", text[i]) == NULL) return false;
    return true;
}

/* Reads the answer in the pool's text. False: it is none, and the reason is noted. */
static bool read_answer(worker *w)
{
    pool *p = w->pool;
    place *at = w->at;
    size_t more;
    const char *rest = process_output(w->process, &more);
    const bool alone = is_blank(rest, more);
    value_reading answer;
    const worker_answer kind =
        worker_lines_read(&p->lines, at->id, p->text.text, p->text.n - 1, &answer);
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
static void hear_line(worker *w, const char *line, size_t length, size_t n)
{
    buffer *b = &w->pool->text;
    b->n = 0;
    buffer_add(b, line, length);
    buffer_add(b, "", 1);
    process_take(w->process, n);
    if (b->failed && w->at != NULL) ending_fail(&w->at->ending, "", "no memory for its answer");
    if (!b->failed && is_blank(b->text, length)) return;
    if (b->failed || w->at == NULL || !read_answer(w)) end_worker(w);
}

/* Whatever a worker has written. What it writes when its time is over comes too late. */
static void hear_worker(worker *w)
{
    size_t n;
    if (process_timed_out(w->process)) return;
    while (w->process != NULL) {
        const char *text = process_output(w->process, &n);
        const char *end = memchr(text, '\n', n);
        if (end == NULL) break;
        hear_line(w, text, (size_t)(end - text), (size_t)(end - text) + 1);
    }
    if (w->process == NULL || !process_output_cut(w->process)) return;
    if (w->at != NULL) ending_fail(&w->at->ending, "", "wrote a line without end");
    end_worker(w);
}

/* The last line may lack its end. */
static void hear_rest(worker *w)
{
    size_t n;
    const char *text = process_output(w->process, &n);
    if (w->at != NULL && n > 0 && !process_timed_out(w->process)) hear_line(w, text, n, n);
}

/* ---- points to workers ---------------------------------------------------------------------- */

/* False: it cannot be started, and its point, the next one, has failed. */
static bool start_worker(worker *w)
{
    pool *p = w->pool;
    const process_plan plan = {
        .path = p->program->path, .arguments = w->arguments, .talks = true, .owner = w};
    const int error = room_start(p->room, &plan, &w->process);
    w->answers = 0;
    w->deaf = false;
    if (error == 0) return true;
    w->process = NULL;
    w->at = take_first(p);
    w->sent = clock_now();
    ending_not_started(&w->at->ending, error);
    note_barren(w);
    finish_point(w);
    return false;
}

/* A worker that has closed its input has ended, or is soon made to: its end tells why. */
static void send_point(worker *w)
{
    pool *p = w->pool;
    const objective *o = p->objective;
    place *at = w->at = take_first(p);
    p->text.n = 0;
    worker_lines_point(at->id, o->dim, at->x, p->program->worker_json ? &o->variables : NULL,
                       &p->text);
    w->sent = clock_now();
    process_set_timeout(w->process, p->program->timeout);
    w->deaf = p->text.failed || process_write(w->process, p->text.text, p->text.n) != 0;
    if (w->deaf) process_set_timeout(w->process, LEAVE_WITHIN);
}

/* Gives the points that wait to the workers that do. */
static void send_points(pool *p)
{
    for (size_t i = 0; i < p->jobs && p->queue != NULL; i++) {
        worker *w = &p->workers[i];
        if (w->at != NULL) continue;
        if (w->process == NULL && (clock_now() < w->not_before || !start_worker(w))) continue;
        send_point(w);
    }
}

/* Seconds to wait for an event: at most so many, and no longer than until a worker may be started.
 */
static double patience(const pool *p, double seconds)
{
    const double now = clock_now();
    for (size_t i = 0; i < p->jobs && p->queue != NULL; i++) {
        const worker *w = &p->workers[i];
        if (w->process == NULL && w->not_before - now < seconds) seconds = w->not_before - now;
    }
    return seconds > 0 ? seconds : 0;
}

static void wait_for_event(pool *p, double seconds)
{
    process *child;
    const process_event event = room_wait(p->room, patience(p, seconds), &child);
    if (event == PROCESS_NOTHING) return;
    worker *w = process_owner(child);
    if (event == PROCESS_OUTPUT) hear_worker(w);
    if (event != PROCESS_ENDED) return;
    hear_rest(w);
    if (w->process != NULL) bury_worker(w);
}

/* ---- the evaluator -------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    pool *p = self;
    const size_t d = p->objective->dim;
    size_t taken = 0;
    for (; taken < n && p->free != NULL; taken++) {
        place *at = pop(&p->free);
        at->id = id[taken];
        at->again = false;
        memcpy(at->x, x + taken * d, d * sizeof *x);
        enqueue(p, at);
    }
    send_points(p);
    return taken;
}

static size_t take_ready(pool *p, size_t room, uint64_t *id, double *f)
{
    size_t n = 0;
    for (; n < room && p->ready != NULL; n++) {
        place *at = pop(&p->ready);
        id[n] = at->id;
        f[n] = at->ending.f;
        p->outcome[n] = at->ending.outcome;
        push(&p->free, at);
    }
    return n;
}

static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    pool *p = self;
    const double until = clock_now() + seconds;
    for (;;) {
        send_points(p);
        const size_t n = take_ready(p, room, id, f);
        const double left = until - clock_now();
        if (n > 0 || left <= 0) return n;
        wait_for_event(p, left);
    }
}

static const eval_outcome *about(void *self, size_t i)
{
    const pool *p = self;
    return &p->outcome[i];
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
    for (; room_count(p->room) > 0 && left > 0; left = until - clock_now())
        if (room_wait(p->room, left, &child) == PROCESS_ENDED) process_release(child);
}

static void close_pool(void *self)
{
    pool *p = self;
    if (p->room != NULL) let_leave(p);
    room_close(p->room);
    value_close(p->lines.plain);
    buffer_free(&p->text);
    for (size_t i = 0; p->workers != NULL && i < p->jobs; i++) {
        buffer_free(&p->workers[i].text);
        free(p->workers[i].arguments);
    }
    free(p->workers);
    free(p->places);
    free(p->x);
    free(p->outcome);
    free(p);
}

/* The arguments of worker number i, from 0, which may have that number in them. */
static bool fill_arguments(worker *w, const program *of, size_t i)
{
    const placeholder_values v = {.job = i + 1};
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
    char message[OBJECTIVE_MESSAGE_SIZE];
    p->workers = calloc(p->jobs, sizeof *p->workers);
    p->places = calloc(places, sizeof *p->places);
    p->x = calloc(places * d, sizeof *p->x);
    p->outcome = calloc(places, sizeof *p->outcome);
    if (p->workers == NULL || p->places == NULL || p->x == NULL || p->outcome == NULL) return false;
    for (size_t i = 0; i < places; i++) {
        p->places[i].x = p->x + i * d;
        push(&p->free, &p->places[i]);
    }
    for (size_t i = 0; i < p->jobs; i++) {
        p->workers[i].pool = p;
        if (!fill_arguments(&p->workers[i], p->program, i)) return false;
    }
    return value_open(&p->lines.plain, NULL, NULL, "wrote", message, sizeof message) == 0;
}

nes_status workers_open(evaluator *e, const objective *o, size_t jobs)
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL) return NES_ERR_MEMORY;
    p->objective = o;
    p->program = o->program;
    p->jobs = jobs;
    p->lines.json = o->program->value;
    p->end_of_queue = &p->queue;
    nes_status st = allocate(p) ? NES_OK : NES_ERR_MEMORY;
    if (st == NES_OK && room_open(&p->room, jobs) != 0) st = NES_ERR_THREAD;
    if (st != NES_OK)
        close_pool(p);
    else
        *e = (evaluator){submit, collect, about, close_pool, p};
    return st;
}
