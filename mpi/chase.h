/* SPDX-License-Identifier: MIT
 *
 * Generations that leave stragglers behind. Every rank has a helper (helper.h) that evaluates, and
 * talks to the others meanwhile. A rank whose helper is free takes a point by the counter
 * (crew.h), and sends its record and time to rank 0, the chief. The chief says when the generation
 * is over, which is when all records are there or those that are not take too long. A rank whose
 * point was left behind takes no other until its helper is free.
 *
 * Which records count is the chief's word, which all ranks hear together with the records. So they
 * close the same points, whatever their own clocks say. */
#pragma once

#include "crew.h"
#include "helper.h"
#include "nes/by_name.h"
#include "replica.h"
#include "rule.h"

/* To the chief: the record of a point. */
typedef struct nes_letter {
    uint64_t turn, point; /* number of the ask, and of the point in it */
    uint64_t fate;
    double seconds;
    double values[]; /* as many as a record has */
} nes_letter;

typedef struct nes_chase {
    nes_crew *crew;            /* borrowed, as the next two */
    nes_helper *helper;        /* evaluates on this rank */
    nes_replica *replica;      /* its board gets one number more: the chief's seconds */
    uint64_t turn;             /* asks so far */
    uint64_t work_turn, point; /* the last point that the helper was given, */
    bool busy;                 /* whether it still has it, */
    bool none_left;            /* and whether this rank has found no other to take */
    nes_letter *letter;        /* on its way to the chief, or one that has come to it; owned */
    size_t letter_size;        /* in bytes */
    MPI_Request sending;       /* of the letter */
    uint64_t letters;          /* sent, or received by the chief */
    double waited_since;       /* clock when something last happened */
    double seconds;            /* used by the search, as the chief said last */

    /* The chief's book. */
    double origin;          /* what the clock showed when the search had used no time */
    nes_rule rule;          /* when points are late */
    size_t taken, finished; /* points of this ask */
    size_t last;            /* once all are taken: the last that is not finished, or beyond */
} nes_chase; /* begins with crew, helper, replica, origin and factor, and all else zero */

void nes_chase_begin(nes_chase *c);

/* Waits for the helpers of all ranks, if these are still able to talk, and frees everything. */
void nes_chase_end(nes_chase *c, nes_status st);

/* Before a round: makes room for the points asked for. False: there is no memory. */
bool nes_chase_prepare(nes_chase *c);

/* Fills the board: all points have a record, or are late. */
nes_status nes_chase_evaluate(nes_chase *c);
