/* SPDX-License-Identifier: MIT
 *
 * What the files of evaluate/workers.h share: a worker with its process and its point (worker.c),
 * and the pool that it belongs to (workers.c). */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "evaluate/ending.h"
#include "evaluate/list.h"
#include "evaluate/worker_lines.h"
#include "objective/objective.h"
#include "objective/program.h"
#include "process/process.h"

typedef struct place {
    list_link link; /* in its list */
    double *x;      /* a copy, in the block of all places */
    bool again;     /* another worker has left when it had this point */
    size_t tries;   /* workers that had it so far */
    ending ending;  /* what became of it */
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
    children *children;
    worker *workers; /* owned, as the rest */
    place *places;
    double *x;
    worker_lines lines;
    buffer text; /* the line that is being written or read */

    list free, ready; /* in no order */
    list queue;       /* first come, first served */
    size_t answers;   /* of all workers */
    size_t barren;    /* workers in a row that gave none */
    uint64_t lost;    /* points that were given to another, because one got lost */
};

/* Starts the process. False: it cannot be started, and the first point that waits has failed. */
bool worker_start(worker *w);

/* Sends the first point that waits to a process that has none. */
void worker_send(worker *w);

/* Takes what the process has written. It may be ended on account of it. */
void worker_hear(worker *w);

/* Takes the rest of what a process wrote that has ended, and lets it go. */
void worker_bury(worker *w);
