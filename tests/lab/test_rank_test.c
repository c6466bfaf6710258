/* SPDX-License-Identifier: MIT
 *
 * The test of Mann and Whitney against closed forms and against all ways to divide the numbers. */
#include <math.h>
#include <stddef.h>

#include "stats/rank_test.h"
#include "support/check.h"

#define COUNT(v) (sizeof(v) / sizeof *(v))

/* 4 of 10 against none of 10: all four finite numbers are in a with a probability of C(10, 4) in
 * C(20, 4), and likewise in b. This is Fisher's exact test: not sure. */
static void test_some_against_none(void **state)
{
    double a[10], b[10];
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        a[i] = i < 4 ? 100 + (double)i : INFINITY;
        b[i] = INFINITY;
    }
    const rank_result r = rank_test((sample){10, a}, (sample){10, b});
    assert_relative(r.p, 2 * 210 / 4845.0, 1e-12);
    assert_within(r.better, 0.7, 1e-15);
}

/* Of 252 ways to divide ten numbers two are as far apart as possible. */
static void test_apart(void **state)
{
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
    (void)state;
    rank_result r = rank_test((sample){5, low}, (sample){5, high});
    assert_relative(r.p, 2 / 252.0, 1e-12);
    assert_true(r.better == 1);
    r = rank_test((sample){5, high}, (sample){3, low});
    assert_relative(r.p, 1 / 56.0 + 1 / 56.0, 1e-12);
    assert_true(r.better == 0);
}

static void test_equal(void **state)
{
    const double same[] = {3, 3, 3, 3};
    (void)state;
    for (size_t n = 1; n <= 4; n++) {
        const rank_result r = rank_test((sample){n, same}, (sample){4, same});
        assert_true(r.p == 1 && r.better == 0.5);
    }
}

/* Pairs in which the number of a, those with a bit in set, is smaller; ties by half. */
static double pairs_won(const double *v, size_t n, unsigned set)
{
    double u = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if ((set >> i & 1) != 0 && (set >> j & 1) == 0)
                u += v[i] < v[j] ? 1 : v[i] == v[j] ? 0.5 : 0;
    return u;
}

/* The same by looking at every way to divide them. */
static void test_all_ways(void **state)
{
    const double v[] = {2, 5, 5, 1, INFINITY, 3, 5, INFINITY, 2, 8};
    (void)state;
    for (unsigned set = 1; set < 1023; set += 7) {
        double a[10], b[10], of = 0, beyond = 0;
        size_t n = 0, m = 0;
        for (size_t i = 0; i < 10; i++)
            if ((set >> i & 1) != 0)
                a[n++] = v[i];
            else
                b[m++] = v[i];
        const double mean = (double)n * (double)m / 2, away = fabs(pairs_won(v, 10, set) - mean);
        for (unsigned other = 0; other < 1024; other++) {
            if (__builtin_popcount(other) != (int)n) continue;
            of++;
            beyond += fabs(pairs_won(v, 10, other) - mean) >= away ? 1 : 0;
        }
        const rank_result r = rank_test((sample){n, a}, (sample){m, b});
        assert_relative(r.p, beyond / of, 1e-12);
        assert_relative(r.better, pairs_won(v, 10, set) / (2 * mean), 1e-12);
    }
}

/* Beyond 40 numbers the normal law takes over, without a jump. */
static void test_many(void **state)
{
    double a[30], b[30];
    (void)state;
    for (size_t i = 0; i < 30; i++) {
        a[i] = i % 5 == 4 ? INFINITY : 3 + (double)(7 * i % 30);
        b[i] = i % 5 >= 2 ? INFINITY : 5 + (double)(11 * i % 30);
    }
    const rank_result exact = rank_test((sample){20, a}, (sample){20, b});
    const rank_result normal = rank_test((sample){21, a}, (sample){20, b});
    assert_true(exact.p > 0.005 && exact.p < 0.05);
    assert_relative(normal.p, exact.p, 0.35);
    const rank_result both = rank_test((sample){30, a}, (sample){30, a});
    assert_true(both.p == 1 && both.better == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_some_against_none),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_all_ways),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
