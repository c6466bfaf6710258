/* SPDX-License-Identifier: MIT
 *
 * All ranks stop in the same place: by time, by a callback on one of them, by a budget; a run that
 * was saved goes on with another number of ranks; and nes_mpi_minimize does what nes_minimize does.
 */
#include <string.h>
#include <time.h>

#include "calls.h"
#include "expect.h"
#include "support/runs.h"

enum { DIM = 5 };
static const double START[DIM] = {1, 2, 3, 4, 5};

static uint64_t bits(double value)
{
    uint64_t b;
    memcpy(&b, &value, sizeof b);
    return b;
}

static double slow_sphere(size_t dim, const double *x, void *user)
{
    const struct timespec t = {.tv_nsec = 200000};
    nanosleep(&t, NULL);
    return run_sphere(dim, x, user);
}

static void by_time(const char *schedule)
{
    nes_settings s = run_settings("xnes");
    nes_mpi_settings m;
    s.max_time = 0.05;
    nes_mpi_settings_default(&m);
    m.schedule = schedule;
    nes_opt *o = expect_handle(DIM, START, &s);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, NULL, &m, NULL) == NES_OK, "by time");
    const nes_result r = run_result(o);
    expect(r.stop == NES_STOP_TIME && r.stop_value >= 0.05, "stopped by %s", r.stop_text);
    expect_same(MPI_COMM_WORLD, r.generations, "generations by the time");
    expect_same(MPI_COMM_WORLD, bits(r.stop_value), "seconds at the end");
    expect_same(MPI_COMM_WORLD, nes_fingerprint(o), "state by the time");
    expect(nes_seconds(o) >= r.stop_value, "the clock does not count on");
    nes_destroy(o);
}

static int stop_after_seven(nes_opt *o, void *user)
{
    return *(bool *)user && run_result(o).generations >= 7;
}

/* The last rank wants to stop; a single process would have stopped there too. */
static void by_callback(void)
{
    bool stops = expect_rank() == expect_ranks() - 1;
    nes_settings s = run_settings("xnes");
    s.progress = stop_after_seven;
    s.progress_user = &stops;
    nes_opt *o = expect_handle(DIM, START, &s), *single = expect_handle(DIM, START, &s);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, NULL) == NES_OK, "by callback");
    stops = true;
    nes_run(single, run_sphere, NULL);
    expect(nes_stopped(o) == NES_STOP_USER, "stopped by %s", nes_stop_name(nes_stopped(o)));
    expect(nes_fingerprint(o) == nes_fingerprint(single), "not where a single process stops");
    nes_destroy(o);
    nes_destroy(single);
}

/* All ranks begin, all but the last go on from what was saved, and a single process does it all. */
static void on_fewer_ranks(void)
{
    MPI_Comm fewer;
    const int size = expect_ranks() > 1 ? expect_ranks() - 1 : 1;
    nes_settings s = run_settings("xnes"), more = s;
    s.max_evals = 53; /* within a generation */
    more.max_evals = 200;
    nes_opt *o = expect_handle(DIM, START, &s), *single = expect_handle(DIM, START, &more);
    nes_run(single, run_sphere, NULL);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, NULL) == NES_OK, "first part");
    MPI_Comm_split(MPI_COMM_WORLD, expect_rank() < size ? 0 : MPI_UNDEFINED, 0, &fewer);
    nes_opt *rest = run_copy(o);
    nes_continue(rest, &more);
    if (fewer != MPI_COMM_NULL) {
        expect(nes_mpi_run(rest, fewer, run_sphere, NULL, NULL, NULL) == NES_OK, "second part");
        expect(nes_fingerprint(rest) == nes_fingerprint(single), "another end on fewer ranks");
        MPI_Comm_free(&fewer);
    }
    nes_destroy(rest);
    nes_destroy(o);
    nes_destroy(single);
}

static void minimize(const char *kernels)
{
    double x[DIM], y[DIM];
    nes_settings s = run_settings("dd-xnes");
    nes_mpi_report report;
    nes_result r, single;
    s.max_evals = 500;
    memcpy(x, START, sizeof x);
    memcpy(y, START, sizeof y);
    expect(nes_mpi_minimize(MPI_COMM_WORLD, run_sphere, NULL, DIM, x, &s, NULL, &r, &report) ==
               NES_OK,
           "%s", report.message);
    s.kernels = kernels;
    nes_minimize(run_sphere, NULL, DIM, y, &s, &single);
    expect(memcmp(x, y, sizeof x) == 0 && bits(r.best_f) == bits(single.best_f), "another answer");
    expect(r.best_x == x && r.mean_x == NULL && r.evaluations == 500, "another result");
    expect(report.ranks == expect_ranks() && report.rank == expect_rank(), "rank and ranks");
    expect(report.seconds > 0 && report.idle >= 0 && report.idle <= 1, "time of the report");
    expect(report.message[0] == '\0', "%s", report.message);
    uint64_t all = report.evaluations;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    expect(all == 500, "%llu evaluations in all", (unsigned long long)all);
}

/* The last rank says that its processor has the baseline only. */
static void minimize_with_an_old_processor(void)
{
    calls_reset();
    if (expect_rank() == expect_ranks() - 1) calls_seen.level = 1;
    minimize("baseline");
    calls_reset();
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    by_time("static");
    by_time("demand");
    by_callback();
    on_fewer_ranks();
    minimize("auto");
    if (expect_ranks() > 1) minimize_with_an_old_processor();
    return expect_end();
}
