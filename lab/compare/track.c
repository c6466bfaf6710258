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
    free(t->steps);
    *t = (track){.steps = NULL};
}

/* The place of a step behind the last one; null without memory. */
static track_step *next_step(track *t)
{
    if (t->n == t->room) {
        const size_t room = t->room == 0 ? 64 : 2 * t->room;
        track_step *more = realloc(t->steps, room * sizeof *more);
        t->failed |= more == NULL;
        if (more == NULL) return NULL;
        t->steps = more;
        t->room = room;
    }
    return &t->steps[t->n++];
}

void track_value(track *t, double f)
{
    if (t->solved) return;
    t->evaluations++;
    if (!(f < t->best)) return;
    t->best = f;
    t->solved = f - t->goal.base <= t->goal.within;
    const bool apart = t->n == 0 || t->evaluations > t->until;
    track_step *s = apart ? next_step(t) : &t->steps[t->n - 1];
    if (s == NULL) return;
    *s = (track_step){t->evaluations, f};
    if (apart) t->until = t->evaluations + t->evaluations / 50;
}
