/* SPDX-License-Identifier: MIT
 *
 * Points that are left behind: their values are no longer waited for, and count for nothing when
 * they come. The optimiser asks for them again with whatever else its generation lacks, until the
 * generation is closed (nes_close). */
#ifndef EVALUATE_BEHIND_H
#define EVALUATE_BEHIND_H

#include <stdbool.h>
#include <stdint.h>

#include "nes/nes.h"

typedef struct behind {
    uint64_t *id; /* owned, as the rest */
    size_t n, room;
    uint64_t *open_id; /* copies of the other points of an ask */
    double *open_x;
    size_t room_open;
} behind; /* all zero: none */

void behind_close(behind *b);

/* One more. Returns whether there was memory. */
bool behind_add(behind *b, uint64_t id);

/* Takes those that are left behind out of the points of an ask, which are then in memory of ours.
 * Where none of the points is left behind, a new generation has begun, and the list is emptied. */
nes_status behind_filter(behind *b, nes_points *p);

#endif
