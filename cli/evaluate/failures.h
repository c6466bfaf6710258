/* SPDX-License-Identifier: MIT
 *
 * A ledger of the evaluations that failed: every kind with its count and its first example. It also
 * ends runs: where the user wants that (--on-fail stop), when a point has failed for good, and
 * where a program asks for it (--exit-codes). */
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

    failure_kind kinds[FAILURES_KINDS]; /* n of them; their texts are owned */
    size_t n;
    uint64_t other;       /* number of failures of further kinds */
    uint64_t total;       /* number of all failures */
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

/* An evaluator that keeps back the failures that end the run. Nobody hears of them as values, the
 * database least of all. So when the run goes on, also after it was killed, the point is evaluated
 * again. The same holds for all failures once the run was told to end at once: whoever has ended
 * nes may have ended its programs, too. f and inner are borrowed; f must be an observer of the run.
 */
void failures_open_guard(evaluator *e, failures *f, const evaluator *inner);

/* The kinds, the most frequent first; returns how many. Their texts live as long as the ledger. */
size_t failures_by_count(const failures *f, failure_kind sorted[FAILURES_KINDS]);
