/* SPDX-License-Identifier: MIT
 *
 * What is refused, on all ranks alike and with a sentence that names the rank: handles that differ
 * at the start or later, arguments and settings that cannot be, memory that is missing on one rank,
 * errors of MPI. Needs three ranks at least. */
#include <math.h>
#include <string.h>

#include "calls.h"
#include "expect.h"
#include "support/allocator.h"
#include "support/runs.h"

enum { DIM = 4 };
static const double START[DIM] = {1, 2, 3, 4};

static nes_settings short_run(void)
{
    nes_settings s = run_settings("xnes");
    s.max_gens = 40;
    return s;
}

/* Runs a handle of these settings and says what came of it. */
static nes_status run(const nes_settings *s, const nes_mpi_settings *m, nes_mpi_report *report)
{
    nes_opt *o = expect_handle(DIM, START, s);
    const nes_status st = nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, m, report);
    nes_destroy(o);
    expect_same(MPI_COMM_WORLD, (uint64_t)st, "status");
    return st;
}

static void other_seed(void)
{
    nes_mpi_report report;
    nes_settings s = short_run();
    if (expect_rank() == 1) s.seed = 77;
    expect_refused(run(&s, NULL, &report), NES_ERR_RANKS, &report, "others: rank 1;");
    expect(strstr(report.message, "do not begin") != NULL, "%s", report.message);
    s.seed = expect_rank() == 2 ? 3 : 4;
    expect_refused(run(&s, NULL, &report), NES_ERR_RANKS, &report, "others: rank 2;");
    s.seed = (uint64_t)expect_rank();
    expect_refused(run(&s, NULL, &report), NES_ERR_RANKS, &report, "others: ranks 1");
}

static void other_settings_of_mpi(void)
{
    nes_mpi_report report;
    nes_mpi_settings m;
    const nes_settings s = short_run();
    nes_mpi_settings_default(&m);
    if (expect_rank() == 2) m.check_every = 3;
    expect_refused(run(&s, &m, &report), NES_ERR_RANKS, &report, "others: rank 2;");
}

/* One bit of one value arrives wrong on rank 1, and the next points show it. */
static void wrong_bit(const char *schedule)
{
    nes_mpi_report report;
    nes_mpi_settings m;
    const nes_settings s = short_run();
    nes_mpi_settings_default(&m);
    m.schedule = schedule;
    calls_reset();
    if (expect_rank() == 1) calls_seen.flip_at = 9;
    expect_refused(run(&s, &m, &report), NES_ERR_RANKS, &report, "others: rank 1;");
    expect(strstr(report.message, "no longer") != NULL, "%s", report.message);
    expect(calls_seen.collectives < 20, "found after %llu calls only",
           (unsigned long long)calls_seen.collectives);
    calls_reset();
}

static int change_a_limit(nes_opt *o, void *user)
{
    nes_settings s;
    nes_settings_default(&s);
    s.max_failed = 1000;
    if (run_result(o).generations == *(uint64_t *)user) nes_continue(o, &s);
    return 0;
}

/* What the points do not show, the fingerprint does: every so many asks, and at the end. */
static void other_limit(uint64_t every, uint64_t at)
{
    nes_mpi_report report;
    nes_mpi_settings m;
    nes_settings s = short_run();
    uint64_t when = expect_rank() == 2 ? at : 0;
    s.progress = change_a_limit;
    s.progress_user = &when;
    nes_mpi_settings_default(&m);
    m.check_every = every;
    calls_reset();
    expect_refused(run(&s, &m, &report), NES_ERR_RANKS, &report, "others: rank 2;");
    const uint64_t most = every > 0 ? 2 * (at + every) + 6 : 2 * 40 + 6;
    expect(calls_seen.collectives <= most, "%llu collective calls, at most %llu",
           (unsigned long long)calls_seen.collectives, (unsigned long long)most);
}

/* One rank believes to be done. */
static int stop_alone(nes_opt *o, void *user)
{
    if (*(bool *)user && run_result(o).generations == 5) nes_stop_now(o);
    return 0;
}

static void stopped_alone(void)
{
    nes_mpi_report report;
    nes_settings s = short_run();
    bool stops = expect_rank() == 0;
    s.progress = stop_alone;
    s.progress_user = &stops;
    expect_refused(run(&s, NULL, &report), NES_ERR_RANKS, &report, "others: rank 0;");
}

static void refused_settings(void)
{
    nes_mpi_report report;
    nes_mpi_settings m;
    const nes_settings s = short_run();
    nes_mpi_settings_default(&m);
    m.schedule = expect_rank() == 1 ? "random" : "static";
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "no schedule \"random\"");
    nes_mpi_settings_default(&m);
    m.straggler = 0.5;
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "straggler is 0.5");
    m.straggler = NAN;
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "straggler is");
    m.straggler = 3;
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "\"demand\"");
    nes_mpi_settings_default(&m);
    m.group = 2;
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "nes_mpi_run_group");
    m.group = 0;
    expect_refused(run(&s, &m, &report), NES_ERR_VALUE, &report, "group is 0");
}

static void refused_arguments(void)
{
    nes_mpi_report report;
    const nes_settings s = short_run();
    double x[DIM] = {0};
    nes_opt *o = expect_handle(DIM, START, &s);
    nes_objective f = expect_rank() == 2 ? NULL : run_sphere;
    expect_refused(
        nes_mpi_run(expect_rank() == 1 ? NULL : o, MPI_COMM_WORLD, run_sphere, NULL, NULL, &report),
        NES_ERR_ARGUMENT, &report, "rank 1: ");
    expect_refused(nes_mpi_run(o, MPI_COMM_WORLD, f, NULL, NULL, &report), NES_ERR_ARGUMENT,
                   &report, "rank 2: ");
    expect_refused(nes_mpi_run(o, MPI_COMM_NULL, run_sphere, NULL, NULL, &report), NES_ERR_ARGUMENT,
                   &report, "MPI_COMM_NULL");
    expect(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, NULL) == NES_OK, "not as it was");
    expect_refused(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, &report), NES_ERR_ORDER,
                   &report, "rank 0: ");
    expect_refused(nes_mpi_minimize(MPI_COMM_WORLD, run_sphere, NULL, DIM,
                                    expect_rank() == 1 ? NULL : x, NULL, NULL, NULL, &report),
                   NES_ERR_ARGUMENT, &report, "rank 1: ");
    nes_settings same = s;
    expect_refused(nes_mpi_agree(MPI_COMM_WORLD, expect_rank() == 1 ? NULL : &same, &report),
                   NES_ERR_ARGUMENT, &report, "rank 1: ");
    expect(nes_mpi_agree(MPI_COMM_WORLD, &same, NULL) == NES_OK, "not agreed");
    expect(same.kernels == s.kernels, "the processors of one machine differ");
    nes_destroy(o);
}

/* Settings that only one rank has. */
static void refused_by_create(void)
{
    double x[DIM] = {0};
    nes_mpi_report report;
    nes_settings s = short_run();
    if (expect_rank() == 2) s.sigma = -1;
    expect_refused(
        nes_mpi_minimize(MPI_COMM_WORLD, run_sphere, NULL, DIM, x, &s, NULL, NULL, &report),
        NES_ERR_VALUE, &report, "rank 2: option 'sigma' is -1");
    nes_mpi_settings_default(NULL);
}

/* A restart finds no memory on rank 1, which cannot know how many points the others have. */
static void no_memory(void)
{
    nes_mpi_report report;
    allocations a = {0};
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.tolx_abs = 0.5;
    s.allocator = allocator_of(&a);
    nes_opt *o = expect_handle(DIM, START, &s);
    if (expect_rank() == 1) a.fail_at = a.calls + 1;
    expect_refused(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, &report), NES_ERR_MEMORY,
                   &report, "rank 1: ");
    nes_destroy(o);
}

/* MPI fails on all ranks at once; of anything else it promises nothing. */
static void error_of_mpi(void)
{
    nes_mpi_report report;
    const nes_settings s = short_run();
    calls_reset();
    calls_seen.fail_at = 12;
    expect_refused(run(&s, NULL, &report), NES_ERR_MPI, &report, "MPI_Allreduce failed: ");
    calls_reset();
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    other_seed();
    other_settings_of_mpi();
    wrong_bit("static");
    wrong_bit("demand");
    other_limit(4, 10);
    other_limit(0, 10);
    stopped_alone();
    refused_settings();
    refused_arguments();
    refused_by_create();
    no_memory();
    error_of_mpi();
    return expect_end();
}
