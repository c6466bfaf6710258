/* SPDX-License-Identifier: MIT
 *
 * One worker: its start, the points that it is sent, its answers and its end.
 *
 * A worker has one point at a time, so that its next line can only be the answer. After any line
 * that is none, or one too many, it is not known where the next answer begins: the worker is
 * started anew rather than trusted. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/text.h"
#include "evaluate/lost.h"
#include "evaluate/worker_pool.h"

enum {
    BARREN_MOST = 8, /* workers in a row that ended without an answer, before the first answer */
    BARREN_FEW = 2,  /* so many are started again at once */
};

static const double SOON = 10; /* seconds after its start: a worker that ends sooner ... */
static const double PAUSE_FIRST = 0.02, PAUSE_MOST = 0.5; /* ... is started again after a pause */
static const double DEAF_FOR = 1; /* seconds that one lives on that does not read its input */

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
    const process *p = w->process;
    if (p->timed_out && w->deaf)
        snprintf(failure, ENDING_FAILURE_SIZE, "does not read its input");
    else if (!p->timed_out && WIFEXITED(p->status) && WEXITSTATUS(p->status) == 0)
        snprintf(failure, ENDING_FAILURE_SIZE, "ended without an answer");
    else
        ending_describe(p, w->pool->program->timeout, failure);
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
static void hear_line(worker *w, const char *line, size_t length, size_t n)
{
    buffer *b = &w->pool->text;
    b->n = 0;
    buffer_add(b, line, length);
    buffer_add(b, "", 1);
    process_take(w->process, n);
    text_trim(b->text, &length);
    if (length == 0) return;
    if (w->at == NULL || !read_answer(w)) end_worker(w);
}

/* Whatever a worker has written. What it writes when its time is over comes too late. */
void worker_hear(worker *w)
{
    size_t n;
    if (w->process->timed_out) return;
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

/* The point of a worker that got lost goes to another, unless that has happened too often. */
static void lose_point(worker *w)
{
    slot *at = w->at;
    if (at->tries >= w->pool->program->tries) {
        ending_lost(&at->ending, w->process, at->tries);
        return;
    }
    w->pool->lost++;
    w->not_before = clock_now() + lost_pause(at->tries);
    slots_push(&w->pool->slots.waiting, at);
    w->at = NULL;
}

/* The errors of a worker are those of all its points: the last ones are of the point that it had.
 */
static const char *last_words(const worker *w)
{
    const char *last = w->process->last;
    return last[0] != '\0' ? last : w->process->errors;
}

/* A process has ended, perhaps of its own accord just when it was sent another point. */
static void end_as_it_did(worker *w)
{
    const int status = w->process->status;
    const bool left = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    char failure[ENDING_FAILURE_SIZE];
    slot *at = w->at;
    if (at != NULL && left && w->answers > 0 && !at->again) {
        at->again = true;
        slots_push(&w->pool->slots.waiting, at);
        w->at = NULL;
    } else if (at != NULL && lost_is(w->pool->program, w->process)) {
        lose_point(w);
    } else if (at != NULL) {
        describe_end(w, failure);
        ending_fail(&at->ending, last_words(w), "%s", failure);
    }
    end_worker(w);
}

/* The last line may lack its end. */
void worker_bury(worker *w)
{
    size_t n;
    const char *text = process_output(w->process, &n);
    if (w->at != NULL && n > 0 && !w->process->timed_out) hear_line(w, text, n, n);
    if (w->process != NULL) end_as_it_did(w);
}

/* ---- start ---------------------------------------------------------------------------------- */

bool worker_start(worker *w)
{
    static const double LATER = 0.05; /* seconds until it is tried again */
    pool *p = w->pool;
    const process_request request = {
        .path = p->program->path, .arguments = w->arguments, .talks = true, .owner = w};
    const int error = children_start(p->children, &request, &w->process);
    w->answers = 0;
    w->deaf = false;
    if (error == 0) return true;
    w->process = NULL;
    if (children_error_passes(error) &&
        children_count(p->children) > 0) { /* others go on meanwhile */
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

/* A worker that has closed its input has ended, or is soon made to: its end tells why. */
void worker_send(worker *w)
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
