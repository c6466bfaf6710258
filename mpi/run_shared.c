/* SPDX-License-Identifier: MIT
 *
 * A run whose coordinates are shared out: ask, evaluate every point on all ranks together, hear the
 * values from rank 0, tell. */
#include <string.h>

#include "board.h"
#include "search.h"
#include "settings.h"
#include "shared.h"

enum { BEGIN = 1, VALUES, PROGRESS, END }; /* what a round is about */

typedef struct job {
    nes_mpi_shared *w;
    nes_opt *o;
    nes_mpi_slice_objective f;
    void *user;
    nes_status st; /* of this rank since the last round */
    bool watched;  /* some rank has a progress callback */
    uint64_t asks;
    nes_board board;    /* records of this ask */
    double used, since; /* seconds that the search had used at the beginning, and the clock then */
} job;

/* A sum that failed is the reason for whatever followed. */
static void note(job *j, nes_status st)
{
    j->st = j->w->fault != NES_OK ? j->w->fault : nes_search_refuse(&j->w->crew, j->o, st);
}

/* Slices differ, but not in how far they are. */
static nes_round round_of(const job *j, uint64_t stage, const nes_points *p)
{
    uint64_t digest = nes_round_mix(nes_round_mix(j->w->dim, stage), j->asks);
    if (p != NULL && p->n > 0) digest = nes_round_mix(nes_round_mix(digest, p->n), p->id[0]);
    return (nes_round){
        .status = j->st, .digest = digest, .seconds = j->used + (MPI_Wtime() - j->since)};
}

static nes_status show_progress(const job *j)
{
    nes_round r = round_of(j, PROGRESS, NULL);
    return nes_search_progress(&j->w->crew, j->o, &r);
}

/* All ranks evaluate, rank 0 knows. */
static void evaluate(job *j, const nes_points *p)
{
    nes_mpi_shared *w = j->w;
    const double begin = MPI_Wtime();
    for (size_t k = 0; k < p->n; k++) {
        const nes_mpi_part part = {.dim = w->dim,
                                   .first = w->slice.first,
                                   .n = p->dim,
                                   .x = p->x + k * p->dim,
                                   .comm = w->work};
        double *values = nes_board_row(&j->board, k);
        const nes_fate fate = j->f(&part, values, j->user);
        if (w->crew.rank == 0)
            nes_board_fates(&j->board)[k] = (unsigned char)fate;
        else
            memset(values, 0, j->board.width * sizeof *values);
    }
    w->crew.report->evaluations += p->n;
    w->crew.report->evaluating += MPI_Wtime() - begin;
}

static void prepare(job *j, const nes_points *p)
{
    const nes_crew *c = &j->w->crew;
    if (!nes_board_clear(&j->board, p))
        j->st = nes_crew_refuse(c, NES_ERR_MEMORY, "rank %d: there is no memory for %zu points",
                                c->rank, p->n);
}

static nes_status take_turn(job *j)
{
    nes_points p = {0};
    note(j, nes_ask(j->o, &p));
    if (j->st == NES_OK) prepare(j, &p);
    if (j->st == NES_OK) evaluate(j, &p);
    nes_round r = round_of(j, VALUES, &p);
    r.n = nes_board_words(&j->board);
    r.words = j->board.values;
    const nes_status st = nes_round_hold(&j->w->crew, &r, false);
    if (st != NES_OK) return st;
    if (nes_get_settings(j->o)->max_time != NES_OFF) nes_set_seconds(j->o, r.seconds);
    note(j, nes_board_tell(&j->board, j->o));
    j->asks++;
    return j->watched ? show_progress(j) : NES_OK;
}

/* The handle is one of this rank's slice. */
static nes_status check(const job *j)
{
    const nes_crew *c = &j->w->crew;
    size_t n = 0;
    if (j->o == NULL || j->f == NULL)
        return nes_crew_refuse(c, NES_ERR_ARGUMENT, "rank %d: the handle or the objective is null",
                               c->rank);
    nes_get_length(j->o, "best_x", &n);
    if (n == j->w->slice.n) return NES_OK;
    return nes_crew_refuse(c, NES_ERR_DIMENSION,
                           "rank %d: the handle has %zu variables, but the slice of this rank has "
                           "%zu: make it by nes_create_slice, or load it by nes_load_slice",
                           c->rank, n, j->w->slice.n);
}

/* How far the search is, by what a rank knows without the others. */
static uint64_t place_of(nes_opt *o, uint64_t digest)
{
    static const char *const counts[] = {"evaluations", "failed", "generations", "restarts"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t count = 0;
        nes_get_count(o, counts[i], &count);
        digest = nes_round_mix(digest, count);
    }
    return nes_round_mix(digest, (uint64_t)nes_stopped(o));
}

static nes_status begin(job *j)
{
    j->st = check(j);
    nes_round r = round_of(j, BEGIN, NULL);
    if (j->st == NES_OK) r.digest = place_of(j->o, r.digest);
    if (j->st == NES_OK && nes_get_settings(j->o)->progress != NULL) r.wishes = NES_ROUND_WATCHED;
    const nes_status st = nes_round_hold(&j->w->crew, &r, true);
    j->watched = (r.wishes & NES_ROUND_WATCHED) != 0;
    return st;
}

static nes_status work(job *j)
{
    nes_status st = begin(j);
    while (st == NES_OK && j->st == NES_OK) {
        st = take_turn(j);
        if (nes_stopped(j->o) != NES_RUNNING) break;
    }
    if (st != NES_OK) return st;
    nes_round last = round_of(j, END, NULL);
    return nes_round_hold(&j->w->crew, &last, false);
}

nes_status nes_mpi_run_shared(nes_opt *o, nes_mpi_shared *w, nes_mpi_slice_objective f, void *user,
                              nes_mpi_report *report)
{
    if (report != NULL) memset(report, 0, sizeof *report);
    if (w == NULL) return NES_ERR_ARGUMENT;
    job j = {.w = w, .o = o, .f = f, .user = user, .used = nes_seconds(o), .since = MPI_Wtime()};
    nes_mpi_report *now = report != NULL ? report : &w->report;
    *now = (nes_mpi_report){.ranks = w->crew.size, .rank = w->crew.rank};
    w->crew.report = now;
    nes_status st = work(&j);
    nes_board_free(&j.board);
    if (w->fault != NES_OK) st = w->fault;
    if (o != NULL && nes_get_settings(o)->max_time != NES_OFF) nes_set_seconds(o, NAN);
    if (st == NES_OK) st = nes_crew_measure(&w->crew, MPI_Wtime() - j.since);
    w->crew.report = &w->report;
    return st;
}

static nes_status create(const nes_mpi_shared *w, nes_opt **o, const double *x,
                         const nes_settings *given)
{
    char why[NES_MESSAGE_SIZE] = "";
    nes_settings s;
    nes_settings_default(&s);
    if (given != NULL) s = *given;
    nes_status st =
        x != NULL ? NES_OK
                  : nes_crew_refuse(&w->crew, NES_ERR_ARGUMENT, "rank %d: x is null", w->crew.rank);
    st = nes_crew_agree(&w->crew, st);
    if (st == NES_OK) st = nes_mpi_agree_on_kernels(&w->crew, &s);
    if (st != NES_OK) return st;
    st = nes_create_slice(o, w->dim, &w->slice, x, &s, why, sizeof why);
    if (w->fault != NES_OK) return w->fault;
    if (st != NES_OK && why[0] == '\0') st = NES_OK; /* that of another rank, which says why */
    if (st != NES_OK) nes_crew_refuse(&w->crew, st, "rank %d: %.280s", w->crew.rank, why);
    return nes_crew_agree(&w->crew, st);
}

nes_status nes_mpi_minimize_shared(MPI_Comm comm, nes_mpi_slice_objective f, void *user, size_t dim,
                                   double *x, const nes_settings *s, nes_result *r,
                                   nes_mpi_report *report)
{
    nes_mpi_shared *w = NULL;
    nes_opt *o = NULL;
    nes_mpi_report own;
    if (report == NULL) report = &own;
    nes_status st = nes_mpi_shared_open(&w, comm, dim, report);
    if (st != NES_OK) return st;
    w->crew.report = report;
    st = create(w, &o, x, s);
    if (st == NES_OK) st = nes_mpi_run_shared(o, w, f, user, report);
    if (st == NES_OK) nes_search_answer(o, x, r);
    nes_destroy(o);
    nes_mpi_shared_close(w);
    return st;
}
