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
    const nes_suite *suite; /* null: the member problem has the id */
    size_t function, dim;   /* of the suite; instances are taken in turn, 1 to 15 */
    char problem[64];       /* %k in it is the number of the run */
    char options[256];      /* of the library: "method=xnes ties=index" */
    bool usual_start;       /* the problem's own start or, if that is random, one by its law */
    double low, high; /* otherwise: the box in which runs start, if low < high; else the start is
                         low */
    double precision; /* a run ends when it has come so close to the optimum; NaN: never */
    double budget;    /* most evaluations */
    double number;    /* whatever the experiment wants to know besides */
    const nes_density *density; /* a search distribution of its own, for family=user; or null */
} recipe;

/* The precisions for which running times were published: 10, 1, 0.1, 0.01, 1e-3, 1e-5, 1e-7. */
enum { PRECISIONS = 7 };
extern const double published_precisions[PRECISIONS];

/* How a run ended. */
typedef struct run_outcome {
    bool solved;
    size_t n_reached;             /* how many of the published precisions it has come to */
    uint64_t reached[PRECISIONS]; /* after so many evaluations */
    uint64_t evaluations;         /* up to the one that solved the problem, or all */
    double precision; /* distance to the optimum of the best value; the value itself where the
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

/* Does run k. Returns 0; -1 if the watch told it to stop; otherwise the exit status with the error
 * printed. */
int recipe_run(const recipe *r, size_t k, const run_follower *f, task_watch *w, run_outcome *out);
