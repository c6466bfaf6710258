/* SPDX-License-Identifier: MIT
 *
 * Objectives that crash, exit, abort, hang or say that they failed, in processes of their own: only
 * the point they were at fails, with its reason, and runs are the same as in this process. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/records.h"
#include "evaluate/loop.h"
#include "evaluate/processes.h"
#include "evaluate/threads.h"
#include "support/runs.h"

enum { D = 4, POPSIZE = 300, KINDS = 6 }; /* more points than one worker has places for */

static const double START[D] = {1, -2, 3, -4};

static double (*sphere)(size_t, const double *, void *) = run_sphere;

static double pick(const double *x)
{
    return fabs(sin(1000 * x[0]));
}

/* The evaluation that does not happen, in this process. */
static double says_failed(size_t dim, const double *x, void *data)
{
    return pick(x) < 0.02 ? MARKED_FAILED : sphere(dim, x, data);
}

static nes_fate tame_record(size_t dim, const double *x, double *values, void *data)
{
    values[0] = says_failed(dim, x, data);
    return marked_fate(values[0]);
}

static double crashes(size_t dim, const double *x, void *data)
{
    if (pick(x) < 0.005) raise(SIGSEGV);
    if (pick(x) < 0.010) _exit(7);
    if (pick(x) < 0.015) raise(SIGKILL);
    return says_failed(dim, x, data);
}

static nes_fate wild_record(size_t dim, const double *x, double *values, void *data)
{
    values[0] = crashes(dim, x, data);
    return marked_fate(values[0]);
}

static nes_opt *start_run(void)
{
    nes_settings s = run_settings("snes");
    s.popsize = POPSIZE;
    s.max_gens = 4;
    s.retries = 1;
    return run_start(D, START, &s);
}

/* Failures by kind, as the evaluator tells them. */
static bool check_outcomes(void *data, const arrivals *a)
{
    size_t *failures = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *o = &a->record[i];
        assert_non_null(o->said);
        if (!(a->record[i].fate == NES_FAILED)) {
            assert_null(o->failure);
            assert_true(o->seconds >= 0);
            continue;
        }
        assert_non_null(o->failure);
        if (strcmp(o->failure, "killed by signal 11 (segmentation fault)") == 0) failures[0]++;
        if (strcmp(o->failure, "called exit(7)") == 0) failures[1]++;
        if (strcmp(o->failure, "killed by signal 9 (killed)") == 0) failures[2]++;
        if (strcmp(o->failure, "reported by the objective") == 0) failures[3]++;
    }
    return false;
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void any_number_of_workers(void **state)
{
    (void)state;
    const objective tame = {.dim = D, .record = tame_record};
    const objective wild = {.dim = D, .record = wild_record};
    nes_opt *want = start_run();
    evaluator e;
    assert_int_equal(threads_open(&e, &tame, 1, true), 0);
    assert_int_equal(evaluate_loop(want, NULL, &e, NULL, 0), NES_OK);
    e.close(e.self);
    const nes_result expected = run_result(want);
    for (size_t jobs = 1; jobs <= 8; jobs *= 2) {
        size_t failures[4] = {0};
        const observer watcher = {.values = check_outcomes, .data = failures};
        nes_opt *got = start_run();
        assert_int_equal(isolated_open(&e, &wild, jobs), NES_OK);
        assert_int_equal(evaluate_loop(got, NULL, &e, &watcher, 1), NES_OK);
        e.close(e.self);
        for (int i = 0; i < 4; i++) assert_true(failures[i] > 0);
        assert_int_equal(failures[0] + failures[1] + failures[2] + failures[3], expected.failed);
        run_assert_same(got, want);
        nes_destroy(got);
        assert_no_children();
    }
    nes_destroy(want);
}

/* What can become of a point, by its first coordinate. */
static nes_fate fate(size_t dim, const double *x, double *values, void *data)
{
    (void)dim, (void)data;
    const int kind = (int)x[0];
    if (kind == 1) {
        fprintf(stderr, "the mesh is broken");
        exit(3);
    }
    if (kind == 2) abort();
    if (kind == 3)
        for (;;) pause();
    if (kind == 4) {
        signal(SIGTERM, SIG_IGN);
        close(STDERR_FILENO + 1); /* a pipe to the parent, perhaps */
        close(STDERR_FILENO + 2);
        for (;;) pause();
    }
    if (kind == 5) printf("a value that is printed\n");
    values[0] = 10 * x[0];
    return NES_MEASURED;
}

/* Points of these kinds, which may take so many seconds. */
static void endings(double timeout, size_t n_kinds, const double *x)
{
    static const char *const failures[KINDS] = {NULL,
                                                "called exit(3)",
                                                "killed by signal 6 (aborted)",
                                                "timed out after 1 s",
                                                "timed out after 1 s",
                                                NULL};
    const objective o = {.dim = 1, .record = fate, .limit.seconds = timeout};
    for (size_t jobs = 1; jobs <= 8; jobs += 7) {
        uint64_t ids[KINDS], id[KINDS];
        double f[KINDS];
        evaluator e;
        size_t seen = 0;
        for (size_t i = 0; i < n_kinds; i++) ids[i] = 100 + (uint64_t)x[i];
        assert_int_equal(isolated_open(&e, &o, jobs), NES_OK);
        assert_int_equal(e.submit(e.self, n_kinds, ids, x), n_kinds);
        while (seen < n_kinds) {
            const size_t n = records_collect(&e, 10, KINDS, id, f);
            for (size_t i = 0; i < n; i++, seen++) {
                const size_t kind = (size_t)(id[i] - 100);
                const eval_record *about = (&records_last[i]);
                assert_int_equal((f[i] == MARKED_FAILED), failures[kind] != NULL);
                if (failures[kind] == NULL) {
                    assert_null(about->failure);
                    run_assert_real(f[i], 10 * (double)kind);
                } else
                    assert_string_equal(about->failure, failures[kind]);
                if (kind == 1) assert_non_null(strstr(about->said, "the mesh is broken"));
                if (kind == 3) assert_true(about->seconds >= 1);
            }
        }
        e.close(e.self);
        assert_no_children();
    }
}

/* Those that take too long have a second; the others have as much as a busy machine needs. */
static void every_ending(void **state)
{
    (void)state;
    endings(1000, KINDS - 2, (double[]){0, 1, 2, 5});
    endings(1, 2, (double[]){3, 4});
}

/* Closing does not wait for evaluations under way. */
static void abandoned_points(void **state)
{
    (void)state;
    const objective o = {.dim = 1, .record = fate};
    const uint64_t ids[] = {1, 2, 3, 4};
    const double x[] = {3, 3, 4, 3};
    uint64_t id;
    double f;
    evaluator e;
    assert_int_equal(isolated_open(&e, &o, 3), NES_OK);
    assert_int_equal(e.submit(e.self, 4, ids, x), 4);
    assert_int_equal(records_collect(&e, 0.1, 1, &id, &f), 0);
    e.close(e.self);
    assert_no_children();
}

static nes_fate threshold(size_t dim, const double *x, double *values, void *data)
{
    (void)dim, (void)data;
    values[0] = x[0];
    return NES_MEASURED;
}

/* Many points through few places, in small lots: nothing is lost, nothing comes twice. */
static void many_lots(void **state)
{
    (void)state;
    enum { N = 20000 };
    const objective o = {.dim = 1, .record = threshold};
    static char seen[N];
    evaluator e;
    size_t next = 0, back = 0;
    assert_int_equal(isolated_open(&e, &o, 3), NES_OK);
    while (back < N) {
        uint64_t id[64];
        double x[64], f[64];
        const size_t lot = 1 + next % 64, n = lot < N - next ? lot : N - next;
        for (size_t i = 0; i < n; i++) x[i] = (double)(id[i] = next + i);
        if (n > 0) next += e.submit(e.self, n, id, x);
        const size_t got = records_collect(&e, 1, 1 + next % 50, id, f);
        for (size_t i = 0; i < got; i++, back++) {
            assert_int_equal(seen[id[i]]++, 0);
            run_assert_real(f[i], (double)id[i]);
        }
    }
    e.close(e.self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers),
        cmocka_unit_test(every_ending),
        cmocka_unit_test(abandoned_points),
        cmocka_unit_test(many_lots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
