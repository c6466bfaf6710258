/* SPDX-License-Identifier: MIT
 *
 * A round: the one thing that all ranks do together. Each brings a digest of what it is about to
 * do, its wishes and errors, and the records that it has found; afterwards all have all of them, or
 * all know why not. Every round begins with a message of the same length, whatever a rank is about
 * to do, so that a rank which has gone astray is found and not waited for.
 *
 * Records and wishes of the ranks are joined bit by bit: a rank has zeros where another has
 * something to say. So numbers arrive as they were sent, the payload of a NaN included, in any
 * order of joining. */
#pragma once

#include "crew.h"

enum { NES_ROUND_STOP = 2, NES_ROUND_WATCHED = 4 }; /* wishes; 1 is an error of some rank */

typedef struct nes_round {
    nes_status status; /* of this rank before the round, its sentence in the report */
    uint64_t digest;   /* the same on all ranks, or something is wrong */
    uint64_t wishes;   /* in: of this rank; out: of all */
    double seconds;    /* in: rank 0 says; out: what it said. Not NaN */
    size_t n;
    void *words; /* n of 64 bits; in: zeros where this rank has nothing to say; out: all */
} nes_round;

/* The status is the same on all ranks: NES_OK; that of the worst rank, with its sentence in the
 * reports of all; NES_ERR_RANKS if digests differ; or NES_ERR_MPI on the ranks where MPI failed.
 * begins: the digest of the first round, where the sentence about a difference is another. */
nes_status nes_round_hold(const nes_crew *c, nes_round *r, bool begins);

/* Mixes one more number into a digest. */
static inline uint64_t nes_round_mix(uint64_t digest, uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ (digest >> 29);
}
