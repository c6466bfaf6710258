/* SPDX-License-Identifier: MIT
 *
 * Workers that are forks of this process, and the memory that they share with it
 * (evaluate/fork_queue.h). See evaluate/processes.h.
 *
 * A fork has only the thread that forked. It may therefore not count on threads of this process or
 * on locks that they held. All it does is to call the objective, to work on the shared memory and
 * its pipes, and to leave by _exit(); memory it can allocate, since the C library sees to its own
 * locks. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/ending.h"
#include "evaluate/fork_queue.h"
#include "evaluate/launch.h"
#include "evaluate/processes.h"
#include "nes/nes.h"
#include "process/process.h"

enum {
    ENTRIES_PER_JOB = 64,
    BARREN_MOST = 8, /* workers in a row that may end without having been at any point */
};

typedef struct isolated isolated;

typedef struct worker {
    isolated *pool;
    size_t number;
    process *process; /* null: the worker has no process now */
} worker;

struct isolated {
    const objective *objective;
    size_t jobs;
    fork_queue queue;
    children *children;
    worker *workers; /* owned */
    size_t next;     /* number of the entry where the search for a free one begins */
    size_t barren;   /* number of workers in a row that ended without having been at a point */
};

/* ---- workers -------------------------------------------------------------------------------- */

/* In the worker: its standard input and output are the pipes by which both sides wake each other.
 * What the objective prints goes where its error messages go. */
static int work(void *data)
{
    const worker *w = data;
    const int wake = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int tell = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (wake < 0 || tell < 0 || nothing < 0) return EXIT_FAILURE;
    dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return fork_queue_work(&w->pool->queue, w->number, w->pool->objective, wake, tell);
}

/* Forks a worker. Returns 0 or errno. */
static int start_worker(worker *w)
{
    const process_request request = {.body = work, .data = w, .talks = true, .owner = w};
    w->pool->queue.asleep[w->number] = 0;
    const int error = children_start(w->pool->children, &request, &w->process);
    if (error != 0) w->process = NULL;
    return error;
}

static void wake_workers(isolated *p, size_t most)
{
    for (size_t i = 0; i < p->jobs && most > 0; i++)
        if (p->workers[i].process != NULL && atomic_exchange(&p->queue.asleep[i], 0) != 0) {
            process_write(p->workers[i].process, "",
                          1); /* a worker that has ended is found by children_wait() */
            most--;
        }
}

static void fail_entry(isolated *p, size_t i, const char *failure, const char *said)
{
    fork_entry *e = &p->queue.entry[i];
    snprintf(e->failure, sizeof e->failure, "%s", failure);
    snprintf(e->said, sizeof e->said, "%s", said);
    e->ended = true;
    e->record.fate = NES_FAILED;
    e->record.f = NAN;
    e->record.seconds = e->began > 0 ? clock_now() - e->began : NAN;
    p->queue.state[i] = FORK_READY;
}

static bool is_overdue(const isolated *p, size_t at)
{
    const double began = p->queue.entry[at].began, timeout = time_limit_now(&p->objective->limit);
    return timeout > 0 && began > 0 && clock_now() - began >= timeout;
}

/* Ends a worker, if it has not died by itself, and fails the point that it was at. A worker that
 * was ended for its time may have finished that point and taken another one meanwhile, which is
 * then queued again. The successor of the worker is forked when one is needed. */
static void bury_worker(worker *w)
{
    isolated *p = w->pool;
    const process *of = w->process;
    const bool overdue = of->timed_out;
    char failure[ENDING_FAILURE_SIZE], said[DIRECT_SAID_SIZE];
    if (WIFEXITED(of->status) && !overdue)
        snprintf(failure, sizeof failure, "called exit(%d)", WEXITSTATUS(of->status));
    else
        ending_describe(of, &p->objective->limit, failure);
    snprintf(said, sizeof said, "%.*s", DIRECT_SAID_SIZE - 1, of->errors);
    process_release(w->process);
    w->process = NULL;
    p->barren++;
    for (size_t i = 0; i < p->queue.n; i++) {
        if (p->queue.state[i] != FORK_TAKEN + w->number) continue;
        const double seconds = clock_now() - p->queue.entry[i].began;
        p->barren = 0;
        if (overdue) ending_add_time(&p->objective->limit, seconds, said, sizeof said);
        if (overdue && !is_overdue(p, i))
            fork_queue_add(&p->queue, i);
        else
            fail_entry(p, i, failure, said);
    }
}

/* Fails all points that wait, since nobody is there to evaluate them. */
static void fail_queued(isolated *p, const char *failure, const char *said)
{
    for (size_t i = 0; i < p->queue.n; i++)
        if (p->queue.state[i] == FORK_QUEUED) fail_entry(p, i, failure, said);
}

/* Forks workers instead of the dead ones. Some are enough to go on with. */
static void replace_workers(isolated *p)
{
    int error = 0;
    for (size_t i = 0; i < p->jobs && error == 0; i++)
        if (p->workers[i].process == NULL) error = start_worker(&p->workers[i]);
    if (children_count(p->children) == 0)
        fail_queued(p, "no process can be started", strerror(error));
    if (p->barren < BARREN_MOST) return;
    fail_queued(p, "the processes for evaluations end before they have evaluated anything", "");
    p->barren = 0;
}

/* ---- the evaluator -------------------------------------------------------------------------- */

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    isolated *p = self;
    const size_t d = p->queue.dim;
    size_t taken = 0;
    for (size_t i = 0; i < p->queue.n && taken < n; i++) {
        const size_t at = p->next;
        p->next = (at + 1) % p->queue.n;
        if (p->queue.state[at] != FORK_FREE) continue;
        p->queue.entry[at].record.id = id[taken];
        memcpy(p->queue.x + at * d, x + taken++ * d, d * sizeof *x);
        fork_queue_add(&p->queue, at);
    }
    wake_workers(p, taken);
    return taken;
}

/* Returns the record of a point as its worker, or the end of its worker, has left it. */
static eval_record record_at(const isolated *p, size_t at)
{
    const fork_entry *e = &p->queue.entry[at];
    eval_record r = e->record;
    const bool has_outputs = r.fate == NES_MEASURED && p->queue.outputs > 0;
    r.outputs = has_outputs ? p->queue.values + at * (1 + p->queue.outputs) + 1 : NULL;
    r.said = e->said;
    r.failure = r.fate == NES_MEASURED ? NULL : e->ended ? e->failure : objective_failure(r.said);
    return r;
}

/* Hands over records that are ready. Returns how many. */
static size_t take_ready(isolated *p, size_t room, eval_record *to)
{
    size_t n = 0;
    for (size_t i = 0; i < p->queue.n && n < room; i++) {
        if (p->queue.state[i] != FORK_READY) continue;
        to[n++] = record_at(p, i);
        p->queue.state[i] = FORK_FREE;
    }
    return n;
}

/* Ends workers that have been at a point for too long. */
static void check_time(isolated *p)
{
    if (time_limit_now(&p->objective->limit) <= 0) return;
    for (size_t i = 0; i < p->queue.n; i++) {
        const uint32_t state = p->queue.state[i];
        if (state < FORK_TAKEN || !is_overdue(p, i)) continue;
        worker *w = &p->workers[state - FORK_TAKEN];
        if (w->process == NULL) continue;
        w->process->timed_out = true;
        bury_worker(w);
    }
}

/* Whether a record is ready. */
static bool is_ready(const isolated *p)
{
    for (size_t i = 0; i < p->queue.n; i++)
        if (p->queue.state[i] == FORK_READY) return true;
    return false;
}

/* Waits for an event, for so many seconds, unless a record is ready once the workers know that this
 * process sleeps. */
static void wait_for_event(isolated *p, double seconds)
{
    const double timeout = time_limit_now(&p->objective->limit);
    process *child;
    size_t n;
    *p->queue.reader = 1;
    const double most = timeout > 0 && timeout < seconds ? timeout : seconds;
    const process_event event = children_wait(p->children, is_ready(p) ? 0 : most, &child);
    *p->queue.reader = 0;
    if (event == PROCESS_OUTPUT) {
        process_output(child, &n);
        process_take(child, n);
    } else if (event == PROCESS_ENDED)
        bury_worker(child->owner);
    check_time(p);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    isolated *p = self;
    const double until = clock_now() + seconds;
    for (double left = seconds;; left = until - clock_now()) {
        if (children_count(p->children) < p->jobs) replace_workers(p);
        const size_t n = take_ready(p, room, to);
        if (n > 0 || left <= 0) return n;
        wait_for_event(p, left);
    }
}

static size_t look(void *self, size_t room, eval_under_way *to)
{
    const isolated *p = self;
    size_t n = 0;
    for (size_t i = 0; i < p->queue.n && n < room; i++) {
        const fork_entry *e = &p->queue.entry[i];
        const uint32_t state = p->queue.state[i];
        const double began = e->began;
        if (state < FORK_TAKEN || !(began > 0)) continue;
        const process *by = p->workers[state - FORK_TAKEN].process;
        to[n++] = (eval_under_way){e->record.id, began, by == NULL ? 0 : (long)by->pid, -1};
    }
    return n;
}

/* Frees all of it; children_close() kills the workers. */
static void close_pool(void *self)
{
    isolated *p = self;
    children_close(p->children);
    fork_queue_close(&p->queue);
    free(p->workers);
    free(p);
}

/* A run begins only if all of its workers could be forked. */
int isolated_open(evaluator *e, const objective *o, size_t jobs)
{
    isolated *p = memory_zeros(1, sizeof *p);
    p->objective = o;
    p->jobs = jobs;
    p->workers = memory_zeros(jobs, sizeof *p->workers);
    for (size_t i = 0; i < jobs; i++) p->workers[i] = (worker){.pool = p, .number = i};
    int error = fork_queue_open(&p->queue, o, jobs * ENTRIES_PER_JOB, jobs);
    if (error == 0) error = children_open(&p->children, jobs);
    for (size_t i = 0; i < jobs && error == 0; i++) error = start_worker(&p->workers[i]);
    if (error != 0) {
        close_pool(p);
        return launch_refused(jobs, "processes", error);
    }
    *e = (evaluator){submit, collect, look, close_pool, p};
    return 0;
}
