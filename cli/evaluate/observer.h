/* SPDX-License-Identifier: MIT
 *
 * An observer follows a run: it shows progress, keeps a history, judges success, notices Ctrl-C.
 * All its functions are called by the thread that runs the loop; null means "not interested".
 * Whoever returns true stops the run, with the reason "user". */
#ifndef EVALUATE_OBSERVER_H
#define EVALUATE_OBSERVER_H

#include <stdbool.h>

#include "nes/nes.h"

typedef struct observer {
    void (*start)(void *data, nes_opt *o); /* before the first point */

    /* n values have come, in any order. n is 0 after a while in which none came. A run stopped here
     * ends within its generation: the points in flight are abandoned. */
    bool (*values)(void *data, size_t n, const double *f);

    /* All points that were asked for have been told. That is a generation, or a part of one where
     * failed points are tried again or the option window is set. */
    bool (*generation)(void *data, nes_opt *o);

    void (*end)(void *data, nes_opt *o); /* after the last value, also when the run has failed */

    void *data; /* passed to each */
} observer;

#endif
