/* SPDX-License-Identifier: MIT
 *
 * The evaluators: the one in the calling thread and the one with several give the same bytes, for
 * any number of threads and any time an evaluation takes; a slow objective does not keep observers
 * waiting; noise is numbered in the order of the points. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "cli/records.h"
#include "evaluate/direct.h"
#include "evaluate/loop.h"
#include "evaluate/noisy_problem.h"
#include "evaluate/threads.h"
#include "support/runs.h"
#include "support/threads.h"

enum { D = 4, POPSIZE = 300 }; /* more points than any evaluator has places for */

static const double START[D] = {1, -2, 3, -4};

static void pause_for(double seconds)
{
    const struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

static nes_fate sphere(size_t dim, const double *x, double *values, void *data)
{
    (void)data;
    values[0] = run_sphere(dim, x, NULL);
    return NES_MEASURED;
}

/* Takes a different time for every point, and fails at some. data: a count of the calls. */
static double uneven(size_t dim, const double *x, void *data)
{
    atomic_size_t *calls = data;
    const double s = fabs(sin(1000 * x[0]));
    atomic_fetch_add(calls, 1);
    if (s > 0.95) pause_for(2e-4 * s);
    return s < 0.05 ? MARKED_FAILED : run_sphere(dim, x, NULL);
}

static nes_fate uneven_record(size_t dim, const double *x, double *values, void *data)
{
    values[0] = uneven(dim, x, data);
    return marked_fate(values[0]);
}

/* data: an objective. */
static size_t measure_one(void *data, size_t n, const double *x, eval_record *to)
{
    (void)n;
    *to = direct_evaluate(data, to->id, x, NULL, NULL);
    return 1;
}

static nes_opt *start_run(size_t popsize, uint64_t gens)
{
    nes_settings s = run_settings("snes");
    s.popsize = popsize;
    s.max_gens = gens;
    s.retries = 1;
    return run_start(D, START, &s);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    atomic_size_t calls = 0;
    const objective o = {.dim = D, .record = uneven_record, .data = &calls};
    nes_opt *want = start_run(POPSIZE, 5);
    evaluator e;
    direct_open(&e, measure_one, (void *)&o);
    assert_int_equal(evaluate_loop(want, NULL, &e, NULL, 0), NES_OK);
    e.close(e.self);
    const size_t expected = atomic_load(&calls);
    assert_true(run_result(want).failed > 0 && expected > 5 * POPSIZE);
    for (size_t jobs = 1; jobs <= 5; jobs++) {
        nes_opt *got = start_run(POPSIZE, 5);
        atomic_store(&calls, 0);
        assert_int_equal(threads_open(&e, &o, jobs, true), 0);
        assert_int_equal(evaluate_loop(got, NULL, &e, NULL, 0), NES_OK);
        e.close(e.self);
        assert_int_equal(atomic_load(&calls), expected);
        run_assert_same(got, want);
        nes_destroy(got);
    }
    nes_destroy(want);
}

static bool stop_at_first(void *data, const arrivals *a)
{
    size_t *values = data;
    *values += a->n;
    return true;
}

/* The run stops with its first values: queued points are dropped, those under way waited for. */
static void abandoned_points(void **state)
{
    (void)state;
    for (size_t jobs = 2; jobs <= 4; jobs++) {
        atomic_size_t calls = 0;
        size_t values = 0;
        const objective o = {.dim = D, .record = uneven_record, .data = &calls};
        const observer watcher = {.values = stop_at_first, .data = &values};
        nes_opt *opt = start_run(POPSIZE, 5);
        evaluator e;
        assert_int_equal(threads_open(&e, &o, jobs, true), 0);
        assert_int_equal(evaluate_loop(opt, NULL, &e, &watcher, 1), NES_OK);
        e.close(e.self);
        assert_int_equal(nes_stopped(opt), NES_STOP_USER);
        assert_true(values > 0 && values <= atomic_load(&calls) && atomic_load(&calls) < POPSIZE);
        nes_destroy(opt);
    }
}

/* An objective that keeps its thread until it is let go. */
typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    atomic_bool entered;
    bool open;
} gate;

static nes_fate wait_at_gate(size_t dim, const double *x, double *values, void *data)
{
    gate *g = data;
    (void)dim;
    pthread_mutex_lock(&g->lock);
    atomic_store(&g->entered, true);
    while (!g->open) pthread_cond_wait(&g->opened, &g->lock);
    pthread_mutex_unlock(&g->lock);
    values[0] = x[0];
    return NES_MEASURED;
}

/* Collecting gives up when it said it would, and gets the value later. */
static void patience(void **state)
{
    (void)state;
    gate g = {.lock = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};
    const objective o = {.dim = 1, .record = wait_at_gate, .data = &g};
    const uint64_t id = 77;
    const double x = 5;
    uint64_t id_out = 0;
    double f = 0;
    evaluator e;
    assert_int_equal(threads_open(&e, &o, 2, true), 0);
    assert_int_equal(e.submit(e.self, 1, &id, &x), 1);
    while (!atomic_load(&g.entered)) pause_for(1e-3); /* by the other thread: this one is here */
    assert_int_equal(records_collect(&e, 0.01, 1, &id_out, &f), 0);
    pthread_mutex_lock(&g.lock);
    g.open = true;
    pthread_cond_broadcast(&g.opened);
    pthread_mutex_unlock(&g.lock);
    size_t n = 0;
    while (n == 0) n = records_collect(&e, 1, 1, &id_out, &f);
    assert_int_equal(n, 1);
    assert_int_equal(id_out, 77);
    run_assert_real(f, 5);
    e.close(e.self);
}

/* Who collects beside the threads evaluates nothing: it would wait at the gate for ever. */
static void beside(void **state)
{
    (void)state;
    gate g = {.lock = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};
    const objective o = {.dim = 1, .record = wait_at_gate, .data = &g};
    const uint64_t id[] = {1, 2, 3};
    const double x[] = {5, 6, 7};
    uint64_t got[3];
    double f[3];
    evaluator e;
    assert_int_equal(threads_open(&e, &o, 1, false), 0);
    assert_int_equal(e.submit(e.self, 3, id, x), 3);
    assert_int_equal(records_collect(&e, 0, 3, got, f), 0);
    pthread_mutex_lock(&g.lock);
    g.open = true;
    pthread_cond_broadcast(&g.opened);
    pthread_mutex_unlock(&g.lock);
    for (size_t n = 0; n < 3;) n += records_collect(&e, 1, 3 - n, got + n, f + n);
    for (size_t i = 0; i < 3; i++) run_assert_real(f[i], 4 + (double)got[i]);
    e.close(e.self);
}

/* In a child process there are no threads to wait for; an alarm ends one that waits all the same.
 */
static void closing_after_a_fork(void **state)
{
    (void)state;
    gate g = {.lock = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};
    const objective o = {.dim = 1, .record = wait_at_gate, .data = &g};
    const uint64_t id = 77;
    const double x = 5;
    int status = -1;
    evaluator e;
    assert_int_equal(threads_open(&e, &o, 3, true), 0);
    assert_int_equal(e.submit(e.self, 1, &id, &x), 1);
    while (!atomic_load(&g.entered)) pause_for(1e-3);
    pause_for(0.05); /* until the other thread waits for work */
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        e.close(e.self);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    pthread_mutex_lock(&g.lock);
    g.open = true;
    pthread_cond_broadcast(&g.opened);
    pthread_mutex_unlock(&g.lock);
    e.close(e.self);
}

static void no_threads(void **state)
{
    (void)state;
    const objective o = {.dim = D, .record = sphere};
    evaluator e;
    for (long allowed = 0; allowed < 3; allowed++) {
        threads_allow(allowed);
        assert_int_equal(threads_open(&e, &o, 4, true), EXIT_USAGE);
    }
    threads_allow(-1);
    assert_int_equal(threads_count(3), 3);
    assert_true(threads_count(0) >= 1);
}

static nes_fate slow(size_t dim, const double *x, double *values, void *data)
{
    pause_for(0.03);
    return sphere(dim, x, values, data);
}

typedef struct calls {
    size_t n, most; /* calls with values, the most values in one of them */
} calls;

static bool count_calls(void *data, const arrivals *a)
{
    calls *c = data;
    c->n++;
    if (a->n > c->most) c->most = a->n;
    return false;
}

/* Thirty points of 0.03 s in one generation: observers hear of them every tenth of a second or so,
 * and of quick ones together. */
static void slow_objective(void **state)
{
    (void)state;
    const objective quick = {.dim = D, .record = sphere}, tedious = {.dim = D, .record = slow};
    for (int i = 0; i < 2; i++) {
        calls c = {0, 0};
        const observer watcher = {.values = count_calls, .data = &c};
        nes_opt *o = start_run(30, 1);
        evaluator e;
        assert_int_equal(threads_open(&e, i == 0 ? &quick : &tedious, 1, true), 0);
        assert_int_equal(evaluate_loop(o, NULL, &e, &watcher, 1), NES_OK);
        e.close(e.self);
        if (i == 0) assert_true(c.n < 6);
        if (i == 1) assert_true(c.n >= 6 && c.most <= 5);
        nes_destroy(o);
    }
}

/* Noise numbered by hand, and by the noisy problem in blocks; a target that some exact value
 * reaches. */
static void noisy_run(void **state)
{
    (void)state;
    nes_problem *p;
    assert_int_equal(nes_problem_create(&p, "bbob_noisy_f101_i01_d04", NULL, 0), NES_OK);
    nes_opt *want = start_run(POPSIZE, 0), *got = start_run(POPSIZE, 0);
    const double target = nes_problem_optimum(p) + 1;
    noisy_problem j = {.problem = p, .noise = {NES_NOISE_OWN, 9, 0}, .target = target, .best = NAN};
    nes_noise noise = {NES_NOISE_OWN, 9, 0};
    double best = INFINITY;
    while (best > target) {
        nes_points points;
        assert_int_equal(nes_ask(want, &points), NES_OK);
        for (size_t k = 0; k < points.n; k++) {
            best = fmin(best, nes_problem_value(p, points.x + k * D));
            nes_problem_noisy_values(p, &noise, 1, points.x + k * D, &points.f[k]);
        }
        assert_int_equal(nes_tell(want, points.n, points.f), NES_OK);
    }
    nes_stop_now(want);
    evaluator e;
    const observer watcher = noisy_problem_observer(&j);
    direct_open(&e, noisy_problem_measure, &j);
    assert_int_equal(evaluate_loop(got, NULL, &e, &watcher, 1), NES_OK);
    e.close(e.self);
    assert_true(j.reached);
    run_assert_real(j.best, best);
    run_assert_same(got, want);
    nes_destroy(want);
    nes_destroy(got);
    nes_problem_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(abandoned_points),
        cmocka_unit_test(patience),
        cmocka_unit_test(beside),
        cmocka_unit_test(closing_after_a_fork),
        cmocka_unit_test(no_threads),
        cmocka_unit_test(slow_objective),
        cmocka_unit_test(noisy_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
