/* SPDX-License-Identifier: MIT
 *
 * What all ranks do in a generation that may leave stragglers behind; the chief's part is in
 * chief.c. */
#include "chase.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

nes_status nes_chase_begin(nes_chase *c, nes_crew *crew, nes_helper *helper, double factor,
                           double origin)
{
    *c = (nes_chase){.crew = crew,
                     .helper = helper,
                     .sending = MPI_REQUEST_NULL,
                     .rule = {.factor = factor},
                     .origin = origin};
    c->waited_since = MPI_Wtime();
    c->away = crew->rank == 0 ? calloc((size_t)crew->size, 1) : NULL;
    if (crew->rank == 0 && c->away == NULL)
        return nes_crew_refuse(crew, NES_ERR_MEMORY, "rank 0: there is no memory for %d ranks",
                               crew->size);
    return NES_OK;
}

bool nes_chase_helped(nes_chase *c, nes_letter *to)
{
    nes_helper *h = c->helper;
    if (!nes_helper_take(h, nes_helper_nap(MPI_Wtime() - c->waited_since))) return false;
    to->turn = c->work_turn;
    to->point = c->work_point;
    to->fate = (uint64_t)h->fate;
    to->seconds = h->seconds;
    memcpy(to->values, h->values, h->width * sizeof *to->values);
    c->crew->report->evaluations++;
    c->crew->report->evaluating += h->seconds;
    c->waited_since = MPI_Wtime();
    return true;
}

void nes_chase_take(nes_chase *c, const nes_points *p, uint64_t point)
{
    c->work_turn = c->turn;
    c->work_point = point;
    nes_helper_give(c->helper, p->x + point * p->dim);
}

/* To the chief, who has read the last answer before it gave another point. */
static nes_status send_answer(nes_chase *c)
{
    NES_MPI_TRY(c->crew, MPI_Isend, c->answer, (int)c->letter_size, MPI_BYTE, 0, NES_CHASE_BACK,
                c->crew->comm, &c->sending);
    return NES_OK;
}

/* A letter of the chief's, if there is one. */
static nes_status receive(nes_chase *c, int *came)
{
    NES_MPI_TRY(c->crew, MPI_Iprobe, 0, NES_CHASE_GIVE, c->crew->comm, came, MPI_STATUS_IGNORE);
    if (!*came) return NES_OK;
    c->waited_since = MPI_Wtime();
    NES_MPI_TRY(c->crew, MPI_Recv, c->letter, sizeof *c->letter, MPI_BYTE, 0, NES_CHASE_GIVE,
                c->crew->comm, MPI_STATUS_IGNORE);
    return NES_OK;
}

/* One look around of a rank that is led; p null: nothing is evaluated any more. A point of a
 * generation that is over is given back as it came. The answer is free whenever the helper is, or
 * the chief has given another point. */
static nes_status follow_once(nes_chase *c, const nes_points *p, bool *over)
{
    int came = 0;
    nes_status st = receive(c, &came);
    if (st != NES_OK) return st;
    const bool mine = came && p != NULL && c->letter->turn == c->turn;
    if (came && c->letter->point == NES_CHASE_OVER) {
        *over = true;
    } else if (mine) {
        nes_chase_take(c, p, c->letter->point);
    } else if (came) {
        NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
        memcpy(c->answer, c->letter, sizeof *c->answer);
        st = send_answer(c);
    }
    if (st != NES_OK) return st;
    NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    return nes_chase_helped(c, c->answer) ? send_answer(c) : NES_OK;
}

/* The board, and the seconds that the search has used. */
static int verdict_words(const nes_chase *c)
{
    return (int)nes_board_words(c->board) + 1;
}

static nes_status follow(nes_chase *c, const nes_points *p)
{
    MPI_Request verdict;
    int done = 0;
    bool over = false;
    NES_MPI_TRY(c->crew, MPI_Ibcast, c->board->values, verdict_words(c), MPI_UINT64_T, 0,
                c->crew->comm, &verdict);
    while (!done) {
        const nes_status st = follow_once(c, p, &over);
        if (st != NES_OK) return st;
        NES_MPI_TRY(c->crew, MPI_Test, &verdict, &done, MPI_STATUS_IGNORE);
    }
    return NES_OK;
}

/* Those that have come are in the board already: the others are late. */
static nes_status lead(nes_chase *c, const nes_points *p)
{
    MPI_Request verdict;
    memset(nes_board_fates(c->board), NES_LATE, c->board->n);
    const nes_status st = nes_chief_lead(c, p);
    if (st != NES_OK) return st;
    c->board->values[nes_board_words(c->board)] = MPI_Wtime() - c->origin;
    NES_MPI_TRY(c->crew, MPI_Ibcast, c->board->values, verdict_words(c), MPI_UINT64_T, 0,
                c->crew->comm, &verdict);
    NES_MPI_TRY(c->crew, MPI_Wait, &verdict, MPI_STATUS_IGNORE);
    return NES_OK;
}

static bool make_letters(nes_chase *c, size_t width)
{
    if (c->letter_size > 0) return true;
    free(c->letter);
    free(c->answer);
    const size_t size = sizeof *c->letter + width * sizeof *c->letter->values;
    c->letter = calloc(1, size);
    c->answer = calloc(1, size);
    const bool made = c->letter != NULL && c->answer != NULL;
    if (made) c->letter_size = size;
    return made;
}

bool nes_chase_prepare(nes_chase *c, const nes_points *p, uint64_t generation)
{
    if (p->n >= INT_MAX / (2 + p->outputs)) return false; /* MPI counts by int */
    if (!make_letters(c, 1 + p->outputs)) return false;
    if (p->n > c->room) {
        free(c->given);
        c->given = calloc(p->n, sizeof *c->given);
        c->room = c->given != NULL ? p->n : 0;
    }
    c->turn++;
    nes_rule_ask(&c->rule, generation, p->n);
    return c->room >= p->n;
}

nes_status nes_chase_evaluate(nes_chase *c, const nes_points *p, nes_board *b)
{
    c->board = b;
    const nes_status st = c->crew->rank > 0 ? follow(c, p) : lead(c, p);
    if (st != NES_OK) return st;
    c->seconds = b->values[nes_board_words(b)];
    for (size_t k = 0; k < b->n; k++) c->crew->report->late += nes_board_fates(b)[k] == NES_LATE;
    return NES_OK;
}

/* Every letter is received, and no helper is at work. */
static nes_status part(nes_chase *c)
{
    bool over = false;
    if (c->crew->rank == 0) return nes_chief_dismiss(c);
    if (!make_letters(c, 1)) return NES_ERR_MEMORY;
    while (!over) {
        const nes_status st = follow_once(c, NULL, &over);
        if (st != NES_OK) return st;
    }
    NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    return NES_OK;
}

void nes_chase_end(nes_chase *c, nes_status st)
{
    if (st != NES_ERR_MPI) part(c);
    nes_rule_free(&c->rule);
    free(c->away);
    free(c->letter);
    free(c->answer);
    free(c->given);
}
