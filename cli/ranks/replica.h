/* SPDX-License-Identifier: MIT
 *
 * The search on a rank that follows: an optimiser like that of rank 0, which is told the same
 * values and so makes the same points. */
#pragma once

#include "mpi/board.h"

typedef struct replica {
    nes_opt *opt;     /* owned; null: there is none yet */
    nes_points asked; /* the points of the round, borrowed from it */
    nes_board board;  /* their records, once they have come */
} replica;            /* all zero to begin with */

/* Begins with the state of rank 0; goes on with the n bytes of the records of all points of the
 * last round (mpi/board.h). Then the points of the next round are there. Unless it is NES_OK, the
 * replica cannot follow, and `why` has a sentence. */
nes_status replica_load(replica *r, const void *state, size_t n, const nes_settings *s,
                        char why[NES_MESSAGE_SIZE]);
nes_status replica_tell(replica *r, const void *bytes, size_t n, char why[NES_MESSAGE_SIZE]);

/* The numbers of a point of the round; null: it has no such point. */
const double *replica_point(const replica *r, uint64_t id);

void replica_close(replica *r);
