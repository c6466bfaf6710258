/* SPDX-License-Identifier: MIT
 *
 * A ledger of the evaluations that failed: every kind with its count and its first example. It also
 * ends runs: where the user wants that (--on-fail stop), when a point has failed for good, and
 * where a program asks for it (--exit-codes).
 *
 * A run that is ended so has not been told of the values that came with the failure, since
 * observers hear of values before the optimiser does. So whoever goes on with it asks for these
 * points again.
 */
#ifndef EVALUATE_FAILURES_H
#define EVALUATE_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

#include "evaluate/observer.h"

enum { FAILURES_TEXT_SIZE = 192, FAILURES_SAID_SIZE = 2049 };

typedef struct failure_kind {
    char text[FAILURES_TEXT_SIZE]; /* as in eval_outcome */
    uint64_t count;
    uint64_t id; /* of the first */
    char said[FAILURES_SAID_SIZE];
} failure_kind;

typedef struct failure_tries failure_tries;

typedef struct failures {
    bool stops;       /* --on-fail stop */
    uint64_t retries; /* as in the settings */

    failure_kind *kinds; /* n of them, in the order of their first examples; owned */
    size_t n, room;
    uint64_t other; /* failures that could not be listed: too many kinds, or no memory */
    uint64_t total;
    bool stopped;         /* the run was ended because of a failure: */
    uint64_t stopped_id;  /* of this point */
    failure_tries *tries; /* how often points of this generation failed; owned */
    size_t n_tries, room_tries;
    bool looked; /* at the number of generations, which was: */
    uint64_t generations;
} failures; /* all zero but stops and retries to begin with */

observer failures_observer(failures *f);
void failures_close(failures *f);

/* Counts a failure, also one of an earlier part of the run. Returns whether the point has failed
 * for good. */
bool failures_count(failures *f, uint64_t id, const char *kind, const char *said);

/* A sentence of what there is, the most frequent kind first: "12 failed: 8 exit status 3, 4 timed
 * out after 60 s". Empty: none has failed. Returns text. */
const char *failures_sum(const failures *f, char *text, size_t size);

#endif
