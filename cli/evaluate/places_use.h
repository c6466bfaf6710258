/* SPDX-License-Identifier: MIT
 *
 * How busy the places for evaluations are: --jobs of them, on every rank where there are ranks. The
 * share is that of the time from the first point that was given to the evaluator to the last value;
 * what a place does besides evaluating, such as waiting for the rest of a generation, is idle time.
 */
#pragma once

#include "base/buffer.h"
#include "evaluate/evaluator.h"

/* Callers set the first four. */
typedef struct places_use {
    size_t places;      /* number of evaluations that can be under way at the same time */
    int ranks;          /* number of ranks that they are on; 0: there are no ranks */
    double busy_before; /* place-seconds with an evaluation in earlier parts of the run, */
    double all_before;  /* and all place-seconds of these */
    const evaluator *inner;
    double first, last;   /* times of first point and last value, on clock_now(); 0: none yet */
    double done;          /* seconds of the evaluations that have ended */
    uint64_t ended;       /* number of these */
    eval_under_way *room; /* owned */
} places_use;             /* all zero: nothing is known */

/* Opens an evaluator in front of another, which is borrowed, as u is. */
void places_use_open(places_use *u, evaluator *e, const evaluator *inner);

/* Returns the place-seconds with an evaluation up to a time on clock_now(); *all: place-seconds. */
double places_use_busy(const places_use *u, double until, double *all);

/* What is told of the places. */
typedef struct places_share {
    size_t places; /* 0: nothing is to be told, as of a single place */
    int ranks;
    double idle;    /* share of the time, 0 to 1 */
    double seconds; /* seconds of an evaluation of this part of the run on average */
    uint64_t ended; /* number of these evaluations */
} places_share;

/* Until now where `now` is true, else until the last value. */
places_share places_use_share(const places_use *u, bool now);

/* Appends "16 on 4 ranks, idle 12 %". */
void places_share_print(const places_share *s, buffer *to);
