/* SPDX-License-Identifier: MIT
 *
 * Improvements, thinned; see compare/track.h. */
#include "compare/track.h"

#include <math.h>
#include <stdlib.h>

track track_new(track_goal goal)
{
    return (track){.goal = goal, .best = INFINITY};
}

void track_free(track *t)
{
    free(t->run.steps);
    *t = (track){.solved = false};
}

void track_value(track *t, double f)
{
    if (t->solved) return;
    t->evaluations++;
    if (!(f < t->best)) return;
    t->best = f;
    t->solved = f - t->goal.base <= t->goal.within;
    const coco_step step = {(double)t->evaluations, f};
    if (t->run.n > 0 && t->evaluations <= t->until) {
        t->run.steps[t->run.n - 1] = step;
        return;
    }
    coco_run_add(&t->run, step);
    t->until = t->evaluations + t->evaluations / 50;
}
