/* SPDX-License-Identifier: MIT
 *
 * What all ranks do in a generation that may leave stragglers behind; the chief's part is in
 * chief.c. */
#include "chase.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The mark of a point that was left behind: a NaN that no value has, because such values become
 * another NaN. */
static const uint64_t LEFT = 0x7ff800006c656674u;

nes_status nes_chase_begin(nes_chase *c, nes_crew *crew, nes_helper *helper, double factor,
                           double origin)
{
    *c = (nes_chase){.crew = crew,
                     .helper = helper,
                     .sending = MPI_REQUEST_NULL,
                     .factor = factor,
                     .origin = origin};
    c->waited_since = MPI_Wtime();
    c->away = crew->rank == 0 ? calloc((size_t)crew->size, 1) : NULL;
    if (crew->rank == 0 && c->away == NULL)
        return nes_crew_refuse(crew, NES_ERR_MEMORY, "rank 0: there is no memory for %d ranks",
                               crew->size);
    return NES_OK;
}

bool nes_chase_helped(nes_chase *c)
{
    const double nap = nes_helper_nap(MPI_Wtime() - c->waited_since);
    if (!nes_helper_take(c->helper, nap, &c->work.value, &c->work.seconds)) return false;
    uint64_t bits;
    memcpy(&bits, &c->work.value, sizeof bits);
    if (bits == LEFT) c->work.value = NAN;
    c->crew->report->evaluations++;
    c->crew->report->evaluating += c->work.seconds;
    c->waited_since = MPI_Wtime();
    return true;
}

void nes_chase_take(nes_chase *c, const nes_points *p, uint64_t turn, uint64_t point)
{
    c->work = (nes_letter){.turn = turn, .point = point};
    nes_helper_give(c->helper, p->x + c->place[point] * p->dim);
}

/* To the chief, who has read the last answer before it gave another point. */
static nes_status answer(nes_chase *c, const nes_letter *l)
{
    NES_MPI_TRY(c->crew, MPI_Wait, &c->sending, MPI_STATUS_IGNORE);
    c->answer = *l;
    NES_MPI_TRY(c->crew, MPI_Isend, &c->answer, sizeof c->answer, MPI_BYTE, 0, NES_CHASE_BACK,
                c->crew->comm, &c->sending);
    return NES_OK;
}

/* A letter of the chief's, if there is one. */
static nes_status receive(nes_chase *c, nes_letter *l, int *came)
{
    NES_MPI_TRY(c->crew, MPI_Iprobe, 0, NES_CHASE_GIVE, c->crew->comm, came, MPI_STATUS_IGNORE);
    if (!*came) return NES_OK;
    c->waited_since = MPI_Wtime();
    NES_MPI_TRY(c->crew, MPI_Recv, l, sizeof *l, MPI_BYTE, 0, NES_CHASE_GIVE, c->crew->comm,
                MPI_STATUS_IGNORE);
    return NES_OK;
}

/* One look around of a rank that is led; p null: nothing is evaluated any more. A point of a
 * generation that is over is given back as it came. */
static nes_status follow_once(nes_chase *c, const nes_points *p, bool *over)
{
    nes_letter l;
    int came = 0;
    nes_status st = receive(c, &l, &came);
    if (st != NES_OK) return st;
    if (came && l.point == NES_CHASE_OVER)
        *over = true;
    else if (came && p != NULL && l.turn == c->turn)
        nes_chase_take(c, p, l.turn, l.point);
    else if (came)
        st = answer(c, &l);
    if (st == NES_OK && nes_chase_helped(c)) st = answer(c, &c->work);
    return st;
}

static nes_status follow(nes_chase *c, const nes_points *p)
{
    MPI_Request verdict;
    int done = 0;
    bool over = false;
    NES_MPI_TRY(c->crew, MPI_Ibcast, c->value, (int)c->open + 1, MPI_UINT64_T, 0, c->crew->comm,
                &verdict);
    while (!done) {
        const nes_status st = follow_once(c, p, &over);
        if (st != NES_OK) return st;
        NES_MPI_TRY(c->crew, MPI_Test, &verdict, &done, MPI_STATUS_IGNORE);
    }
    return NES_OK;
}

/* An array in the place of another, whose numbers are no longer needed. */
static void *renew(void *old, size_t n, size_t size)
{
    free(old);
    return calloc(n, size);
}

static bool make_room_for_points(nes_chase *c, size_t n)
{
    c->place = renew(c->place, n, sizeof *c->place);
    c->value = renew(c->value, n + 1, sizeof *c->value);
    c->id = renew(c->id, n, sizeof *c->id);
    c->given = renew(c->given, n, sizeof *c->given);
    c->took = renew(c->took, n, sizeof *c->took);
    c->times = renew(c->times, n + 2, sizeof *c->times);
    const bool all = c->place != NULL && c->value != NULL && c->id != NULL && c->given != NULL &&
                     c->took != NULL && c->times != NULL;
    c->room = all ? n : 0;
    return all;
}

static bool make_room_for_stragglers(nes_chase *c, size_t n)
{
    uint64_t *left = realloc(c->left, n * sizeof *left);
    if (left == NULL) return false;
    c->left = left;
    c->left_room = n;
    return true;
}

static bool make_room(nes_chase *c, size_t n)
{
    if (n >= INT_MAX) return false; /* MPI counts by int */
    if (c->lefts + n > c->left_room && !make_room_for_stragglers(c, c->lefts + n)) return false;
    return n <= c->room || make_room_for_points(c, n);
}

static bool was_left(const nes_chase *c, uint64_t id)
{
    for (size_t i = 0; i < c->lefts; i++)
        if (c->left[i] == id) return true;
    return false;
}

bool nes_chase_prepare(nes_chase *c, const nes_points *p)
{
    if (!make_room(c, p->n)) return false;
    c->turn++;
    c->open = 0;
    for (size_t k = 0; k < p->n; k++)
        if (!was_left(c, p->id[k])) c->place[c->open++] = k;
    if (c->open == p->n) c->lefts = 0; /* those were of an earlier generation */
    return true;
}

nes_status nes_chase_evaluate(nes_chase *c, const nes_points *p)
{
    if (c->crew->rank > 0) {
        const nes_status st = follow(c, p);
        if (st != NES_OK) return st;
    } else {
        for (size_t k = 0; k < c->open; k++) c->value[k] = LEFT;
        const nes_status st = nes_chief_lead(c, p);
        if (st != NES_OK) return st;
    }
    memcpy(&c->seconds, &c->value[c->open], sizeof c->seconds);
    return NES_OK;
}

nes_status nes_chase_tell(nes_chase *c, nes_opt *o, const nes_points *p)
{
    size_t n = 0;
    if (c->open == 0) return nes_close(o);
    for (size_t k = 0; k < c->open; k++) {
        const uint64_t id = p->id[c->place[k]];
        if (c->value[k] == LEFT) {
            c->left[c->lefts++] = id;
            c->crew->report->late++;
            continue;
        }
        c->id[n] = id;
        memcpy(&p->f[n++], &c->value[k], sizeof *p->f);
    }
    return nes_tell_some(o, n, c->id, p->f);
}

/* Every letter is received, and no helper is at work. */
static nes_status part(nes_chase *c)
{
    bool over = false;
    if (c->crew->rank == 0) return nes_chief_dismiss(c);
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
    free(c->away);
    free(c->place);
    free(c->value);
    free(c->id);
    free(c->left);
    free(c->given);
    free(c->took);
    free(c->times);
}
