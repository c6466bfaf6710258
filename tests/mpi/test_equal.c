/* SPDX-License-Identifier: MIT
 *
 * The bytes of nes_run() in this process, after every tell: all methods, both schedules, settings
 * with failures, retries, budgets that end within a generation, restarts and races. Which settings
 * depends on the number of ranks, so that together all of them have their turn.
 *
 *     mpi_equal [all]     all: every method with all settings */
#include <string.h>

#include "expect.h"
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/variants.h"

enum { MOST = 4000 };

/* Fingerprints after every tell: written in the first run, compared in the others. */
typedef struct course {
    size_t tells;
    bool compares, differs;
    uint64_t fingerprint[MOST];
} course;

static int follow(nes_opt *o, void *user)
{
    course *c = user;
    const size_t at = c->tells++;
    const uint64_t now = nes_fingerprint(o);
    if (at >= MOST || (c->compares && c->fingerprint[at] != now)) c->differs = true;
    if (!c->compares && at < MOST) c->fingerprint[at] = now;
    return 0;
}

static nes_opt *start(size_t method, size_t v, course *c)
{
    const nes_method *m = nes_method_at(method);
    nes_settings s = variant_settings(v, m);
    if (s.max_gens == 0) s.max_gens = run_is_elitist(m) ? 20 : 6;
    s.progress = c != NULL ? follow : NULL;
    s.progress_user = c;
    if (c != NULL) c->tells = 0;
    return expect_handle(VARIANT_DIM, variant_start(&s), &s);
}

/* One run on all ranks; c null: nobody looks on. */
static void compare(size_t method, size_t v, const char *schedule, course *c, uint64_t wanted)
{
    nes_mpi_settings m;
    nes_mpi_report report;
    nes_mpi_settings_default(&m);
    m.schedule = schedule;
    m.check_every = 3;
    nes_opt *o = start(method, v, c);
    const nes_status st = nes_mpi_run(o, MPI_COMM_WORLD, variant_objective(v), NULL, &m, &report);
    const char *name = nes_method_at(method)->name;
    expect(st == NES_OK, "%s, settings %zu, %s: %s", name, v, schedule, report.message);
    expect(c == NULL || !c->differs, "%s, settings %zu, %s: another course", name, v, schedule);
    expect(nes_fingerprint(o) == wanted, "%s, settings %zu, %s: another end", name, v, schedule);
    nes_destroy(o);
}

static void compare_all(size_t method, size_t v)
{
    static course c;
    c.compares = c.differs = false;
    nes_opt *o = start(method, v, &c);
    expect(nes_run(o, variant_objective(v), NULL) == NES_OK, "the single process failed");
    const uint64_t wanted = nes_fingerprint(o);
    const size_t tells = c.tells;
    nes_destroy(o);
    c.compares = true;
    compare(method, v, "static", &c, wanted);
    expect(c.tells == tells, "settings %zu: %zu tells, not %zu", v, c.tells, tells);
    compare(method, v, "demand", &c, wanted);
    if (v % 4 == 0) compare(method, v, "static", NULL, wanted);
}

/* More points than one message has room for, and more than one exchange. */
static void compare_many(size_t popsize)
{
    const double x0 = 1;
    uint64_t end[2];
    for (size_t i = 0; i < 2; i++) {
        nes_settings s = run_settings("snes");
        s.popsize = popsize;
        s.max_gens = popsize < 1000 ? 3 : 1;
        nes_opt *o = expect_handle(1, &x0, &s);
        if (i == 0)
            nes_run(o, run_sphere, NULL);
        else
            nes_mpi_run(o, MPI_COMM_WORLD, run_sphere, NULL, NULL, NULL);
        end[i] = nes_fingerprint(o);
        nes_destroy(o);
    }
    expect(end[0] == end[1], "%zu points: another end", popsize);
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    const bool all = argc > 1 && strcmp(argv[1], "all") == 0;
    const size_t ranks = (size_t)expect_ranks(), every = all ? 1 : 7 * SLOWER;
    for (size_t method = 0; method < nes_method_count(); method++)
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            if ((v + method) % every == ranks % every) compare_all(method, v);
    compare_many(28);
    compare_many(29);
    compare_many(150);
    if (ranks == 2) compare_many((1u << 20) + 100); /* in two messages */
    return expect_end();
}
