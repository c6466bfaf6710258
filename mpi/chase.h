/* SPDX-License-Identifier: MIT
 *
 * Generations that leave stragglers behind. Rank 0 is the chief: it gives points to ranks that are
 * free, one at a time, collects records and times, and says when the generation is over, which is
 * when all records are there or those that are not take too long. Every rank has a helper
 * (helper.h) that evaluates, and talks to the others meanwhile. A rank whose point was left behind
 * is given no other until it has reported back.
 *
 * Which records count is the chief's word, which all ranks hear together with the records. So they
 * close the same points, whatever their own clocks say. */
#pragma once

#include "crew.h"
#include "helper.h"
#include "nes/by_name.h"
#include "places.h"
#include "replica.h"
#include "rule.h"

/* From the chief: evaluate this point. */
typedef struct nes_work {
    uint64_t turn, point; /* number of the ask, and of a point in it */
} nes_work;

/* To the chief: this is its record. */
typedef struct nes_letter {
    nes_work work;
    uint64_t fate;
    double seconds;
    double values[]; /* as many as a record has */
} nes_letter;

typedef struct nes_chase {
    nes_crew *crew;       /* borrowed, as the next two */
    nes_helper *helper;   /* evaluates on this rank */
    nes_replica *replica; /* the board gets one word more: the chief's seconds */
    uint64_t turn;        /* asks so far */
    nes_work work;        /* what the helper has */
    nes_letter *letter;   /* on its way to the chief, or one that has come to it; owned */
    size_t letter_size;   /* in bytes */
    MPI_Request sending;  /* of the letter */
    double waited_since;  /* clock when something last happened */
    double seconds;       /* used by the search, as the chief said last */

    /* The chief's book. */
    double origin;         /* what the clock showed when the search had used no time */
    nes_rule rule;         /* when others are late */
    nes_places places;     /* one on each rank, with numbers of points */
    size_t next, finished; /* points given and finished */
} nes_chase;

/* All but the crew, the helper, the replica, the factor of the rule and the origin is zero before.
 * nes_chase_end is to be called in any case. */
nes_status nes_chase_begin(nes_chase *c);

/* Waits for the helpers of all ranks, if these are still able to talk. */
void nes_chase_end(nes_chase *c, nes_status st);

/* Before a round: makes room for the points asked for. False: there is no memory. */
bool nes_chase_prepare(nes_chase *c);

/* Fills the board: all points have a record, or are late. */
nes_status nes_chase_evaluate(nes_chase *c);

/* ---- for chief.c ---- */

enum { NES_CHASE_GIVE = 1, NES_CHASE_BACK = 2 }; /* tags */
#define NES_CHASE_OVER UINT64_MAX                /* point: there will be no other */

/* Whether the helper has a record, waited for a moment that grows with the time in which nothing
 * happened. The record is in the letter then. */
bool nes_chase_helped(nes_chase *c);

/* Gives a point to our own helper. */
void nes_chase_take(nes_chase *c, nes_work w);

nes_status nes_chief_lead(nes_chase *c);
nes_status nes_chief_dismiss(nes_chase *c);
