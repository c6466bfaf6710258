/* SPDX-License-Identifier: MIT
 *
 * A run whose values come from outside, a few at a time (`nes ask`, `nes tell`). The folder is all
 * that lives between two commands: points that are out and values that have come are rows of its
 * table, as in any other run. */
#pragma once

#include "evaluate/cache.h"
#include "law/law.h"
#include "nes/nes.h"
#include "options/shown.h"
#include "session/accept.h"
#include "session/limits.h"
#include "store/store.h"

typedef struct by_hand {
    store *store;
    law law;               /* the search distribution, if it is the user's own */
    nes_settings settings; /* for nes_load: borrows the law */
    nes_opt *opt;
    uint64_t round; /* the round that is open, whose points are in the table */
    limits limits;
    acceptance acceptance;
    buffer set; /* new limits of the problem file and of this command, lines NAME=VALUE */
    variables variables;
    output_set *named; /* outputs of the evaluations; owned; null: they have none */
    bool caches;       /* of equal points only one is handed out */
    cache cache;       /* what is known of points */
    bool spares;       /* points that violate constraints of variables alone get no evaluation */
} by_hand;

/* by_hand_load.c: loads the state, with the law of the user's own if there is one. A state that is
 * lost or damaged is made again: that of the start, from which all known rounds are told again. */
int by_hand_load(by_hand *h);

/* Opens a folder, with new limits (lines NAME=VALUE, perhaps none; null: as it stands), and asks
 * the optimiser for points if none are open. a: the command and its word. Returns 0, or the exit
 * status with the error printed. by_hand_close() in either case. */
int by_hand_open(by_hand *h, const char *folder, const char *set, const acceptance *a);
void by_hand_close(by_hand *h);

/* by_hand_known.c: answers for the points of the round that are known. *any: whether there are
 * some. And takes results of a table (session/results.h); *taken: how many are new. */
int by_hand_answer(by_hand *h, const nes_points *p, bool *any);
int by_hand_know(by_hand *h, const char *path, size_t *taken);

/* Takes the record of a point that waits. values: with outputs, a record that is to be completed.
 * Nothing is kept before by_hand_keep(). */
int by_hand_tell(by_hand *h, const eval_record *r, double *values);

/* Tells the optimiser when all values of the round are there, asks for the next points, and keeps
 * everything. */
int by_hand_keep(by_hand *h);
