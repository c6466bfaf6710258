/* SPDX-License-Identifier: MIT
 *
 * Rounds: the exchange of words in one collective call where they are few, and what follows when a
 * rank has failed or differs from the others. */
#include "round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message that every round begins with: a head, and as many words as there is room for. The
 * message is short enough to take no longer than a single number would. */
enum { FAILED = 1, HEAD = 4, FIRST = 28, CHUNK = 1 << 20 };

enum { MOST_NAMED = 8 }; /* differing ranks that a sentence names */

typedef struct block {
    uint64_t wishes, digest, inverse, seconds;
    uint64_t first[FIRST];
} block;

_Static_assert(sizeof(block) == (HEAD + FIRST) * sizeof(uint64_t), "a block has no gaps");

/* ---- ranks that differ ---------------------------------------------------------------------- */

/* Returns the digest that most ranks have; of equally frequent ones, that of the lowest rank. Votes
 * are counted for each digest, of which there are few. */
static uint64_t majority(const uint64_t *digest, int ranks)
{
    uint64_t winner = digest[0];
    int most = 0;
    for (int i = 0; i < ranks && most < ranks - i; i++) {
        int votes = 0;
        for (int k = i; k < ranks; k++) votes += digest[k] == digest[i];
        if (votes > most) {
            most = votes;
            winner = digest[i];
        }
    }
    return winner;
}

/* "rank 2", "ranks 1, 4 and 5", "ranks 1, ..., 9 and 20 others" */
static void list(char *text, size_t size, const uint64_t *digest, int ranks, uint64_t usual)
{
    int named[MOST_NAMED], n = 0;
    for (int i = 0; i < ranks; i++)
        if (digest[i] != usual && n++ < MOST_NAMED) named[n - 1] = i;
    const int shown = n < MOST_NAMED ? n : MOST_NAMED;
    size_t used = (size_t)snprintf(text, size, n == 1 ? "rank" : "ranks");
    for (int i = 0; i < shown && used < size; i++) {
        const char *between = i == 0 ? " " : i == shown - 1 && shown == n ? " and " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%d", between, named[i]);
    }
    if (n > shown && used < size)
        snprintf(text + used, size - used, " and %d other%s", n - shown, n - shown == 1 ? "" : "s");
}

static void write_sentence(const nes_crew *c, const uint64_t *digest, bool begins)
{
    char who[120] = "some ranks";
    if (digest != NULL) list(who, sizeof who, digest, c->size, majority(digest, c->size));
    if (begins)
        nes_crew_refuse(
            c, NES_ERR_RANKS,
            "the ranks do not begin with the same search: not like the others: %s; give "
            "all ranks the same settings, seed, start, nes_mpi_settings and version",
            who);
    else
        nes_crew_refuse(c, NES_ERR_RANKS,
                        "the ranks no longer hold the same search: not like the others: %s; use "
                        "the same libraries on all machines, pin the option kernels, and suspect "
                        "the memory of a single rank",
                        who);
}

/* Names the ranks whose digests differ. All ranks call this once digests are known to differ, which
 * ends the run: rank 0 collects the digests. The sentence names the ranks outside the majority. */
static nes_status name_differing(const nes_crew *c, uint64_t digest, bool begins)
{
    uint64_t *all = c->rank == 0 ? malloc((size_t)c->size * sizeof *all) : NULL;
    int room = c->rank == 0 && all != NULL;
    int code = MPI_Bcast(&room, 1, MPI_INT, 0, c->comm);
    if (code == MPI_SUCCESS && room)
        code = MPI_Gather(&digest, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, c->comm);
    if (c->rank == 0) write_sentence(c, code == MPI_SUCCESS ? all : NULL, begins);
    free(all);
    if (code != MPI_SUCCESS) return nes_crew_fault(c, code, "MPI_Gather");
    NES_MPI_TRY(c, MPI_Bcast, c->report->message, NES_MESSAGE_SIZE, MPI_CHAR, 0, c->comm);
    return NES_ERR_RANKS;
}

/* ---- the exchange --------------------------------------------------------------------------- */

/* Exchanges the words that the first message had no room for. */
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
    /* A bit set in both is 1 in some rank's digest and 0 in another's. */
    if ((b.digest & b.inverse) != 0) return name_differing(c, r->digest, begins);
    unpack(&b, r, n);
    return exchange_rest(c, r);
}
