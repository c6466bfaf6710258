/* SPDX-License-Identifier: MIT
 *
 * Waiting without keeping a processor busy. MPI has no waiting but asking again and again, so the
 * pauses between two questions grow with the time waited: what comes soon is noticed at once, and
 * what takes long is noticed late by one part in a hundred at most. */
#pragma once

#include <math.h>
#include <sched.h>

#include "base/clock.h"

typedef struct patience {
    double since; /* on clock_now(); 0: nobody waits */
} patience;

/* Returns the seconds until the next question. In the first tenth of a millisecond there is no
 * pause, since a sleep takes about as long. */
static inline double patience_pause(patience *p)
{
    const double now = clock_now(), eager = 1e-4, longest = 0.01;
    if (p->since <= 0) p->since = now;
    const double waited = now - p->since;
    return waited < eager ? 0 : fmin(longest, 0.01 * waited);
}

/* Waits so many seconds; 0: until others have had their turn. */
static inline void patience_spend(double seconds)
{
    if (seconds > 0)
        clock_sleep(seconds);
    else
        sched_yield();
}

/* What was waited for has come. */
static inline void patience_end(patience *p)
{
    p->since = 0;
}
