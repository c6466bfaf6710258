/* SPDX-License-Identifier: MIT
 *
 * The evaluator of rank 0, which uses all ranks. Points go to the ranks one by one, each to the
 * place free for longest; points for rank 0 itself go to an evaluator beside this thread. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "evaluate/threads.h"
#include "ranks/leader.h"
#include "session/evaluators.h"

/* ---- handing out ---------------------------------------------------------------------------- */

/* Whether a point is one of the present round that nobody has told of so far. A failed point that
 * is tried again ahead of its next round is none: that round may begin before a rank sees the
 * point. */
static bool is_of_round(const leader *l, uint64_t id)
{
    if (l->opt == NULL) return false;
    const size_t k = nes_board_find(&l->board, id);
    return k < l->board.n && nes_board_fates(&l->board)[k] == NES_WAITING;
}

/* Sends a point: only its id if it is of the round, since ranks can make it; else its coordinates.
 */
static void send(leader *l, int rank, uint64_t id, const double *x)
{
    const bool own = is_of_round(l, id);
    const size_t numbers = own ? 0 : l->setup->objective.dim * sizeof *x;
    *l->parcel = (work){.opening = l->opening, .round = own ? l->round : 0, .id = id};
    memcpy(l->parcel + 1, x, numbers);
    MPI_Send(l->parcel, (int)(sizeof *l->parcel + numbers), MPI_BYTE, rank, WIRE_WORK, l->comm);
}

/* Hands out a point; returns false if no place is free. */
static bool hand_out(leader *l, uint64_t id, const double *x)
{
    place *at = places_take(&l->places, id, clock_now());
    if (at == NULL) return false;
    if (at->rank == 0 && l->local.submit(l->local.self, 1, &id, x) == 0) {
        places_free(&l->places, at);
        return false;
    }
    if (at->rank == 0)
        l->local_taken++;
    else
        send(l, at->rank, id, x);
    return true;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    leader *l = self;
    const size_t dim = l->setup->objective.dim;
    size_t taken = 0;
    while (taken < n && hand_out(l, id[taken], x + taken * dim)) taken++;
    return taken;
}

/* ---- collecting ----------------------------------------------------------------------------- */

/* Reads a record, which borrows from the news. False: its point was abandoned with an earlier
 * opening. */
static bool take_record(leader *l, int rank, news *w, eval_record *to)
{
    place *at = w->opening == l->opening ? places_find(&l->places, rank, w->id) : NULL;
    if (at == NULL) return false;
    *to = eval_measured(w->id, w->f);
    to->fate = (nes_fate)w->fate;
    to->outputs = w->outputs > 0 ? w->output : NULL;
    to->seconds = w->seconds;
    to->stops = w->stops != 0;
    if (w->n > 0) {
        to->failure = news_text(w);
        to->said = to->failure + strlen(to->failure) + 1;
    }
    l->lost += w->lost;
    places_free(&l->places, at);
    return true;
}

/* Receives the next news into l->news; returns whether there was any. A record goes to *to and is
 * counted in *n. */
static bool hear(leader *l, size_t *n, eval_record *to)
{
    int there = 0;
    MPI_Status from;
    news *w = (news *)(void *)(l->news + *n * l->news_size);
    MPI_Iprobe(MPI_ANY_SOURCE, WIRE_NEWS, l->comm, &there, &from);
    if (!there) return false;
    MPI_Recv(w, (int)l->news_size, MPI_BYTE, from.MPI_SOURCE, WIRE_NEWS, l->comm,
             MPI_STATUS_IGNORE);
    if (w->kind == NEWS_RECORD && take_record(l, from.MPI_SOURCE, w, to)) ++*n;
    if (w->kind == NEWS_FAULT) leader_end_run(l, from.MPI_SOURCE, w);
    if (w->kind == NEWS_SIGNAL) interrupt_note(w->urgent != 0);
    return true;
}

/* Takes records of this rank's own evaluator, after waiting for up to `seconds`. */
static size_t take_own(leader *l, double seconds, size_t room, eval_record *to)
{
    const evaluator *e = &l->local;
    if (l->local_taken == 0 || room == 0) return 0;
    const size_t n = e->collect(e->self, seconds, room, to);
    for (size_t i = 0; i < n; i++) places_free(&l->places, places_find(&l->places, 0, to[i].id));
    l->local_taken -= n;
    const uint64_t lost = evaluators_lost(e, l->setup, NULL);
    l->lost += lost - l->local_lost;
    l->local_lost = lost;
    return n;
}

/* Takes the records of all ranks that are there, without waiting. */
static size_t take(leader *l, size_t room, eval_record *to)
{
    size_t n = 0;
    while (n < room && hear(l, &n, to + n)) continue;
    return n + take_own(l, 0, room - n, to + n);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    leader *l = self;
    const double until = clock_now() + seconds;
    if (room > LEADER_BATCH) room = LEADER_BATCH;
    size_t n = take(l, room, to);
    while (n == 0 && clock_now() < until) {
        const double length = patience_pause(&l->patience);
        if (l->local_taken == 0 || length <= 0)
            patience_spend(length);
        else
            n = take_own(l, length, room, to);
        if (n == 0) n = take(l, room, to);
    }
    if (n > 0) patience_end(&l->patience);
    return n;
}

/* The processes of other ranks are not known here. */
static size_t look(void *self, size_t room, eval_under_way *to)
{
    const leader *l = self;
    size_t n = 0;
    for (size_t i = 0; i < l->places.n && n < room; i++) {
        const place *at = &l->places.all[i];
        if (at->taken) to[n++] = (eval_under_way){at->id, at->began, 0, at->rank};
    }
    return n;
}

/* ---- opening and closing -------------------------------------------------------------------- */

static void close_all(void *self)
{
    leader *l = self;
    call c = {.kind = CALL_CLOSE};
    if (!l->open) return;
    wire_call(l->comm, &c, NULL);
    if (l->local.close != NULL) l->local.close(l->local.self);
    l->local = (evaluator){.self = NULL};
    places_close(&l->places);
    free(l->parcel);
    l->parcel = NULL;
    l->local_taken = 0;
    l->local_lost = 0;
    l->open = false;
}

static int open_here(leader *l, const run_setup *s)
{
    const size_t jobs = threads_count(s->settings.jobs);
    l->setup = s;
    l->parcel = memory_zeros(1, sizeof *l->parcel + s->objective.dim * sizeof(double));
    l->news_size = news_size((size_t)s->settings.outputs, NEWS_TEXT);
    l->news_size += -l->news_size % sizeof(double); /* the next message is aligned for doubles */
    l->news = memory_resize(l->news, LEADER_BATCH, l->news_size);
    places_open(&l->places, l->ranks, jobs);
    return evaluators_open_beside(&l->local, s);
}

/* All ranks open an evaluator, or none does. There is one at a time: an earlier one is closed. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s)
{
    leader *l = self;
    int rank;
    close_all(l);
    call c = {.kind = CALL_OPEN, .number = ++l->opening};
    wire_call(l->comm, &c, NULL);
    const int status = wire_agree(l->comm, open_here(l, s), &rank);
    l->open = true;
    if (status != 0) close_all(l);
    *e = (evaluator){submit, collect, look, close_all, l};
    return status;
}
