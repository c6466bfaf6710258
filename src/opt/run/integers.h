/* SPDX-License-Identifier: MIT
 *
 * Integer variables inside a run. [math: B15] */
#pragma once

#include "state/batch.h"
#include "util/arena.h"

struct nes_run;

typedef struct nes_integers {
    double
        reach; /* hill climbers: least standard deviation, relative to the way to another integer */
    double least;     /* others: least probability of either neighbour */
    double *factor;   /* d numbers, of deviations from the centre; null: no variable is an integer.
                         A state of the run where the plan says that it crosses, as is the next */
    double *rho;      /* d numbers, as in nes_crossing */
    double *centre;   /* d numbers: the centre before the step */
    double *move;     /* d numbers: way of the centre at rate 1 */
    bool *hit;        /* d: a point that was selected was another integer than the centre */
    uint64_t changed; /* evaluations when the integers of the centre changed last */
} nes_integers;

/* integers.c: nes_integers_begin once there are settings; nes_integer_near gives the coordinate of
 * the search that stands for the integer which y, of integer variable i, is rounded to; a point
 * inside the bounds is rounded. nes_integers_take keeps the integer coordinates of row k, and
 * rounds them. */
void nes_integers_carve(struct nes_run *run, nes_arena *a);
void nes_integers_begin(struct nes_run *run);
double nes_integer_near(const struct nes_run *run, size_t i, double y);
void nes_integers_round(const struct nes_run *run, double *x);
void nes_integers_take(const struct nes_run *run, nes_batch *b, size_t k);

/* For runs with integers only: points as the family has placed them are spread; before a step, and
 * after it with its rate of the mean, the centre moves as far as points that are spread. */
void nes_integers_spread(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_integers_note(struct nes_run *run);
void nes_integers_follow(struct nes_run *run, double rate);

/* Factors that follow from the distribution alone, as all had before they were a state. */
void nes_integers_guess(struct nes_run *run);

/* crossings.c: the same, for runs whose factors are a state. */
void nes_crossings_note(struct nes_run *run);
void nes_crossings_follow(struct nes_run *run, double rate);

/* Whether coordinate i counts in the tests of widths: real variables do, unless there are none. */
bool nes_counts_in_widths(const struct nes_run *run, size_t i);
