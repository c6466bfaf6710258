/* SPDX-License-Identifier: MIT
 *
 * The points that an evaluator has. Each is in a slot, with a copy of its numbers and its record. A
 * slot is free, then waiting, then under way, then ready, then free again. One that is under way is
 * in none of the lists: whoever evaluates its point has it. */
#pragma once

#include "evaluate/ending.h"

typedef struct slot {
    struct slot *next; /* the next slot in the same list */
    double *x;         /* numbers of the point, in the block of all slots */
    double *values;    /* room for the 1 + m numbers of its evaluation, in a block likewise */
    size_t tries;      /* number of starts of the evaluation so far */
    double due;        /* time of the next start, on clock_now(); 0: at once */
    bool again;        /* a worker has left when it had this point */
    double began;      /* when a thread began with it, on clock_now(); 0: none is at it */
    ending ending;     /* record of the point, with its texts */
} slot;

typedef struct slot_list {
    slot *first, *last; /* null: the list is empty */
} slot_list;

typedef struct slots {
    size_t n, dim;
    slot *all; /* n slots; owned, as the blocks of their points and values */
    double *x, *values;
    slot_list free, waiting, ready; /* first come, first served */
} slots;

void slots_open(slots *s, size_t n, size_t dim, size_t outputs);
void slots_close(slots *s);

/* Puts the first of n points into free slots, which then wait. Returns how many. */
size_t slots_take(slots *s, size_t n, const uint64_t *id, const double *x);

/* Hands over the records of slots that are ready, which are free then. Returns how many. */
size_t slots_give(slots *s, size_t room, eval_record *to);

void slots_append(slot_list *l, slot *at);
void slots_push(slot_list *l, slot *at); /* puts the slot in front of all others */
slot *slots_pop(slot_list *l);           /* takes the first slot out; null: there is none */
