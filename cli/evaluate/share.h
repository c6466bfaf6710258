/* SPDX-License-Identifier: MIT
 *
 * Points and values in memory that a program and its workers share. Every point has a place. A
 * place is free, then queued, then taken by one worker, then ready, and free again. Its state is
 * one word, which says who took it. So a worker may die at any moment, and it is known which point
 * it was at; the others are still queued.
 *
 * Nobody waits for a lock. Who finds nothing to do says so, looks once more and then sleeps at a
 * pipe; who has something for a sleeper writes a byte. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluator.h"
#include "objective/objective.h"

enum { SHARE_SAID = 512 };

typedef enum share_state {
    SHARE_FREE,
    SHARE_QUEUED,
    SHARE_READY,
    SHARE_TAKEN, /* and more: by worker 0, 1, ... */
} share_state;

typedef struct share_place {
    _Atomic double began;  /* when the worker took it, on clock_now(); 0: not yet known */
    eval_record record;    /* its texts are not good in another process */
    char said[SHARE_SAID]; /* of a failure */
} share_place;

typedef struct share {
    size_t dim, places, workers;
    void *memory; /* of the following, which are shared */
    size_t size;
    _Atomic uint32_t *state;
    _Atomic int *asleep; /* a flag for every worker */
    _Atomic int *reader; /* whether the one who collects is asleep */
    share_place *place;
    double *x; /* rows of dim */
} share;

/* Returns 0 or errno. */
int share_open(share *s, size_t dim, size_t places, size_t workers);
void share_close(share *s);

/* Queues the point that has been written to a place. */
void share_queue(share *s, size_t place);

/* Whether a worker sleeps; if so it does no longer, and has to be woken. */
bool share_wakes(share *s, size_t worker);

/* The next place that is ready from *from on, which moves behind it; places: there is none. */
size_t share_next_ready(const share *s, size_t *from);

/* For a worker: evaluates points until the pipe `wake` closes. Writes to the pipe `tell` when the
 * reader sleeps. Returns the exit status. */
int share_work(share *s, size_t worker, const objective *o, int wake, int tell);
