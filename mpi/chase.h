/* SPDX-License-Identifier: MIT
 *
 * Generations that leave stragglers behind. Rank 0 is the chief: it gives points to ranks that are
 * free, one at a time, collects values and times, and says when the generation is over, which is
 * when all values are there or those that are not take too long. Everybody has a helper (helper.h)
 * that evaluates, and talks to others meanwhile. A rank whose point was left behind is given no
 * other until it has reported back.
 *
 * Which values count is the chief's word, which all ranks hear together with the values. So they
 * close the same points, whatever their own clocks say. */
#pragma once

#include "board.h"
#include "crew.h"
#include "helper.h"
#include "rule.h"

/* From the chief: take this point. To the chief: this is its record. */
typedef struct nes_letter {
    uint64_t turn, point; /* number of the ask, and of a point in it */
    uint64_t fate;
    double seconds;
    double values[]; /* to the chief: as many as a record has */
} nes_letter;

typedef struct nes_chase {
    nes_crew *crew;
    nes_helper *helper; /* borrowed */
    nes_board *board;   /* borrowed: the records of this ask, and behind them the chief's seconds */
    uint64_t turn;      /* asks so far */
    uint64_t work_turn, work_point; /* what the helper has */
    nes_letter *answer;             /* on its way to the chief; owned */
    nes_letter *letter;             /* that has come; owned */
    size_t letter_size;             /* bytes of a letter to the chief; 0: there is no room yet */
    MPI_Request sending;            /* of the answer */
    double waited_since;            /* clock when something last happened */
    double seconds;                 /* used by the search, as the chief said last */

    /* The chief's book. */
    double origin;         /* what the clock showed when the search had used no time */
    nes_rule rule;         /* when others are late */
    unsigned char *away;   /* of every rank: it has a point */
    size_t room;           /* points there is room for */
    double *given;         /* room: when a point was given */
    size_t next, finished; /* points given and finished */
    size_t last;           /* once all are given: the last point that is not finished, or beyond */
} nes_chase;

/* factor: how many times the median is too long. nes_chase_end is to be called in any case. */
nes_status nes_chase_begin(nes_chase *c, nes_crew *crew, nes_helper *helper, double factor,
                           double origin);

/* Waits for the helpers of all ranks, if these are still able to talk. */
void nes_chase_end(nes_chase *c, nes_status st);

/* Before a round: makes room for the points of an ask of a generation, from 1. False: there is no
 * memory. */
bool nes_chase_prepare(nes_chase *c, const nes_points *p, uint64_t generation);

/* Fills the board: all points have a record, or are late. */
nes_status nes_chase_evaluate(nes_chase *c, const nes_points *p, nes_board *b);

/* ---- for chief.c ---- */

enum { NES_CHASE_GIVE = 1, NES_CHASE_BACK = 2 }; /* tags */
#define NES_CHASE_OVER UINT64_MAX                /* point: there will be no other */

/* Whether the helper has a record, waited for a moment that grows with the time in which nothing
 * happened. It goes to the letter. */
bool nes_chase_helped(nes_chase *c, nes_letter *to);

/* Gives a point to our own helper. */
void nes_chase_take(nes_chase *c, const nes_points *p, uint64_t point);

nes_status nes_chief_lead(nes_chase *c, const nes_points *p);
nes_status nes_chief_dismiss(nes_chase *c);
