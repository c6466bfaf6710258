/* SPDX-License-Identifier: MIT
 *
 * The ways from points of a generation straight to the best end of other runs: if values fall all
 * along them, the run need not go there itself. [math: B18] */
#pragma once

#include "state/batch.h"

struct nes_run;

/* A point that was evaluated. */
typedef struct nes_find {
    double f; /* internal sign; NaN: there is none */
    double *x, *outputs;
    uint64_t number; /* of its evaluation in the run */
} nes_find;

/* The ways from points of a generation to the best end of other runs (way.c). */
enum { NES_WAY_STEPS = 8, NES_WAY_PART = 4 }; /* points on a way; so many are evaluated together */

typedef struct nes_way {
    const double *goal;    /* d: that end, borrowed; null: there are no ways */
    double goal_f, margin; /* its value, internal sign; how much values on a way may rise */
    double narrow;         /* the step size |det A|^(1/d) at which ways are tried at first */
    size_t ways;           /* how many points of a generation are tried */
    bool on;               /* the steps wait for values, not the batch of g */
    uint64_t at;           /* parts of ways that are behind, from 0 on the first way */
    uint64_t due;          /* evaluations at the next trial */
    double above;          /* value of the last step before this part, internal sign */
    nes_batch steps;       /* the step nearest to the goal last; x null: the run has no ways */
    nes_find find;         /* the best step that the owner of the runs has not yet looked at */
    uint64_t taken;        /* number of the last one that it took; 0: none */
} nes_way;

/* nes_way_go, for a run with ways, once a generation has values: where there is a goal, opens the
 * first way; goes on if it has led downhill so far, and to the next way. Returns whether steps wait
 * for values now. After the last way the run has ended. */
void nes_way_carve(struct nes_run *run, nes_arena *a);
void nes_way_renumber(nes_way *w, uint64_t from, uint64_t to); /* of a step; others were left out */
bool nes_way_go(struct nes_run *run);
