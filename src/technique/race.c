/* SPDX-License-Identifier: MIT
 *
 * The phases of a race. [math: B10] */
#include "technique/race.h"

#include <math.h>

static void enter(nes_race *r, nes_phase phase, uint64_t used)
{
    r->phase = phase;
    r->mark = used;
}

void nes_race_begin(nes_race *r)
{
    enter(r, NES_RACE_FIRST, 0);
    r->due = r->first;
}

/* If both are equal the run goes on, and the next challenge is four times as far away. If the
 * challenger has won but has ended, neither goes on. */
static void judge(nes_race *r, uint64_t used, bool rival)
{
    if (r->best <= r->challenger) {
        enter(r, NES_RACE_FIRST, used);
        r->due = r->due <= UINT64_MAX / 4 ? 4 * r->due : UINT64_MAX;
    } else {
        enter(r, rival ? NES_RACE_WON : NES_RACE_OVER, used);
    }
}

void nes_race_note(nes_race *r, uint64_t used, double best, bool rival)
{
    const bool done = used - r->mark >= r->length;
    switch ((nes_phase)r->phase) {
    case NES_RACE_FIRST:
        if (used < r->due) break;
        enter(r, NES_RACE_CHALLENGE, used);
        r->best = r->challenger = INFINITY;
        break;
    case NES_RACE_CHALLENGE:
        r->challenger = fmin(r->challenger, best);
        if (done) enter(r, NES_RACE_ANSWER, used);
        break;
    case NES_RACE_ANSWER:
        r->best = fmin(r->best, best);
        if (done) judge(r, used, rival);
        break;
    case NES_RACE_OVER:
    case NES_RACE_WON:
    case NES_RACE_PHASES:
        break;
    }
}

/* The first method can do no more here, but a method with another model may. */
static bool is_at_a_loss(nes_stop why)
{
    return why == NES_STOP_NONFINITE || why == NES_STOP_STAGNATION;
}

void nes_race_end(nes_race *r, uint64_t used, bool challenger, nes_stop why)
{
    if (why == NES_STOP_EVALS) /* both have the same limit */
        enter(r, NES_RACE_OVER, used);
    else if (challenger && r->phase == NES_RACE_CHALLENGE)
        enter(r, NES_RACE_ANSWER, used);
    else if (challenger && r->phase == NES_RACE_WON)
        enter(r, NES_RACE_OVER, used);
    else if (!challenger && r->phase != NES_RACE_WON)
        enter(r, is_at_a_loss(why) ? NES_RACE_WON : NES_RACE_OVER, used);
}
