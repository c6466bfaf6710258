/* SPDX-License-Identifier: MIT
 *
 * Coordinates shared out among ranks of which one does something else: all ranks are told, and none
 * waits. Needs two ranks at least. */
#include <string.h>

#include "calls.h"
#include "expect.h"
#include "shared.h"
#include "support/runs.h"
#include "util/cpu.h"

enum { DIM = 7 * NES_PART + 100 };

static double x[DIM];

static bool is_other(void)
{
    return expect_rank() == 1;
}

static nes_settings short_run(void)
{
    nes_settings s = run_settings("cr-fm-nes");
    s.popsize = 6;
    s.max_gens = 5;
    return s;
}

static nes_status minimize(size_t dim, const nes_settings *s, nes_mpi_report *report)
{
    return nes_mpi_minimize_shared(MPI_COMM_WORLD, shared_weighted, NULL, dim, x, s, NULL, report);
}

static void settings(void)
{
    nes_mpi_report report;
    nes_settings s = short_run();
    if (is_other()) s.popsize = 16;
    expect_refused(minimize(DIM, &s, &report), NES_ERR_VALUE, &report, "different settings");
    s = short_run();
    expect_refused(minimize(DIM - is_other(), &s, &report), NES_ERR_VALUE, &report,
                   "different dimensions");
}

/* Opens the ranks, makes a handle of each slice, does something to that of rank 1, and runs. */
static nes_status run(const nes_settings *s, void (*spoil)(nes_opt *o), nes_mpi_report *report)
{
    nes_mpi_shared *w = NULL;
    nes_opt *o = NULL;
    nes_mpi_shared_open(&w, MPI_COMM_WORLD, DIM, NULL);
    nes_create_slice(&o, DIM, nes_mpi_shared_slice(w), NULL, s, NULL, 0);
    if (is_other() && spoil != NULL) spoil(o);
    const nes_status st = nes_mpi_run_shared(o, w, shared_weighted, NULL, report);
    expect_same(MPI_COMM_WORLD, (uint64_t)st, "status");
    nes_destroy(o);
    nes_mpi_shared_close(w);
    return st;
}

/* Stops on one rank only; the callback returns 0. */
static int stop_alone(nes_opt *o, void *user)
{
    (void)user;
    if (is_other()) nes_stop_now(o);
    return 0;
}

static void moments(void)
{
    nes_mpi_report report;
    nes_settings s = short_run();
    expect_refused(run(&s, nes_stop_now, &report), NES_ERR_RANKS, &report, "do not begin");
    s.progress = stop_alone;
    expect_refused(run(&s, NULL, &report), NES_ERR_RANKS, &report, "no longer");
}

/* A handle that was made for itself. */
static void handles(void)
{
    nes_mpi_report report;
    nes_mpi_shared *w = NULL;
    nes_opt *o = expect_handle(10, NULL, NULL);
    expect_refused(nes_mpi_shared_open(is_other() ? NULL : &w, MPI_COMM_WORLD, DIM, &report),
                   NES_ERR_ARGUMENT, &report, "rank 1: ");
    expect(w == NULL, "ranks that are not open");
    nes_mpi_shared_open(&w, MPI_COMM_WORLD, DIM, &report);
    expect_refused(nes_mpi_run_shared(o, w, shared_weighted, NULL, &report), NES_ERR_DIMENSION,
                   &report, "10 variables");
    nes_destroy(o);
    nes_mpi_shared_close(w);
}

static int see_kernels(nes_opt *o, void *user)
{
    *(const char **)user = nes_get_settings(o)->kernels;
    return 0;
}

/* One rank says that its processor has the baseline only. A build that uses no more finds all ranks
 * alike. */
static void old_processor(void)
{
    const char *wanted = nes_cpu_best() > NES_CPU_BASELINE ? "baseline" : "auto";
    nes_mpi_report report;
    const char *kernels = "";
    nes_settings s = short_run();
    s.progress = see_kernels;
    s.progress_user = &kernels;
    calls_reset();
    if (is_other()) calls_seen.level = 1;
    expect(minimize(DIM, &s, &report) == NES_OK, "%s", report.message);
    expect(strcmp(kernels, wanted) == 0, "kernels %s", kernels);
    calls_reset();
}

/* Errors on the communicator of an objective are handled as on the caller's. */
static nes_fate see_handler(size_t dim, const double *point, double *values, MPI_Comm comm,
                            void *user)
{
    MPI_Errhandler handler;
    (void)dim, (void)point, (void)user;
    MPI_Comm_get_errhandler(comm, &handler);
    expect(handler == MPI_ERRORS_ARE_FATAL, "errors of an objective are passed over");
    MPI_Errhandler_free(&handler);
    values[0] = 1;
    return NES_MEASURED;
}

static nes_fate see_handler_of_all(const nes_mpi_part *part, double *values, void *user)
{
    return see_handler(part->dim, part->x, values, part->comm, user);
}

static void handlers(void)
{
    nes_settings s = short_run();
    nes_mpi_settings m;
    s.max_gens = 1;
    nes_opt *o = expect_handle(3, NULL, &s);
    nes_mpi_settings_default(&m);
    m.group = expect_ranks();
    expect(nes_mpi_run_group(o, MPI_COMM_WORLD, see_handler, NULL, &m, NULL) == NES_OK, "group");
    expect(nes_mpi_minimize_shared(MPI_COMM_WORLD, see_handler_of_all, NULL, DIM, x, &s, NULL,
                                   NULL) == NES_OK,
           "shared");
    nes_destroy(o);
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    settings();
    moments();
    handles();
    old_processor();
    handlers();
    return expect_end();
}
