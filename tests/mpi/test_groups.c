/* SPDX-License-Identifier: MIT
 *
 * Objectives that are parallel themselves: each rank of a group has some of the terms, and the
 * value is what the group's rank 0 says. The run is that of a single process. Four ranks. */
#include <string.h>

#include "expect.h"
#include "support/allocator.h"
#include "support/runs.h"

enum { DIM = 6 };
static const double START[DIM] = {1, 2, 3, 4, 5, 6};

/* The order of the sum is that of a single process: rank i of the group adds term i. */
static nes_fate sum_of_squares(size_t dim, const double *x, double *values, MPI_Comm group,
                               void *user)
{
    int rank, size;
    double square[DIM], all[DIM];
    MPI_Comm_rank(group, &rank);
    MPI_Comm_size(group, &size);
    expect(size == *(int *)user, "a group of %d", size);
    for (size_t i = 0; i < dim; i++)
        square[i] = (int)i % size == rank ? (double)(i + 1) * x[i] * x[i] : 0;
    MPI_Reduce(square, all, (int)dim, MPI_DOUBLE, MPI_SUM, 0, group);
    values[0] = rank != 0 ? -1e300 : 0; /* nobody listens to the others */
    for (size_t i = 0; rank == 0 && i < dim; i++) values[0] += all[i];
    return NES_MEASURED;
}

static double alone(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += (double)(i + 1) * x[i] * x[i];
    return sum;
}

static void in_groups(int size, const char *schedule, uint64_t popsize)
{
    nes_settings s = run_settings("xnes");
    nes_mpi_settings m;
    nes_mpi_report report;
    s.max_gens = 10;
    s.popsize = popsize;
    nes_mpi_settings_default(&m);
    m.group = size;
    m.schedule = schedule;
    nes_opt *o = expect_handle(DIM, START, &s), *single = expect_handle(DIM, START, &s);
    nes_run(single, alone, NULL);
    expect(nes_mpi_run_group(o, MPI_COMM_WORLD, sum_of_squares, &size, &m, &report) == NES_OK,
           "groups of %d, %s: %s", size, schedule, report.message);
    expect(nes_fingerprint(o) == nes_fingerprint(single), "groups of %d, %s: another end", size,
           schedule);
    uint64_t made = report.evaluations;
    MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    expect(made == (uint64_t)size * run_result(o).evaluations, "%llu evaluations",
           (unsigned long long)made);
    nes_destroy(o);
    nes_destroy(single);
}

static void wrong_size(int size, double straggler, const char *word)
{
    const nes_settings s = run_settings("xnes");
    nes_mpi_settings m;
    nes_mpi_report report;
    nes_mpi_settings_default(&m);
    m.group = size;
    m.straggler = straggler;
    m.schedule = "demand";
    nes_opt *o = expect_handle(DIM, START, &s);
    expect_refused(nes_mpi_run_group(o, MPI_COMM_WORLD, sum_of_squares, &size, &m, &report),
                   NES_ERR_VALUE, &report, word);
    nes_destroy(o);
}

/* One rank of a group finds no memory for a restart: the others do not wait for it. */
static void no_memory(const char *schedule)
{
    allocations a = {0};
    nes_settings s = run_settings("xnes");
    nes_mpi_settings m;
    nes_mpi_report report;
    int size = 2;
    s.restarts = "ipop";
    s.tolx_abs = 0.5;
    s.allocator = allocator_of(&a);
    nes_mpi_settings_default(&m);
    m.group = size;
    m.schedule = schedule;
    nes_opt *o = expect_handle(DIM, START, &s);
    if (expect_rank() == 3) a.fail_at = a.calls + 1;
    expect_refused(nes_mpi_run_group(o, MPI_COMM_WORLD, sum_of_squares, &size, &m, &report),
                   NES_ERR_MEMORY, &report, "rank 3: ");
    nes_destroy(o);
}

int main(int argc, char **argv)
{
    static const char *const schedules[] = {"static", "demand"};
    expect_begin(&argc, &argv);
    for (int size = 1; size <= 4; size *= 2)
        for (size_t i = 0; i < 2; i++) {
            in_groups(size, schedules[i], 2);
            in_groups(size, schedules[i], 9);
        }
    no_memory("static");
    no_memory("demand");
    wrong_size(3, NES_OFF, "group is 3, which does not divide the 4 ranks");
    wrong_size(2, 5, "groups of one rank");
    return expect_end();
}
