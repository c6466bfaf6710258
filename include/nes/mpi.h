/* SPDX-License-Identifier: MIT
 *
 * libnes_mpi: one search on all ranks of an MPI job. Every rank calls the same function:
 *
 *     double simulate(size_t dim, const double *x, void *user);
 *
 *     MPI_Init(&argc, &argv);
 *     double x[10] = {0};                          start, and answer, on every rank
 *     nes_result r;
 *     nes_mpi_minimize(MPI_COMM_WORLD, simulate, NULL, 10, x, NULL, NULL, &r, NULL);
 *     MPI_Finalize();
 *
 * Every rank holds the whole optimiser and makes all points of a generation by itself, since random
 * numbers have addresses. It evaluates its portion of the points, the ranks exchange the values,
 * nine bytes each, and every rank tells all values to its optimiser. No point ever travels.
 *
 * Results: the bytes are those of nes_run() in a single process, for any number of ranks and either
 * schedule, as long as a point has the same value on every rank. The option straggler is the
 * exception, because then the clock decides which values count.
 *
 * Compile and link with the compiler of your MPI: mpicc demo.c $(pkg-config --cflags --libs
 * nes-mpi)
 *
 * Guarantees are those of nes/nes.h: the library never prints, exits, aborts or keeps global state.
 * It sends nothing over your communicator, which it duplicates for the time of a call. Errors that
 * MPI reports for the duplicate come back as NES_ERR_MPI; by MPI's own rules, a rank that dies ends
 * the job. All functions are collective: every rank of the communicator calls them, with the same
 * arguments but for user, and all ranks return the same status. */
#ifndef NES_MPI_H
#define NES_MPI_H

#include <mpi.h>

#include "nes/nes.h"
#include "nes/slice.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the ranks work together. Fill it with nes_mpi_settings_default() first. */
typedef struct nes_mpi_settings {
    const char *schedule; /* who evaluates which points of a generation. "static": every rank as
                             many as the others, without asking; the best where evaluations take
                             equal or little time. "demand": whoever is free takes the next one, by
                             a counter in the memory of rank 0. No result depends on it */
    double straggler; /* above 1: a generation is closed (nes_close) without the values that take
                         more than so many times its median evaluation, once half of all are
                         there. Evaluations that failed count neither for the half nor for the
                         median. Late values are thrown away and counted (late), and their ranks
                         take no new points before they have come; the call ends when the last of
                         them is back. For schedule "demand" and groups of one rank; the objective
                         is called in a thread of its own, so that MPI has to be started by
                         MPI_Init_thread with MPI_THREAD_FUNNELED at least. NES_OFF is the
                         default: every value is waited for */
    int group;        /* nes_mpi_run_group: ranks that evaluate one point together, a divisor
                         of the number of ranks; 1 by default */
    uint64_t check_every; /* asks from one comparison of the whole state (nes_fingerprint) to the
                             next, 100 by default; 0: at the start and at the end only. Some points
                             and counts are compared at every ask in any case */
} nes_mpi_settings;

NES_API void nes_mpi_settings_default(nes_mpi_settings *m);

/* A report of a call, for this rank unless said otherwise. */
typedef struct nes_mpi_report {
    int ranks, rank;      /* size of the communicator; number of this rank */
    uint64_t evaluations; /* evaluations in which this rank took part, late ones included */
    uint64_t late;        /* values of all ranks that generations were closed without */
    double seconds;       /* seconds of the whole call */
    double evaluating;    /* seconds of the call spent in the objective */
    double idle;          /* fraction of all ranks' time, 0 to 1, not spent in the objective */
    char message[NES_MESSAGE_SIZE]; /* the sentence of an error, the same on all ranks, with the
                                       rank that it comes from; else empty */
} nes_mpi_report;

/* ---- one call ------------------------------------------------------------------------------- */

/* nes_minimize() on all ranks of comm. All of them need the same dim, x and s; every rank has the
 * answer in x and r. Where the processors of the ranks differ and the option kernels is "auto", it
 * becomes the best level that all of them have, so that their sums agree to the last bit.
 *   s, m     null: all defaults
 *   r        null: not wanted; see nes_minimize()
 *   report   null: not wanted
 * Option jobs starts no threads here: a rank evaluates one point at a time. It still says how many
 * evaluations go on at once, by which "auto" chooses the population, so that the number of ranks
 * (or groups) is a good value for it. A model of the objective, which "auto" has where max_evals is
 * small, takes as many points at a time, at most 16, or as option batch says: without either, all
 * ranks but one are idle. */
NES_API nes_status nes_mpi_minimize(MPI_Comm comm, nes_objective f, void *user, size_t dim,
                                    double *x, const nes_settings *s, const nes_mpi_settings *m,
                                    struct nes_result *r, nes_mpi_report *report);

/* The same with an objective that may fail, or has outputs (nes/evaluation.h). */
NES_API nes_status nes_mpi_minimize_records(MPI_Comm comm, nes_record_objective f, void *user,
                                            size_t dim, double *x, const nes_settings *s,
                                            const nes_mpi_settings *m, struct nes_result *r,
                                            nes_mpi_report *report);

/* For nes_mpi_run(): where the processors of the ranks differ and the option kernels of s is
 * "auto", it becomes the best level that all of them have. Handles that are made with s on every
 * rank then stay the same to the last bit. report may be null. NES_ERR_ARGUMENT: s is null on some
 * rank. */
NES_API nes_status nes_mpi_agree(MPI_Comm comm, nes_settings *s, nes_mpi_report *report);

/* ---- a handle ------------------------------------------------------------------------------- */

/* nes_run() on all ranks of comm: o is this rank's handle, made by nes_create or nes_load from the
 * same settings, seed and start, or the same data, on every rank. A run that was saved on some
 * number of ranks goes on with any other. Progress callbacks are called on the ranks that have one,
 * and each of them may stop the run. Time (max_time) is that of rank 0.
 *
 * NES_ERR_RANKS: the handles differ, at the start or later. The message names the ranks that are
 * not like the majority (of two ranks, not like rank 0). The run ends, rather than go on wrong.
 * NES_ERR_VALUE: a setting of m is not allowed. NES_ERR_THREAD: straggler needs
 * MPI_THREAD_FUNNELED, or a thread could not be started. NES_ERR_ORDER: MPI is not initialised, or
 * the run has stopped before. NES_ERR_ARGUMENT: o or f is null on some rank, or comm is no
 * intra-communicator. NES_ERR_MPI: a call of MPI failed; the handles of the ranks may differ then.
 */
NES_API nes_status nes_mpi_run(nes_opt *o, MPI_Comm comm, nes_objective f, void *user,
                               const nes_mpi_settings *m, nes_mpi_report *report);

/* The same with an objective that may fail, or has outputs (nes/evaluation.h). */
NES_API nes_status nes_mpi_run_records(nes_opt *o, MPI_Comm comm, nes_record_objective f,
                                       void *user, const nes_mpi_settings *m,
                                       nes_mpi_report *report);

/* An objective that is parallel itself: all ranks of a group call it at the same time with the same
 * point. It gives records (nes/evaluation.h). The record is that of the group's rank 0; what the
 * others return and write is not looked at. The communicator stays the same in all evaluations of
 * one run, and has the error handler of comm. */
typedef nes_fate (*nes_mpi_objective)(size_t dim, const double *x, double *values, MPI_Comm group,
                                      void *user);

/* The same with groups of m->group ranks, neighbours in comm. */
NES_API nes_status nes_mpi_run_group(nes_opt *o, MPI_Comm comm, nes_mpi_objective f, void *user,
                                     const nes_mpi_settings *m, nes_mpi_report *report);

/* ---- coordinates shared out ------------------------------------------------------------------ */

/* For more variables than one rank has memory for: every rank holds a slice of the coordinates
 * (nes/slice.h) of the search distribution and of every point. Sums over coordinates go from rank
 * to rank and come back as one message; nothing as long as a point travels. The bytes are those of
 * a single process with the same settings, for any number of ranks. Methods "snes" and "cr-fm-nes"
 * with sampling "mirrored" can be shared out; method "auto" then is "cr-fm-nes". */

/* A point of dim coordinates, of which this rank has n, beginning at number first. */
typedef struct nes_mpi_part {
    size_t dim, first, n;
    const double *x; /* the n coordinates of this rank */
    MPI_Comm comm;   /* all ranks, for the objective alone; the same in all evaluations of one run,
                        with the error handler of the caller's communicator */
} nes_mpi_part;

/* An objective of which every rank has a part of the point. All ranks call it at the same time for
 * the same point. It gives records (nes/evaluation.h). The record is that of rank 0; what the
 * others return and write is not looked at. */
typedef nes_fate (*nes_mpi_slice_objective)(const nes_mpi_part *part, double *values, void *user);

/* Finds the slice of this rank: parts of NES_PART coordinates in the order of the ranks; numbers of
 * parts differ by one at most. *n is 0 where there are fewer parts than ranks. NES_ERR_ARGUMENT: a
 * pointer is null, or MPI does not know comm. */
NES_API nes_status nes_mpi_slice(MPI_Comm comm, size_t dim, size_t *first, size_t *n);

/* nes_minimize() with a slice on every rank of comm. x has the slice of the start, and of the
 * answer in the end; arrays of s with a number per variable have the slice's. best_x of r is x, its
 * dim the slice's length. A progress callback is called on the ranks that have one, and each of
 * them may stop the run; a callback that asks for a result has to be set on all ranks, because that
 * takes all slices. Kernels are agreed on as by nes_mpi_minimize(). NES_ERR_DIMENSION: there are
 * more ranks than parts. NES_ERR_VALUE: the ranks have different settings or dimensions, among
 * others. */
NES_API nes_status nes_mpi_minimize_shared(MPI_Comm comm, nes_mpi_slice_objective f, void *user,
                                           size_t dim, double *x, const nes_settings *s,
                                           struct nes_result *r, nes_mpi_report *report);

/* The same in steps: ranks that share out dim coordinates, their slices, and a handle for each.
 * Settings for different processors are made by nes_mpi_agree() first.
 *
 *     nes_mpi_shared *w;
 *     nes_mpi_shared_open(&w, MPI_COMM_WORLD, dim, NULL);
 *     nes_create_slice(&o, dim, nes_mpi_shared_slice(w), x0, &s, NULL, 0);
 *     nes_mpi_run_shared(o, w, f, user, NULL);
 *     nes_get_result(o, &r);                        on all ranks
 *     nes_destroy(o);
 *     nes_mpi_shared_close(w);
 */
typedef struct nes_mpi_shared nes_mpi_shared;

NES_API nes_status nes_mpi_shared_open(nes_mpi_shared **w, MPI_Comm comm, size_t dim,
                                       nes_mpi_report *report);
NES_API const nes_slice *nes_mpi_shared_slice(const nes_mpi_shared *w); /* lives as long as w */

/* NES_ERR_DIMENSION: the handle is not of this rank's slice. NES_ERR_RANKS: the handles of the
 * ranks are at different steps, at the start or after a callback. Others as nes_mpi_run(). */
NES_API nes_status nes_mpi_run_shared(nes_opt *o, nes_mpi_shared *w, nes_mpi_slice_objective f,
                                      void *user, nes_mpi_report *report);
NES_API void nes_mpi_shared_close(nes_mpi_shared *w); /* null is fine; destroy its handles first */

#ifdef __cplusplus
}
#endif

#endif
