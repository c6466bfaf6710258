/* SPDX-License-Identifier: MIT
 *
 * Waiting without keeping a processor busy. MPI has no waiting but asking again and again, so the
 * pauses between two questions grow with the time waited: what comes soon is noticed at once, and
 * what takes long is noticed late by one part in a hundred at most. */
#pragma once

typedef struct patience {
    double since; /* on clock_now(); 0: nobody waits */
} patience;

/* Seconds until the next question; 0: at once, when others have had their turn. */
double patience_pause(patience *p);

/* Waits so long. */
void patience_spend(double seconds);

/* What was waited for has come. */
static inline void patience_end(patience *p)
{
    p->since = 0;
}
