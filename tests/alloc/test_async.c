/* SPDX-License-Identifier: MIT
 *
 * An asynchronous search takes no memory from one point to the next, and its driver gives back what
 * it took, also where the n-th request gets nothing. */
#include "nes/async.h"
#include "support/allocator.h"
#include "support/runs.h"

enum { D = 6 };

static const double x0[D] = {1, 2, 3, 4, 5, 6};

static nes_settings settings(allocations *a)
{
    nes_settings s = run_settings("dd-xnes");
    s.asynchronous = true;
    s.allocator = allocator_of(a);
    return s;
}

static void test_points_take_no_memory(void **state)
{
    allocations a = {0};
    const nes_settings s = settings(&a);
    nes_opt *o = run_start(D, x0, &s);
    const size_t calls = a.calls;
    uint64_t id[20], random = 3;
    double f[20];
    size_t n = 0;
    (void)state;
    for (int i = 0; i < 2000 && nes_stopped(o) == NES_RUNNING; i++) {
        nes_points p;
        if (n < 20) {
            assert_int_equal(nes_ask_one(o, &p), NES_OK);
            id[n] = p.id[0];
            f[n++] = run_ellipsoid(D, p.x, NULL);
            if (run_random(&random) % 2 == 0) continue;
        }
        const size_t k = (size_t)(run_random(&random) % n);
        assert_int_equal(nes_tell_some(o, 1, &id[k], &f[k]), NES_OK);
        id[k] = id[--n];
        f[k] = f[n];
    }
    assert_true(run_result(o).generations > 50);
    assert_int_equal(a.calls, calls);
    nes_destroy(o);
    assert_int_equal(a.live, 0);
}

static void test_every_request_of_the_driver_fails(void **state)
{
    size_t n = 1;
    nes_status st = NES_ERR_MEMORY;
    (void)state;
    for (; st != NES_OK; n++) {
        allocations a = {.fail_at = n};
        nes_settings s = settings(&a);
        double x[D];
        memcpy(x, x0, sizeof x);
        s.max_evals = 60;
        s.jobs = 2;
        st = nes_minimize(run_sphere, NULL, D, x, &s, NULL);
        assert_true(st == NES_OK || st == NES_ERR_MEMORY);
        assert_int_equal(a.live, 0);
    }
    assert_true(n > 10);
}

static void test_pace(void **state)
{
    const nes_traffic t = {.popsize = 8, .dim = 3, .run = 1};
    size_t n = 1;
    nes_status st = NES_ERR_MEMORY;
    (void)state;
    for (; st != NES_OK; n++) {
        allocations a = {.fail_at = n};
        const nes_allocator from = allocator_of(&a);
        nes_pace *pace;
        bool refill;
        double again;
        st = nes_pace_create(&pace, 2, &from);
        assert_true((st == NES_OK) == (pace != NULL));
        for (uint64_t id = 0; st == NES_OK && id < 9; id++) st = nes_pace_begin(pace, id, 0);
        for (uint64_t id = 0; st == NES_OK && id < 9; id++) st = nes_pace_end(pace, id, 1);
        if (st == NES_OK) st = nes_pace_refill(pace, &t, 2, &refill, &again);
        nes_pace_destroy(pace);
        assert_int_equal(a.live, 0);
    }
    assert_true(n > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_points_take_no_memory),
                                       cmocka_unit_test(test_every_request_of_the_driver_fails),
                                       cmocka_unit_test(test_pace)};
    return cmocka_run_group_tests_name("memory without generations", tests, NULL, NULL);
}
