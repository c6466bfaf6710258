/* SPDX-License-Identifier: MIT
 *
 * Whether the saved state of a run is as it was written. The fact `state_sha256` has the digest of
 * its row, so that a bit that flips in any column is noticed. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "store/store.h"

extern const char health_fact[]; /* "state_sha256" */

/* The row of a state. */
typedef struct health_row {
    uint64_t round, evaluations, generation;
    double best;
    const char *fingerprint;
    const void *saved;
    size_t size; /* bytes in saved */
} health_row;

/* The digest of a row. Returns to. */
const char *health_digest(const health_row *row, char to[DIGEST_SIZE]);

/* How the state in a database is. A state without a digest, as earlier versions wrote it, is loaded
 * to see. *untried: that would take too much memory, and the state counts as sound. */
state_health health_of(sqlite3 *db, bool *untried);
