/* SPDX-License-Identifier: MIT
 *
 * A ledger of the evaluations that failed: every kind with its count and its first example. It also
 * ends runs: where the user wants that (--on-fail stop), when a point has failed for good, and
 * where a program asks for it (--exit-codes). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "evaluate/observer.h"

/* Failed evaluations of one kind. */
typedef struct failure_kind {
    const char *failure; /* why they failed, as in eval_record */
    const char *said;    /* what the program wrote about the first of them */
    uint64_t count;
    uint64_t id; /* id of the first of these points */
} failure_kind;

/* Prints a kind, such as "7 x exit status 3, first at point 12: no mesh". Of what the program said
 * only the last line is printed, where errors usually are; a long line is cut. */
void failure_kind_print(const failure_kind *k, buffer *to);

/* Returns the kinds as a list of objects. */
cJSON *failure_kinds_json(const failure_kind *kinds, size_t n);

enum { FAILURES_KINDS = 64 };

typedef struct failure_tries failure_tries;

typedef struct failures {
    bool stops;       /* --on-fail stop */
    uint64_t retries; /* the option retries, as it is in the present round */

    failure_kind kinds[FAILURES_KINDS]; /* n of them; their texts are owned */
    size_t n;
    uint64_t other;       /* number of failures of further kinds */
    uint64_t total;       /* number of all failures */
    bool stopped;         /* the run was ended because of a failure */
    uint64_t stopped_id;  /* id of the point that failed */
    failure_tries *tries; /* how often points of this generation failed; owned */
    size_t n_tries, room_tries;
    bool looked; /* the number of generations has been looked at */
    uint64_t generations;
} failures; /* at the beginning all is zero but stops, and retries where a run goes on */

observer failures_observer(failures *f);
void failures_close(failures *f);

/* Counts a failure, also one of an earlier part of the run. */
void failures_count(failures *f, uint64_t id, const char *failure, const char *said);

/* How often a point has failed, as far as it was told; 0 without retries. */
uint64_t failures_tries(const failures *f, uint64_t id);

/* An evaluator that keeps back the failures that end the run. Nobody hears of them as values, the
 * database least of all. So when the run goes on, also after it was killed, the point is evaluated
 * again. The same holds for all failures once the run was told to end at once: whoever has ended
 * nes may have ended its programs, too. f and inner are borrowed; f must be an observer of the run.
 */
void failures_open_guard(evaluator *e, failures *f, const evaluator *inner);

/* Copies the kinds, the most frequent first, and returns how many. Their texts live as long as the
 * ledger. */
size_t failures_by_count(const failures *f, failure_kind sorted[FAILURES_KINDS]);
