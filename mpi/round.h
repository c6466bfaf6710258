/* SPDX-License-Identifier: MIT
 *
 * A round: the one exchange that all ranks make together. Each rank brings a digest of its next
 * step, its wishes and errors, and the records that it has found; afterwards all ranks have all of
 * these, or the reason why not. Every round begins with a message of the same length, whatever the
 * step, so that a rank which has gone astray is noticed instead of waited for.
 *
 * Records and wishes of the ranks are joined bit by bit: a rank has zeros where another rank has
 * data. So numbers arrive as they were sent, the payload of a NaN included, in any order of
 * joining. */
#pragma once

#include "crew.h"

enum { NES_ROUND_STOP = 2, NES_ROUND_WATCHED = 4 }; /* wishes; 1: an error of a rank */

typedef struct nes_round {
    nes_status status; /* status of this rank before the round; see the report */
    uint64_t digest;   /* digest of the next step: the same on all ranks, or they differ */
    uint64_t wishes;   /* in: wishes of this rank; out: of all ranks */
    double seconds;    /* seconds that the search has used; out: those of rank 0. Not NaN */
    size_t n;
    void *words; /* n words of 64 bits; in: zeros or data of this rank; out: of all */
} nes_round;

/* Returns the same status on all ranks: NES_OK; that of the worst rank, with its sentence in the
 * reports of all; NES_ERR_RANKS if digests differ; or NES_ERR_MPI on the ranks where MPI failed.
 * begins: this is the first round, whose sentence about differing digests is another. */
nes_status nes_round_hold(const nes_crew *c, nes_round *r, bool begins);

/* Mixes one more number into a digest. */
static inline uint64_t nes_round_mix(uint64_t digest, uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ (digest >> 29);
}
