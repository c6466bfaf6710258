/* SPDX-License-Identifier: MIT
 *
 * Expected running times, medians and bootstrap intervals on figures checked by hand. */
#include <math.h>
#include <stdlib.h>

#include "stats/run_stats.h"
#include "support/check.h"

static const double none = INFINITY;

static void test_ert(void **state)
{
    (void)state;
    const double hit[] = {10, none, 30, none}, total[] = {50, 100, 60, 200};
    const run_sample all = {4, hit, total}, first = {1, hit, total},
                     second = {1, hit + 1, total + 1};
    assert_int_equal(run_successes(&all), 2);
    assert_true(run_ert(&all) == (10 + 100 + 30 + 200) / 2.0);
    assert_true(run_ert(&first) == 10);
    assert_true(isinf(run_ert(&second)));
}

static void test_median(void **state)
{
    (void)state;
    const double hit[] = {30, none, 10, 20, none, none};
    for (size_t n = 1; n <= 6; n++) {
        const double want[] = {0, 30, none, 30, 25, 30, none};
        const run_sample s = {n, hit, hit};
        assert_true(run_median(&s) == want[n]);
    }
    assert_true(isnan(run_median(&(run_sample){0, hit, hit})));
}

static void test_draw(void **state)
{
    (void)state;
    const double hit[] = {10, none, 30}, total[] = {50, 100, 60};
    const size_t drawn[] = {1, 1, 2}, failures[] = {1, 1, 1};
    const run_sample s = {3, hit, total};
    assert_true(run_ert_drawn(&s, drawn) == 230);
    assert_true(isinf(run_ert_drawn(&s, failures)));

    /* Each of five numbers a fifth of the time: 5 standard deviations of 10^5 draws. */
    enum { N = 5, TIMES = 20000 };
    run_random r = {1};
    size_t index[N], count[N] = {0};
    for (int i = 0; i < TIMES; i++) {
        run_draw(index, N, &r);
        for (size_t k = 0; k < N; k++) count[index[k]]++;
    }
    for (size_t k = 0; k < N; k++) assert_within((double)count[k], 20000, 5 * 126.5);
}

/* The first outputs of SplitMix64 from state 1234567, known from other implementations. */
static void test_random(void **state)
{
    (void)state;
    run_random r = {1234567};
    assert_true(run_random_next(&r) == UINT64_C(6457827717110365317));
    assert_true(run_random_next(&r) == UINT64_C(3203168211198807973));
}

static void test_middle(void **state)
{
    (void)state;
    double v[1000], few[] = {3, NAN, 1, none};
    for (int i = 0; i < 1000; i++) v[i] = (i * 7919) % 1000; /* a permutation of 0..999 */
    const interval i = run_middle(v, 1000), j = run_middle(few, 4);
    assert_true(i.low == 25 && i.high == 974);
    assert_true(j.low == 1 && isinf(j.high));
    for (int k = 0; k < 4; k++) few[k] = NAN;
    assert_true(isnan(run_middle(few, 4).low));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ert),    cmocka_unit_test(test_median), cmocka_unit_test(test_draw),
        cmocka_unit_test(test_random), cmocka_unit_test(test_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
