/* SPDX-License-Identifier: MIT
 *
 * What MPI costs and brings, on the ranks that mpirun starts: microseconds that a generation takes
 * beside nes_run() on rank 0 alone, at d = 10 with 16 points that cost next to nothing; and how
 * many more evaluations of 10 ms are made in the same time. Least of several repeats, since
 * whatever disturbs takes time. Fails where a limit is exceeded.
 *
 *     mpirun -n RANKS mpi [REPEATS]      default: 100 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nes/mpi.h"

enum { DIM = 10, POINTS = 16, GENERATIONS = 100, SLOW_GENERATIONS = 4 };
static const double MOST_MICROSECONDS = 30, LEAST_SHARE = 0.95;

static double sphere(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
    return sum;
}

static double slow_sphere(size_t dim, const double *x, void *user)
{
    const struct timespec t = {.tv_nsec = 10000000};
    nanosleep(&t, NULL);
    return sphere(dim, x, user);
}

static nes_opt *start(uint64_t generations)
{
    static const double x0[DIM] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    nes_settings s;
    nes_opt *o = NULL;
    nes_settings_default(&s);
    s.method = "xnes";
    s.eval_start = "no";
    s.popsize = POINTS;
    s.max_gens = generations;
    if (nes_create(&o, DIM, x0, &s) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    return o;
}

/* Seconds of a generation; comm null: this process alone. */
static double seconds(MPI_Comm comm, nes_objective f, uint64_t generations, const char *schedule)
{
    nes_mpi_settings m;
    nes_opt *o = start(generations);
    nes_mpi_settings_default(&m);
    m.schedule = schedule;
    const double begin = MPI_Wtime();
    const nes_status st =
        comm == MPI_COMM_NULL ? nes_run(o, f, NULL) : nes_mpi_run(o, comm, f, NULL, &m, NULL);
    const double end = MPI_Wtime();
    if (st != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    nes_destroy(o);
    return (end - begin) / (double)generations;
}

/* The least of the repeats, alone and together; the ranks that are not needed sleep meanwhile. */
static void measure(nes_objective f, uint64_t generations, const char *schedule, int repeats,
                    double least[2])
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    least[0] = least[1] = INFINITY;
    for (int i = 0; i < repeats; i++) {
        if (rank == 0) least[0] = fmin(least[0], seconds(MPI_COMM_NULL, f, generations, schedule));
        MPI_Barrier(MPI_COMM_WORLD);
        least[1] = fmin(least[1], seconds(MPI_COMM_WORLD, f, generations, schedule));
    }
}

static bool report(int repeats)
{
    static const char *const schedules[] = {"static", "demand"};
    bool well = true;
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < 2; i++) {
        double fast[2], slow[2];
        measure(sphere, GENERATIONS, schedules[i], repeats, fast);
        measure(slow_sphere, SLOW_GENERATIONS, schedules[i], 2, slow);
        const double more = 1e6 * (fast[1] - fast[0]), times = slow[0] / slow[1];
        const double most = (double)POINTS / ceil((double)POINTS / (double)ranks);
        if (rank == 0)
            printf("%d ranks, %s: a generation takes %.2f us alone, %+.2f us together; evaluations "
                   "of 10 ms: %.2f times as many\n",
                   ranks, schedules[i], 1e6 * fast[0], more, times);
        if (i == 0 && more > MOST_MICROSECONDS) well = false;
        if (times < LEAST_SHARE * most) well = false;
    }
    return well || rank != 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const bool well = report(argc > 1 ? atoi(argv[1]) : 100);
    MPI_Finalize();
    return well ? 0 : 1;
}
