/* SPDX-License-Identifier: MIT
 *
 * Points on demand where reading the counter takes a call of MPI on rank 0, as it does on networks
 * that cannot read the memory of another machine: rank 0 answers while it evaluates, so that the
 * others do not wait for its evaluations, which are slow here. The test is started with that kind
 * of reading (OMPI_MCA_osc=pt2pt) and with ranks that seem to be on machines of their own. */
#include <time.h>

#include "calls.h"
#include "expect.h"
#include "support/runs.h"

enum { DIM = 3, POINTS = 24, GENERATIONS = 2 };

/* Rank 0 takes half a second, the others a hundredth of that. */
static double slow_sphere(size_t dim, const double *x, void *user)
{
    const struct timespec t = {.tv_nsec = expect_rank() == 0 ? 500000000 : 5000000};
    nanosleep(&t, NULL);
    return run_sphere(dim, x, user);
}

int main(int argc, char **argv)
{
    const double x0[DIM] = {1, 2, 3};
    nes_mpi_settings m;
    nes_mpi_report report;
    expect_begin(&argc, &argv);
    nes_settings s = run_settings("snes");
    s.popsize = POINTS;
    s.max_gens = GENERATIONS;
    nes_mpi_settings_default(&m);
    m.schedule = "demand";
    nes_opt *o = expect_handle(DIM, x0, &s), *single = expect_handle(DIM, x0, &s);
    nes_run(single, run_sphere, NULL);
    calls_seen.apart = 1;
    expect(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, NULL, &m, &report) == NES_OK, "%s",
           report.message);
    expect(nes_fingerprint(o) == nes_fingerprint(single), "not as a single process");
    expect(expect_rank() > 0 || report.evaluations <= 2 * GENERATIONS,
           "rank 0 had to make %llu evaluations", (unsigned long long)report.evaluations);
    nes_destroy(o);
    nes_destroy(single);
    return expect_end();
}
