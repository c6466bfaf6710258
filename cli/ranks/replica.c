/* SPDX-License-Identifier: MIT
 *
 * See ranks/replica.h. */
#include "ranks/replica.h"

#include <stdio.h>
#include <string.h>

#include "ranks/find.h"

/* The points of the next round. */
static nes_status ask(replica *r, nes_status st, char why[NES_MESSAGE_SIZE])
{
    if (st == NES_OK) st = nes_ask(r->opt, &r->asked);
    if (st == NES_OK) return st;
    const char *sentence = nes_message(r->opt);
    snprintf(why, NES_MESSAGE_SIZE, "%s", sentence[0] != '\0' ? sentence : nes_strerror(st));
    return st;
}

/* The limit of time is judged by rank 0 alone: here the clock stands still. */
nes_status replica_load(replica *r, const void *state, size_t n, const nes_settings *s,
                        char why[NES_MESSAGE_SIZE])
{
    replica_close(r);
    const nes_status st = nes_load(&r->opt, state, n, s, why, NES_MESSAGE_SIZE);
    if (st != NES_OK) return st;
    nes_set_seconds(r->opt, 0);
    return ask(r, st, why);
}

nes_status replica_tell(replica *r, const void *bytes, size_t n, char why[NES_MESSAGE_SIZE])
{
    nes_board *b = &r->board;
    if (!nes_board_clear(b, &r->asked)) return NES_ERR_MEMORY;
    if (n != nes_board_words(b) * sizeof *b->values) {
        snprintf(why, NES_MESSAGE_SIZE, "it does not make the points that rank 0 makes");
        return NES_ERR_COUNT;
    }
    memcpy(b->values, bytes, n);
    return ask(r, nes_board_tell(b, r->opt), why);
}

const double *replica_point(const replica *r, uint64_t id)
{
    const nes_points *p = &r->asked;
    const size_t i = find_id(p->id, p->n, id);
    return i < p->n ? p->x + i * p->dim : NULL;
}

void replica_close(replica *r)
{
    nes_destroy(r->opt);
    nes_board_free(&r->board);
    *r = (replica){.opt = NULL};
}
