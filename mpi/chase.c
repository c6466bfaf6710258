/* SPDX-License-Identifier: MIT
 *
 * What a rank does in a generation that may leave stragglers behind; see chase.h. */
#include "chase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LETTER = 1 }; /* tag of messages */

void nes_chase_begin(nes_chase *c)
{
    c->sending = MPI_REQUEST_NULL;
    c->waited_since = MPI_Wtime();
}

/* Odd and even asks have counters of their own: no rank reads this ask's before the next round. */
bool nes_chase_prepare(nes_chase *c)
{
    const nes_points *p = &c->replica->asked;
    uint64_t generations = 0;
    if (p->n >= INT_MAX / (2 + p->outputs)) return false; /* MPI counts in int */
    nes_get_count(c->replica->o, "generations", &generations);
    nes_rule_ask(&c->rule, generations + 1, p->n);
    c->turn++;
    c->none_left = false;
    c->taken = c->finished = 0;
    c->last = p->n - 1;
    if (c->crew->rank == 0) nes_crew_reset(c->crew, c->turn % 2);
    c->letter_size = sizeof *c->letter + (1 + p->outputs) * sizeof *c->letter->values;
    if (c->letter == NULL) c->letter = calloc(1, c->letter_size);
    return c->letter != NULL;
}

/* ---- the chief ------------------------------------------------------------------------------ */

/* Writes the record in the letter to the board. Records of earlier generations are dropped. */
static void keep(nes_chase *c)
{
    const nes_letter *l = c->letter;
    const size_t k = (size_t)l->point;
    nes_board *b = &c->replica->board;
    if (l->turn != c->turn) return;
    nes_board_decide(b, k, (nes_fate)l->fate);
    memcpy(nes_board_row(b, k), l->values, b->width * sizeof *l->values);
    nes_rule_note(&c->rule, (nes_fate)l->fate, l->seconds);
    c->finished++;
}

/* Receives a letter from any rank, if one has come. */
static nes_status listen(nes_chase *c, int *came)
{
    MPI_Status from;
    NES_MPI_TRY(c->crew, MPI_Iprobe, MPI_ANY_SOURCE, LETTER, c->crew->comm, came, &from);
    if (!*came) return NES_OK;
    NES_MPI_TRY(c->crew, MPI_Recv, c->letter, (int)c->letter_size, MPI_BYTE, from.MPI_SOURCE,
                LETTER, c->crew->comm, MPI_STATUS_IGNORE);
    c->letters++;
    c->waited_since = MPI_Wtime();
    keep(c);
    return NES_OK;
}

/* Notes which points have been taken. Until the record of a point comes, its row holds the time
 * when the point was taken, in seconds. */
static void watch(nes_chase *c)
{
    const nes_board *b = &c->replica->board;
    const uint64_t count = nes_crew_count(c->crew, c->turn % 2);
    for (; c->taken < b->n && c->taken < count; c->taken++)
        nes_board_row(b, c->taken)[0] = MPI_Wtime();
}

/* Whether every point without a record takes too long. Points are taken one after another, so the
 * last one without a record decides. */
static bool is_enough(nes_chase *c)
{
    const nes_board *b = &c->replica->board;
    const double patience = nes_rule_patience(&c->rule, c->taken - c->finished);
    if (isinf(patience)) return false;
    while (nes_board_fates(b)[c->last] != NES_LATE) c->last--;
    return MPI_Wtime() - nes_board_row(b, c->last)[0] >= patience;
}

/* ---- every rank ----------------------------------------------------------------------------- */

/* Takes a point for the helper, if the helper has none. */
static nes_status take(nes_chase *c)
{
    const nes_points *p = &c->replica->asked;
    if (c->busy || c->none_left) return NES_OK;
    const nes_status st = nes_crew_take(c->crew, c->turn % 2, &c->point);
    if (st != NES_OK) return st;
    c->busy = c->point < p->n;
    c->none_left = !c->busy;
    c->work_turn = c->turn;
    if (c->busy) nes_helper_give(c->helper, p->x + c->point * p->dim);
    c->waited_since = MPI_Wtime();
    return NES_OK;
}

static nes_status send_record(nes_chase *c)
{
    nes_letter *l = c->letter;
    const nes_helper *h = c->helper;
    l->turn = c->work_turn;
    l->point = c->point;
    l->fate = (uint64_t)h->fate;
    l->seconds = h->seconds;
    memcpy(l->values, h->values, h->width * sizeof *l->values);
    if (c->crew->rank == 0) {
        keep(c);
        return NES_OK;
    }
    c->letters++;
    NES_MPI_TRY(c->crew, MPI_Isend, l, (int)c->letter_size, MPI_BYTE, 0, LETTER, c->crew->comm,
                &c->sending);
    return NES_OK;
}

/* Sends the helper's record, if it has one. The wait for it is short, and grows with the time in
 * which nothing has happened. A record of an earlier generation is not sent. */
static nes_status answer(nes_chase *c, int *came)
{
    int sent = 0;
    NES_MPI_TRY(c->crew, MPI_Test, &c->sending, &sent, MPI_STATUS_IGNORE);
    if (!sent || !nes_helper_take(c->helper, nes_helper_nap(MPI_Wtime() - c->waited_since)))
        return NES_OK;
    *came = 1;
    c->busy = false;
    c->crew->report->evaluations++;
    c->crew->report->evaluating += c->helper->seconds;
    c->waited_since = MPI_Wtime();
    return c->work_turn == c->turn ? send_record(c) : NES_OK;
}

/* Broadcasts the chief's board and the seconds that the search has used. */
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
    int done = 0, came;
    nes_status st = begin_verdict(c, &verdict);
    while (st == NES_OK && !done) {
        st = take(c);
        if (st == NES_OK) st = answer(c, &came);
        if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Test, &verdict, &done, MPI_STATUS_IGNORE);
    }
    return st;
}

/* Points count as late until their records have come. Letters that have come are read before the
 * generation is closed, because the chief itself may be the late one. */
static nes_status lead(nes_chase *c)
{
    const nes_board *b = &c->replica->board;
    MPI_Request verdict;
    nes_status st = NES_OK;
    memset(nes_board_fates(b), NES_LATE, b->n);
    while (st == NES_OK && c->finished < b->n) {
        int came = 0;
        st = take(c);
        watch(c);
        if (st == NES_OK) st = listen(c, &came);
        if (st == NES_OK && !came) st = answer(c, &came);
        if (!came && is_enough(c)) break;
    }
    for (size_t k = c->finished; k < b->n; k++) nes_rule_note(&c->rule, NES_LATE, 0);
    b->values[nes_board_words(b)] = MPI_Wtime() - c->origin;
    if (st == NES_OK) st = begin_verdict(c, &verdict);
    if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Wait, &verdict, MPI_STATUS_IGNORE);
    return st;
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

/* Waits until every helper is idle and the chief has received every letter. */
static nes_status part(nes_chase *c)
{
    uint64_t sent = c->crew->rank > 0 ? c->letters : 0;
    int done = 0, came;
    MPI_Request sum;
    nes_status st = NES_OK;
    c->turn++; /* records that come from now on are dropped */
    while (st == NES_OK && c->busy) st = answer(c, &came);
    if (st != NES_OK) return st;
    NES_MPI_TRY(c->crew, MPI_Iallreduce, MPI_IN_PLACE, &sent, 1, MPI_UINT64_T, MPI_SUM,
                c->crew->comm, &sum);
    while (st == NES_OK && !done) {
        st = answer(c, &came);
        if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Test, &sum, &done, MPI_STATUS_IGNORE);
    }
    while (st == NES_OK && c->crew->rank == 0 && c->letters < sent) st = listen(c, &came);
    if (st == NES_OK) NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    return st;
}

void nes_chase_end(nes_chase *c, nes_status st)
{
    if (st != NES_ERR_MPI) part(c);
    nes_rule_free(&c->rule);
    free(c->letter);
}
