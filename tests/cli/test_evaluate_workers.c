/* SPDX-License-Identifier: MIT
 *
 * Programs that stay: they leave, never answer, do not read, or stay for too long, and runs are the
 * same as in this process. test_evaluate_workers_fates.c has what one line can bring. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/records.h"
#include "cli/worker_rig.h"
#include "evaluate/loop.h"
#include "evaluate/processes.h"
#include "evaluate/threads.h"
#include "support/folder.h"
#include "support/runs.h"

enum { D = 3, POPSIZE = 60 };

static const double START[D] = {1, -2, 3};
static char *self; /* the path of this program */

/* ---- the worker ----------------------------------------------------------------------------- */

static double pick(const double *x)
{
    return fabs(sin(1000 * x[0]));
}

static void sphere_or_crash(size_t n, const double *x)
{
    if (pick(x) < 0.01) raise(SIGSEGV);
    if (pick(x) < 0.02) _exit(7);
    printf("%.17g\n", run_sphere(n, x, NULL));
}

static int worker_main(const char *way, const char *job)
{
    char line[4096];
    double x[WORKER_NUMBERS];
    if (strcmp(way, "dies") == 0) worker_die(1);
    if (strcmp(way, "chatters") == 0) puts("ready");
    if (strcmp(way, "deaf") == 0) {
        close(STDIN_FILENO);
        worker_hang();
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        const size_t n = worker_read(line, x);
        if (strcmp(way, "sphere") == 0) sphere_or_crash(n, x);
        if (strcmp(way, "echo") == 0) printf("{\"id\":%s", strstr(line, "\"id\":") + 5);
        if (strcmp(way, "once") == 0) return printf("%g\n", x[0]) < 0;
        if (strcmp(way, "polite") == 0) puts("1");
        if (strcmp(way, "job") == 0) puts(job);
        if (strcmp(way, "stays") == 0) puts("1");
        fflush(stdout);
    }
    if (strcmp(way, "polite") == 0) folder_write("left", "");
    if (strcmp(way, "stays") == 0) {
        signal(SIGTERM, SIG_IGN);
        worker_hang();
    }
    return 0;
}

/* ---- the tests ------------------------------------------------------------------------------ */

static nes_fate sphere_or_failed(size_t dim, const double *x, double *values, void *data)
{
    (void)data;
    values[0] = run_sphere(dim, x, NULL);
    return pick(x) < 0.02 ? NES_FAILED : NES_MEASURED;
}

static nes_opt *start_run(void)
{
    nes_settings s = run_settings("snes");
    s.popsize = POPSIZE;
    s.max_gens = 6;
    s.retries = 1;
    return run_start(D, START, &s);
}

static void any_number_of_workers(void **state)
{
    (void)state;
    const objective here = {.dim = D, .record = sphere_or_failed};
    nes_opt *want = start_run();
    evaluator e;
    assert_int_equal(threads_open(&e, &here, 1, true), 0);
    assert_int_equal(evaluate_loop(want, NULL, &e, NULL, 0), NES_OK);
    e.close(e.self);
    assert_true(run_result(want).failed > 0);
    objective o = worker_objective(self, "sphere", D, (objective_options){.worker = true});
    for (size_t jobs = 1; jobs <= 8; jobs *= 2) {
        nes_opt *got = start_run();
        assert_int_equal(workers_open(&e, &o, jobs), NES_OK);
        assert_int_equal(evaluate_loop(got, NULL, &e, NULL, 0), NES_OK);
        e.close(e.self);
        run_assert_same(got, want);
        nes_destroy(got);
        worker_none_left();
    }
    program_close(o.program);
    nes_destroy(want);
}

/* Evaluates the points 1, 2, ... n one after the other, by two workers. */
static void evaluate_some(const objective *o, size_t n, double *f, eval_record *last)
{
    static char failure[256], said[4096];
    evaluator e;
    assert_int_equal(workers_open(&e, o, 2), NES_OK);
    for (size_t i = 0; i < n; i++) {
        const uint64_t id = i + 1;
        const double x = (double)(i + 1);
        uint64_t same;
        assert_int_equal(e.submit(e.self, 1, &id, &x), 1);
        while (records_collect(&e, 1, 1, &same, &f[i]) == 0) continue;
        assert_int_equal(same, id);
        *last = records_last[0];
        if (last->failure != NULL) snprintf(failure, sizeof failure, "%s", last->failure);
        snprintf(said, sizeof said, "%s", last->said);
        last->failure = last->failure != NULL ? failure : NULL;
        last->said = said;
        if (last->stops) break;
    }
    e.close(e.self);
    worker_none_left();
}

/* A worker may leave after any answer. */
static void workers_that_leave(void **state)
{
    (void)state;
    enum { N = 30 };
    double f[N];
    eval_record last;
    objective o = worker_objective(self, "once", 1, (objective_options){.worker = true});
    evaluate_some(&o, N, f, &last);
    for (size_t i = 0; i < N; i++) run_assert_real(f[i], (double)(i + 1));
    program_close(o.program);
}

/* Workers that never answer end the run, and the last one says why. */
static void workers_that_never_answer(void **state)
{
    (void)state;
    static const struct {
        const char *way, *failure, *said;
    } ways[] = {{"dies", "exit status 1", "the mesh is broken"},
                {"chatters", "wrote no number", "ready"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        enum { N = 50 };
        double f[N] = {0};
        eval_record last;
        objective o = worker_objective(self, ways[i].way, 1, (objective_options){.worker = true});
        evaluate_some(&o, N, f, &last);
        assert_true(last.stops);
        assert_string_equal(last.failure, ways[i].failure);
        assert_non_null(strstr(last.said, ways[i].said));
        assert_true((f[0] == MARKED_FAILED) && f[N - 1] == 0);
        program_close(o.program);
    }
}

static void workers_that_do_not_read(void **state)
{
    (void)state;
    double f;
    eval_record last;
    objective o = worker_objective(self, "deaf", 1, (objective_options){.timeout = "1"});
    evaluate_some(&o, 1, &f, &last);
    assert_true((f == MARKED_FAILED));
    program_close(o.program);
}

/* At the end a worker may do what it has to do, but not stay. */
static void leaving(void **state)
{
    (void)state;
    double f;
    eval_record last;
    objective o = worker_objective(self, "polite", 1, (objective_options){.worker = true});
    evaluate_some(&o, 1, &f, &last);
    assert_int_equal(access("left", F_OK), 0);
    program_close(o.program);
    o = worker_objective(self, "stays", 1, (objective_options){.worker = true});
    evaluate_some(&o, 1, &f, &last);
    run_assert_real(f, 1);
    program_close(o.program);
}

/* A placeholder tells workers from each other. */
static void numbers_of_workers(void **state)
{
    (void)state;
    enum { N = 3 };
    const uint64_t ids[N] = {0, 1, 2};
    const double x[N] = {0};
    uint64_t id[N];
    double f[N], sum = 0;
    evaluator e;
    objective o = worker_objective(self, "job", 1, (objective_options){.worker = true});
    assert_int_equal(workers_open(&e, &o, N), NES_OK);
    assert_int_equal(e.submit(e.self, N, ids, x), N);
    for (size_t back = 0; back < N;) {
        const size_t n = records_collect(&e, 10, N, id, f);
        for (size_t i = 0; i < n; i++, back++) sum += pow(10, f[i]);
    }
    run_assert_real(sum, 1110);
    e.close(e.self);
    program_close(o.program);
}

/* Points and answers in JSON, the value in a field of the user's choice. */
static void lines_of_json(void **state)
{
    (void)state;
    double f[3];
    eval_record last;
    objective o = worker_objective(self, "echo", 1,
                                   (objective_options){.worker_json = true, .value_json = "x[0]"});
    evaluate_some(&o, 3, f, &last);
    for (size_t i = 0; i < 3; i++) run_assert_real(f[i], (double)(i + 1));
    program_close(o.program);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--way") == 0) return worker_main(argv[2], argv[3]);
    self = realpath(argv[0], NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers),
        cmocka_unit_test(workers_that_leave),
        cmocka_unit_test(workers_that_never_answer),
        cmocka_unit_test(workers_that_do_not_read),
        cmocka_unit_test_setup_teardown(leaving, folder_open, folder_close),
        cmocka_unit_test(numbers_of_workers),
        cmocka_unit_test(lines_of_json),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(self);
    return failed;
}
