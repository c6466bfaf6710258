/* SPDX-License-Identifier: MIT
 *
 * The points that a rank has been given: they wait for their round or for a place, then they are
 * evaluated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "evaluate/evaluator.h"
#include "ranks/replica.h"
#include "ranks/wire.h"

typedef enum task_state { TASK_NONE, TASK_WAITS, TASK_RUNS } task_state;

typedef struct task {
    task_state state;
    work work;
    double *x;    /* the point, where it came as numbers; in the block of all tasks */
    double began; /* when it came, on clock_now() */
} task;

typedef struct tasks {
    size_t n, dim;
    task *all; /* owned, as the block */
    double *x;
    size_t waiting, running;
} tasks; /* all zero: there are none */

/* False: no memory, and nothing to close. */
bool tasks_open(tasks *t, size_t n, size_t dim);
void tasks_close(tasks *t);

/* Takes a point; numbers: of the point, null where they are made here. There is always room, since
 * rank 0 sends no more than there are jobs. */
void tasks_add(tasks *t, const work *w, const double *numbers);

/* What has become of a task that waits. */
typedef enum task_fate {
    TASK_STARTED,
    TASK_LATER,   /* its round has not begun here, or there is no place */
    TASK_DROPPED, /* its round is over */
    TASK_UNKNOWN, /* its round has no such point: the ranks differ */
} task_fate;

/* Gives it to the evaluator if it can be; round: the one that the replica is in. */
task_fate tasks_start(tasks *t, task *k, const evaluator *e, const replica *r, uint64_t round);

/* The task of a point that is evaluated; null: there is none. */
task *tasks_find(const tasks *t, uint64_t id);

void tasks_end(tasks *t, task *k);
