/* SPDX-License-Identifier: MIT
 *
 * Evaluations that take long, for those who look at a run from outside. The fact `under_way` is a
 * list in JSON, [{"id":"7","since":1763456789.5,"usual":2.1,"process":4711,"rank":null},...], the
 * oldest first. It is written while an evaluation has lasted more than a moment, and not after
 * every one. When the run is killed it stays, and tells what was under way then. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

enum { UNDER_WAY_MOST = 64 }; /* evaluations in the list */

typedef struct under_way {
    uint64_t id;
    double since; /* seconds since 1970 */
    double usual; /* median of the seconds of others; NaN: not known */
    long process; /* 0: not known */
    int rank;     /* -1: there are no ranks */
} under_way;

/* Writes n of them; 0: the fact goes away. Returns 0, or the exit status with the error printed. */
int under_way_write(store *s, const under_way *list, size_t n);

/* Reads the list. Returns how many there are. */
size_t under_way_read(store *s, under_way list[UNDER_WAY_MOST]);
