/* SPDX-License-Identifier: MIT
 *
 * Waiting without keeping a processor busy. MPI waits by polling only, so the pauses between two
 * polls grow with the time waited: an early message is noticed at once, and one after a long wait
 * is noticed late by a hundredth of the wait at most. */
#pragma once

#include <math.h>
#include <sched.h>

#include "base/clock.h"

typedef struct patience {
    double since; /* start of the wait on clock_now(); 0: nobody waits */
} patience;

/* Returns the seconds until the next poll. In the first tenth of a millisecond there is no pause,
 * since a sleep takes about as long. */
static inline double patience_pause(patience *p)
{
    const double now = clock_now(), eager = 1e-4, longest = 0.01;
    if (p->since <= 0) p->since = now;
    const double waited = now - p->since;
    return waited < eager ? 0 : fmin(longest, 0.01 * waited);
}

/* Waits for `seconds`; 0: only lets other threads run. */
static inline void patience_spend(double seconds)
{
    if (seconds > 0)
        clock_sleep(seconds);
    else
        sched_yield();
}

/* Ends the wait: the message has come. */
static inline void patience_end(patience *p)
{
    p->since = 0;
}
