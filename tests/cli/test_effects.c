/* SPDX-License-Identifier: MIT
 *
 * Main effects: by least squares, against what a factorial design has in closed form, and against
 * a search for the least sum of squares. */
#include "report/effects.h"

#include "support/runs.h"

enum { N = 16, D = 3 };

/* A factorial design twice: an effect is the difference of the means of both halves, and its error
 * is 2 s/sqrt(n). */
static void a_factorial_has_means(void **state)
{
    (void)state;
    double level[N * D], f[N], left = 0, mean = 0;
    uint64_t random = 3;
    effects e;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < D; j++) level[i * D + j] = (i >> j & 1) ? 1 : -1;
        f[i] = 5 * level[i * D] - 2 * level[i * D + 1] + (double)(run_random(&random) % 1000) / 500;
        mean += f[i] / N;
    }
    effects_fit(&e, N, D, level, f);
    double difference[D] = {0};
    for (size_t j = 0; j < D; j++)
        for (size_t i = 0; i < N; i++) difference[j] += level[i * D + j] * f[i] / (N / 2);
    for (size_t i = 0; i < N; i++) {
        double rest = f[i] - mean;
        for (size_t j = 0; j < D; j++) rest -= difference[j] / 2 * level[i * D + j];
        left += rest * rest;
    }
    assert_int_equal(e.n, N);
    for (size_t j = 0; j < D; j++) {
        assert_true(fabs(e.size[j] - difference[j]) < 1e-12);
        assert_true(fabs(e.error[j] - 2 * sqrt(left / (N - D - 1) / N)) < 1e-12);
    }
    assert_in_range((size_t)(1000 * e.explained), 900, 1000);
    effects_free(&e);
}

static double squares(const double *level, const double *f, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < N; i++) {
        double rest = f[i] - b[D];
        for (size_t j = 0; j < D; j++) rest -= b[j] * level[i * D + j];
        sum += rest * rest;
    }
    return sum;
}

/* No other slopes leave less. */
static void nothing_fits_better(void **state)
{
    (void)state;
    double level[N * D], f[N], b[D + 1] = {0};
    uint64_t random = 7;
    effects e;
    for (size_t i = 0; i < N * D; i++) level[i] = (double)(run_random(&random) % 2001) / 1000 - 1;
    for (size_t i = 0; i < N; i++) f[i] = (double)(run_random(&random) % 1000);
    effects_fit(&e, N, D, level, f);
    for (size_t i = 0; i < N; i++) {
        b[D] += f[i] / N;
        for (size_t j = 0; j < D; j++) b[D] -= e.size[j] / 2 * level[i * D + j] / N;
    }
    for (size_t j = 0; j < D; j++) b[j] = e.size[j] / 2;
    const double least = squares(level, f, b);
    for (size_t j = 0; j <= D; j++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double before = b[j];
            b[j] += sign * 1e-3;
            assert_true(squares(level, f, b) > least);
            b[j] = before;
        }
    effects_free(&e);
}

/* Failed points and variables without ends are left out; too few points, or points with one level,
 * say nothing. */
static void what_says_nothing_is_left_out(void **state)
{
    (void)state;
    double level[N * D], f[N];
    effects e;
    for (size_t i = 0; i < N; i++) {
        level[i * D] = (double)i / 8 - 1;
        level[i * D + 1] = NAN;
        level[i * D + 2] = i % 2 ? 1 : -1;
        f[i] = i % 5 == 0 ? NAN : 4 * level[i * D];
    }
    effects_fit(&e, N, D, level, f);
    assert_int_equal(e.n, 12);
    assert_true(fabs(e.size[0] - 8) < 1e-9 && isnan(e.size[1]) && fabs(e.size[2]) < 1e-9);
    assert_true(e.explained > 0.999999);
    effects_free(&e);
    effects_fit(&e, 5, D, level, f); /* four of them have values, and there are three unknowns */
    assert_true(isnan(e.explained) && isnan(e.size[0]));
    effects_free(&e);
    for (size_t i = 0; i < N; i++) level[i * D + 2] = 1;
    effects_fit(&e, N, D, level, f);
    assert_true(isnan(e.explained) && isnan(e.size[0]));
    effects_free(&e);
    for (size_t i = 0; i < N; i++) f[i] = NAN;
    effects_fit(&e, N, D, level, f);
    assert_int_equal(e.n, 0);
    effects_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_factorial_has_means),
        cmocka_unit_test(nothing_fits_better),
        cmocka_unit_test(what_says_nothing_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
