/* SPDX-License-Identifier: MIT
 *
 * One run as a task, in the calling thread; an objective that is a program, or may crash, is
 * evaluated in other processes. Whoever notes evaluations hears of them in the order of points,
 * which does not depend on who was faster. It goes on until the optimiser stops, its goal is
 * reached or the budget is used. On a problem with noise the optimiser sees noisy values, and
 * whoever notes the course of the run the exact ones. */
#pragma once

#include "setup/run_setup.h"
#include "tasks/task_table.h"

/* An evaluation as it is noted. */
typedef struct noted {
    const double *x; /* null: not known */
    double exact;    /* the value without noise */
    size_t m;        /* number of constraints */
    const double *g;
} noted;

/* Its value as an answer; NaN where it violates constraints. */
double noted_answer(const noted *p);

typedef struct watched_run {
    const run_setup *setup; /* max_evals is the budget of the run */
    task_watch *watch;
    void *data;                                 /* passed to all: */
    void (*note)(void *data, const noted *p);   /* hears of every evaluation */
    bool (*is_solved)(const void *data);        /* whether the goal is reached */
    void (*generation)(void *data, nes_opt *o); /* hears of every generation; or null */
    void (*end)(void *data, nes_opt *o); /* hears of the end of a run that is done; or null */
    uint64_t noise_seed;                 /* 0: a seed that follows from that of the run */
    size_t places; /* evaluations at a time where other processes make them; 0: one */
} watched_run;

/* Does the run. Returns 0 with the reason of its end in *stop; -1 if it was told to stop; otherwise
 * the exit status with the error printed. */
int watched_run_do(const watched_run *w, nes_stop *stop);
