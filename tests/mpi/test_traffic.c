/* SPDX-License-Identifier: MIT
 *
 * What travels: nine bytes for each value and rank, its fate among them, and not more than one
 * short message for a generation besides, whatever the number of variables. On demand the counter
 * adds eight bytes for a point, of the one rank that takes it. */
#include <string.h>

#include "calls.h"
#include "expect.h"
#include "support/runs.h"

enum { SHORT = 256, GENERATIONS = 20 };

static uint64_t tells;

static int count_tells(nes_opt *o, void *user)
{
    (void)o, (void)user;
    tells++;
    return 0;
}

/* Bytes that this rank handed to MPI, and what it may have. */
static void measure(size_t dim, uint64_t popsize, const char *schedule)
{
    static double x0[2000];
    nes_settings s = run_settings("snes");
    nes_mpi_settings m;
    nes_mpi_report report;
    s.popsize = popsize;
    s.max_gens = GENERATIONS;
    nes_mpi_settings_default(&m);
    m.schedule = schedule;
    m.check_every = 4;
    nes_opt *o = expect_handle(dim, x0, &s);
    calls_reset();
    expect(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, &m, &report) == NES_OK, "%s",
           report.message);
    const calls seen = calls_seen;
    const uint64_t values = run_result(o).evaluations;
    const uint64_t most =
        9 * values + 8 * GENERATIONS + 8 * seen.fetches + (GENERATIONS + 3) * SHORT;
    expect(values == GENERATIONS * popsize, "%llu values", (unsigned long long)values);
    expect(seen.bytes <= most, "d %zu, %llu points, %s: %llu bytes, at most %llu", dim,
           (unsigned long long)popsize, schedule, (unsigned long long)seen.bytes,
           (unsigned long long)most);
    expect(seen.bytes >= 8 * values, "bytes are not counted");
    expect(seen.fetches <= report.evaluations, "%llu fetches for %llu evaluations",
           (unsigned long long)seen.fetches, (unsigned long long)report.evaluations);
    nes_destroy(o);
}

/* With a progress callback there is one more short message for each tell. */
static void measure_watched(void)
{
    const double x0[3] = {1, 2, 3};
    nes_settings s = run_settings("xnes");
    s.max_gens = GENERATIONS;
    if (expect_rank() == expect_ranks() - 1) s.progress = count_tells;
    nes_opt *o = expect_handle(3, x0, &s);
    calls_reset();
    expect(nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, NULL) == NES_OK, "watched");
    expect(calls_seen.collectives == 2 * GENERATIONS + 3, "%llu collective calls",
           (unsigned long long)calls_seen.collectives);
    expect(tells == (s.progress != NULL ? GENERATIONS : 0), "%llu tells",
           (unsigned long long)tells);
    nes_destroy(o);
}

int main(int argc, char **argv)
{
    static const char *const schedules[] = {"static", "demand"};
    expect_begin(&argc, &argv);
    for (size_t i = 0; i < 2; i++) {
        measure(2, 16, schedules[i]);
        measure(2, 300, schedules[i]);
        measure(2000, 16, schedules[i]);
    }
    measure_watched();
    return expect_end();
}
