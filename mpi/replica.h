/* SPDX-License-Identifier: MIT
 *
 * A replica of the search on one rank: its handle is told the same records as those of the other
 * ranks, and so makes the same points. */
#pragma once

#include "board.h"

typedef struct nes_replica {
    nes_opt *o;       /* the handle; borrowed, unless it was loaded */
    nes_points asked; /* the points of the last ask, borrowed from the handle */
    nes_board board;  /* the records of these points; owned */
} nes_replica;        /* begins with a handle or none, and all else zero */

/* nes_replica_ask makes the next points and empties the board for them; nes_replica_tell tells all
 * records of the board. Unless the status is NES_OK, `why` gets a sentence. */
nes_status nes_replica_ask(nes_replica *r, char why[NES_MESSAGE_SIZE]);
nes_status nes_replica_tell(nes_replica *r, char why[NES_MESSAGE_SIZE]);

/* ---- replicas of a search that rank 0 leads ---- */

/* nes_replica_load makes a handle from the saved state of rank 0, and owns it; nes_replica_follow
 * tells the records of all points of the last ask, from the n bytes of rank 0's board. Both then
 * ask for the next points. */
nes_status nes_replica_load(nes_replica *r, const void *state, size_t n, const nes_settings *s,
                            char why[NES_MESSAGE_SIZE]);
nes_status nes_replica_follow(nes_replica *r, const void *records, size_t n,
                              char why[NES_MESSAGE_SIZE]);

/* Returns NES_ERR_RANKS if this is not the fingerprint of the search. */
nes_status nes_replica_check(const nes_replica *r, uint64_t fingerprint,
                             char why[NES_MESSAGE_SIZE]);
