/* SPDX-License-Identifier: MIT
 *
 * Choices beside other variables inside a run. Points that are kept have their choices behind the
 * coordinates. [math: B20] */
#pragma once

#include "choice/choice.h"
#include "util/arena.h"

struct nes_run;

typedef struct nes_chosen {
    nes_choices of;      /* n 0: there are none, and nothing else is here */
    double *mode;        /* n: their most probable values */
    double *weight;      /* of ranks, and behind them of slots: two for each row */
    double *work;        /* scratch */
    const double *asked; /* those of the points of the last ask, row by row */
    uint64_t changed;    /* evaluations when one of the most probable values changed last */
} nes_chosen;

/* nes_chosen_begin takes the start, behind the coordinates of x0 (null: none). */
void nes_chosen_carve(struct nes_run *run, nes_arena *a);
void nes_chosen_begin(struct nes_run *run, const double *x0);

void nes_chosen_draw(struct nes_run *run);  /* those of a generation, once its rows are there */
void nes_chosen_learn(struct nes_run *run); /* the step, once a generation is ranked */

/* Finds the most probable values; returns whether they are others than before. */
bool nes_chosen_find_modes(struct nes_run *run);

/* Whether rounded integers of the centre or most probable values changed so lately that their
 * neighbours have not been tried yet, though other variables have converged. */
bool nes_modes_are_new(const struct nes_run *run);
