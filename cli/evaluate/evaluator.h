/* SPDX-License-Identifier: MIT
 *
 * An evaluator gives points their values: in the calling thread (evaluate/direct.h), in several
 * (evaluate/threads.h), in other processes. An evaluator may stand in front of another one, and
 * answer for it where it knows better.
 *
 * A point goes in with an id, and its value comes out with that id. In between the point is in
 * flight. Values come when they are ready, in any order. An evaluation that crashed or took too
 * long has the value NES_EVAL_FAILED: every point comes back, unless the evaluator is closed. */
#ifndef EVALUATE_EVALUATOR_H
#define EVALUATE_EVALUATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of an evaluation besides its value. */
typedef struct eval_outcome {
    double seconds;      /* that it took; NaN: not measured */
    const char *failure; /* why the value is NES_EVAL_FAILED, in a few words that are the same for
                            all failures of this kind: "exit status 3"; null: it did not fail */
    const char *said;    /* what the program wrote about it; "": nothing */
    bool stops;          /* it failed in a way that is to end the run */
    bool late;           /* there is no value, and nobody waits for it any more: the generation is
                            closed without it (evaluate/stragglers.h) */
} eval_outcome;

typedef struct evaluator {
    /* Takes the first of n points and returns how many it took: 0 when all its places are taken,
     * at least 1 when nothing is in flight and nothing late is under way. id and x (rows of dim
     * numbers) are borrowed for this call only; an evaluator that needs them longer keeps copies.
     */
    size_t (*submit)(void *self, size_t n, const uint64_t *id, const double *x);

    /* Hands over values that are ready, at most room (1 or more), and returns how many. If there is
     * none it waits for one, for so many seconds; 0: none came. Something must be in flight. */
    size_t (*collect)(void *self, double seconds, size_t room, uint64_t *id, double *f);

    /* Of value number i of the last collect; good until the next call. Null: nothing is known of
     * any evaluation of this evaluator. */
    const eval_outcome *(*about)(void *self, size_t i);

    /* Abandons the points in flight and frees everything. */
    void (*close)(void *self);

    void *self; /* passed to each */
} evaluator;

#endif
