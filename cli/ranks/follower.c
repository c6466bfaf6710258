/* SPDX-License-Identifier: MIT
 *
 * The loop of a rank that follows; see ranks/follower.h. All that it does is done in small steps,
 * since nothing may keep it from hearing: evaluations go on beside this thread. */
#include "ranks/follower.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "evaluate/threads.h"
#include "nes/mpi.h"
#include "ranks/begin.h"
#include "ranks/messenger.h"
#include "ranks/patience.h"
#include "ranks/tasks.h"
#include "session/evaluators.h"

typedef struct follower {
    MPI_Comm comm;
    beginning beginning; /* the command line, once it has come */
    messenger messenger;
    call call; /* the next one, which is on its way: */
    MPI_Request coming;

    bool open;
    uint64_t opening;
    evaluator local;
    uint64_t lost; /* evaluations that it had to start again, as far as they were counted */
    tasks tasks;
    work *parcel; /* room for a point with its numbers; owned */

    replica replica;
    uint64_t round;
    bool faulty; /* it cannot follow, and has said so */
    int signals; /* 0: none, 1: one that can wait was passed on, 2: an urgent one */
    bool quits;
    int status;
    bool lingers; /* evaluations go on that cannot be ended */
} follower;

/* ---- calls ---------------------------------------------------------------------------------- */

static int agree_on_kernels(const follower *f, int status)
{
    nes_mpi_report report;
    nes_settings s = f->beginning.line.setup.settings;
    if (status != 0) return status;
    return nes_mpi_agree(f->comm, &s, &report) == NES_OK ? 0 : EXIT_USAGE;
}

/* A rank that cannot begin, or whose neighbour cannot, waits for the call to quit. */
static void begin(follower *f)
{
    agree_on_kernels(f, beginning_open(&f->beginning, f->comm, (size_t)f->call.size));
}

/* Threads cannot be ended from outside, but with the whole process. */
static bool is_stuck(const follower *f)
{
    const objective *o = &f->beginning.line.setup.objective;
    return f->tasks.running > 0 && o->program == NULL && !o->isolated;
}

static void close_evaluator(follower *f)
{
    if (is_stuck(f))
        f->lingers = true;
    else if (f->local.close != NULL)
        f->local.close(f->local.self);
    f->local = (evaluator){.self = NULL};
    tasks_close(&f->tasks);
    replica_close(&f->replica);
    free(f->parcel);
    f->parcel = NULL;
    f->open = false;
}

static int open_evaluator(follower *f)
{
    const run_setup *s = &f->beginning.line.setup;
    const size_t jobs = threads_count(s->settings.jobs), d = s->objective.dim;
    f->parcel = malloc(sizeof *f->parcel + d * sizeof(double));
    if (f->parcel == NULL || !tasks_open(&f->tasks, jobs, d)) return EXIT_USAGE;
    if (!messenger_open(&f->messenger, f->comm, jobs)) return EXIT_USAGE;
    return evaluators_open_beside(&f->local, s);
}

static void open_all(follower *f)
{
    int rank;
    f->opening = f->call.number;
    f->lost = 0;
    f->open = true;
    wire_agree(f->comm, open_evaluator(f), &rank);
}

static void say_fault(follower *f, const char *why)
{
    if (!f->faulty) messenger_fault(&f->messenger, why);
    f->faulty = true;
}

/* A rank that has failed goes on listening: rank 0 will end the run. */
static void follow_round(follower *f, nes_status st, const char *why)
{
    f->round = f->call.number;
    if (st != NES_OK)
        say_fault(f, why);
    else if (f->call.checks != 0 && !f->faulty)
        messenger_digest(&f->messenger, f->round, nes_fingerprint(f->replica.opt));
}

static void take_state(follower *f)
{
    char why[NES_MESSAGE_SIZE] = "there is no memory for the search";
    const size_t n = (size_t)f->call.size;
    void *state = malloc(n);
    if (state == NULL) wire_abort(f->comm, why); /* the others wait for it to take part */
    wire_share(f->comm, state, n);
    const nes_status st =
        replica_load(&f->replica, state, n, &f->beginning.line.setup.settings, why);
    free(state);
    follow_round(f, st, why);
}

static void take_values(follower *f)
{
    char why[NES_MESSAGE_SIZE] = "there is no memory for the values of a round";
    const size_t n = (size_t)f->call.size, first = n < CALL_FIRST ? n : CALL_FIRST;
    char *bytes = malloc(n);
    if (bytes == NULL) wire_abort(f->comm, why);
    memcpy(bytes, f->call.first, first);
    wire_share(f->comm, bytes + first, n - first);
    const nes_status st = f->faulty ? NES_OK : replica_tell(&f->replica, bytes, n, why);
    free(bytes);
    follow_round(f, st, why);
}

static void obey(follower *f)
{
    switch ((call_kind)f->call.kind) {
    case CALL_SETUP:
        begin(f);
        break;
    case CALL_OPEN:
        open_all(f);
        break;
    case CALL_STATE:
        take_state(f);
        break;
    case CALL_ROUND:
        take_values(f);
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

/* Whether there was a call. */
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

static bool take_work(follower *f)
{
    int there = 0, size = 0;
    MPI_Status from;
    if (!f->open) return false;
    MPI_Iprobe(0, WIRE_WORK, f->comm, &there, &from);
    if (!there) return false;
    MPI_Get_count(&from, MPI_BYTE, &size);
    MPI_Recv(f->parcel, size, MPI_BYTE, 0, WIRE_WORK, f->comm, MPI_STATUS_IGNORE);
    tasks_add(&f->tasks, f->parcel, f->parcel->round == 0 ? (const double *)(f->parcel + 1) : NULL);
    return true;
}

/* Whether a task that waits has come to something. */
static bool start_task(follower *f, task *k)
{
    const task_fate fate = tasks_start(&f->tasks, k, &f->local, &f->replica, f->round);
    if (fate == TASK_UNKNOWN) say_fault(f, "it does not make the points that rank 0 makes");
    if (fate == TASK_DROPPED) messenger_dropped(&f->messenger, f->opening, k->work.id);
    if (fate == TASK_UNKNOWN || fate == TASK_DROPPED) tasks_end(&f->tasks, k);
    return fate != TASK_LATER;
}

static bool start_tasks(follower *f)
{
    bool any = false;
    for (size_t i = 0; f->tasks.waiting > 0 && i < f->tasks.n; i++)
        if (f->tasks.all[i].state == TASK_WAITS && start_task(f, &f->tasks.all[i])) any = true;
    return any;
}

static void count_lost(follower *f)
{
    const uint64_t now = evaluators_lost(&f->local, &f->beginning.line.setup, NULL);
    f->messenger.lost += now - f->lost;
    f->lost = now;
}

/* Sends the values that are ready, and waits so long for one. */
static bool hand_in(follower *f, double seconds)
{
    enum { BATCH = 16 };
    eval_record record[BATCH];
    const evaluator *e = &f->local;
    if (f->tasks.running == 0) return false;
    const size_t most = f->tasks.running < BATCH ? f->tasks.running : BATCH;
    const size_t n = e->collect(e->self, seconds, most, record);
    const double now = clock_now();
    if (n > 0) count_lost(f);
    for (size_t i = 0; i < n; i++) {
        task *k = tasks_find(&f->tasks, record[i].id);
        messenger_record(&f->messenger, f->opening, &record[i], now - k->began);
        tasks_end(&f->tasks, k);
    }
    return n > 0;
}

/* Rank 0 is to know of signals that came here. */
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
    if (f->tasks.running == 0 || length <= 0)
        patience_spend(length);
    else if (hand_in(f, length))
        patience_end(p);
}

int follow(MPI_Comm comm, bool *lingers)
{
    follower f = {.comm = comm};
    patience p = {0};
    interrupt_watch_quietly();
    wire_expect(comm, &f.call, &f.coming);
    while (!f.quits) {
        const bool heard = hear(&f), got = !f.quits && take_work(&f);
        const bool moved = !f.quits && start_tasks(&f), gave = !f.quits && hand_in(&f, 0);
        pass_signals(&f);
        if (heard || got || moved || gave)
            patience_end(&p);
        else
            rest(&f, &p);
    }
    close_evaluator(&f);
    messenger_close(&f.messenger, comm);
    if (!f.lingers) beginning_close(&f.beginning);
    *lingers = f.lingers;
    return f.status;
}
