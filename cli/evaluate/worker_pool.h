/* SPDX-License-Identifier: MIT
 *
 * What the files of workers (evaluate/processes.h) share: a worker with its process and its point
 * (worker.c), and the pool that it belongs to (workers.c). */
#pragma once

#include "evaluate/slots.h"
#include "evaluate/worker_lines.h"
#include "objective/objective.h"

typedef struct pool pool;

typedef struct worker {
    pool *pool;
    char **arguments; /* owned, as their text: */
    buffer text;
    process *process;  /* null: none is there */
    size_t answers;    /* number of answers of this process */
    slot *at;          /* its point; null: it waits for one */
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
    slots slots;
    worker_lines lines;
    buffer text; /* the line that is being written or read */

    size_t answers; /* number of answers of all workers */
    size_t barren;  /* number of workers in a row that gave none */
    uint64_t lost;  /* number of points that were given to another, because one got lost */
};

/* Starts the process. False: it cannot be started, and the first point that waits has failed. */
bool worker_start(worker *w);

/* Sends the first point that waits to a process that has none. */
void worker_send(worker *w);

/* Takes what the process has written. It may be ended on account of it. */
void worker_hear(worker *w);

/* Takes the rest of what a process wrote that has ended, and lets it go. */
void worker_bury(worker *w);
