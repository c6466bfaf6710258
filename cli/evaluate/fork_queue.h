/* SPDX-License-Identifier: MIT
 *
 * Points and their records in memory that a program and its forks share. A point has an entry,
 * which is free, then queued, then taken by one worker, then ready, and free again. The state of an
 * entry is one word, which says who took it. So a worker may die at any moment, and it is known
 * which point it was at; the others are still queued.
 *
 * Nobody waits for a lock. Who finds nothing to do says so, looks once more and then sleeps at a
 * pipe; who has something for a sleeper writes a byte. */
#pragma once

#include <stdatomic.h>

#include "evaluate/direct.h"
#include "evaluate/ending.h"

typedef enum fork_state {
    FORK_FREE,
    FORK_QUEUED,
    FORK_READY,
    FORK_TAKEN, /* FORK_TAKEN + i: taken by worker i, from 0 */
} fork_state;

typedef struct fork_entry {
    _Atomic double began; /* when the worker took it, on clock_now(); 0: not yet known */
    eval_record record;   /* its pointers do not count: the texts are below, numbers in rows */
    bool ended;           /* the worker has ended; the failure tells how */
    char failure[ENDING_FAILURE_SIZE];
    char said[DIRECT_SAID_SIZE]; /* what was said of a failure */
} fork_entry;

typedef struct fork_queue {
    size_t dim, outputs, n, workers; /* n: number of entries */
    void *memory;                    /* the shared block, which has all that follows */
    size_t size;
    _Atomic uint32_t *state;
    _Atomic int *asleep; /* a flag for every worker */
    _Atomic int *reader; /* whether the process that collects is asleep */
    fork_entry *entry;
    double *x;      /* points of the entries, rows of dim numbers */
    double *values; /* their records, rows of 1 + outputs numbers */
} fork_queue;

/* Returns 0 or errno. */
int fork_queue_open(fork_queue *q, const objective *o, size_t n, size_t workers);
void fork_queue_close(fork_queue *q);

/* Queues the point that has been written to entry i. */
void fork_queue_add(fork_queue *q, size_t i);

/* For a worker: evaluates points until the pipe `wake` closes. Writes to the pipe `tell` when the
 * reader sleeps. Returns the exit status. */
int fork_queue_work(fork_queue *q, size_t worker, const objective *o, int wake, int tell);
