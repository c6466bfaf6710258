/* SPDX-License-Identifier: MIT
 *
 * Shared memory between the collector of values and its workers; see evaluate/fork_queue.h.
 *
 * All operations on states and flags are sequentially consistent. A worker that is about to sleep
 * sets its flag and then looks at the states; who queues a point sets the state and then looks at
 * the flag. So one of them sees what the other did. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "evaluate/fork_queue.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"

enum { LINE = 64 }; /* bytes of a line of the cache */

/* Seconds after which a worker wakes the reader although more points are queued. A switch from one
 * process to another costs more than many quick evaluations. */
static const double TELL_AFTER = 1e-4;

static size_t rounded(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

int fork_queue_open(fork_queue *q, const objective *o, size_t n, size_t workers)
{
    const size_t dim = o->dim, numbers = dim + 1 + o->outputs;
    const size_t state = rounded(n * sizeof *q->state);
    const size_t asleep = rounded(workers * sizeof *q->asleep);
    const size_t entries = rounded(n * sizeof *q->entry);
    *q = (fork_queue){.dim = dim, .outputs = o->outputs, .n = n, .workers = workers};
    if (numbers > SIZE_MAX / 2 / sizeof *q->x / n) return ENOMEM;
    q->size = state + asleep + LINE + entries + n * numbers * sizeof *q->x;
    char *at = mmap(NULL, q->size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return errno;
    q->memory = at; /* zeros mean that entries are free and workers awake */
    q->state = (_Atomic uint32_t *)at;
    q->asleep = (_Atomic int *)(at += state);
    q->reader = (_Atomic int *)(at += asleep);
    q->entry = (fork_entry *)(at += LINE);
    q->x = (double *)(at + entries);
    q->values = q->x + n * dim;
    return 0;
}

void fork_queue_close(fork_queue *q)
{
    if (q->memory != NULL) munmap(q->memory, q->size);
    *q = (fork_queue){.dim = 0};
}

void fork_queue_add(fork_queue *q, size_t i)
{
    fork_entry *e = &q->entry[i];
    e->began = 0;
    e->ended = false;
    e->said[0] = '\0';
    q->state[i] = FORK_QUEUED;
}

/* Takes the first queued entry from *hint on, in a circle, and sets *hint to it. Returns its
 * number; n: no entry is queued. */
static size_t take(fork_queue *q, size_t worker, size_t *hint)
{
    size_t at = *hint;
    for (size_t i = 0; i < q->n; i++) {
        uint32_t queued = FORK_QUEUED;
        if (q->state[at] == FORK_QUEUED &&
            atomic_compare_exchange_strong(&q->state[at], &queued, FORK_TAKEN + (uint32_t)worker)) {
            *hint = at;
            return at;
        }
        if (++at == q->n) at = 0;
    }
    return q->n;
}

/* Evaluates the point of an entry. Returns the time at the end, on clock_now(). */
static double evaluate(fork_queue *q, size_t at, const objective *o)
{
    fork_entry *e = &q->entry[at];
    const double begin = clock_now();
    e->began = begin;
    e->record = direct_evaluate(o, e->record.id, q->x + at * q->dim,
                                q->values + at * (1 + q->outputs), e->said);
    const double end = clock_now();
    e->record.seconds = end - begin;
    q->state[at] = FORK_READY;
    return end;
}

/* Wakes the reader if it sleeps. */
static void tell_reader(fork_queue *q, int tell)
{
    if (*q->reader == 0 || atomic_exchange(q->reader, 0) == 0) return;
    while (write(tell, "", 1) < 0 && errno == EINTR) continue;
}

/* Sleeps until a point may be queued. False: the pipe is closed, and no point will come. */
static bool sleep_at(int wake)
{
    char bytes[LINE];
    ssize_t n;
    do n = read(wake, bytes, sizeof bytes);
    while (n < 0 && errno == EINTR);
    return n > 0;
}

int fork_queue_work(fork_queue *q, size_t worker, const objective *o, int wake, int tell)
{
    size_t hint = worker * (q->n / q->workers);
    double now = 0, told = 0;
    for (;;) {
        size_t at = take(q, worker, &hint);
        if (at == q->n || now - told >= TELL_AFTER) {
            tell_reader(q, tell);
            told = now;
        }
        if (at == q->n) {
            q->asleep[worker] = 1;
            at = take(q, worker, &hint);
        }
        if (at < q->n) {
            q->asleep[worker] = 0;
            now = evaluate(q, at, o);
        } else if (!sleep_at(wake))
            return 0;
    }
}
