/* SPDX-License-Identifier: MIT
 *
 * Generations that leave stragglers behind. Every rank has a helper (helper.h) that evaluates, and
 * exchanges messages meanwhile. A rank whose helper is free takes a point by the counter (crew.h),
 * and sends its record and time to rank 0, the chief. The chief closes the generation when all
 * records are there or the missing ones take too long. A rank whose point was left behind takes no
 * other until its helper is free.
 *
 * The chief alone decides which records count, and broadcasts that with the records. So all ranks
 * close the same points, whatever their own clocks say. */
#pragma once

#include "crew.h"
#include "helper.h"
#include "nes/by_name.h"
#include "replica.h"
#include "rule.h"

/* A message to the chief: the record of a point. */
typedef struct nes_letter {
    uint64_t turn, point; /* number of the ask, and of the point in it */
    uint64_t fate;
    double seconds;
    double values[]; /* the numbers of the record */
} nes_letter;

typedef struct nes_chase {
    nes_crew *crew;            /* borrowed, as the next two */
    nes_helper *helper;        /* evaluates on this rank */
    nes_replica *replica;      /* its board gets one number more: the chief's seconds */
    uint64_t turn;             /* number of asks so far */
    uint64_t work_turn, point; /* ask and number of the helper's last point, */
    bool busy;                 /* whether the helper still evaluates it, */
    bool none_left;            /* and whether no point is left to take */
    nes_letter *letter;        /* the letter sent to the chief, or received by the chief; owned */
    size_t letter_size;        /* bytes of a letter */
    MPI_Request sending;       /* request that sends the letter */
    uint64_t letters;          /* letters sent, or received by the chief */
    double waited_since;       /* clock, in seconds, when something last happened */
    double seconds;            /* seconds used by the search, as the chief said last */

    /* What only the chief knows. */
    double origin;          /* clock, in seconds, when the search had used no time */
    nes_rule rule;          /* the rule for points that take too long */
    size_t taken, finished; /* points of this ask taken, and finished */
    size_t last;            /* once all are taken: the last unfinished point, or a later one */
} nes_chase; /* begins with crew, helper, replica, origin and the rule's factor, all else zero */

void nes_chase_begin(nes_chase *c);

/* Waits for the helpers of all ranks, unless MPI has failed, and frees everything. */
void nes_chase_end(nes_chase *c, nes_status st);

/* Makes room for the points asked for, before a round. False: out of memory. */
bool nes_chase_prepare(nes_chase *c);

/* Fills the board: all points have a record, or are late. */
nes_status nes_chase_evaluate(nes_chase *c);
