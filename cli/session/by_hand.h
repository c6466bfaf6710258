/* SPDX-License-Identifier: MIT
 *
 * A run whose values come from outside, a few at a time (`nes ask`, `nes tell`). The folder is all
 * that lives between two commands: points that are out and values that have come are rows of its
 * table, as in any other run. */
#pragma once

#include "nes/nes.h"
#include "options/variables.h"
#include "store/store.h"

typedef struct by_hand {
    store *store;
    nes_opt *opt;
    uint64_t round; /* the round that is open, whose points are in the table */
    variables variables;
} by_hand;

/* Opens a folder, with new budgets in `more` (null: none), and asks the optimiser for points if
 * none are open. Returns 0, or the exit status with the error printed. by_hand_close() in either
 * case. */
int by_hand_open(by_hand *h, const char *folder, const nes_settings *more);
void by_hand_close(by_hand *h);

/* Takes the record of a point that waits. Nothing is kept before by_hand_keep(). */
int by_hand_tell(by_hand *h, const eval_record *r);

/* Tells the optimiser when all values of the round are there, asks for the next points, and keeps
 * everything. */
int by_hand_keep(by_hand *h);
