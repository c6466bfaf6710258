/* SPDX-License-Identifier: MIT
 *
 * Changes of limits within a run, such as a new budget, each with the round after which it took
 * effect. They are a part of the course of the run: a budget that ends inside a generation decides
 * which points are asked for next. When a run is computed again from its evaluations, every change
 * comes in its place, and so do the points.
 *
 * The fact `changes` is the list in JSON: [{"round":2,"set":{"max_evals":"100"}},...]. Where it
 * begins with null, the run was started by a version that kept no changes, and earlier ones are not
 * known. Functions that return int return 0, or the exit status with the error printed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/nes.h"
#include "store/store.h"

typedef struct change {
    uint64_t round; /* the rounds that the optimiser had been told of */
    char *set;      /* lines NAME=VALUE with options of the library; owned */
} change;

typedef struct changes {
    change *list; /* owned */
    size_t n;
    size_t done; /* the first so many are in force */
    bool whole;  /* no earlier change is missing */
} changes;       /* a zeroed struct is empty */

/* Begins the list of a new run. */
int changes_begin(store *s);

/* Reads the list. changes_close() in either case. */
int changes_read(changes *c, store *s);
void changes_close(changes *c);

/* Adds a change, which is not in force yet, and writes the list. */
int changes_add(changes *c, store *s, uint64_t round, const char *set);

/* Takes all changes up to a round for changes in force: the state of that round has them. */
void changes_skip(changes *c, uint64_t round);

/* Moves all changes that are not in force to this round, and writes the list. */
int changes_move(changes *c, store *s, uint64_t round);

/* The next change that takes effect after this round or an earlier one, which is in force from then
 * on; null: there is none. */
const change *changes_next(changes *c, uint64_t round);

/* The settings of a change. Options that it does not set have their defaults. */
nes_settings changes_settings(const char *set);

/* Whether limits have changed, or may have changed, just before this round. */
bool changes_precede(store *s, uint64_t round);
