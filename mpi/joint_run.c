/* SPDX-License-Identifier: MIT
 *
 * nes_run() on many ranks: ask, evaluate this rank's portion, exchange records in a round, tell.
 * The ranks hold the same handle, or each has the handle of its slice of the coordinates. */
#include <math.h>
#include <string.h>

#include "chase.h"
#include "portion.h"
#include "round.h"
#include "schedule.h"

/* The stage of a round, mixed into its digest, so that ranks at different stages notice it. */
enum { BEGIN = 1, READY, VALUES, PROGRESS, END };

typedef struct job {
    nes_crew *crew;
    nes_replica replica;
    nes_task task;
    bool plain;        /* the objective gives a value alone */
    nes_helper helper; /* the helper of the task or of the chase, if one of them has it */
    nes_mpi_settings m;
    nes_chase chase;    /* for runs that leave stragglers behind */
    nes_status st;      /* error of this rank since the last round; see the report */
    bool watched;       /* some rank has a progress callback */
    uint64_t asks;      /* number of asks so far */
    double used, since; /* seconds the search had used at the start of this call; clock then */
} job;

/* ---- this rank ------------------------------------------------------------------------------ */

/* Keeps an error until the next round. A failed sum over all slices has its sentence already, and
 * is the cause of any later error. */
static void note(job *j, nes_status st, const char *why)
{
    const nes_mpi_shared *w = j->task.shared;
    if (w != NULL && w->fault != NES_OK)
        j->st = w->fault;
    else if (st != NES_OK)
        j->st = nes_crew_refuse(j->crew, st, "rank %d: %.280s", j->crew->rank, why);
}

static bool has_limit_of_time(const job *j)
{
    return nes_get_settings(j->replica.o)->max_time != NES_OFF;
}

/* ---- what ranks compare --------------------------------------------------------------------- */

/* Returns a digest of the whole state; of slices, which differ, only their counts. */
static uint64_t look_at_state(const job *j)
{
    static const char *const counts[] = {"evaluations", "failed", "generations", "restarts"};
    nes_opt *o = j->replica.o;
    if (j->task.shared == NULL) return nes_fingerprint(o);
    uint64_t digest = nes_round_mix(j->task.shared->dim, (uint64_t)nes_stopped(o));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t count = 0;
        nes_get_count(o, counts[i], &count);
        digest = nes_round_mix(digest, count);
    }
    return digest;
}

static uint64_t bits(double value)
{
    uint64_t b;
    memcpy(&b, &value, sizeof b);
    return b;
}

/* Returns a cheap digest of the points asked for, which differs as soon as distributions differ. */
static uint64_t look_at_points(const job *j, uint64_t digest)
{
    const nes_points *p = &j->replica.asked;
    if (p->n == 0) return digest;
    digest = nes_round_mix(nes_round_mix(digest, p->n), p->id[0]);
    if (j->task.shared != NULL) return digest;
    digest = nes_round_mix(digest, bits(p->x[0]));
    return nes_round_mix(digest, bits(p->x[p->n * p->dim - 1]));
}

static nes_round round_of(const job *j, uint64_t stage, uint64_t digest)
{
    return (nes_round){.status = j->st,
                       .digest = nes_round_mix(nes_round_mix(digest, stage), j->asks),
                       .seconds = j->used + (MPI_Wtime() - j->since)};
}

/* ---- a turn --------------------------------------------------------------------------------- */

/* Asks for the points, and makes room to evaluate them. Returns a digest of them, and every
 * check_every asks of the whole state. */
static uint64_t ask(job *j)
{
    char why[NES_MESSAGE_SIZE];
    const bool due = j->m.check_every > 0 && j->asks > 0 && j->asks % j->m.check_every == 0;
    const uint64_t digest = due ? look_at_state(j) : 0;
    note(j, nes_replica_ask(&j->replica, why), why);
    if (j->st != NES_OK) return 0;
    if ((j->helper.f != NULL && !nes_helper_prepare(&j->helper, &j->replica.asked)) ||
        (nes_mpi_chases(&j->m) && !nes_chase_prepare(&j->chase)))
        note(j, NES_ERR_MEMORY, "there is no memory to evaluate the points");
    return look_at_points(j, digest);
}

/* Holds a round before ranks that exchange messages while they evaluate: all must take part. */
static nes_status make_ready(job *j, uint64_t digest)
{
    if (!nes_mpi_chases(&j->m) && j->crew->members == MPI_COMM_NULL) return NES_OK;
    nes_round r = round_of(j, READY, digest);
    return nes_round_hold(j->crew, &r, false);
}

/* Finds the records of all points, by all ranks together; stragglers are left behind if the
 * settings say so. The seconds are those of rank 0's clock. */
static nes_status find_records(job *j, uint64_t digest, double *seconds)
{
    nes_status st = NES_OK;
    if (nes_mpi_chases(&j->m)) {
        st = nes_chase_evaluate(&j->chase);
        *seconds = j->chase.seconds;
        return st;
    }
    if (j->st == NES_OK) st = nes_portion_evaluate(j->crew, &j->task, &j->replica);
    if (st != NES_OK) return st;
    nes_round r = round_of(j, VALUES, digest);
    r.n = nes_board_words(&j->replica.board);
    r.words = j->replica.board.values;
    st = nes_round_hold(j->crew, &r, false);
    *seconds = r.seconds;
    return st;
}

/* Calls the callback of this rank, if it has one, and holds a round: the run stops on all ranks if
 * any callback wants that. */
static nes_status show_progress(job *j)
{
    nes_opt *o = j->replica.o;
    const nes_settings *s = nes_get_settings(o);
    const bool stops =
        j->st == NES_OK && s->progress != NULL && s->progress(o, s->progress_user) != 0;
    nes_round r = round_of(j, PROGRESS, (uint64_t)nes_stopped(o)); /* stopped by a callback */
    if (stops) r.wishes = NES_ROUND_STOP;
    const nes_status st = nes_round_hold(j->crew, &r, false);
    if (st == NES_OK && (r.wishes & NES_ROUND_STOP) != 0) nes_stop_now(o);
    return st;
}

/* Asks, evaluates and tells once. The status is that of all ranks; an error of this rank alone
 * waits in j->st for the next round. */
static nes_status take_turn(job *j)
{
    char why[NES_MESSAGE_SIZE];
    double seconds = 0;
    const uint64_t digest = j->st == NES_OK ? ask(j) : 0;
    nes_status st = make_ready(j, digest);
    if (st == NES_OK) st = find_records(j, digest, &seconds);
    if (st != NES_OK) return st;
    if (has_limit_of_time(j)) nes_set_seconds(j->replica.o, seconds);
    note(j, nes_replica_tell(&j->replica, why), why);
    j->asks++;
    return j->watched ? show_progress(j) : NES_OK;
}

/* Takes turns until the run stops, and holds the last round. */
static nes_status work(job *j)
{
    nes_status st = NES_OK;
    do st = take_turn(j);
    while (st == NES_OK && (j->st != NES_OK || nes_stopped(j->replica.o) == NES_RUNNING));
    if (st != NES_OK) return st;
    nes_round last = round_of(j, END, look_at_state(j));
    return nes_round_hold(j->crew, &last, false);
}

/* ---- the beginning and the end -------------------------------------------------------------- */

/* Refuses a handle that is not of this rank's slice. */
static nes_status check_slice(const job *j)
{
    const nes_mpi_shared *w = j->task.shared;
    size_t n = 0;
    if (w == NULL) return NES_OK;
    nes_get_length(j->replica.o, "best_x", &n);
    if (n == w->slice.n) return NES_OK;
    return nes_crew_refuse(j->crew, NES_ERR_DIMENSION,
                           "rank %d: the handle has %zu variables, but the slice of this rank has "
                           "%zu: make it by nes_create_slice, or load it by nes_load_slice",
                           j->crew->rank, n, w->slice.n);
}

static nes_status check(const job *j)
{
    const nes_task *t = &j->task;
    if (j->replica.o == NULL || (t->alone == NULL && t->together == NULL && t->sliced == NULL))
        return nes_crew_refuse(j->crew, NES_ERR_ARGUMENT,
                               "rank %d: the handle or the objective is null", j->crew->rank);
    if (j->plain && nes_get_settings(j->replica.o)->outputs > 0)
        return nes_crew_refuse(j->crew, NES_ERR_ORDER,
                               "rank %d: an evaluation of this search has outputs: use "
                               "nes_mpi_run_records",
                               j->crew->rank);
    const nes_status st = nes_mpi_check(j->crew, &j->m, t->together != NULL);
    return st == NES_OK ? check_slice(j) : st;
}

/* Holds the first round: all ranks must have what they need, and the same settings and handle. */
static nes_status begin(job *j)
{
    uint64_t digest = 0, wishes = 0;
    j->since = MPI_Wtime();
    j->st = check(j);
    if (j->st == NES_OK) {
        digest = nes_round_mix(look_at_state(j), nes_mpi_digest(&j->m));
        wishes = nes_get_settings(j->replica.o)->progress != NULL ? NES_ROUND_WATCHED : 0;
        j->used = nes_seconds(j->replica.o);
    }
    nes_round r = round_of(j, BEGIN, digest);
    r.wishes = wishes;
    const nes_status st = nes_round_hold(j->crew, &r, true);
    j->watched = (r.wishes & NES_ROUND_WATCHED) != 0;
    return st;
}

/* Starts a helper where this rank needs one. An error waits for the next round. */
static nes_status get_help(job *j)
{
    const bool chases = nes_mpi_chases(&j->m);
    bool attends = false;
    const nes_status st = chases ? NES_OK : nes_portion_attends(j->crew, &j->task, &attends);
    if (st != NES_OK || !(chases || attends)) return st;
    if (nes_helper_start(&j->helper, j->task.alone, j->task.user) != NES_OK)
        note(j, NES_ERR_THREAD, "the thread that evaluates cannot be started");
    if (attends) j->task.helper = &j->helper;
    return NES_OK;
}

static nes_status work_with_crew(job *j)
{
    const bool chases = nes_mpi_chases(&j->m);
    const bool counts = chases || (nes_mpi_on_demand(&j->m) && j->crew->size > j->m.group);
    nes_status st = nes_crew_form(j->crew, j->m.group, counts);
    if (st == NES_OK) st = get_help(j);
    if (st != NES_OK) return st;
    if (chases) {
        j->chase = (nes_chase){.crew = j->crew,
                               .helper = &j->helper,
                               .replica = &j->replica,
                               .rule = {.factor = j->m.straggler},
                               .origin = j->since - j->used};
        nes_chase_begin(&j->chase);
    }
    st = work(j);
    if (chases) nes_chase_end(&j->chase, st);
    if (j->helper.f != NULL) nes_helper_stop(&j->helper);
    return st;
}

/* Runs with a crew that is open. */
static nes_status run(job *j)
{
    nes_status st = begin(j);
    if (st == NES_OK) st = j->task.shared != NULL ? work(j) : work_with_crew(j);
    if (j->replica.o != NULL && has_limit_of_time(j)) nes_set_seconds(j->replica.o, NAN);
    if (st == NES_OK) st = nes_crew_measure(j->crew, MPI_Wtime() - j->since);
    nes_board_free(&j->replica.board);
    return st;
}

static nes_status run_on(job *j, MPI_Comm comm, const nes_mpi_settings *m, nes_mpi_report *report)
{
    nes_crew crew;
    nes_status st = nes_crew_open(&crew, comm, report);
    j->crew = &crew;
    nes_mpi_settings_default(&j->m);
    if (m != NULL) j->m = *m;
    if (st == NES_OK) st = run(j);
    nes_crew_close(&crew);
    return st;
}

nes_status nes_mpi_run_records(nes_opt *o, MPI_Comm comm, nes_record_objective f, void *user,
                               const nes_mpi_settings *m, nes_mpi_report *report)
{
    job j = {.replica = {.o = o}, .task = {.alone = f, .user = user}};
    return run_on(&j, comm, m, report);
}

/* An objective that returns a value without outputs. */
typedef struct plain_call {
    nes_objective f;
    void *user;
} plain_call;

static nes_fate measure(size_t dim, const double *x, double *values, void *data)
{
    const plain_call *p = data;
    values[0] = p->f(dim, x, p->user);
    return NES_MEASURED;
}

nes_status nes_mpi_run(nes_opt *o, MPI_Comm comm, nes_objective f, void *user,
                       const nes_mpi_settings *m, nes_mpi_report *report)
{
    plain_call p = {f, user};
    job j = {.replica = {.o = o},
             .task = {.alone = f != NULL ? measure : NULL, .user = &p},
             .plain = true};
    return run_on(&j, comm, m, report);
}

nes_status nes_mpi_run_group(nes_opt *o, MPI_Comm comm, nes_mpi_objective f, void *user,
                             const nes_mpi_settings *m, nes_mpi_report *report)
{
    job j = {.replica = {.o = o}, .task = {.together = f, .user = user}};
    return run_on(&j, comm, m, report);
}

nes_status nes_mpi_run_shared(nes_opt *o, nes_mpi_shared *w, nes_mpi_slice_objective f, void *user,
                              nes_mpi_report *report)
{
    if (report != NULL) *report = (nes_mpi_report){0};
    if (w == NULL) return NES_ERR_ARGUMENT;
    job j = {
        .crew = &w->crew, .replica = {.o = o}, .task = {.sliced = f, .shared = w, .user = user}};
    nes_mpi_settings_default(&j.m);
    w->crew.report = report != NULL ? report : &w->crew.own;
    *w->crew.report = (nes_mpi_report){.ranks = w->crew.size, .rank = w->crew.rank};
    const nes_status st = run(&j);
    w->crew.report = &w->crew.own;
    return w->fault != NES_OK ? w->fault : st;
}
