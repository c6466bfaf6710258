/* SPDX-License-Identifier: MIT
 *
 * Improvements, thinned; see compare/track.h. */
#include "compare/track.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

track track_new(track_goal goal)
{
    return (track){.goal = goal, .best = INFINITY};
}

void track_free(track *t)
{
    free(t->steps);
    *t = (track){.steps = NULL};
}

void track_value(track *t, double f)
{
    if (t->solved) return;
    t->evaluations++;
    if (!(f < t->best)) return;
    t->best = f;
    t->solved = f - t->goal.base <= t->goal.within;
    if (t->n == 0 || t->evaluations > t->until) {
        if ((t->n & (t->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
            t->steps = memory_resize(t->steps, 2 * t->n + 1, sizeof *t->steps);
        t->n++;
        t->until = t->evaluations + t->evaluations / 50;
    }
    t->steps[t->n - 1] = (track_step){t->evaluations, f};
}
