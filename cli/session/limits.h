/* SPDX-License-Identifier: MIT
 *
 * The limits of a run that its folder keeps: new ones come from `nes resume`, `nes ask` and `nes
 * ctl`, and each is a change (store/changes.h). A change takes effect between two rounds: behind
 * the last round whose values are known, or behind the present round if that is later. So the
 * values that are known are told again under the limits under which their points were asked for.
 *
 * Functions that return int return 0, or the exit status with the error printed. */
#pragma once

#include "base/buffer.h"
#include "evaluate/noisy_problem.h"
#include "nes/nes.h"
#include "store/changes.h"
#include "store/store.h"

typedef struct limits {
    store *store;
    changes changes;      /* owned */
    uint64_t known;       /* the last round whose values are known; the clock stands still before */
    double seconds;       /* what the clock says at that round, at least */
    bool still;           /* the clock stands still */
    noisy_problem *noisy; /* a problem with noise, which has the target; null: there is no noise */
} limits;

/* Reads the changes of the folder. begun: the optimiser has a state, which is that of this round,
 * with all changes up to there. limits_close() in either case. */
int limits_open(limits *l, store *s, bool begun, uint64_t round);
void limits_close(limits *l);

/* Adds a change, which limits_apply() puts in force. set: lines NAME=VALUE; empty where the run
 * only goes on after a stop. round: the present round. */
int limits_add(limits *l, uint64_t round, const char *set);

/* Lets a run go on that was loaded or begins again: lifts a stop by the user, and adds new limits,
 * once a copy of the optimiser, made with these settings for nes_load, has taken them. A stop of
 * another kind is part of the course, and so is what ends it. set: empty where nothing is new. */
int limits_go_on(limits *l, nes_opt *o, uint64_t round, const char *set,
                 const nes_settings *settings);

/* Puts changes in force that are due after this round. Calls say with a sentence about each.
 * Returns how many the optimiser has taken; one that it refuses changes nothing. */
size_t limits_apply(limits *l, nes_opt *o, uint64_t round,
                    void (*say)(void *data, const char *text), void *data);

/* Appends the line NAME=VALUE with the value of an option in the settings. */
void limits_print(buffer *set, const nes_settings *s, const char *name);

/* Appends lines for the options of the library that a command line has. */
void limits_print_given(buffer *set, const nes_settings *s, int argc, char **argv);
