/* SPDX-License-Identifier: MIT
 *
 * The chief's part in a generation that may leave stragglers behind: who gets which point, and when
 * it is over. */
#include "chase.h"

/* The next point to a rank that is free, if there is one. */
static nes_status give(nes_chase *c, const nes_points *p, int rank)
{
    if (c->away[rank] || c->next == p->n) return NES_OK;
    const nes_letter l = {.turn = c->turn, .point = c->next};
    c->away[rank] = 1;
    c->given[c->next++] = MPI_Wtime();
    if (rank == 0)
        nes_chase_take(c, p, l.point);
    else
        NES_MPI_TRY(c->crew, MPI_Send, &l, sizeof l, MPI_BYTE, rank, NES_CHASE_GIVE, c->crew->comm);
    return NES_OK;
}

/* A rank has reported back. Records of generations that are over count for nothing. */
static void note(nes_chase *c, int rank, const nes_letter *l)
{
    c->away[rank] = 0;
    if (l->turn != c->turn) return;
    nes_board_set(c->board, (size_t)l->point, (nes_fate)l->fate, l->values);
    nes_rule_note(&c->rule, (nes_fate)l->fate, l->seconds);
    c->finished++;
}

/* A letter of some rank, or the record of our own helper; rank is then who is free, else -1. */
static nes_status listen(nes_chase *c, int *rank)
{
    MPI_Status from;
    int came = 0;
    *rank = -1;
    NES_MPI_TRY(c->crew, MPI_Iprobe, MPI_ANY_SOURCE, NES_CHASE_BACK, c->crew->comm, &came, &from);
    if (came) {
        *rank = from.MPI_SOURCE;
        NES_MPI_TRY(c->crew, MPI_Recv, c->letter, (int)c->letter_size, MPI_BYTE, *rank,
                    NES_CHASE_BACK, c->crew->comm, MPI_STATUS_IGNORE);
        c->waited_since = MPI_Wtime();
        note(c, *rank, c->letter);
    } else if (nes_chase_helped(c, c->letter)) {
        *rank = 0;
        note(c, 0, c->letter);
    }
    return NES_OK;
}

/* Every point that is away takes too long. Points are given one after another, so that the last one
 * decides. */
static bool is_enough(nes_chase *c)
{
    const size_t away = c->next - c->finished;
    if (c->next < c->board->n || away == 0) return false;
    while (nes_board_fates(c->board)[c->last] != NES_LATE) c->last--;
    return MPI_Wtime() - c->given[c->last] >= nes_rule_patience(&c->rule, away);
}

/* Letters that have come are read before anybody is called late: it may be the chief who is. */
nes_status nes_chief_lead(nes_chase *c, const nes_points *p)
{
    nes_status st = NES_OK;
    c->next = c->finished = 0;
    c->last = p->n - 1;
    for (int rank = 0; rank < c->crew->size && st == NES_OK; rank++) st = give(c, p, rank);
    while (st == NES_OK && c->finished < p->n) {
        int free_rank;
        st = listen(c, &free_rank);
        if (st == NES_OK && free_rank >= 0)
            st = give(c, p, free_rank);
        else if (st == NES_OK && is_enough(c))
            break;
    }
    for (size_t k = c->finished; k < p->n; k++) nes_rule_note(&c->rule, NES_LATE, 0);
    return st;
}

/* Waits until everybody is back, and sends them home. */
nes_status nes_chief_dismiss(nes_chase *c)
{
    const nes_letter home = {.point = NES_CHASE_OVER};
    size_t away = 0;
    c->turn++; /* nothing that comes now counts */
    for (int rank = 0; c->away != NULL && rank < c->crew->size; rank++) away += c->away[rank];
    while (away > 0) {
        int back;
        const nes_status st = listen(c, &back);
        if (st != NES_OK) return st;
        if (back >= 0) away--;
    }
    for (int rank = 1; rank < c->crew->size; rank++)
        NES_MPI_TRY(c->crew, MPI_Send, &home, sizeof home, MPI_BYTE, rank, NES_CHASE_GIVE,
                    c->crew->comm);
    return NES_OK;
}
