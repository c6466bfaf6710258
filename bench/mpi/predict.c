/* SPDX-License-Identifier: MIT
 *
 * The simulator of bench/cluster beside real runs, on the ranks that mpirun starts: seconds of a
 * generation as measured and as predicted, for the three schedules. Evaluations sleep, so that more
 * ranks than processors do not matter. How long a point takes is a function of its coordinates. The
 * simulator is given the law, with the mean that was measured, and draws times of its own, for many
 * such runs: their deviation says how well two of them can agree. Fails where measured and
 * predicted time differ by more than four deviations and a tenth.
 *
 *     mpirun -n RANKS predict [GENERATIONS]      default: 60 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nes/by_name.h"
#include "nes/mpi.h"
#include "simulate.h"

enum { DIM = 4, POINTS = 16, SIMULATED = 400 };
static const double MEAN = 0.01, STRAGGLER = 3, LARGEST_ERROR = 0.1;

/* When the search ended its first generation, and the last one so far. */
typedef struct span {
    uint64_t from, to;
    double first, last;
} span;

/* Called after every ask; a generation may take two. */
static int note(nes_opt *o, void *user)
{
    span *s = user;
    uint64_t generations = 0;
    if (nes_get_count(o, "generations", &generations) != NES_OK || generations == s->to) return 0;
    s->to = generations;
    s->last = MPI_Wtime();
    if (s->from == 0) {
        s->from = s->to;
        s->first = s->last;
    }
    return 0;
}

static double sleeping_sphere(size_t dim, const double *x, void *user)
{
    uint64_t address = 0;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        address = cluster_mix(address, bits);
        sum += x[i] * x[i];
    }
    const double seconds = cluster_time(user, address);
    const struct timespec t = {.tv_sec = (time_t)seconds,
                               .tv_nsec = (long)(1e9 * fmod(seconds, 1))};
    nanosleep(&t, NULL);
    return sum;
}

static nes_opt *start(uint64_t generations, span *s)
{
    static const double x0[DIM] = {1, 1, 1, 1};
    nes_settings settings;
    nes_opt *o = NULL;
    nes_settings_default(&settings);
    settings.method = "xnes";
    settings.eval_start = "no";
    settings.popsize = POINTS;
    settings.max_gens = generations + 1;
    settings.progress = note;
    settings.progress_user = s;
    if (nes_create(&o, DIM, x0, &settings) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    return o;
}

/* Seconds of a generation. The mean of the law becomes that of the evaluations. */
static double measure(cluster_job *j, uint64_t generations)
{
    nes_mpi_settings m;
    nes_mpi_report report;
    span s = {0};
    nes_opt *o = start(generations, &s);
    nes_mpi_settings_default(&m);
    m.schedule = j->schedule == CLUSTER_STATIC ? "static" : "demand";
    if (j->schedule == CLUSTER_CHASE) m.straggler = j->straggler;
    if (nes_mpi_run(o, MPI_COMM_WORLD, sleeping_sphere, &j->law, &m, &report) != NES_OK)
        MPI_Abort(MPI_COMM_WORLD, 1);
    nes_destroy(o);
    double sums[2] = {report.evaluating, (double)report.evaluations};
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    j->law.mean = sums[0] / sums[1];
    return (s.last - s.first) / (double)(s.to - s.from);
}

/* Ranks that share memory; docs/cluster.md has the numbers. */
static cluster_job job_of(const char *law, cluster_schedule schedule, size_t generations)
{
    cluster_job j = {.law = {.mean = MEAN},
                     .schedule = schedule,
                     .straggler = STRAGGLER,
                     .points = POINTS,
                     .generations = generations};
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    j.ranks = (size_t)ranks;
    cluster_machine_default(&j.machine);
    j.machine.latency = j.machine.letter = 1e-6;
    j.machine.fetch = j.machine.serve = 1.5e-7;
    cluster_law_read(&j.law, law);
    return j;
}

/* Mean and standard deviation of the time of a generation, over runs of so many generations. */
static void predict(cluster_job j, double *mean, double *deviation)
{
    double sum = 0, squares = 0;
    for (j.seed = 1; j.seed <= SIMULATED; j.seed++) {
        cluster_outcome o;
        if (!cluster_simulate(&j, &o)) MPI_Abort(MPI_COMM_WORLD, 1);
        const double seconds = o.seconds / (double)j.generations;
        sum += seconds;
        squares += seconds * seconds;
    }
    *mean = sum / SIMULATED;
    *deviation = sqrt(fmax(0, squares / SIMULATED - *mean * *mean));
}

/* One line; true: they agree. */
static bool compare(const char *law, cluster_schedule schedule, size_t generations)
{
    static const char *const names[] = {"static", "demand", "straggler"};
    cluster_job j = job_of(law, schedule, generations);
    double predicted, deviation;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double measured = measure(&j, generations);
    predict(j, &predicted, &deviation);
    const double error = predicted / measured - 1;
    if (rank == 0)
        printf("%zu ranks, %-14s %-9s  measured %6.2f ms, predicted %6.2f ms (%.2f), %+.1f per "
               "cent\n",
               j.ranks, law, names[schedule], 1e3 * measured, 1e3 * predicted, 1e3 * deviation,
               100 * error);
    return fabs(error) <= LARGEST_ERROR + 4 * deviation / measured;
}

int main(int argc, char **argv)
{
    static const char *const laws[] = {"constant", "lognormal:0.5", "slow:0.05:10"};
    int provided, rank;
    bool well = true;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int generations = argc > 1 ? atoi(argv[1]) : 60;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int schedule = CLUSTER_STATIC; schedule <= CLUSTER_CHASE; schedule++)
            if (!compare(laws[i], (cluster_schedule)schedule, (size_t)generations)) well = false;
    MPI_Finalize();
    return well || rank != 0 ? 0 : 1;
}
