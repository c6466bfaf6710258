/* SPDX-License-Identifier: MIT
 *
 * Programs that stay: every kind of line and of end has its outcome. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <stdio.h>
#include <stdlib.h>

#include "cli/records.h"
#include "cli/worker_rig.h"
#include "evaluate/processes.h"
#include "support/runs.h"

static char *self; /* the path of this program */

/* ---- the worker ----------------------------------------------------------------------------- */

static void flood(FILE *to, char c)
{
    char block[10000];
    memset(block, c, sizeof block);
    for (int i = 0; i < 100; i++) fwrite(block, 1, sizeof block, to);
    fflush(to);
}

/* What is written for a point of this kind, see fates below, where no more than that happens. */
static const char *const ANSWERS[] = {
    [0] = "1.5",
    [4] = "no idea",
    [5] = "failed: no convergence",
    [6] = "nan",
    [7] = "1\n2",
    [12] = "\n \r\n 3\r",
    [14] = "{\"f\":7}",
    [15] = "{\"error\":\"bad geometry\"}",
    [16] = "{\"f\":NaN}",
    [17] = "{\"id\":999,\"f\":1}",
    [18] = "{\"loss\":1}",
    [21] = "{\"f\":",
    [22] = NULL,
};

static void act(int kind)
{
    if (ANSWERS[kind] != NULL) puts(ANSWERS[kind]);
    if (kind == 1) worker_die(3);
    if (kind == 2) abort();
    if (kind == 3) worker_hang();
    if (kind == 8) flood(stdout, '7');
    if (kind == 9) {
        fputs("2.5", stdout);
        exit(0);
    }
    if (kind == 10) {
        fclose(stdout);
        worker_hang();
    }
    if (kind == 11) {
        fputs("12", stdout);
        fflush(stdout);
        puts("5");
    }
    if (kind == 13) {
        flood(stderr, '!');
        puts("4");
    }
    if (kind == 19) {
        puts("5");
        exit(0);
    }
    if (kind == 20) worker_die(0);
    if (kind == 22) {
        flood(stderr, '!');
        worker_die(0);
    }
}

static int worker_main(void)
{
    char line[4096];
    double x[WORKER_NUMBERS];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (worker_read(line, x) > 0) act((int)x[0]);
        fflush(stdout);
    }
    return 0;
}

/* ---- the test ------------------------------------------------------------------------------- */

/* By the first coordinate: the value, or the failure and a part of what is said about it. */
static const struct {
    double f;
    const char *failure, *said;
} fates[] = {
    {1.5, NULL, NULL},
    {0, "exit status 3", "the mesh is broken"},
    {0, "killed by signal 6 (aborted)", ""},
    {0, "timed out after 1 s", ""},
    {0, "wrote no number", "no idea"},
    {0, "said failed", "no convergence"},
    {NAN, NULL, NULL},
    {0, "wrote more than one line", "1"},
    {0, "wrote a line without end", ""},
    {2.5, NULL, NULL},
    {0, "timed out after 1 s", ""},
    {125, NULL, NULL},
    {3, NULL, NULL},
    {4, NULL, NULL},
    {7, NULL, NULL},
    {0, "said failed", "bad geometry"},
    {NAN, NULL, NULL},
    {0, "answered for another point", "999"},
    {0, "no field f in its JSON", "loss"},
    {5, NULL, NULL},
    {0, "ended without an answer", "the mesh is broken"},
    {0, "wrote no JSON", "{\"f\":"},
    {0, "ended without an answer", "the mesh is broken"},
};

enum { FATES = sizeof fates / sizeof *fates, BEFORE = 100 };

static void check_fate(size_t kind, double f, const eval_record *about)
{
    if ((f == MARKED_FAILED) != (fates[kind].failure != NULL))
        fail_msg("%zu: %g, %s", kind, f, about->failure == NULL ? "no failure" : about->failure);
    if (fates[kind].failure == NULL) {
        assert_null(about->failure);
        if (isnan(fates[kind].f))
            assert_true(isnan(f));
        else
            run_assert_real(f, fates[kind].f);
        return;
    }
    assert_string_equal(about->failure, fates[kind].failure);
    if (strstr(about->said, fates[kind].said) == NULL) fail_msg("%zu: %s", kind, about->said);
    assert_false(about->stops);
}

static bool takes_too_long(size_t kind)
{
    return fates[kind].failure != NULL && strncmp(fates[kind].failure, "timed out", 9) == 0;
}

/* Those that take too long have a second; the others have as much as a busy machine needs. */
static void every_fate_of(bool too_long)
{
    objective o =
        worker_objective(self, "acts", 1, (objective_options){.timeout = too_long ? "1" : "1000"});
    size_t kinds[FATES], n_kinds = 0;
    for (size_t kind = 0; kind < FATES; kind++)
        if (takes_too_long(kind) == too_long) kinds[n_kinds++] = kind;
    for (size_t jobs = 1; jobs <= 8; jobs += 7) {
        evaluator e;
        size_t next = 0, back = 0;
        assert_int_equal(workers_open(&e, &o, jobs), NES_OK);
        while (back < n_kinds) {
            uint64_t id[FATES];
            double x[FATES], f[FATES];
            for (size_t i = 0; next + i < n_kinds; i++) {
                id[i] = BEFORE + kinds[next + i];
                x[i] = (double)kinds[next + i];
            }
            if (next < n_kinds) next += e.submit(e.self, n_kinds - next, id, x);
            const size_t n = records_collect(&e, 10, FATES, id, f);
            for (size_t i = 0; i < n; i++, back++)
                check_fate((size_t)(id[i] - BEFORE), f[i], (&records_last[i]));
        }
        e.close(e.self);
        worker_none_left();
    }
    program_close(o.program);
}

static void every_fate(void **state)
{
    (void)state;
    every_fate_of(false);
    every_fate_of(true);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--way") == 0) return worker_main();
    self = realpath(argv[0], NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fate)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(self);
    return failed;
}
