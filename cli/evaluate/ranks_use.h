/* SPDX-License-Identifier: MIT
 *
 * How well the ranks of a job are used: each has places for evaluations, and a place without one is
 * idle. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct ranks_use {
    int ranks;
    size_t places;    /* number of evaluations that all ranks together can have under way */
    double begin;     /* time since when this counts, on clock_now() */
    double done;      /* seconds of the evaluations that have ended */
    size_t under_way; /* number of evaluations under way */
    double began;     /* sum of the times when these began, on clock_now() */
    uint64_t lost;    /* number of evaluations that got lost and were started again */
} ranks_use;

static inline void ranks_use_start(ranks_use *u, double now)
{
    u->under_way++;
    u->began += now;
}

/* Notes the end of an evaluation that began at that time and took so many seconds. */
static inline void ranks_use_end(ranks_use *u, double began, double seconds)
{
    u->under_way--;
    u->began -= began;
    u->done += seconds;
}

/* Returns the part of the time of all places in which they had nothing to evaluate, between 0
 * and 1. */
static inline double ranks_use_idle(const ranks_use *u, double now)
{
    const double all = (double)u->places * (now - u->begin);
    const double busy = u->done + (double)u->under_way * now - u->began;
    return all <= 0 || busy >= all ? 0 : 1 - busy / all;
}
