/* SPDX-License-Identifier: MIT
 *
 * Integer variables inside a run. The distribution is one of real numbers; its points are rounded
 * behind the bounds. A distribution that is narrow compared with the distance of two integers would
 * never leave one. There its points are spread, so that another is tried with the probability of
 * the option margin, and its centre moves as far as the points say. Families know nothing of it.
 * [math: B15] */
#pragma once

#include "state/batch.h"
#include "util/memory.h"

struct nes_run;

typedef struct nes_integers {
    double reach; /* least standard deviation, relative to the way to another integer */
    double
        *factor; /* d: by which deviations from the centre are too small, or 1; null: there are */
    double *centre; /* no integers. d: where it was before the step */
} nes_integers;

void nes_integers_carve(struct nes_run *run, nes_arena *a);
void nes_integers_begin(struct nes_run *run); /* once there are settings */

/* The coordinate of the search that stands for the integer which y is rounded to. i is one. */
double nes_integer_near(const struct nes_run *run, size_t i, double y);

/* The integers of a point are rounded; it is inside the bounds. */
void nes_integers_round(const struct nes_run *run, double *x);

/* The next three are for runs that have integers.
 * Points as the family has placed them are spread. */
void nes_integers_spread(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);

/* Before a step and after it: the centre moves as far as points that are spread. */
void nes_integers_note(struct nes_run *run);
void nes_integers_follow(struct nes_run *run);
