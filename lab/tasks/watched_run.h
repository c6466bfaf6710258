/* SPDX-License-Identifier: MIT
 *
 * One run as a task, in the calling thread. It goes on until the optimiser stops, its goal is
 * reached or the budget is used. On a problem with noise the optimiser sees noisy values, and
 * whoever notes the course of the run the exact ones. */
#pragma once

#include "setup/run_setup.h"
#include "tasks/task_table.h"

typedef struct watched_run {
    const run_setup *setup; /* with a budget */
    task_watch *watch;
    void *data;                                              /* passed to all: */
    void (*note)(void *data, const double *x, double exact); /* hears of every evaluation */
    bool (*is_solved)(const void *data);                     /* the goal is reached */
    void (*generation)(void *data, nes_opt *o); /* hears of every generation; or null */
    void (*end)(void *data, nes_opt *o); /* hears of the end of a run that is done; or null */
    uint64_t noise_seed;                 /* 0: one that follows from the seed of the run */
} watched_run;

/* Does the run. 0: it is done, and *stop says why it ended; -1: it was told to stop; otherwise the
 * exit status with the error printed. */
int watched_run_do(const watched_run *w, nes_stop *stop);
