/* SPDX-License-Identifier: MIT
 *
 * See ranks/patience.h. */
#include "ranks/patience.h"

#include <math.h>
#include <sched.h>

#include "base/clock.h"

static const double EAGER = 1e-4;   /* seconds without pauses: a sleep takes about as long */
static const double SHARE = 0.01;   /* of the time waited */
static const double LONGEST = 0.01; /* seconds */

double patience_pause(patience *p)
{
    const double now = clock_now();
    if (p->since <= 0) p->since = now;
    const double waited = now - p->since;
    return waited < EAGER ? 0 : fmin(LONGEST, SHARE * waited);
}

void patience_spend(double seconds)
{
    if (seconds > 0)
        clock_sleep(seconds);
    else
        sched_yield();
}
