/* SPDX-License-Identifier: MIT
 *
 * nes_run() on many ranks: ask, evaluate this rank's share, exchange values in a round, tell. */
#include <math.h>
#include <string.h>

#include "chase.h"
#include "search.h"
#include "settings.h"
#include "share.h"

/* What a round is about, so that ranks which are not in the same place notice. */
enum { BEGIN = 1, READY, VALUES, PROGRESS, END };

typedef struct job {
    nes_crew crew;
    nes_opt *o;
    nes_task task;
    bool plain;        /* the objective gives a value alone */
    nes_helper helper; /* of the task or of the chase, if one of them has it */
    nes_mpi_settings m;
    nes_chase chase;    /* where stragglers are left behind */
    nes_board board;    /* records of this ask */
    nes_status st;      /* of this rank since the last round */
    bool watched;       /* some rank has a progress callback */
    uint64_t asks;      /* so far */
    double used, since; /* seconds that the search had used at the beginning, and the clock then */
} job;

static void note(job *j, nes_status st)
{
    j->st = nes_search_refuse(&j->crew, j->o, st);
}

static bool has_limit_of_time(const job *j)
{
    return nes_get_settings(j->o)->max_time != NES_OFF;
}

static nes_round round_of(const job *j, uint64_t stage, uint64_t digest)
{
    return (nes_round){.status = j->st,
                       .digest = nes_round_mix(nes_round_mix(digest, stage), j->asks),
                       .seconds = j->used + (MPI_Wtime() - j->since)};
}

static uint64_t bits(double value)
{
    uint64_t b;
    memcpy(&b, &value, sizeof b);
    return b;
}

/* A digest of what was asked: cheap, and other numbers as soon as distributions differ. */
static uint64_t look_at(const nes_points *p, uint64_t digest)
{
    if (p->n == 0) return digest;
    digest = nes_round_mix(digest, p->n);
    digest = nes_round_mix(digest, p->id[0]);
    digest = nes_round_mix(digest, bits(p->x[0]));
    return nes_round_mix(digest, bits(p->x[p->n * p->dim - 1]));
}

static uint64_t whole_state(const job *j)
{
    const bool due = j->m.check_every > 0 && j->asks > 0 && j->asks % j->m.check_every == 0;
    return due ? nes_fingerprint(j->o) : 0;
}

static nes_status show_progress(const job *j)
{
    nes_round r = round_of(j, PROGRESS, 0);
    return nes_search_progress(&j->crew, j->o, &r);
}

static void prepare_helper(job *j, const nes_points *p)
{
    if (!nes_helper_prepare(&j->helper, p))
        j->st = nes_crew_refuse(&j->crew, NES_ERR_MEMORY, "rank %d: there is no memory for a point",
                                j->crew.rank);
}

/* Values of all points, by all ranks together. */
static nes_status find_values(job *j, uint64_t digest, const nes_points *p, double *seconds)
{
    nes_status st = j->st == NES_OK ? nes_share_evaluate(&j->crew, &j->task, p, &j->board) : NES_OK;
    if (st != NES_OK) return st;
    nes_round r = round_of(j, VALUES, digest);
    r.n = nes_board_words(&j->board);
    r.words = j->board.values;
    st = nes_round_hold(&j->crew, &r, false);
    *seconds = r.seconds;
    return st;
}

/* The same without those that take too long. */
static nes_status chase_values(job *j, const nes_points *p, double *seconds)
{
    const nes_status st = nes_chase_evaluate(&j->chase, p, &j->board);
    *seconds = j->chase.seconds;
    return st;
}

static void prepare(job *j, const nes_points *p)
{
    uint64_t generations = 0;
    nes_get_count(j->o, "generations", &generations);
    const bool chases = nes_mpi_chases(&j->m);
    if (!nes_board_clear(&j->board, p) ||
        (chases && !nes_chase_prepare(&j->chase, p, generations + 1)))
        j->st = nes_crew_refuse(&j->crew, NES_ERR_MEMORY,
                                "rank %d: there is no memory for %zu points", j->crew.rank, p->n);
}

/* Ranks that talk while they evaluate have to know before that all of them will. */
static nes_status make_ready(job *j, uint64_t digest)
{
    if (!nes_mpi_chases(&j->m) && j->crew.members == MPI_COMM_NULL) return NES_OK;
    nes_round r = round_of(j, READY, digest);
    return nes_round_hold(&j->crew, &r, false);
}

/* One ask, and what comes of it. The status is that of all ranks; what only this one has met waits
 * in j->st for the next round. */
static nes_status take_turn(job *j)
{
    nes_points p = {0};
    double seconds = 0;
    uint64_t digest = j->st == NES_OK ? whole_state(j) : 0;
    if (j->st == NES_OK) note(j, nes_ask(j->o, &p));
    if (j->st == NES_OK) digest = look_at(&p, digest);
    const bool chases = nes_mpi_chases(&j->m);
    if (j->st == NES_OK && (chases || j->task.helper != NULL)) prepare_helper(j, &p);
    if (j->st == NES_OK) prepare(j, &p);
    nes_status st = make_ready(j, digest);
    if (st == NES_OK)
        st = chases ? chase_values(j, &p, &seconds) : find_values(j, digest, &p, &seconds);
    if (st != NES_OK) return st;
    if (has_limit_of_time(j)) nes_set_seconds(j->o, seconds);
    note(j, nes_board_tell(&j->board, j->o));
    j->asks++;
    return j->watched ? show_progress(j) : NES_OK;
}

/* From the first round to the last. */
static nes_status work(job *j)
{
    nes_status st = NES_OK;
    do st = take_turn(j);
    while (st == NES_OK && (j->st != NES_OK || nes_stopped(j->o) == NES_RUNNING));
    if (st != NES_OK) return st;
    nes_round last = round_of(j, END, nes_fingerprint(j->o));
    return nes_round_hold(&j->crew, &last, false);
}

/* The first round: all ranks have what they need, and the same. */
static nes_status begin(job *j)
{
    uint64_t digest = 0;
    bool callback = false;
    j->st = nes_mpi_check(&j->crew, &j->m, j->task.together != NULL);
    if (j->o == NULL || (j->task.alone == NULL && j->task.together == NULL))
        j->st = nes_crew_refuse(&j->crew, NES_ERR_ARGUMENT,
                                "rank %d: the handle or the objective is null", j->crew.rank);
    if (j->st == NES_OK && j->plain && nes_get_settings(j->o)->outputs > 0)
        j->st = nes_crew_refuse(&j->crew, NES_ERR_ORDER,
                                "rank %d: an evaluation of this search has outputs: use "
                                "nes_mpi_run_records",
                                j->crew.rank);
    if (j->st == NES_OK) {
        digest = nes_round_mix(nes_fingerprint(j->o), nes_mpi_digest(&j->m));
        callback = nes_get_settings(j->o)->progress != NULL;
        j->used = nes_seconds(j->o);
    }
    nes_round r = round_of(j, BEGIN, digest);
    r.wishes = callback ? NES_ROUND_WATCHED : 0;
    const nes_status st = nes_round_hold(&j->crew, &r, true);
    j->watched = (r.wishes & NES_ROUND_WATCHED) != 0;
    return st;
}

/* A thread that evaluates, where this rank needs one. What goes wrong waits for the next round. */
static nes_status get_help(job *j, bool chases)
{
    bool attends = false;
    const nes_status st = nes_share_attends(&j->crew, &j->task, &attends);
    if (st != NES_OK || !(chases || attends)) return st;
    if (nes_helper_start(&j->helper, j->task.alone, j->task.user) != NES_OK)
        j->st =
            nes_crew_refuse(&j->crew, NES_ERR_THREAD,
                            "rank %d: the thread that evaluates cannot be started", j->crew.rank);
    if (attends) j->task.helper = &j->helper;
    return NES_OK;
}

static nes_status work_with_crew(job *j)
{
    const bool chases = nes_mpi_chases(&j->m);
    nes_status st = nes_crew_form(&j->crew, j->m.group, nes_mpi_on_demand(&j->m) && !chases);
    if (st == NES_OK) st = get_help(j, chases);
    if (st != NES_OK) return st;
    if (chases) {
        const nes_status begun =
            nes_chase_begin(&j->chase, &j->crew, &j->helper, j->m.straggler, j->since - j->used);
        if (j->st == NES_OK) j->st = begun;
    }
    st = work(j);
    if (chases) nes_chase_end(&j->chase, st);
    if (chases || j->task.helper != NULL) nes_helper_stop(&j->helper);
    return st;
}

static nes_status run(job *j, MPI_Comm comm, const nes_mpi_settings *m, nes_mpi_report *report)
{
    nes_mpi_report own;
    nes_status st = nes_crew_open(&j->crew, comm, report != NULL ? report : &own);
    if (st == NES_OK) {
        nes_mpi_settings_default(&j->m);
        if (m != NULL) j->m = *m;
        j->since = MPI_Wtime();
        st = begin(j);
        if (st == NES_OK) st = work_with_crew(j);
        if (j->o != NULL && has_limit_of_time(j)) nes_set_seconds(j->o, NAN);
        if (st == NES_OK) st = nes_crew_measure(&j->crew, MPI_Wtime() - j->since);
    }
    nes_board_free(&j->board);
    nes_crew_close(&j->crew);
    return st;
}

nes_status nes_mpi_run_records(nes_opt *o, MPI_Comm comm, nes_record_objective f, void *user,
                               const nes_mpi_settings *m, nes_mpi_report *report)
{
    job j = {.o = o, .task = {.alone = f, .user = user}};
    return run(&j, comm, m, report);
}

/* An objective that gives a value alone. */
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
    job j = {.o = o, .task = {.alone = f != NULL ? measure : NULL, .user = &p}, .plain = true};
    return run(&j, comm, m, report);
}

nes_status nes_mpi_run_group(nes_opt *o, MPI_Comm comm, nes_mpi_objective f, void *user,
                             const nes_mpi_settings *m, nes_mpi_report *report)
{
    job j = {.o = o, .task = {.together = f, .user = user}};
    return run(&j, comm, m, report);
}
