/* SPDX-License-Identifier: MIT
 *
 * The rule of opinions. [math: B18] */
#include "technique/opinions.h"

#include <math.h>

static const double ENOUGH = 1.7; /* first runs: one opinion less will do if runs took so long */
static const double WITHIN = 0.5; /* times the distance of another end */
enum { MOST = 30 };               /* first runs that all runs may cost together */

void nes_opinions_hear(nes_opinions *o, nes_opinion said, double begun, double away)
{
    if (said == NES_OPINION_NONE) return;
    if (said == NES_OPINION_BLIND) {
        o->blind++;
        return;
    }
    if (said == NES_OPINION_SAME) {
        o->begun = o->agree == 0 || begun < o->begun ? begun : o->begun;
        o->agree++;
        return;
    }
    o->closest = o->other == 0 || away < o->closest ? away : o->closest;
    o->reach = fmax(o->reach, away);
    o->other++;
    o->equal += said == NES_OPINION_ELSEWHERE || said == NES_OPINION_MOVED;
    if (said == NES_OPINION_BETTER) o->equal = 0;
    if (said != NES_OPINION_ELSEWHERE) o->agree = 0;
    if (o->agree == 0) o->begun = 0;
}

/* As far as other ends are, so that they could be met again; with every one of them nearer, since
 * there are many then; near, where nothing can be seen far away. */
double nes_opinions_far(const nes_opinions *o)
{
    static const double NEARER = 0.5;
    if (o->blind > 0) return NES_OPINION_NEAR;
    if (o->other == 0) return NES_OPINION_FAR;
    return fmax(NES_OPINION_NEAR, fmin(o->reach, NES_OPINION_FAR * pow(NEARER, (double)o->other)));
}

bool nes_opinions_weigh(const nes_opinions *o)
{
    return o->other == 0 || o->begun >= WITHIN * o->closest;
}

bool nes_opinions_settled(const nes_opinions *o, uint64_t wanted, uint64_t total)
{
    const bool unanimous = o->agree > 0 && o->other == 0;
    if (wanted == 0 || o->agree >= wanted) return wanted > 0;
    return unanimous && o->agree + 1 >= wanted && (double)total >= ENOUGH * (double)o->cost;
}

uint64_t nes_opinions_limit(const nes_opinions *o)
{
    return o->cost <= UINT64_MAX / MOST ? MOST * o->cost : UINT64_MAX;
}

uint64_t nes_opinions_cost(const nes_opinions *o, uint64_t total)
{
    const uint64_t limit = nes_opinions_limit(o);
    if (total >= limit) return 0;
    return limit - total > o->cost ? limit - total : o->cost;
}

/* Points are sqrt(d) step sizes away from the centre: in many dimensions the step size must be
 * smaller for them to lie as near. A first step size that is larger than the way to the optimum
 * says nothing about where the objective is simple; the way does. */
double nes_opinions_narrow(size_t d, double away)
{
    static const double NARROW = 0.5, LENGTH = 1.5;
    return fmin(NARROW, LENGTH / sqrt((double)d)) * fmin(1, away);
}
