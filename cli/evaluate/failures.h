/* SPDX-License-Identifier: MIT
 *
 * A ledger of the evaluations that failed: every kind with its count and its first example. It also
 * ends runs: where the user wants that (--on-fail stop), when a point has failed for good, and
 * where a program asks for it (--exit-codes). evaluate/failures_guard.h keeps back the failures
 * that do.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "evaluate/failure_kind.h"
#include "evaluate/observer.h"

enum { FAILURES_KINDS = 64 };

typedef struct failure_tries failure_tries;

typedef struct failures {
    bool stops;       /* --on-fail stop */
    uint64_t retries; /* as in the settings */

    failure_kind *kinds; /* n of them; owned, and so are their texts */
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

/* Counts a failure, also one of an earlier part of the run. */
void failures_count(failures *f, uint64_t id, const char *failure, const char *said);

/* Whether an evaluation ends the run. Then it is counted here, and must not be told to anybody. */
bool failures_end_run(failures *f, const eval_record *r);

/* The kinds, the most frequent first; returns how many. Their texts live as long as the ledger. */
size_t failures_by_count(const failures *f, failure_kind sorted[FAILURES_KINDS]);
