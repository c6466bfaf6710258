/* SPDX-License-Identifier: MIT
 *
 * The inside of the evaluator with workers (evaluate/processes.h): programs that stay, each with a
 * point or without. workers.c gives them points and hears their answers, workers_end.c ends them.
 */
#pragma once

#include "evaluate/slots.h"
#include "evaluate/worker_lines.h"
#include "objective/objective.h"

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

/* Hands the worker's point back with what became of it. */
void worker_finish_point(worker *w);

/* Counts a process that has given no answer at all. The next is started after a pause, which grows.
 * If none has ever given one, this is the end of the run. */
void worker_note_barren(worker *w);

/* Ends the process if it lives. Its point fails for the reason in its record. */
void worker_end(worker *w);

/* Lets all workers leave at the end of the run. Those that wait for a point see the end of their
 * input. Those that have one are told to end, and have less time for it, unless they are to end
 * others. */
void workers_let_leave(pool *p);
