/* SPDX-License-Identifier: MIT
 *
 * The race of a run with a challenger, another method that starts where the run is. After so many
 * evaluations the challenger gets a number of them, then the run gets as many, and the better
 * values of these two parts decide which of the two goes on. This is the state of the race alone,
 * in numbers; which run goes next follows from it in technique/restart.c. [math: B10] */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nes/nes.h"

typedef enum nes_phase {
    NES_RACE_OVER,      /* the next start is due */
    NES_RACE_FIRST,     /* the run goes on until the next challenge */
    NES_RACE_CHALLENGE, /* the challenger has its part */
    NES_RACE_ANSWER,    /* the run has its part */
    NES_RACE_WON,       /* the challenger goes on for good */
    NES_RACE_PHASES
} nes_phase;

/* Evaluations are counted from the start of the run, over both. */
typedef struct nes_race {
    uint64_t first;  /* setting: evaluations before the first challenge */
    uint64_t length; /* setting: evaluations of each part; 0: there is no challenger */

    uint64_t phase;    /* one of nes_phase */
    uint64_t due;      /* evaluations at the next challenge */
    uint64_t mark;     /* evaluations when the phase began */
    double best;       /* best value of the run in its part so far */
    double challenger; /* best value of the challenger in its part so far */
} nes_race;

/* Begins the race of a new start. */
void nes_race_begin(nes_race *r);

/* Notes a generation with that best value (NaN: there was none). used: evaluations so far; rival:
 * there is a challenger that goes on. */
void nes_race_note(nes_race *r, uint64_t used, double best, bool rival);

/* Notes that one of the two has ended, and why. */
void nes_race_end(nes_race *r, uint64_t used, bool challenger, nes_stop why);
