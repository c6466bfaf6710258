/* SPDX-License-Identifier: MIT
 *
 * The loop of a rank that follows; see ranks/follower.h. It works in small steps, so that it always
 * hears calls of rank 0 soon: evaluations run beside this thread. */
#include "ranks/follower.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "evaluate/threads.h"
#include "mpi/replica.h"
#include "nes/mpi.h"
#include "ranks/messenger.h"
#include "ranks/origin.h"
#include "ranks/patience.h"
#include "ranks/places.h"
#include "session/evaluators.h"

typedef struct follower {
    MPI_Comm comm;
    origin origin; /* the command line, once rank 0 has sent it */
    messenger messenger;
    call call; /* the next call of rank 0, which is on its way: */
    MPI_Request coming;

    bool open;
    uint64_t opening;
    evaluator local;
    uint64_t lost; /* evaluations started again that the messenger knows of */
    work *parcel;  /* the last point received, with its coordinates; owned */
    bool waits;    /* the point in the parcel is not being evaluated yet */
    places places; /* places of this rank, with the points under evaluation */

    nes_replica replica; /* replica of the search of rank 0; its handle is owned */
    uint64_t round;
    bool faulty; /* this rank cannot follow the search, and has told rank 0 */
    int signals; /* signals passed on: 0 none, 1 one that can wait, 2 an urgent one */
    bool quits;
    int status;
    bool lingers; /* evaluations that cannot be ended are still running */
} follower;

static size_t count_running(const follower *f)
{
    return f->places.n - f->places.n_free;
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Opens the objective. If any rank cannot begin, all ranks wait for the call to quit. */
static void begin(follower *f)
{
    nes_mpi_report report;
    if (origin_open(&f->origin, f->comm, &f->call) != 0) return;
    nes_settings s = f->origin.line.setup.settings;
    nes_mpi_agree(f->comm, &s, &report);
}

/* Whether evaluations run in threads, which end only with the whole process. */
static bool is_stuck(const follower *f)
{
    const objective *o = &f->origin.line.setup.objective;
    return count_running(f) > 0 && o->program == NULL && !o->isolated;
}

static void close_evaluator(follower *f)
{
    if (is_stuck(f))
        f->lingers = true;
    else if (f->local.close != NULL)
        f->local.close(f->local.self);
    f->local = (evaluator){.self = NULL};
    places_close(&f->places);
    nes_destroy(f->replica.o);
    nes_board_free(&f->replica.board);
    f->replica = (nes_replica){.o = NULL};
    free(f->parcel);
    f->parcel = NULL;
    f->waits = false;
    f->open = false;
}

static void open_evaluator(follower *f)
{
    const run_setup *s = &f->origin.line.setup;
    const size_t jobs = threads_count(s->settings.jobs);
    int rank;
    f->opening = f->call.number;
    f->lost = 0;
    f->open = true;
    f->parcel = memory_zeros(1, sizeof *f->parcel + s->objective.dim * sizeof(double));
    places_open(&f->places, 1, jobs);
    messenger_open(&f->messenger, jobs, (size_t)s->settings.outputs);
    wire_agree(f->comm, evaluators_open_beside(&f->local, s), &rank);
}

/* Tells rank 0 of a fault, once. This rank then goes on listening: rank 0 will end the run. */
static void say_fault(follower *f, const char *why)
{
    if (!f->faulty) messenger_fault(&f->messenger, why);
    f->faulty = true;
}

/* Loads the state of rank 0 into the replica, or tells it the records of the last round. */
static void follow_round(follower *f)
{
    char why[NES_MESSAGE_SIZE];
    const call *c = &f->call;
    nes_replica *r = &f->replica;
    void *bytes = wire_take(f->comm, c);
    nes_status st = NES_OK;
    if (c->kind == CALL_STATE)
        st = nes_replica_load(r, bytes, (size_t)c->size, &f->origin.line.setup.settings, why);
    else if (!f->faulty)
        st = nes_replica_follow(r, bytes, (size_t)c->size, why);
    if (st == NES_OK && c->digest != 0 && !f->faulty) st = nes_replica_check(r, c->digest, why);
    free(bytes);
    f->round = c->number;
    if (st != NES_OK) say_fault(f, why);
}

static void obey(follower *f)
{
    switch ((call_kind)f->call.kind) {
    case CALL_SETUP:
        begin(f);
        break;
    case CALL_OPEN:
        open_evaluator(f);
        break;
    case CALL_STATE:
    case CALL_ROUND:
        follow_round(f);
        break;
    case CALL_CLOSE:
        close_evaluator(f);
        break;
    case CALL_QUIT:
        f->quits = true;
        f->status = f->call.status;
        break;
    }
}

/* Obeys a call of rank 0 if one has come; returns whether one has. */
static bool hear(follower *f)
{
    int there = 0;
    MPI_Test(&f->coming, &there, MPI_STATUS_IGNORE);
    if (!there) return false;
    obey(f);
    if (!f->quits) wire_expect(f->comm, &f->call, &f->coming);
    return true;
}

/* ---- work ----------------------------------------------------------------------------------- */

/* Receives the next point once the last one is under evaluation. Points that were sent before the
 * evaluator was closed belong to an earlier opening and are dropped. */
static bool take_work(follower *f)
{
    int there = 0, size = 0;
    MPI_Status from;
    if (!f->open || f->waits) return false;
    MPI_Iprobe(0, WIRE_WORK, f->comm, &there, &from);
    if (!there) return false;
    MPI_Get_count(&from, MPI_BYTE, &size);
    MPI_Recv(f->parcel, size, MPI_BYTE, 0, WIRE_WORK, f->comm, MPI_STATUS_IGNORE);
    f->waits = f->parcel->opening == f->opening;
    return true;
}

/* Returns the user's numbers of the point in the parcel: received with it, or made by the replica.
 * Null: the replica has no such point. */
static const double *find_point(const follower *f)
{
    const nes_points *p = &f->replica.asked;
    double *x = (double *)(f->parcel + 1);
    if (f->parcel->round == 0) return x;
    const size_t k = nes_board_find(&f->replica.board, f->parcel->id);
    if (k == f->replica.board.n) return NULL;
    variables_show(&f->origin.line.setup.objective.variables, p->x + k * p->dim, x);
    return x;
}

/* Reports a point as failed, because rank 0 has closed its round without it. */
static void drop(follower *f)
{
    eval_record r = eval_measured(f->parcel->id, (double)NAN);
    r.fate = NES_FAILED;
    r.failure = "not evaluated";
    messenger_record(&f->messenger, f->opening, &r);
}

/* Starts, drops or refuses the waiting point; returns whether it did. The point goes on waiting if
 * its round has not begun here, or no place is free. */
static bool start_work(follower *f)
{
    const work *w = f->parcel;
    if (!f->waits || w->round > f->round) return false;
    const bool over = w->round != 0 && w->round < f->round;
    const double *x = over ? NULL : find_point(f);
    if (x != NULL && f->local.submit(f->local.self, 1, &w->id, x) == 0) return false;
    f->waits = false;
    if (over)
        drop(f);
    else if (x == NULL)
        say_fault(f, "it does not make the points that rank 0 makes");
    else
        places_take(&f->places, w->id, clock_now());
    return true;
}

/* Sends records that are ready, after waiting up to `seconds` for one; returns whether any was. */
static bool hand_in(follower *f, double seconds)
{
    enum { BATCH = 16 };
    eval_record record[BATCH];
    const evaluator *e = &f->local;
    const size_t running = count_running(f);
    if (running == 0) return false;
    const size_t n = e->collect(e->self, seconds, running < BATCH ? running : BATCH, record);
    const uint64_t lost = evaluators_lost(e, &f->origin.line.setup, NULL);
    f->messenger.lost += lost - f->lost;
    f->lost = lost;
    for (size_t i = 0; i < n; i++) {
        if (record[i].fate == NES_MEASURED)
            durations_note(&f->origin.line.setup.objective.limit.known, record[i].seconds);
        messenger_record(&f->messenger, f->opening, &record[i]);
        places_free(&f->places, places_find(&f->places, 0, record[i].id));
    }
    return n > 0;
}

/* Tells rank 0 of signals that this process has received. */
static void pass_signals(follower *f)
{
    const int now = interrupt_is_urgent() ? 2 : interrupt_seen() ? 1 : 0;
    if (now <= f->signals || !f->open) return;
    f->signals = now;
    messenger_signal(&f->messenger, now == 2);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static void rest(follower *f, patience *p)
{
    const double length = patience_pause(p);
    if (count_running(f) == 0 || length <= 0)
        patience_spend(length);
    else if (hand_in(f, length))
        patience_end(p);
}

int follow(MPI_Comm comm, bool *lingers)
{
    follower f = {.comm = comm, .messenger = {.comm = comm}};
    patience p = {0};
    interrupt_watch(NULL);
    wire_expect(comm, &f.call, &f.coming);
    while (!f.quits) {
        const bool heard = hear(&f), got = !f.quits && take_work(&f);
        const bool moved = !f.quits && start_work(&f), gave = !f.quits && hand_in(&f, 0);
        pass_signals(&f);
        if (heard || got || moved || gave)
            patience_end(&p);
        else
            rest(&f, &p);
    }
    close_evaluator(&f);
    messenger_close(&f.messenger);
    if (!f.lingers) origin_close(&f.origin);
    *lingers = f.lingers;
    return f.status;
}
