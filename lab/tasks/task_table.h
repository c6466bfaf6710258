/* SPDX-License-Identifier: MIT
 *
 * A table of tasks that can be done in any order: threads take those that are not kept yet, one
 * after the other, and the calling thread shows progress and hears of every task that is kept. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "tasks/task_folder.h"
#include "tasks/task_progress.h"

/* How far a task is, for whoever watches, and its order to stop. */
typedef struct task_watch {
    _Atomic double share;    /* of the task that is done, from 0 to 1 */
    const atomic_bool *stop; /* leave the task unfinished, soon */
} task_watch;

typedef struct task_table {
    const char *what; /* the work, as a message on its interruption calls it: "the bench" */
    size_t n, jobs;
    bool progress;       /* on standard error */
    task_folder *folder; /* keeps their results */
    void *data;          /* passed to each of these: */

    double (*weight)(void *data, size_t task); /* roughly its time */

    /* Does the task and appends its result; called by many threads at once. 0: it is done; -1: it
     * was told to stop; otherwise the exit status with the error printed. */
    int (*run)(void *data, size_t task, task_watch *w, buffer *result);

    /* Hears of each task that is kept, once, in the calling thread. bar: to be cleared before
     * something is printed; null for tasks that were done before. Returns 0, or the exit status
     * with the error printed. Null: nobody wants to know. */
    int (*kept)(void *data, size_t task, task_progress *bar);
} task_table;

/* Returns 0 when every task is kept; EXIT_INTERRUPTED after SIGINT; or another exit status with the
 * error printed and the remark that the work can go on. What is kept stays kept in any case. */
int task_table_do(const task_table *t);
