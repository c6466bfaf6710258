/* SPDX-License-Identifier: MIT
 *
 * Coordinates shared out among ranks: results are those of a single process to the last bit, what
 * travels does not grow with the dimension, and what cannot be shared out is refused on all ranks
 * alike. */
#include <math.h>
#include <string.h>

#include "calls.h"
#include "expect.h"
#include "shared.h"
#include "support/runs.h"

enum { DIM = 7 * NES_PART + 100 };

static double x0[DIM], lower[DIM], upper[DIM];

typedef struct way {
    const char *method, *sampling;
    nes_mpi_slice_objective shared;
    nes_objective alone;
    bool bounds, restarts;
} way;

static const way ways[] = {
    {"snes", "iid", shared_weighted, shared_weighted_alone, false, false},
    {"snes", "mirrored", shared_gaps, shared_gaps_alone, true, false},
    {"snes", "iid", shared_constant, shared_constant_alone, true, true},
    {"cr-fm-nes", "iid", shared_gaps, shared_gaps_alone, false, false},
    {"cr-fm-nes", "mirrored", shared_weighted, shared_weighted_alone, true, false},
    {"cr-fm-nes", "mirrored", shared_constant, shared_constant_alone, false, true},
};

static void fill(void)
{
    for (size_t i = 0; i < DIM; i++) {
        x0[i] = 0.1 * (double)(i % 11) - 0.3;
        lower[i] = i % 3 == 0 ? -2 : -INFINITY;
        upper[i] = i % 4 == 0 ? 2.5 : INFINITY;
    }
}

/* Settings of a way, with arrays from a coordinate on. */
static nes_settings settings(const way *w, size_t first)
{
    nes_settings s = run_settings(w->method);
    s.sampling = w->sampling;
    s.popsize = 6;
    s.max_gens = 5;
    s.eval_start = "yes";
    if (w->bounds) s.lower = lower + first;
    if (w->bounds) s.upper = upper + first;
    if (w->restarts) {
        s.restarts = "ipop";
        s.flat = 1;
        s.max_gens = 7;
    }
    return s;
}

/* An array of rank 0, of all coordinates, against that of a slice. */
static void compare(const char *what, const double *all, size_t first, size_t n, const double *own)
{
    static double room[DIM];
    if (expect_rank() == 0) memcpy(room, all, sizeof room);
    MPI_Bcast(room, DIM, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    expect(own != NULL && memcmp(own, room + first, n * sizeof *own) == 0, "%s differs", what);
}

static void compare_counts(const nes_result *r)
{
    expect_same(MPI_COMM_WORLD, r->evaluations, "evaluations");
    expect_same(MPI_COMM_WORLD, r->failed, "failed evaluations");
    expect_same(MPI_COMM_WORLD, r->restarts, "restarts");
    expect_same(MPI_COMM_WORLD, (uint64_t)r->stop, "reason to stop");
}

/* Rank 0 makes the run alone, too. */
static void compare_runs(const way *w)
{
    nes_mpi_shared *ranks = NULL;
    nes_mpi_report report;
    nes_opt *whole = NULL, *o = NULL;
    nes_result all = {0}, r = {0};
    char message[NES_MESSAGE_SIZE];
    expect(nes_mpi_shared_open(&ranks, MPI_COMM_WORLD, DIM, &report) == NES_OK, "%s",
           report.message);
    const nes_slice *slice = nes_mpi_shared_slice(ranks);
    const nes_settings s = settings(w, slice->first), s0 = settings(w, 0);
    if (expect_rank() == 0) {
        whole = expect_handle(DIM, x0, &s0);
        expect(marked_run(whole, w->alone, NULL) == NES_OK, "alone");
        all = run_result(whole);
    }
    expect(nes_create_slice(&o, DIM, slice, x0 + slice->first, &s, message, sizeof message) ==
               NES_OK,
           "%s", message);
    expect(nes_mpi_run_shared(o, ranks, w->shared, NULL, &report) == NES_OK, "%s", report.message);
    expect(nes_get_result(o, &r) == NES_OK && r.dim == slice->n, "no result");
    expect(report.evaluations == r.evaluations, "%d evaluations", (int)report.evaluations);
    compare("best point", all.best_x, slice->first, slice->n, r.best_x);
    compare("mean", all.mean_x, slice->first, slice->n, r.mean_x);
    compare("standard deviations", all.std_x, slice->first, slice->n, r.std_x);
    compare_counts(&r);
    if (expect_rank() == 0) {
        expect(r.best_f == all.best_f && r.sigma == all.sigma, "best value or sigma differ");
        expect(r.evaluations == all.evaluations && r.restarts == all.restarts, "counts differ");
        expect(strcmp(r.stop_text, all.stop_text) == 0, "%s, not %s", r.stop_text, all.stop_text);
        expect(w->restarts == (r.restarts > 0), "%d restarts", (int)r.restarts);
    }
    nes_destroy(whole);
    nes_destroy(o);
    nes_mpi_shared_close(ranks);
}

/* Bytes that this rank hands to MPI in some generations. */
static uint64_t traffic(const char *method, size_t dim)
{
    enum { GENERATIONS = 5, POINTS = 8, MOST = 256 + 64 * POINTS + 512 };
    nes_mpi_shared *ranks = NULL;
    nes_opt *o = NULL;
    nes_settings s = run_settings(method);
    s.popsize = POINTS;
    s.max_gens = GENERATIONS;
    s.window = POINTS;
    nes_mpi_shared_open(&ranks, MPI_COMM_WORLD, dim, NULL);
    nes_create_slice(&o, dim, nes_mpi_shared_slice(ranks), NULL, &s, NULL, 0);
    calls_reset();
    expect(nes_mpi_run_shared(o, ranks, shared_gaps, NULL, NULL) == NES_OK, "traffic");
    const uint64_t bytes = calls_seen.bytes;
    expect(bytes >= GENERATIONS * 8 * POINTS, "bytes are not counted");
    expect(bytes <= (GENERATIONS + 3) * MOST, "%s, d %zu: %llu bytes, at most %d", method, dim,
           (unsigned long long)bytes, (GENERATIONS + 3) * MOST);
    nes_destroy(o);
    nes_mpi_shared_close(ranks);
    return bytes;
}

static void compare_traffic(const char *method)
{
    const uint64_t small = traffic(method, DIM), large = traffic(method, 2 * (size_t)DIM);
    expect(small == large, "%s: %llu bytes, and %llu in more dimensions", method,
           (unsigned long long)small, (unsigned long long)large);
}

/* The one call. */
static nes_status minimize(size_t dim, const nes_settings *s, nes_mpi_slice_objective f, double bad,
                           nes_mpi_report *report)
{
    static double x[DIM];
    size_t first = 0, n = 0;
    nes_result r;
    expect(nes_mpi_slice(MPI_COMM_WORLD, dim, &first, &n) == NES_OK, "no slice");
    memcpy(x, x0 + first, n * sizeof *x);
    if (expect_rank() == expect_ranks() - 1) x[0] = bad;
    const nes_status st = nes_mpi_minimize_shared(MPI_COMM_WORLD, f, NULL, dim, x, s, &r, report);
    expect_same(MPI_COMM_WORLD, (uint64_t)st, "status");
    expect(st != NES_OK || (r.dim == n && r.best_x == x), "the answer is not in x");
    return st;
}

static void one_call(void)
{
    nes_mpi_report report;
    nes_settings s;
    nes_settings_default(&s);
    s.max_evals = 30;
    expect(minimize(DIM, &s, shared_weighted, 0.5, &report) == NES_OK, "%s", report.message);
    expect(report.message[0] == '\0' && report.ranks == expect_ranks(), "report");
}

/* Reads a result, which takes all ranks, and stops the run in the third generation; of the ranks
 * only the last one wants to. */
static int watch(nes_opt *o, void *user)
{
    nes_result r;
    int *tells = user;
    expect(nes_get_result(o, &r) == NES_OK && r.sigma > 0, "no result while it runs");
    return ++*tells == 3 && expect_rank() == expect_ranks() - 1;
}

static void watched(void)
{
    nes_mpi_report report;
    int tells = 0;
    nes_settings s = run_settings("cr-fm-nes");
    s.progress = watch;
    s.progress_user = &tells;
    s.popsize = 4;
    expect(minimize(DIM, &s, shared_gaps, 0, &report) == NES_OK, "%s", report.message);
    expect(tells == 3, "%d tells", tells);
    s.progress = NULL;
    s.max_time = 1e-9;
    expect(minimize(DIM, &s, shared_gaps, 0, &report) == NES_OK, "%s", report.message);
    expect(report.evaluations == 4, "%d evaluations", (int)report.evaluations);
}

static void refusals(void)
{
    nes_mpi_report report;
    nes_settings s = run_settings("snes");
    s.max_gens = 3;
    expect_refused(minimize(DIM, &s, shared_gaps, NAN, &report), NES_ERR_START, &report, "x0");
    expect_refused(minimize(DIM, &s, NULL, 0, &report), NES_ERR_ARGUMENT, &report, "null");
    if (expect_ranks() > 1)
        expect_refused(minimize(NES_PART, &s, shared_gaps, 0, &report), NES_ERR_DIMENSION, &report,
                       "at most 1 ranks");
    s.sampling = "mirrored-orthogonal";
    expect_refused(minimize(DIM, &s, shared_gaps, 0, &report), NES_ERR_METHOD, &report, "mirrored");
    s = run_settings("xnes");
    expect_refused(minimize(DIM, &s, shared_gaps, 0, &report), NES_ERR_METHOD, &report, "snes");
    expect(nes_mpi_run_shared(NULL, NULL, shared_gaps, NULL, &report) == NES_ERR_ARGUMENT, "null");
    expect(nes_mpi_shared_slice(NULL) == NULL, "slice of nothing");
    expect(nes_mpi_shared_open(NULL, MPI_COMM_WORLD, DIM, NULL) == NES_ERR_ARGUMENT, "null");
    expect(nes_mpi_slice(MPI_COMM_WORLD, DIM, NULL, NULL) == NES_ERR_ARGUMENT, "null");
    nes_mpi_shared_close(NULL);
}

/* An error of MPI within a sum comes back as what it is, wherever it happens. */
static void faults(void)
{
    nes_settings s = run_settings("snes");
    nes_mpi_report report;
    s.max_gens = 4;
    int failures = 0;
    for (int at = 1; at < 40; at += 7) {
        calls_reset();
        calls_seen.fail_at = at; /* if that is a call of MPI_Allreduce */
        const nes_status st = minimize(DIM, &s, shared_gaps, 0, &report);
        failures += st != NES_OK;
        if (st != NES_OK) expect_refused(st, NES_ERR_MPI, &report, "MPI_Allreduce");
    }
    expect(failures >= 2, "%d failures", failures);
    calls_reset();
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    fill();
    const size_t half = (size_t)expect_ranks() % 2; /* with other numbers of ranks the other half */
    for (size_t i = half; i < sizeof ways / sizeof *ways; i += 2) compare_runs(&ways[i]);
    one_call();
    watched();
    refusals();
    if (expect_ranks() == 3) faults();
    if (expect_ranks() == 4) compare_traffic("snes");
    if (expect_ranks() == 4) compare_traffic("cr-fm-nes");
    return expect_end();
}
