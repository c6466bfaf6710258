/* SPDX-License-Identifier: MIT
 *
 * One run of an optimiser on a built-in problem, as experiments describe it, and the loop that does
 * it. Success is judged without noise, at the evaluation that reached the precision. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/by_name.h"
#include "nes/density.h"
#include "nes/problems.h"
#include "tasks/task_table.h"

typedef struct recipe {
    const nes_suite *suite; /* null: problem has the id */
    size_t function, dim;   /* of the suite; instances are taken in turn, 1 to 15 */
    char problem[64];       /* %k in it is the number of the run */
    char options[256];      /* of the library: "method=xnes ties=index" */
    bool usual_start;       /* the problem's own start or, if that is random, one by its law */
    double low, high; /* otherwise: the box in which runs start, if low < high; else the start is
                         low */
    double precision; /* a run ends when it has come so close to the optimum; NaN: never */
    double budget;    /* evaluations */
    double number;    /* whatever the experiment wants to know besides */
    const nes_density *density; /* a search distribution of its own, for family=user; or null */
} recipe;

/* How a run ended. */
typedef struct run_outcome {
    bool solved;
    uint64_t evaluations; /* up to the one that solved it, or all */
    double precision;     /* distance to the optimum of the best value; the value itself where the
                             optimum is not known */
    nes_stop stop;
} run_outcome;

/* Who follows a run; each function may be null. */
typedef struct run_follower {
    void (*point)(void *data, const double *x); /* hears of every evaluation */
    void (*generation)(void *data, nes_opt *o, const run_outcome *so_far);
    void (*end)(void *data, nes_opt *o, const run_outcome *outcome);
    void *data;
} run_follower;

/* Does run k. 0; -1: told to stop by the watch; otherwise the exit status with the error printed.
 */
int recipe_run(const recipe *r, size_t k, const run_follower *f, task_watch *w, run_outcome *out);
