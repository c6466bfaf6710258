/* SPDX-License-Identifier: MIT
 *
 * The values of a round that the database has, and answers from them. */
#pragma once

#include "evaluate/evaluator.h"
#include "store/store.h"

typedef struct recall {
    eval_record *values; /* in the order of ids; owned */
    size_t n;
} recall; /* a zeroed struct is empty */

/* Reads the values of a round whose points are these, in the place of those before. Refuses a row
 * that belongs to other points. */
int recall_round(recall *r, store *s, uint64_t round, const nes_points *p);

/* Forgets all values. */
void recall_clear(recall *r);
void recall_close(recall *r);

/* For front_open; data: a recall. */
bool recall_answer(void *data, const double *x, eval_record *to);
