/* SPDX-License-Identifier: MIT
 *
 * The points that an evaluator has. Each is in a slot, with a copy of its numbers and its record. A
 * slot is free, then waiting, then under way, then ready, then free again. One that is under way is
 * in none of the lists: whoever evaluates its point has it. */
#pragma once

#include "evaluate/ending.h"

typedef struct slot {
    struct slot *next; /* in its list */
    double *x;         /* in the block of all slots */
    size_t tries;      /* starts of the evaluation so far */
    double due;        /* when the next start may be, on clock_now(); 0: at once */
    bool again;        /* a worker has left when it had this point */
    ending ending;     /* what became of it */
} slot;

typedef struct slot_list {
    slot *first, *last; /* null: the list is empty */
} slot_list;

typedef struct slots {
    size_t n, dim;
    slot *all; /* owned, as the block of their points */
    double *x;
    slot_list free, waiting, ready; /* first come, first served */
} slots;

void slots_open(slots *s, size_t n, size_t dim);
void slots_close(slots *s);

/* Puts the first of n points into free slots, which then wait. Returns how many. */
size_t slots_take(slots *s, size_t n, const uint64_t *id, const double *x);

/* Hands over the records of slots that are ready, which are free then. Returns how many. */
size_t slots_give(slots *s, size_t room, eval_record *to);

void slots_append(slot_list *l, slot *at);
void slots_push(slot_list *l, slot *at); /* in front of all others */
slot *slots_pop(slot_list *l); /* the first one, which leaves the list; null: it is empty */
