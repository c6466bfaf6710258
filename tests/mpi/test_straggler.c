/* SPDX-License-Identifier: MIT
 *
 * Generations that are closed without stragglers. The last rank is slow now and then: nobody waits
 * for it, all ranks close the same points, its values are counted as late, and the search arrives.
 * Where nobody is slow, the run is that of a single process. Needs two ranks at least. */
#include <string.h>
#include <time.h>

#include "expect.h"
#include "nes/by_name.h"
#include "support/runs.h"

enum { DIM = 3, EVERY = 15, MOST = 600 };
static const double START[DIM] = {1, 2, 3};

typedef struct slowness {
    double seconds, long_seconds, bait;
    size_t calls;
} slowness;

static void take(double seconds)
{
    const struct timespec t = {.tv_sec = (time_t)seconds,
                               .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

/* Called in the thread that helps; nobody else looks at the counts meanwhile. Where it takes long,
 * it returns the bait: a value that would win if it counted. */
static double slow_sphere(size_t dim, const double *x, void *user)
{
    slowness *s = user;
    const bool slow = s->long_seconds > 0 && s->calls % EVERY == 3;
    s->calls++;
    take(slow ? s->long_seconds : s->seconds);
    return slow ? s->bait : run_sphere(dim, x, NULL);
}

static nes_mpi_settings with_straggler(double factor)
{
    nes_mpi_settings m;
    nes_mpi_settings_default(&m);
    m.schedule = "demand";
    m.straggler = factor;
    m.check_every = 5;
    return m;
}

static nes_settings settings(const char *method, uint64_t popsize)
{
    nes_settings s = run_settings(method);
    s.popsize = popsize;
    s.max_evals = MOST;
    return s;
}

/* Returns the late values. A quick evaluation takes so many seconds. */
static uint64_t one_slow_rank(const char *method, double seconds)
{
    const bool slow = expect_rank() == expect_ranks() - 1;
    const nes_settings s = settings(method, 12);
    const nes_mpi_settings m = with_straggler(20);
    slowness pace = {.seconds = seconds, .long_seconds = slow ? 300 * seconds : 0, .bait = -1e6};
    nes_mpi_report report;
    nes_opt *o = expect_handle(DIM, START, &s);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, &pace, &m, &report) == NES_OK, "%s: %s",
           method, report.message);
    const nes_result r = run_result(o);
    expect(r.stop == NES_STOP_EVALS && r.evaluations == MOST, "%s stopped by %s", method,
           r.stop_text);
    expect(r.best_f >= 0 && r.best_f < 1e-2, "%s: best value %g", method, r.best_f);
    expect(report.late > 0, "none is late");
    expect(report.evaluations == pace.calls, "evaluations of this rank");
    uint64_t made = report.evaluations;
    MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    expect(made >= r.evaluations && made <= r.evaluations + report.late,
           "%llu evaluations made, %llu told, %llu late", (unsigned long long)made,
           (unsigned long long)r.evaluations, (unsigned long long)report.late);
    expect_same(MPI_COMM_WORLD, nes_fingerprint(o), "state");
    expect_same(MPI_COMM_WORLD, report.late, "late values");
    nes_destroy(o);
    return report.late;
}

/* On a busy machine quick evaluations are late too, if they are very quick. */
static void few_are_late(const char *method)
{
    uint64_t late = MOST;
    for (double seconds = 1e-3; seconds < 0.1 && late >= MOST / 10; seconds *= 8)
        late = one_slow_rank(method, seconds);
    expect(late < MOST / 10, "%s: %llu late values", method, (unsigned long long)late);
}

/* All ranks are slow at once while some points wait to be taken: those are waited for. */
static uint64_t all_slow_ranks(double seconds)
{
    const uint64_t points = 6 * (uint64_t)expect_ranks();
    nes_settings s = settings("snes", points);
    const nes_mpi_settings m = with_straggler(20);
    slowness pace = {.seconds = seconds, .long_seconds = 300 * seconds, .bait = 1};
    nes_mpi_report report;
    s.max_gens = 1;
    nes_opt *o = expect_handle(DIM, START, &s);
    expect(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, &pace, &m, &report) == NES_OK, "%s",
           report.message);
    expect(run_result(o).evaluations + report.late == points, "%llu values, %llu late",
           (unsigned long long)run_result(o).evaluations, (unsigned long long)report.late);
    nes_destroy(o);
    return report.late;
}

static void slow_ones_are_late(void)
{
    const uint64_t most = (uint64_t)expect_ranks();
    uint64_t late = UINT64_MAX;
    for (double seconds = 1e-3; seconds < 0.1 && late > most; seconds *= 8)
        late = all_slow_ranks(seconds);
    expect(late <= most, "%llu late values", (unsigned long long)late);
}

/* Some points fail, and some have a NaN: the one that the caller brings, if any. All have outputs.
 */
static nes_fate failing_sphere(size_t dim, const double *x, double *values, void *user)
{
    uint64_t bits;
    double none = NAN;
    memcpy(&bits, x, sizeof bits);
    if (user != NULL) memcpy(&none, user, sizeof none);
    values[0] = bits % 4 == 1 ? none : run_sphere(dim, x, NULL);
    values[1] = x[0];
    values[2] = -x[dim - 1];
    return bits % 4 == 0 ? NES_FAILED : NES_MEASURED;
}

/* With a factor that nothing exceeds, or none. The bits of a NaN mean nothing to the ranks. */
static void nobody_slow(const char *schedule, double factor)
{
    uint64_t straggler = 0x7ff800006c656674u;
    nes_settings s = settings("xnes", 8);
    nes_mpi_settings m = with_straggler(factor);
    nes_mpi_report report;
    double outputs[2], expected[2];
    m.schedule = schedule;
    s.outputs = 2;
    s.retries = 1;
    s.failures = "resample";
    s.max_gens = 10;
    s.max_time = 1000;
    nes_opt *o = expect_handle(DIM, START, &s), *single = expect_handle(DIM, START, &s);
    nes_run_records(single, failing_sphere, NULL);
    expect(nes_mpi_run_records(o, MPI_COMM_WORLD, failing_sphere, &straggler, &m, &report) ==
               NES_OK,
           "%s", report.message);
    expect(report.late == 0, "%llu late values", (unsigned long long)report.late);
    expect(nes_fingerprint(o) == nes_fingerprint(single), "not as a single process");
    nes_get_array(single, "best_outputs", 2, expected);
    expect(nes_get_array(o, "best_outputs", 2, outputs) == NES_OK &&
               memcmp(outputs, expected, sizeof outputs) == 0,
           "%s: other outputs", schedule);
    nes_destroy(o);
    nes_destroy(single);
}

/* A table of utilities has none for fewer points: the library's refusal reaches all ranks. */
static void cannot_close(void)
{
    static const double utilities[8] = {0.5, 0.3, 0.2, 0, 0, 0, -0.5, -0.5};
    const bool slow = expect_rank() == expect_ranks() - 1;
    nes_settings s = settings("snes", 8);
    const nes_mpi_settings m = with_straggler(20);
    slowness pace = {.seconds = 1e-3, .long_seconds = slow ? 0.3 : 0, .bait = 1};
    nes_mpi_report report;
    s.shaping = "table";
    s.utilities = utilities;
    nes_opt *o = expect_handle(DIM, START, &s);
    expect_refused(nes_mpi_run(o, MPI_COMM_WORLD, slow_sphere, &pace, &m, &report), NES_ERR_METHOD,
                   &report, "shaping 'table'");
    nes_destroy(o);
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    few_are_late("snes");
    few_are_late("dd-xnes");
    slow_ones_are_late();
    nobody_slow("demand", 1e9);
    nobody_slow("demand", NES_OFF);
    nobody_slow("static", NES_OFF);
    cannot_close();
    return expect_end();
}
