/* SPDX-License-Identifier: MIT
 *
 * Points on demand where reading the counter takes a call of MPI on rank 0, as it does on networks
 * that cannot read the memory of another machine: rank 0 answers while it evaluates, so that the
 * others do not wait for its evaluations, which are slow here. The test is started with that kind
 * of reading (OMPI_MCA_osc=pt2pt) and with ranks that seem to be on machines of their own. */
#include <math.h>
#include <time.h>

#include "calls.h"
#include "expect.h"
#include "support/runs.h"

enum { DIM = 3, POINTS = 24, GENERATIONS = 2 };

/* Rank 0 takes so many seconds, the others five milliseconds. */
static double slow_sphere(size_t dim, const double *x, void *user)
{
    const double *seconds = user;
    const struct timespec slow = {(time_t)*seconds, (long)(1e9 * fmod(*seconds, 1))},
                          quick = {.tv_nsec = 5000000};
    nanosleep(expect_rank() == 0 ? &slow : &quick, NULL);
    return run_sphere(dim, x, NULL);
}

/* The evaluations that rank 0 has to make, where it is that slow. */
static uint64_t evaluations_of_rank_0(double seconds)
{
    const double x0[DIM] = {1, 2, 3};
    nes_mpi_settings m;
    nes_mpi_report report;
    nes_settings s = run_settings("snes");
    s.popsize = POINTS;
    s.max_gens = GENERATIONS;
    nes_mpi_settings_default(&m);
    m.schedule = "demand";
    nes_opt *o = expect_handle(DIM, x0, &s), *single = expect_handle(DIM, x0, &s);
    nes_run(single, run_sphere, NULL);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, &seconds, &m, &report) == NES_OK, "%s",
           report.message);
    expect(nes_fingerprint(o) == nes_fingerprint(single), "not as a single process");
    nes_destroy(o);
    nes_destroy(single);
    MPI_Bcast(&report.evaluations, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return report.evaluations;
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    calls_seen.apart = 1;
    /* On a busy machine the others need more time for the rest. */
    uint64_t made = UINT64_MAX;
    for (double seconds = 0.5; seconds < 10 && made > 2 * GENERATIONS; seconds *= 4)
        made = evaluations_of_rank_0(seconds);
    expect(made <= 2 * GENERATIONS, "rank 0 had to make %llu evaluations",
           (unsigned long long)made);
    return expect_end();
}
