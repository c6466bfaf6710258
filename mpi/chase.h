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
#ifndef NES_MPI_CHASE_H
#define NES_MPI_CHASE_H

#include "crew.h"
#include "helper.h"
#include "median.h"

/* From the chief: take this point. To the chief: this is its value. */
typedef struct nes_letter {
    uint64_t turn, point; /* number of the ask, and of an open point in it */
    double value, seconds;
} nes_letter;

typedef struct nes_chase {
    nes_crew *crew;
    nes_helper *helper;  /* borrowed */
    nes_letter work;     /* what the helper has */
    nes_letter answer;   /* on its way to the chief */
    MPI_Request sending; /* of the answer */
    uint64_t turn;       /* asks so far */
    double waited_since; /* clock when something last happened */
    double seconds;      /* used by the search, as the chief said last */

    size_t room, open; /* points there is room for; those of this ask that are to be evaluated */
    size_t *place;     /* room: where they are in the ask */
    uint64_t *value;   /* room + 1: bits of their values, and the chief's seconds */
    uint64_t *id;      /* room: of points that are told */
    uint64_t *left;    /* ids that were left behind in this generation */
    size_t lefts, left_room;

    /* The chief's book. */
    double factor;         /* how many times the median is too long */
    double origin;         /* what the clock showed when the search had used no time */
    unsigned char *away;   /* of every rank: it has a point */
    double *given, *took;  /* room: when a point was given, and the seconds that it took, or -1 */
    double *times;         /* room + 2: memory of the median */
    nes_median median;     /* of the seconds that points took */
    size_t next, finished; /* points given and finished */
    size_t last;           /* once all are given: the last point that is not finished, or beyond */
} nes_chase;

/* nes_chase_end is to be called in any case. */
nes_status nes_chase_begin(nes_chase *c, nes_crew *crew, nes_helper *helper, double factor,
                           double origin);

/* Waits for the helpers of all ranks, if these are still able to talk. */
void nes_chase_end(nes_chase *c, nes_status st);

/* Before a round: makes room for the points of an ask, and finds those that are open. False: there
 * is no memory. */
bool nes_chase_prepare(nes_chase *c, const nes_points *p);

/* After it: values of the open points, or the mark that they were left behind. */
nes_status nes_chase_evaluate(nes_chase *c, const nes_points *p);

/* Tells the values, or closes the generation when nothing but stragglers is left of it. */
nes_status nes_chase_tell(nes_chase *c, nes_opt *o, const nes_points *p);

/* ---- for chief.c ---- */

enum { NES_CHASE_GIVE = 1, NES_CHASE_BACK = 2 }; /* tags */
#define NES_CHASE_OVER UINT64_MAX                /* point: there will be no other */

/* A value of the helper, waited for a moment that grows with the time in which nothing happened. */
bool nes_chase_helped(nes_chase *c);

/* Gives a point to our own helper. */
void nes_chase_take(nes_chase *c, const nes_points *p, uint64_t turn, uint64_t point);

nes_status nes_chief_lead(nes_chase *c, const nes_points *p);
nes_status nes_chief_dismiss(nes_chase *c);

#endif
