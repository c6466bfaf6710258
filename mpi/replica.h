/* SPDX-License-Identifier: MIT
 *
 * The search on one rank: a handle like those of the other ranks, which is told the same records
 * and so makes the same points. */
#pragma once

#include "board.h"

typedef struct nes_replica {
    nes_opt *o;       /* borrowed, unless it was loaded */
    nes_points asked; /* the points of the last ask, borrowed from the handle */
    nes_board board;  /* their records: owned */
} nes_replica;        /* all zero but the handle to begin with */

/* Makes the next points, and empties the board for them; tells all records of the board. Unless it
 * is NES_OK, `why` has a sentence. */
nes_status nes_replica_ask(nes_replica *r, char why[NES_MESSAGE_SIZE]);
nes_status nes_replica_tell(nes_replica *r, char why[NES_MESSAGE_SIZE]);

/* ---- replicas of a search that rank 0 leads ---- */

/* Begins with the state of rank 0; goes on with the n bytes of the records of all points of the
 * last ask, as they are on a board. The next points are asked for then. The handle
 * is owned. */
nes_status nes_replica_load(nes_replica *r, const void *state, size_t n, const nes_settings *s,
                            char why[NES_MESSAGE_SIZE]);
nes_status nes_replica_follow(nes_replica *r, const void *records, size_t n,
                              char why[NES_MESSAGE_SIZE]);

/* NES_ERR_RANKS: the fingerprint of the search is another. */
nes_status nes_replica_check(const nes_replica *r, uint64_t fingerprint,
                             char why[NES_MESSAGE_SIZE]);
