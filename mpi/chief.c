/* SPDX-License-Identifier: MIT
 *
 * The chief's part in a generation that may leave stragglers behind: who gets which point, and when
 * it is over. */
#include <math.h>
#include <string.h>

#include "chase.h"

/* The next points to the ranks that are free. */
static nes_status give(nes_chase *c)
{
    nes_place *at;
    while (c->next < c->replica->asked.n &&
           (at = nes_places_take(&c->places, c->next, MPI_Wtime())) != NULL) {
        const nes_work w = {.turn = c->turn, .point = c->next++};
        if (at->rank == 0)
            nes_chase_take(c, w);
        else
            NES_MPI_TRY(c->crew, MPI_Send, &w, sizeof w, MPI_BYTE, at->rank, NES_CHASE_GIVE,
                        c->crew->comm);
    }
    return NES_OK;
}

/* A rank has reported back. Records of generations that are over count for nothing. */
static void note(nes_chase *c, int rank)
{
    const nes_letter *l = c->letter;
    const size_t k = (size_t)l->work.point;
    nes_board *b = &c->replica->board;
    nes_places_free(&c->places, &c->places.all[rank]);
    if (l->work.turn != c->turn) return;
    nes_board_decide(b, k, (nes_fate)l->fate);
    memcpy(nes_board_row(b, k), l->values, b->width * sizeof *l->values);
    nes_rule_note(&c->rule, (nes_fate)l->fate, l->seconds);
    c->finished++;
}

/* A letter of some rank, or the record of our own helper, if one has come. */
static nes_status listen(nes_chase *c, int *came)
{
    MPI_Status from;
    NES_MPI_TRY(c->crew, MPI_Iprobe, MPI_ANY_SOURCE, NES_CHASE_BACK, c->crew->comm, came, &from);
    if (*came) {
        NES_MPI_TRY(c->crew, MPI_Recv, c->letter, (int)c->letter_size, MPI_BYTE, from.MPI_SOURCE,
                    NES_CHASE_BACK, c->crew->comm, MPI_STATUS_IGNORE);
        c->waited_since = MPI_Wtime();
        note(c, from.MPI_SOURCE);
    } else if (nes_chase_helped(c)) {
        *came = 1;
        note(c, 0);
    }
    return NES_OK;
}

/* Every point that is away takes too long. Those of earlier generations were given before. */
static bool is_enough(const nes_chase *c)
{
    const double patience = nes_rule_patience(&c->rule, c->next - c->finished);
    return !isinf(patience) && MPI_Wtime() - nes_places_last(&c->places) >= patience;
}

/* Letters that have come are read before anybody is called late: it may be the chief who is. */
nes_status nes_chief_lead(nes_chase *c)
{
    const size_t n = c->replica->asked.n;
    c->next = c->finished = 0;
    nes_status st = give(c);
    while (st == NES_OK && c->finished < n) {
        int came;
        st = listen(c, &came);
        if (st == NES_OK && came)
            st = give(c);
        else if (st == NES_OK && is_enough(c))
            break;
    }
    for (size_t k = c->finished; k < n; k++) nes_rule_note(&c->rule, NES_LATE, 0);
    return st;
}

/* Waits until everybody is back, and sends them home. */
nes_status nes_chief_dismiss(nes_chase *c)
{
    const nes_work home = {.point = NES_CHASE_OVER};
    nes_status st = NES_OK;
    c->turn++; /* nothing that comes now counts */
    while (st == NES_OK && c->places.n_free < c->places.n) st = listen(c, &(int){0});
    for (int rank = 1; st == NES_OK && rank < c->crew->size; rank++)
        NES_MPI_TRY(c->crew, MPI_Send, &home, sizeof home, MPI_BYTE, rank, NES_CHASE_GIVE,
                    c->crew->comm);
    return st;
}
