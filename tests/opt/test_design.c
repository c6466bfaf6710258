/* SPDX-License-Identifier: MIT
 *
 * Designs fill the box: every variable alone evenly, pairs of variables and the whole better than
 * random points do, on whatever scale. */
#include "support/runs.h"

enum { MOST = 200, DIM = 8 };

static nes_settings box(double low, double high, uint64_t seed)
{
    static double lower[DIM], upper[DIM];
    nes_settings s;
    nes_settings_default(&s);
    for (size_t i = 0; i < DIM; i++) {
        lower[i] = low;
        upper[i] = high;
    }
    s.lower = lower;
    s.upper = upper;
    s.seed = seed;
    return s;
}

static void make(const nes_settings *s, size_t dim, size_t n, double *x)
{
    char message[NES_MESSAGE_SIZE];
    if (nes_design(s, dim, n, x, message, sizeof message) != NES_OK) fail_msg("%s", message);
}

/* For any number of points each part of each variable has one of them, in its middle. */
static void each_variable_is_even(void **state)
{
    (void)state;
    static double x[MOST * DIM];
    for (size_t n = 1; n <= MOST; n += n < 20 ? 1 : 37) {
        const nes_settings s = box(-3, 5, n);
        make(&s, DIM, n, x);
        for (size_t j = 0; j < DIM; j++) {
            bool seen[MOST] = {false};
            for (size_t i = 0; i < n; i++) {
                const double u = (x[i * DIM + j] + 3) / 8, at = u * (double)n - 0.5;
                const size_t part = (size_t)(at + 0.5);
                assert_true(part < n && fabs(at - (double)part) < 1e-9 && !seen[part]);
                seen[part] = true;
            }
        }
    }
}

static double distance(const double *a, const double *b, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double least_distance(const double *x, size_t n, size_t d)
{
    double least = INFINITY;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) least = fmin(least, distance(x + a * d, x + b * d, d));
    return least;
}

/* The squared centred L2 discrepancy. [Hickernell 1998] */
static double discrepancy(const double *x, size_t n, size_t d)
{
    double one = 0, two = 0;
    for (size_t a = 0; a < n; a++) {
        double product = 1;
        for (size_t j = 0; j < d; j++) {
            const double c = fabs(x[a * d + j] - 0.5);
            product *= 1 + c / 2 - c * c / 2;
        }
        one += product;
        for (size_t b = 0; b < n; b++) {
            product = 1;
            for (size_t j = 0; j < d; j++) {
                const double u = x[a * d + j], v = x[b * d + j];
                product *= 1 + (fabs(u - 0.5) + fabs(v - 0.5) - fabs(u - v)) / 2;
            }
            two += product;
        }
    }
    return pow(13.0 / 12, (double)d) - 2 * one / (double)n + two / (double)(n * n);
}

/* Farther apart than any of 100 sets of random points, and of less discrepancy. */
static void points_are_spread(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{8, 2}, {20, 2}, {20, 4}, {64, 3}, {50, 8}};
    static double x[MOST * DIM], drawn[MOST * DIM];
    uint64_t random = 1;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const size_t n = sizes[k][0], d = sizes[k][1];
        const nes_settings s = box(0, 1, k);
        make(&s, d, n, x);
        const double apart = least_distance(x, n, d), uneven = discrepancy(x, n, d);
        for (int t = 0; t < 100; t++) {
            for (size_t i = 0; i < n * d; i++)
                drawn[i] = (double)(run_random(&random) % 1000003) / 1000003;
            assert_true(apart > 1.3 * least_distance(drawn, n, d));
            assert_true(uneven < discrepancy(drawn, n, d));
        }
    }
}

/* Whole numbers, choices and bits come equally often; logarithms are even; fixed ones are fixed. */
static void scales_are_kept(void **state)
{
    (void)state;
    enum { N = 60, D = 6 };
    static double x[N * D];
    const double lower[D] = {1e-4, 1, 7, -INFINITY, 1, 0.5},
                 upper[D] = {1e4, 3, 7, INFINITY, 1e3, 4.5};
    const double log[D] = {1, 0, 0, 0, 1, 0}, integer[D] = {0, 1, 0, 0, 1, 1},
                 choices[D] = {0, 0, 0, 4, 0, 0};
    nes_settings s;
    nes_settings_default(&s);
    s.lower = lower;
    s.upper = upper;
    s.log = log;
    s.integer = integer;
    s.choices = choices;
    make(&s, D, N, x);
    size_t decade[8] = {0}, whole[4] = {0}, choice[4] = {0}, inside[5] = {0};
    for (size_t i = 0; i < N; i++) {
        const double *p = x + i * D;
        decade[(size_t)(log10(p[0]) + 4)]++;
        whole[(size_t)p[1]]++;
        assert_true(p[2] == 7);
        choice[(size_t)p[3]]++;
        assert_true(p[4] == rint(p[4]) && p[4] >= 1 && p[4] <= 1e3);
        assert_true(p[5] == rint(p[5]));
        inside[(size_t)p[5]]++;
    }
    for (size_t k = 0; k < 8; k++) assert_in_range(decade[k], N / 8, N / 8 + 1);
    for (size_t k = 1; k < 4; k++) assert_int_equal(whole[k], N / 3);
    for (size_t k = 0; k < 4; k++) assert_int_equal(choice[k], N / 4);
    for (size_t k = 1; k < 5; k++) assert_int_equal(inside[k], N / 4);
    nes_settings bits;
    nes_settings_default(&bits);
    bits.bits = true;
    make(&bits, 2, 10, x);
    double ones = 0;
    for (size_t i = 0; i < 10; i++) ones += x[2 * i];
    assert_true(ones == 5);
}

static void seeds_differ_and_repeat(void **state)
{
    (void)state;
    double a[30], b[30], c[30];
    nes_settings s = box(0, 1, 4), t = box(0, 1, 5);
    make(&s, 3, 10, a);
    make(&s, 3, 10, b);
    make(&t, 3, 10, c);
    assert_memory_equal(a, b, sizeof a);
    assert_true(memcmp(a, c, sizeof a) != 0);
}

static void refuses(const nes_settings *s, const char *part)
{
    double x[4];
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_design(s, 2, 2, x, message, sizeof message), NES_ERR_VALUE);
    run_assert_has(message, part);
}

static void bounds_are_needed(void **state)
{
    (void)state;
    const double low[2] = {0, -INFINITY}, high[2] = {1, 2}, open[2] = {INFINITY, 2},
                 back[2] = {-1, 2}, log[2] = {1, 0}, wide[2] = {-1e308, 0}, far[2] = {1e308, 1};
    nes_settings s;
    nes_settings_default(&s);
    refuses(&s, "variable 1 has no finite lower bound");
    s.lower = low;
    refuses(&s, "variable 1 has no finite upper bound");
    s.upper = high;
    refuses(&s, "variable 2 has no finite lower bound");
    s.upper = open;
    refuses(&s, "variable 1 has no finite upper bound");
    s.upper = back;
    refuses(&s, "variable 1 are 0 and -1");
    s.upper = high;
    s.log = log;
    refuses(&s, "variable 1 are 0 and 1");
    s.log = NULL;
    s.lower = wide;
    s.upper = far;
    refuses(&s, "variable 1 has no finite lower bound");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_variable_is_even), cmocka_unit_test(points_are_spread),
        cmocka_unit_test(scales_are_kept),       cmocka_unit_test(seeds_differ_and_repeat),
        cmocka_unit_test(bounds_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
