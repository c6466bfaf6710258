/* SPDX-License-Identifier: MIT
 *
 * An evaluator gives points their values: in the calling thread (evaluate/direct.h), in several
 * (evaluate/threads.h), in other processes. An evaluator may stand in front of another one, and
 * answer for it where it knows better.
 *
 * A point goes in with an id, and comes out as a record of that id. In between the point is in
 * flight. Records come when they are ready, in any order. An evaluation that crashed or took too
 * long has failed: every point comes back, unless the evaluator is closed. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/evaluation.h"

/* An evaluation. Pointers are good until the next call of the evaluator that it came from. */
typedef struct eval_record {
    uint64_t id;           /* id of the point */
    nes_fate fate;         /* measured, failed, or late: the generation is closed without it
                              (evaluate/stragglers.h) */
    double f;              /* the value of a measured point; NaN otherwise */
    const double *outputs; /* m further numbers that were measured; null: m is 0 */
    double seconds;        /* seconds that the evaluation took; NaN: not known */
    const char *failure;   /* why it failed, in a few words that are the same for all failures of
                              this kind: "exit status 3"; null: not known, or it did not fail. Of
                              a measured point: why it was spared (evaluate/spared.h) */
    const char *said;      /* what the program wrote about the failure; "": nothing */
    bool stops;            /* the evaluation failed in a way that is to end the run */
} eval_record;

/* A record of which nothing is known but the value. */
static inline eval_record eval_measured(uint64_t id, double f)
{
    return (eval_record){
        .id = id, .fate = NES_MEASURED, .f = f, .seconds = (double)NAN, .said = ""};
}

/* An evaluation that has begun and not ended. */
typedef struct eval_under_way {
    uint64_t id;
    double since; /* when it began, on clock_now() */
    long process; /* number of the process that is at it; 0: a thread of this one, or not known */
    int rank;     /* number of the rank, from 0; -1: there are no ranks */
} eval_under_way;

typedef struct evaluator {
    /* Takes the first of n points and returns how many it took: 0 when it has no room for more, at
     * least 1 when nothing is in flight and nothing late or tried ahead is under way. id and x
     * (rows of dim numbers) are borrowed for this call only; an evaluator that needs them longer
     * keeps copies. */
    size_t (*submit)(void *self, size_t n, const uint64_t *id, const double *x);

    /* Hands over records that are ready, at most room (1 or more), and returns how many. If none is
     * ready, it waits for one, for so many seconds; 0: none came. Something must be in flight. */
    size_t (*collect)(void *self, double seconds, size_t room, eval_record *to);

    /* Tells which evaluations are under way, at most room of them, and returns how many are told.
     * Null: it is not known. */
    size_t (*look)(void *self, size_t room, eval_under_way *to);

    /* Abandons the points in flight and frees everything. */
    void (*close)(void *self);

    void *self; /* passed to each of the functions */
} evaluator;
