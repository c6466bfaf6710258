/* SPDX-License-Identifier: MIT
 *
 * The improvements of one run: evaluations and best value. Within two per cent of the evaluations
 * only the last improvement is kept, so that a run of a million evaluations has less than a
 * thousand of them, and is known to have reached a value at most two per cent late. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coco/read.h"

/* A value f with f - base <= within ends a run; what comes later is not noted. */
typedef struct track_goal {
    double base, within;
} track_goal;

typedef struct track {
    track_goal goal;
    bool solved;
    uint64_t evaluations;
    double best;    /* infinite before the first number */
    coco_run run;   /* its steps are the improvements, with the value as precision */
    uint64_t until; /* improvements up to this evaluation replace the last one */
} track;

track track_new(track_goal goal);
void track_free(track *t);

/* The next evaluation; smaller values are better. */
void track_value(track *t, double f);
