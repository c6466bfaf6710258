/* SPDX-License-Identifier: MIT
 *
 * Threads that take a point each as soon as they are free: budgets, targets, failures and points of
 * an earlier process; with one place the run is the same every time. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "nes/async.h"
#include "support/check.h"
#include "support/runs.h"

enum { D = 5 };

static const double x0[D] = {2, 2, 2, 2, 2};

static nes_settings settings(uint64_t jobs)
{
    nes_settings s = run_settings("dd-xnes");
    s.asynchronous = true;
    s.jobs = jobs;
    return s;
}

/* Every eighth evaluation takes a while. */
typedef struct work {
    atomic_int calls, busy, most;
} work;

static double uneven(size_t dim, const double *x, void *user)
{
    work *w = user;
    const struct timespec little = {0, 200000};
    const int busy = atomic_fetch_add(&w->busy, 1) + 1;
    int most = atomic_load(&w->most);
    while (busy > most && !atomic_compare_exchange_weak(&w->most, &most, busy)) continue;
    if (atomic_fetch_add(&w->calls, 1) % 8 == 0) nanosleep(&little, NULL);
    const double f = run_sphere(dim, x, NULL);
    atomic_fetch_sub(&w->busy, 1);
    return f;
}

static void test_threads(void **state)
{
    (void)state;
    for (uint64_t jobs = 1; jobs <= 7; jobs += 3) {
        nes_settings s = settings(jobs);
        work w = {0};
        double x[D];
        nes_result r;
        memcpy(x, x0, sizeof x);
        s.max_evals = 1500;
        s.target = 1e-9;
        assert_int_equal(nes_minimize(uneven, &w, D, x, &s, &r), NES_OK);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        assert_int_equal(r.evaluations, w.calls);
        assert_true(r.best_f <= 1e-9 && run_sphere(D, x, NULL) == r.best_f);
        assert_true((uint64_t)w.most <= jobs);
        if (jobs > 1) assert_true(w.most > 1);
    }
}

static void test_budget(void **state)
{
    nes_settings s = settings(4);
    work w = {0};
    (void)state;
    s.max_evals = 203;
    nes_opt *o = run_start(D, x0, &s);
    assert_int_equal(nes_run(o, uneven, &w), NES_OK);
    assert_int_equal(run_result(o).stop, NES_STOP_EVALS);
    assert_int_equal(w.calls, 203);
    assert_int_equal(nes_run(o, uneven, &w), NES_ERR_ORDER);
    nes_destroy(o);
}

static void test_one_place_is_repeatable(void **state)
{
    nes_settings s = settings(1);
    work w = {0};
    (void)state;
    s.max_evals = 400;
    nes_opt *a = run_start(D, x0, &s), *b = run_start(D, x0, &s);
    assert_int_equal(nes_run(a, uneven, &w), NES_OK);
    assert_int_equal(nes_run(b, uneven, &w), NES_OK);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static nes_fate moody(size_t dim, const double *x, double *values, void *user)
{
    atomic_int *calls = user;
    values[0] = run_sphere(dim, x, NULL);
    values[1] = 7;
    return atomic_fetch_add(calls, 1) % 5 == 0 ? NES_FAILED : NES_MEASURED;
}

static void test_records(void **state)
{
    nes_settings s = settings(3);
    atomic_int calls = 0;
    (void)state;
    s.outputs = 1;
    s.retries = 2;
    s.target = 1e-6;
    s.max_evals = 5000;
    nes_opt *o = run_start(D, x0, &s);
    assert_int_equal(nes_run_records(o, moody, &calls), NES_OK);
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_TARGET);
    assert_int_equal(r.evaluations, calls);
    assert_true(r.failed >= r.evaluations / 5);
    nes_destroy(o);
    o = run_start(D, x0, &s); /* values alone are not enough */
    assert_int_equal(nes_run(o, run_sphere, NULL), NES_ERR_ORDER);
    nes_destroy(o);
}

static int stop_soon(nes_opt *o, void *user)
{
    int *calls = user;
    return run_result(o).generations >= 10 && ++*calls > 0;
}

/* Points under way from before are evaluated first, once each. */
static void test_points_from_before(void **state)
{
    nes_settings s = settings(3);
    int calls = 0;
    nes_points p;
    work w = {0};
    (void)state;
    s.progress = stop_soon;
    s.progress_user = &calls;
    nes_opt *o = run_start(D, x0, &s);
    for (int i = 0; i < 40; i++) assert_int_equal(nes_ask_one(o, &p), NES_OK);
    assert_int_equal(nes_run(o, uneven, &w), NES_OK);
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_USER);
    assert_int_equal(r.evaluations, w.calls);
    assert_true(r.evaluations >= 40);
    nes_traffic t;
    assert_int_equal(nes_get_traffic(o, &t), NES_OK);
    assert_int_equal(t.under_way, 0);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads), cmocka_unit_test(test_budget),
        cmocka_unit_test(test_one_place_is_repeatable), cmocka_unit_test(test_records),
        cmocka_unit_test(test_points_from_before)};
    return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
