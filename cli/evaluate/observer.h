/* SPDX-License-Identifier: MIT
 *
 * An observer follows a run: it shows progress, keeps a history, judges success, notices Ctrl-C.
 * All its functions are called by the thread that runs the loop; null means "not interested".
 * Whoever returns true stops the run, with the reason "user". */
#pragma once

#include <stdbool.h>

#include "evaluate/evaluator.h"
#include "nes/by_name.h"

/* Records that have come, in any order. */
typedef struct arrivals {
    size_t n; /* 0 after a while in which none came */
    const eval_record *record;
} arrivals;

typedef struct observer {
    void (*start)(void *data, nes_opt *o); /* before the first point */

    /* These points are to be evaluated: all that the optimiser has to give for now. They are
     * borrowed for this call. */
    bool (*asked)(void *data, const nes_points *p);

    /* Records have come, or none for a while. A run stopped here ends within its generation: the
     * points in flight are abandoned. */
    bool (*values)(void *data, const arrivals *a);

    /* Whether no further point may be submitted for now. The points in flight go on. */
    bool (*holds)(void *data);

    /* All points that were asked for have been told. That is a generation, or a part of one where
     * failed points are tried again or the option window is set. */
    bool (*generation)(void *data, nes_opt *o);

    void (*end)(void *data, nes_opt *o); /* after the last value, also when the run has failed */

    void *data; /* passed to each */
} observer;

/* Longest wait for records, in seconds, between two calls of the observers. */
#define OBSERVER_PATIENCE 0.1
