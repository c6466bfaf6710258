/* SPDX-License-Identifier: MIT
 *
 * See replica.h. */
#include "replica.h"

#include <stdio.h>
#include <string.h>

/* Copies the sentence of the handle about an error. */
static nes_status explain(const nes_replica *r, nes_status st, char why[NES_MESSAGE_SIZE])
{
    if (st == NES_OK) return st;
    const char *sentence = nes_message(r->o);
    snprintf(why, NES_MESSAGE_SIZE, "%s", sentence[0] != '\0' ? sentence : nes_strerror(st));
    return st;
}

nes_status nes_replica_ask(nes_replica *r, char why[NES_MESSAGE_SIZE])
{
    const nes_status st = nes_ask(r->o, &r->asked);
    if (st != NES_OK) return explain(r, st, why);
    if (nes_board_clear(&r->board, &r->asked)) return NES_OK;
    snprintf(why, NES_MESSAGE_SIZE, "there is no memory for %zu points", r->asked.n);
    return NES_ERR_MEMORY;
}

nes_status nes_replica_tell(nes_replica *r, char why[NES_MESSAGE_SIZE])
{
    return explain(r, nes_board_tell(&r->board, r->o), why);
}

/* Rank 0 alone checks the limit of time: the clock of a replica stands still. */
nes_status nes_replica_load(nes_replica *r, const void *state, size_t n, const nes_settings *s,
                            char why[NES_MESSAGE_SIZE])
{
    nes_destroy(r->o);
    r->o = NULL;
    const nes_status st = nes_load(&r->o, state, n, s, why, NES_MESSAGE_SIZE);
    if (st != NES_OK) return st;
    nes_set_seconds(r->o, 0);
    return nes_replica_ask(r, why);
}

nes_status nes_replica_follow(nes_replica *r, const void *records, size_t n,
                              char why[NES_MESSAGE_SIZE])
{
    if (n != nes_board_words(&r->board) * sizeof *r->board.values) {
        snprintf(why, NES_MESSAGE_SIZE, "it does not make the points that rank 0 makes");
        return NES_ERR_COUNT;
    }
    memcpy(r->board.values, records, n);
    const nes_status st = nes_replica_tell(r, why);
    return st == NES_OK ? nes_replica_ask(r, why) : st;
}

nes_status nes_replica_check(const nes_replica *r, uint64_t fingerprint, char why[NES_MESSAGE_SIZE])
{
    if (nes_fingerprint(r->o) == fingerprint) return NES_OK;
    snprintf(why, NES_MESSAGE_SIZE,
             "it no longer holds the same search as rank 0; use the same libraries on all "
             "machines, pin --kernels, and suspect the memory of a single machine");
    return NES_ERR_RANKS;
}
