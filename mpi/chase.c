/* SPDX-License-Identifier: MIT
 *
 * What all ranks do in a generation that may leave stragglers behind; the chief's part is in
 * chief.c. */
#include "chase.h"

#include <stdlib.h>
#include <string.h>

nes_status nes_chase_begin(nes_chase *c)
{
    const nes_crew *crew = c->crew;
    c->sending = MPI_REQUEST_NULL;
    c->waited_since = MPI_Wtime();
    if (crew->rank > 0 || nes_places_open(&c->places, crew->size, 1)) return NES_OK;
    return nes_crew_refuse(crew, NES_ERR_MEMORY, "rank 0: there is no memory for %d ranks",
                           crew->size);
}

bool nes_chase_helped(nes_chase *c)
{
    nes_helper *h = c->helper;
    nes_letter *to = c->letter;
    if (!nes_helper_take(h, nes_helper_nap(MPI_Wtime() - c->waited_since))) return false;
    to->work = c->work;
    to->fate = (uint64_t)h->fate;
    to->seconds = h->seconds;
    memcpy(to->values, h->values, h->width * sizeof *to->values);
    c->crew->report->evaluations++;
    c->crew->report->evaluating += h->seconds;
    c->waited_since = MPI_Wtime();
    return true;
}

void nes_chase_take(nes_chase *c, nes_work w)
{
    const nes_points *p = &c->replica->asked;
    c->work = w;
    nes_helper_give(c->helper, p->x + w.point * p->dim);
}

/* To the chief, who has read the last letter before it gave another point. */
static nes_status send_letter(nes_chase *c)
{
    NES_MPI_TRY(c->crew, MPI_Isend, c->letter, (int)c->letter_size, MPI_BYTE, 0, NES_CHASE_BACK,
                c->crew->comm, &c->sending);
    return NES_OK;
}

/* What a rank that is led does with a point that the chief gives. A point of a generation that is
 * over is given back as it came. */
static nes_status receive(nes_chase *c, bool evaluates, bool *over)
{
    nes_work w;
    NES_MPI_TRY(c->crew, MPI_Recv, &w, sizeof w, MPI_BYTE, 0, NES_CHASE_GIVE, c->crew->comm,
                MPI_STATUS_IGNORE);
    c->waited_since = MPI_Wtime();
    *over = w.point == NES_CHASE_OVER;
    if (*over) return NES_OK;
    c->letter->work = w;
    if (!evaluates || w.turn != c->turn) return send_letter(c);
    nes_chase_take(c, w);
    return NES_OK;
}

/* One look around of a rank that is led. The letter is free whenever the helper is, or the chief
 * has given another point. */
static nes_status follow_once(nes_chase *c, bool evaluates, bool *over)
{
    int came = 0;
    NES_MPI_TRY(c->crew, MPI_Iprobe, 0, NES_CHASE_GIVE, c->crew->comm, &came, MPI_STATUS_IGNORE);
    NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    if (came) return receive(c, evaluates, over);
    return nes_chase_helped(c) ? send_letter(c) : NES_OK;
}

/* Sends the board and the seconds that the search has used, from the chief to all. */
static nes_status begin_verdict(const nes_chase *c, MPI_Request *verdict)
{
    const nes_board *b = &c->replica->board;
    NES_MPI_TRY(c->crew, MPI_Ibcast, b->values, (int)nes_board_words(b) + 1, MPI_UINT64_T, 0,
                c->crew->comm, verdict);
    return NES_OK;
}

static nes_status follow(nes_chase *c)
{
    MPI_Request verdict;
    int done = 0;
    bool over;
    nes_status st = begin_verdict(c, &verdict);
    while (st == NES_OK && !done) {
        st = follow_once(c, true, &over);
        if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Test, &verdict, &done, MPI_STATUS_IGNORE);
    }
    return st;
}

/* Those that have come are in the board already: the others are late. */
static nes_status lead(nes_chase *c)
{
    const nes_board *b = &c->replica->board;
    MPI_Request verdict;
    memset(nes_board_fates(b), NES_LATE, b->n);
    nes_status st = nes_chief_lead(c);
    b->values[nes_board_words(b)] = MPI_Wtime() - c->origin;
    if (st == NES_OK) st = begin_verdict(c, &verdict);
    if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Wait, &verdict, MPI_STATUS_IGNORE);
    return st;
}

bool nes_chase_prepare(nes_chase *c)
{
    const nes_points *p = &c->replica->asked;
    uint64_t generations = 0;
    if (p->n >= INT_MAX / (2 + p->outputs)) return false; /* MPI counts by int */
    nes_get_count(c->replica->o, "generations", &generations);
    nes_rule_ask(&c->rule, generations + 1, p->n);
    c->turn++;
    c->letter_size = sizeof *c->letter + (1 + p->outputs) * sizeof *c->letter->values;
    if (c->letter == NULL) c->letter = calloc(1, c->letter_size);
    return c->letter != NULL;
}

nes_status nes_chase_evaluate(nes_chase *c)
{
    const nes_board *b = &c->replica->board;
    const nes_status st = c->crew->rank > 0 ? follow(c) : lead(c);
    if (st != NES_OK) return st;
    c->seconds = b->values[nes_board_words(b)];
    for (size_t k = 0; k < b->n; k++) c->crew->report->late += nes_board_fates(b)[k] == NES_LATE;
    return NES_OK;
}

/* Every letter is received, and no helper is at work. */
static nes_status part(nes_chase *c)
{
    bool over = false;
    nes_status st = NES_OK;
    if (c->crew->rank == 0) return nes_chief_dismiss(c);
    while (!over && st == NES_OK) st = follow_once(c, false, &over);
    if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    return st;
}

void nes_chase_end(nes_chase *c, nes_status st)
{
    if (st != NES_ERR_MPI) part(c);
    nes_rule_free(&c->rule);
    nes_places_close(&c->places);
    free(c->letter);
}
