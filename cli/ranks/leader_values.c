/* SPDX-License-Identifier: MIT
 *
 * The evaluator of rank 0, which is all ranks. Points go to the ranks one by one, each to the place
 * that has been free for longest; those for rank 0 itself go to an evaluator beside this thread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "evaluate/threads.h"
#include "ranks/leader_parts.h"
#include "session/evaluators.h"

/* ---- handing out ---------------------------------------------------------------------------- */

/* A rank makes the points of a run by itself, and gets all others as numbers. */
static void send(leader *l, int rank, uint64_t id, const double *x)
{
    const bool own = l->opt != NULL;
    const size_t numbers = own ? 0 : l->dim * sizeof *x;
    *l->parcel = (work){.round = own ? l->round : 0, .id = id};
    memcpy(l->parcel + 1, x, numbers);
    MPI_Send(l->parcel, (int)(sizeof *l->parcel + numbers), MPI_BYTE, rank, WIRE_WORK, l->comm);
}

/* Whether the point was taken. */
static bool hand_out(leader *l, uint64_t id, const double *x)
{
    const double now = clock_now();
    place *at = places_take(&l->places, id, now);
    if (at == NULL) return false;
    if (at->rank == 0 && l->local.submit(l->local.self, 1, &id, x) == 0) {
        places_free(&l->places, at);
        return false;
    }
    if (at->rank == 0)
        l->local_taken++;
    else
        send(l, at->rank, id, x);
    ranks_use_start(&l->use, now);
    return true;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    leader *l = self;
    size_t taken = 0;
    while (taken < n && hand_out(l, id[taken], x + taken * l->dim)) taken++;
    return taken;
}

/* ---- collecting ----------------------------------------------------------------------------- */

static void copy(char *to, size_t size, const char *text)
{
    const size_t n = text == NULL ? 0 : strnlen(text, size - 1);
    if (n > 0) memcpy(to, text, n);
    to[n] = '\0';
}

/* A record with texts of its own, which others may overwrite then. */
static eval_record keep(said_words *to, eval_record r)
{
    copy(to->failure, sizeof to->failure, r.failure);
    copy(to->said, sizeof to->said, r.said);
    if (r.failure != NULL) r.failure = to->failure;
    r.said = to->said;
    return r;
}

/* The place of a value is free again. */
static void release(leader *l, place *at, double took)
{
    ranks_use_end(&l->use, at->began, took);
    places_free(&l->places, at);
}

/* Of two texts in news. */
static const char *second_text(const news *w)
{
    return w->text + strlen(w->text) + 1;
}

/* A record of an earlier opening is one that was abandoned. */
static bool take_record(leader *l, int rank, const news *w, said_words *room, eval_record *to)
{
    place *at = w->opening == l->opening && l->open ? places_find(&l->places, rank, w->id) : NULL;
    if (at == NULL) return false;
    eval_record r = eval_measured(w->id, w->f);
    r.fate = (nes_fate)w->fate;
    r.seconds = w->seconds;
    r.stops = w->stops != 0;
    if (w->n > 0) {
        r.failure = w->text;
        r.said = second_text(w);
    }
    *to = keep(room, r);
    l->use.lost += w->lost;
    release(l, at, w->took);
    return true;
}

static void take_fault(leader *l, int rank, const news *w)
{
    if (l->status != 0) return;
    l->status =
        text_error(EXIT_USAGE, "rank %d (%s) cannot go on: %s", rank, w->text, second_text(w));
}

/* Takes the next news, if there are some: whether there were. A record goes to *to, with *valued
 * set. */
static bool hear(leader *l, bool *valued, said_words *room, eval_record *to)
{
    int there = 0;
    MPI_Status from;
    news w;
    *valued = false;
    MPI_Iprobe(MPI_ANY_SOURCE, WIRE_NEWS, l->comm, &there, &from);
    if (!there) return false;
    MPI_Recv(&w, (int)sizeof w, MPI_BYTE, from.MPI_SOURCE, WIRE_NEWS, l->comm, MPI_STATUS_IGNORE);
    if (w.kind == NEWS_VALUE) *valued = take_record(l, from.MPI_SOURCE, &w, room, to);
    if (w.kind == NEWS_DIGEST) leader_compare(l, from.MPI_SOURCE, &w);
    if (w.kind == NEWS_FAULT) take_fault(l, from.MPI_SOURCE, &w);
    if (w.kind == NEWS_SIGNAL) interrupt_note(w.urgent != 0);
    return true;
}

static size_t take_news(leader *l, size_t room, eval_record *to)
{
    size_t n = 0;
    bool valued;
    while (n < room && hear(l, &valued, &l->words[n], to + n))
        if (valued) n++;
    return n;
}

static void count_lost(leader *l)
{
    const uint64_t now = evaluators_lost(&l->local, l->setup, NULL);
    l->use.lost += now - l->local_lost;
    l->local_lost = now;
}

/* Records of this rank's own evaluator, which are waited for so long. */
static size_t take_own(leader *l, double seconds, size_t room, eval_record *to, said_words *texts)
{
    const evaluator *e = &l->local;
    if (l->local_taken == 0 || room == 0) return 0;
    const size_t n = e->collect(e->self, seconds, room, to);
    const double now = clock_now();
    for (size_t i = 0; i < n; i++) {
        place *at = places_find(&l->places, 0, to[i].id);
        to[i] = keep(&texts[i], to[i]);
        release(l, at, now - at->began);
    }
    l->local_taken -= n;
    if (n > 0) count_lost(l);
    return n;
}

/* Records that are there, of all ranks. */
static size_t take(leader *l, size_t room, eval_record *to)
{
    const size_t n = take_news(l, room, to);
    return n + take_own(l, 0, room - n, to + n, l->words + n);
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
            n = take_own(l, length, room, to, l->words);
        if (n == 0) n = take(l, room, to);
    }
    if (n > 0) patience_end(&l->patience);
    return n;
}

/* ---- opening and closing -------------------------------------------------------------------- */

static void close_here(leader *l)
{
    if (l->local.close != NULL) l->local.close(l->local.self);
    l->local = (evaluator){.self = NULL};
    places_close(&l->places);
    free(l->parcel);
    l->parcel = NULL;
    l->local_taken = 0;
    l->local_lost = 0;
    l->use.under_way = 0;
    l->use.began = 0;
    l->open = false;
}

static void close_all(void *self)
{
    leader *l = self;
    call c = {.kind = CALL_CLOSE};
    if (!l->open) return;
    wire_call(l->comm, &c);
    close_here(l);
}

static int open_here(leader *l, const run_setup *s)
{
    const size_t jobs = threads_count(s->settings.jobs);
    l->setup = s;
    l->dim = s->objective.dim;
    l->parcel = malloc(sizeof *l->parcel + l->dim * sizeof(double));
    if (l->parcel == NULL || !places_open(&l->places, l->ranks, jobs))
        return text_error(EXIT_USAGE, "no memory for %d ranks with %zu jobs", l->ranks, jobs);
    l->use.places = (size_t)l->ranks * jobs;
    return evaluators_open_beside(&l->local, s);
}

/* All ranks open theirs, or none. There is one at a time: an earlier one is closed. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s)
{
    leader *l = self;
    int rank;
    close_all(l);
    call c = {.kind = CALL_OPEN, .number = ++l->opening};
    wire_call(l->comm, &c);
    const int status = wire_agree(l->comm, open_here(l, s), &rank);
    l->open = true;
    if (status != 0) {
        close_all(l);
        return status;
    }
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_all, .self = l};
    return 0;
}
