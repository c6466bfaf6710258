/* SPDX-License-Identifier: MIT
 *
 * Statistics of samples against closed forms and against counting. */
#include <math.h>

#include "stats/sample.h"
#include "support/check.h"

static sample of(size_t n, const double *v)
{
    return (sample){n, v};
}

static void test_quantiles(void **state)
{
    const double v[] = {4, 1, 3, 2, 5}, mixed[] = {7, INFINITY, NAN, 5};
    (void)state;
    assert_within(sample_median(of(5, v)), 3, 0);
    assert_within(sample_median(of(4, v)), 2.5, 0);
    assert_within(sample_quantile(of(5, v), 0), 1, 0);
    assert_within(sample_quantile(of(5, v), 1), 5, 0);
    assert_within(sample_quantile(of(5, v), 0.1), 1.4, 1e-15);
    assert_within(sample_quantile(of(4, mixed), 1.0 / 3), 7, 1e-12);
    assert_true(isinf(sample_median(of(4, mixed)))); /* between 7 and infinity */
    assert_true(isnan(sample_median(of(0, NULL))));
}

static void test_means(void **state)
{
    const double v[] = {2, 4, 4, 4, 5, 5, 7, 9};
    (void)state;
    assert_within(sample_mean(of(8, v)), 5, 0);
    assert_within(sample_error(of(8, v)), sqrt(32.0 / 7 / 8), 1e-15);
}

static void test_counts(void **state)
{
    const double v[] = {1, 2, 2, NAN, INFINITY};
    (void)state;
    assert_int_equal(sample_count(of(5, v), 2), 3);
    assert_within(sample_share(of(5, v), 1), 0.2, 1e-15);
    assert_int_equal(sample_finite(of(5, v)), 3);
    assert_within(sample_finite_share(of(5, v)), 0.6, 1e-15);
    assert_within(sample_finite_mean(of(5, v)), 5.0 / 3, 1e-15);
}

/* Wilson's ends solve (p - k/n)^2 = z^2 p (1 - p)/n. */
static void test_share_interval(void **state)
{
    const double z2 = 1.96 * 1.96;
    (void)state;
    for (size_t n = 1; n <= 50; n += 7)
        for (size_t k = 0; k <= n; k++) {
            const double p = (double)k / (double)n;
            const interval i = share_interval(k, n);
            assert_within((i.low - p) * (i.low - p), z2 * i.low * (1 - i.low) / (double)n, 1e-12);
            assert_within((i.high - p) * (i.high - p), z2 * i.high * (1 - i.high) / (double)n,
                          1e-12);
            assert_true(i.low <= p + 1e-15 && p <= i.high + 1e-15 && i.low >= 0 && i.high <= 1);
        }
}

/* The probability that the median of a continuous law lies between two order statistics follows
 * from coin tosses. */
static double coverage(size_t n, size_t low, size_t high)
{
    double sum = 0;
    for (size_t k = low + 1; k <= high; k++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) -
                   (double)n * log(2));
    return sum;
}

static void test_median_interval(void **state)
{
    double v[200];
    (void)state;
    for (size_t i = 0; i < 200; i++) v[i] = (double)i;
    for (size_t n = 8; n <= 200; n += 16) {
        const interval i = sample_median_interval(of(n, v));
        assert_true(coverage(n, (size_t)i.low, (size_t)i.high) > 0.95);
        assert_true(n < 20 || coverage(n, (size_t)i.low, (size_t)i.high) < 0.99);
    }
}

static void test_slope(void **state)
{
    const double x[] = {1, 2, 3, 4}, line[] = {1, 3, 5, 7}, bent[] = {0, 1, 1, 0};
    (void)state;
    assert_within(slope(4, x, line), 2, 1e-15);
    assert_within(slope(4, x, bent), 0, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantiles),       cmocka_unit_test(test_means),
        cmocka_unit_test(test_counts),          cmocka_unit_test(test_share_interval),
        cmocka_unit_test(test_median_interval), cmocka_unit_test(test_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
