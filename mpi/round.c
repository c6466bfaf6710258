/* SPDX-License-Identifier: MIT
 *
 * Rounds: the exchange of values in one collective call where they are few, and what follows when a
 * rank has failed. Naming ranks that differ is in differing.c. */
#include "round.h"

#include <string.h>

#include "differing.h"

/* The message that every round begins with: a head, and as many words as there is room for. It is
 * short enough to take no longer than a single number would. */
enum { FAILED = 1, HEAD = 4, FIRST = 28, CHUNK = 1 << 20 };

typedef struct block {
    uint64_t wishes, digest, inverse, seconds;
    uint64_t first[FIRST];
} block;

_Static_assert(sizeof(block) == (HEAD + FIRST) * sizeof(uint64_t), "a block has no gaps");

/* Those that the block had no room for. */
static nes_status exchange_rest(const nes_crew *c, const nes_round *r)
{
    for (size_t k = FIRST; k < r->n; k += CHUNK) {
        const size_t n = r->n - k < CHUNK ? r->n - k : CHUNK;
        NES_MPI_TRY(c, MPI_Allreduce, MPI_IN_PLACE, (uint64_t *)r->words + k, (int)n, MPI_UINT64_T,
                    MPI_BOR, c->comm);
    }
    return NES_OK;
}

static void pack(block *b, const nes_crew *c, const nes_round *r, size_t n)
{
    memset(b, 0, sizeof *b);
    b->wishes = r->wishes | (r->status != NES_OK ? FAILED : 0);
    b->digest = r->digest;
    b->inverse = ~r->digest;
    if (c->rank == 0) memcpy(&b->seconds, &r->seconds, sizeof r->seconds);
    if (n > 0) memcpy(b->first, r->words, n * sizeof *b->first);
}

static void unpack(const block *b, nes_round *r, size_t n)
{
    r->wishes = b->wishes;
    memcpy(&r->seconds, &b->seconds, sizeof r->seconds);
    if (n > 0) memcpy(r->words, b->first, n * sizeof *b->first);
}

nes_status nes_round_hold(const nes_crew *c, nes_round *r, bool begins)
{
    block b;
    const size_t n = r->n < FIRST ? r->n : FIRST;
    pack(&b, c, r, n);
    NES_MPI_TRY(c, MPI_Allreduce, MPI_IN_PLACE, &b, HEAD + FIRST, MPI_UINT64_T, MPI_BOR, c->comm);
    if ((b.wishes & FAILED) != 0) return nes_crew_agree(c, r->status);
    /* A bit that is set in both is 1 in one digest and 0 in another. */
    if ((b.digest & b.inverse) != 0) return nes_name_differing(c, r->digest, begins);
    unpack(&b, r, n);
    return exchange_rest(c, r);
}
