/* SPDX-License-Identifier: MIT
 *
 * The weighted Mann-Whitney test by independent routes: all pairs counted one by one, weights as
 * replication, the normal integral by quadrature, the exact law over all permutations. [math: A8]
 */
#include "nes/mann_whitney.h"

#include <math.h>
#include <stdlib.h>

#include "rng/stream.h"
#include "support/check.h"
#include "support/runs.h"
#include "support/stats.h"

enum { MOST = 200 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* n sorted values with many ties, all multiples of 1/4. */
static void tied_values(uint64_t *random, size_t n, double *s)
{
    for (size_t i = 0; i < n; i++) s[i] = (double)(run_random(random) % 17) / 4 - 2;
    qsort(s, n, sizeof *s, ascending);
}

static nes_mann_whitney_result test_of(size_t n, const double *s, const double *w, size_t m,
                                       const double *t, const double *v)
{
    nes_mann_whitney_result r;
    assert_int_equal(nes_mann_whitney(n, s, w, m, t, v, &r), NES_OK);
    return r;
}

/* All pairs. */
static double count_pairs(size_t n, const double *s, const double *w, size_t m, const double *t,
                          const double *v)
{
    double u = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            u += (w ? w[i] : 1) * (v ? v[j] : 1) * (s[i] > t[j] ? 1 : s[i] == t[j] ? 0.5 : 0);
    return u;
}

/* The normal distribution function by Simpson's rule from -12, with no special function. */
static double normal_by_quadrature(double x)
{
    const size_t n = 20000;
    const double low = -12, h = (x - low) / (double)n, c = 1 / sqrt(2 * acos(-1));
    double sum = 0;
    for (size_t i = 0; i <= n; i++) {
        const double y = low + h * (double)i;
        sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * c * exp(-0.5 * y * y);
    }
    return sum * h / 3;
}

static void all_pairs(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (size_t trial = 0; trial < 300; trial++) {
        const size_t n = 1 + (size_t)(run_random(&random) % 40);
        const size_t m = 1 + (size_t)(run_random(&random) % 40);
        double s[40], t[40], w[40], v[40], sum = 0, other = 0;
        tied_values(&random, n, s);
        tied_values(&random, m, t);
        for (size_t i = 0; i < n; i++) sum += w[i] = 0.01 + (double)(run_random(&random) % 1000);
        for (size_t j = 0; j < m; j++) other += v[j] = 0.01 + (double)(run_random(&random) % 7);
        const nes_mann_whitney_result r = test_of(n, s, w, m, t, v);
        assert_within(r.u, count_pairs(n, s, w, m, t, v), 1e-13 * sum * other);
        assert_relative(r.mean, sum * other / 2, 1e-13);
        assert_relative(r.sd, sqrt(sum * other * (sum + other + 1) / 12), 1e-13);
        assert_within(r.p, normal_by_quadrature((r.u - r.mean) / r.sd), 1e-11);
    }
}

/* Unit weights, written out or as null: the classical statistic, from ranks. With R the sum of the
 * middle ranks of s in the union, U = R - n (n + 1)/2. */
static void unit_weights(void **state)
{
    (void)state;
    uint64_t random = 2;
    double ones[MOST];
    for (size_t i = 0; i < MOST; i++) ones[i] = 1;
    for (size_t trial = 0; trial < 300; trial++) {
        const size_t n = 1 + (size_t)(run_random(&random) % MOST);
        const size_t m = 1 + (size_t)(run_random(&random) % MOST);
        double s[MOST], t[MOST], ranks = 0;
        tied_values(&random, n, s);
        tied_values(&random, m, t);
        for (size_t i = 0; i < n; i++) {
            double below = 0, equal = 0;
            for (size_t j = 0; j < n; j++) below += s[j] < s[i], equal += s[j] == s[i];
            for (size_t j = 0; j < m; j++) below += t[j] < s[i], equal += t[j] == s[i];
            ranks += below + (equal + 1) / 2;
        }
        const nes_mann_whitney_result r = test_of(n, s, NULL, m, t, NULL);
        run_assert_real(r.u, ranks - (double)(n * (n + 1)) / 2);
        run_assert_real(r.mean, (double)(n * m) / 2);
        assert_relative(r.sd * r.sd, (double)(n * m * (n + m + 1)) / 12, 1e-14);
        const nes_mann_whitney_result same = test_of(n, s, ones, m, t, ones);
        run_assert_real(same.u, r.u);
        run_assert_real(same.p, r.p);
    }
}

/* Integer weights are as many copies. */
static void replication(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (size_t trial = 0; trial < 200; trial++) {
        const size_t n = 1 + (size_t)(run_random(&random) % 20);
        const size_t m = 1 + (size_t)(run_random(&random) % 20);
        double s[20], t[20], w[20], v[20], copies[MOST], others[MOST];
        size_t a = 0, b = 0;
        tied_values(&random, n, s);
        tied_values(&random, m, t);
        for (size_t i = 0; i < n; i++) {
            w[i] = 1 + (double)(run_random(&random) % 9);
            for (size_t k = 0; k < (size_t)w[i]; k++) copies[a++] = s[i];
        }
        for (size_t j = 0; j < m; j++) {
            v[j] = 1 + (double)(run_random(&random) % 9);
            for (size_t k = 0; k < (size_t)v[j]; k++) others[b++] = t[j];
        }
        const nes_mann_whitney_result r = test_of(n, s, w, m, t, v);
        const nes_mann_whitney_result copied = test_of(a, copies, NULL, b, others, NULL);
        run_assert_real(r.u, copied.u);
        run_assert_real(r.mean, copied.mean);
        run_assert_real(r.sd, copied.sd);
        run_assert_real(r.p, copied.p);
    }
}

/* u(s, t) + u(t, s) = m m', and the two probabilities add up to one. */
static void exchange(void **state)
{
    (void)state;
    const double s[] = {-INFINITY, 1, 2, 2, 5}, w[] = {1, 0.5, 2, 3, 0.25};
    const double t[] = {0, 2, INFINITY}, v[] = {1, 4, 0.125};
    const nes_mann_whitney_result r = test_of(5, s, w, 3, t, v), q = test_of(3, t, v, 5, s, w);
    assert_relative(r.u + q.u, 2 * r.mean, 1e-15);
    assert_relative(r.p + q.p, 1, 1e-15);
    const nes_mann_whitney_result far = test_of(1, t + 2, NULL, 1, s, NULL);
    run_assert_real(far.u, 1);
}

/* Counts the subsets of {0 .. n+m-1} of size n by the statistic they give. */
static void count_subsets(size_t n, size_t m, double *count)
{
    for (size_t u = 0; u <= n * m; u++) count[u] = 0;
    for (unsigned set = 0; set < 1u << (n + m); set++) {
        double s[16], t[16];
        size_t a = 0, b = 0;
        for (unsigned i = 0; i < n + m; i++)
            if (set >> i & 1) {
                if (a == n) break;
                s[a++] = i;
            } else {
                if (b == m) break;
                t[b++] = i;
            }
        if (a != n || b != m) continue;
        count[(size_t)test_of(n, s, NULL, m, t, NULL).u]++;
    }
}

/* Over all permutations u has exactly the mean and the standard deviation that are given, and its
 * law is within 0.02 of the normal one, taken in the middle of a step. */
static void exact_law(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{4, 4}, {6, 6}, {7, 5}, {3, 9}};
    for (size_t i = 0; i < 4; i++) {
        const size_t n = sizes[i][0], m = sizes[i][1];
        double count[100], total = 0, mean = 0, square = 0, below = 0, worst = 0;
        const double sd = sqrt((double)(n * m * (n + m + 1)) / 12), centre = (double)(n * m) / 2;
        count_subsets(n, m, count);
        for (size_t u = 0; u <= n * m; u++) {
            total += count[u];
            mean += count[u] * (double)u;
            square += count[u] * (double)(u * u);
        }
        mean /= total;
        assert_relative(mean, centre, 1e-14);
        assert_relative(square / total - mean * mean, sd * sd, 1e-12);
        for (size_t u = 0; u <= n * m; u++) {
            const double p = 0.5 * erfc(-((double)u - centre) / sd / sqrt(2));
            worst = fmax(worst, fabs((below + count[u] / 2) / total - p));
            below += count[u];
        }
        assert_true(worst < 0.02);
    }
}

/* For samples of one law p is uniform, but for the steps of the statistic. */
static void calibrated(void **state)
{
    (void)state;
    enum { TESTS = 4000, N = 30, M = 25 };
    static double p[TESTS];
    for (size_t k = 0; k < TESTS; k++) {
        double s[N], t[M];
        const nes_stream a = {.seed = 4, .row = (uint32_t)k}, b = {.seed = 5, .row = (uint32_t)k};
        nes_normals(&a, 0, N, s);
        nes_normals(&b, 0, M, t);
        qsort(s, N, sizeof *s, ascending);
        qsort(t, M, sizeof *t, ascending);
        p[k] = test_of(N, s, NULL, M, t, NULL).p;
    }
    assert_true(stats_ks(TESTS, p, stats_uniform) < KS_BOUND);
}

static void refusals(void **state)
{
    (void)state;
    const double s[] = {1, 2, 3}, nan[] = {1, NAN, 3}, fall[] = {1, 3, 2};
    const double weights[][3] = {{1, 0, 1}, {1, -1, 1}, {1, 1, NAN}, {INFINITY, 1, 1}};
    nes_mann_whitney_result r = {7, 7, 7, 7};
    assert_int_equal(nes_mann_whitney(3, NULL, NULL, 3, s, NULL, &r), NES_ERR_ARGUMENT);
    assert_int_equal(nes_mann_whitney(3, s, NULL, 3, NULL, NULL, &r), NES_ERR_ARGUMENT);
    assert_int_equal(nes_mann_whitney(3, s, NULL, 3, s, NULL, NULL), NES_ERR_ARGUMENT);
    assert_int_equal(nes_mann_whitney(0, s, NULL, 3, s, NULL, &r), NES_ERR_COUNT);
    assert_int_equal(nes_mann_whitney(3, s, NULL, 0, s, NULL, &r), NES_ERR_COUNT);
    assert_int_equal(nes_mann_whitney(3, nan, NULL, 3, s, NULL, &r), NES_ERR_VALUE);
    assert_int_equal(nes_mann_whitney(3, s, NULL, 3, nan, NULL, &r), NES_ERR_VALUE);
    assert_int_equal(nes_mann_whitney(3, fall, NULL, 3, s, NULL, &r), NES_ERR_VALUE);
    assert_int_equal(nes_mann_whitney(3, s, NULL, 3, fall, NULL, &r), NES_ERR_VALUE);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(nes_mann_whitney(3, s, weights[i], 3, s, NULL, &r), NES_ERR_VALUE);
        assert_int_equal(nes_mann_whitney(3, s, NULL, 3, s, weights[i], &r), NES_ERR_VALUE);
    }
    run_assert_real(r.u, 7); /* untouched */
    assert_int_equal(nes_mann_whitney(1, nan, NULL, 1, fall, NULL, &r), NES_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs), cmocka_unit_test(unit_weights), cmocka_unit_test(replication),
        cmocka_unit_test(exchange),  cmocka_unit_test(exact_law),    cmocka_unit_test(calibrated),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("mann_whitney", tests, NULL, NULL);
}
