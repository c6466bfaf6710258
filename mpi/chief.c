/* SPDX-License-Identifier: MIT
 *
 * The chief's part in a generation that may leave stragglers behind: who gets which point, and when
 * it is over. */
#include <string.h>

#include "chase.h"

/* The next point to a rank that is free, if there is one. */
static nes_status give(nes_chase *c, const nes_points *p, int rank)
{
    if (c->away[rank] || c->next == c->open) return NES_OK;
    const nes_letter l = {.turn = c->turn, .point = c->next};
    c->away[rank] = 1;
    c->given[c->next] = MPI_Wtime();
    c->took[c->next++] = -1;
    if (rank == 0)
        nes_chase_take(c, p, l.turn, l.point);
    else
        NES_MPI_TRY(c->crew, MPI_Send, &l, sizeof l, MPI_BYTE, rank, NES_CHASE_GIVE, c->crew->comm);
    return NES_OK;
}

/* A rank has reported back. Values of generations that are over count for nothing. */
static void note(nes_chase *c, int rank, const nes_letter *l)
{
    c->away[rank] = 0;
    if (l->turn != c->turn) return;
    memcpy(&c->value[l->point], &l->value, sizeof l->value);
    c->took[l->point] = l->seconds;
    c->finished++;
    nes_median_add(&c->median, l->seconds);
}

/* A letter of some rank, or the value of our own helper; rank is then who is free, else -1. */
static nes_status listen(nes_chase *c, int *rank)
{
    MPI_Status from;
    nes_letter l;
    int came = 0;
    *rank = -1;
    NES_MPI_TRY(c->crew, MPI_Iprobe, MPI_ANY_SOURCE, NES_CHASE_BACK, c->crew->comm, &came, &from);
    if (came) {
        *rank = from.MPI_SOURCE;
        NES_MPI_TRY(c->crew, MPI_Recv, &l, sizeof l, MPI_BYTE, *rank, NES_CHASE_BACK, c->crew->comm,
                    MPI_STATUS_IGNORE);
        c->waited_since = MPI_Wtime();
        note(c, *rank, &l);
    } else if (nes_chase_helped(c)) {
        *rank = 0;
        note(c, 0, &c->work);
    }
    return NES_OK;
}

/* Half of the values are there, and every other one takes too long. Points are given one after
 * another, so that the last one that is away decides. */
static bool is_enough(nes_chase *c)
{
    if (c->next < c->open || 2 * c->finished < c->open) return false;
    while (c->took[c->last] >= 0) c->last--;
    return c->given[c->last] <= MPI_Wtime() - c->factor * nes_median_get(&c->median);
}

/* What was found, to all ranks. */
static nes_status announce(nes_chase *c)
{
    MPI_Request verdict;
    const double seconds = MPI_Wtime() - c->origin;
    memcpy(&c->value[c->open], &seconds, sizeof seconds);
    NES_MPI_TRY(c->crew, MPI_Ibcast, c->value, (int)c->open + 1, MPI_UINT64_T, 0, c->crew->comm,
                &verdict);
    NES_MPI_TRY(c->crew, MPI_Wait, &verdict, MPI_STATUS_IGNORE);
    return NES_OK;
}

/* Letters that have come are read before anybody is called late: it may be the chief who is. */
nes_status nes_chief_lead(nes_chase *c, const nes_points *p)
{
    nes_status st = NES_OK;
    c->next = c->finished = 0;
    c->last = c->open - 1;
    nes_median_begin(&c->median, c->open, c->times);
    for (int rank = 0; rank < c->crew->size && st == NES_OK; rank++) st = give(c, p, rank);
    while (st == NES_OK && c->finished < c->open) {
        int free_rank;
        st = listen(c, &free_rank);
        if (st == NES_OK && free_rank >= 0)
            st = give(c, p, free_rank);
        else if (st == NES_OK && is_enough(c))
            break;
    }
    return st == NES_OK ? announce(c) : st;
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
