/* SPDX-License-Identifier: MIT
 *
 * Choices by other routes: the step against a dense Fisher matrix and finite differences, draws
 * against the probabilities they are to have, margins, and what no renaming of values changes.
 * [math: B20] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "choice/choice.h"
#include "support/check.h"

enum { N = 3, ROWS = 10, TOTAL = 9, PATH = TOTAL - N, STATE = TOTAL + PATH + 2, WORK = 64 };
static const double COUNT[N] = {3, 2, 4};

static const double SOME[TOTAL] = {0.2, 0.5, 0.3, 0.35, 0.65, 0.1, 0.2, 0.3, 0.4};

static nes_choices make(double *state)
{
    nes_choices c = nes_choices_of(N, COUNT, 0.1);
    assert_int_equal(nes_choices_nstate(&c), STATE);
    assert_true(nes_choices_nwork(&c, ROWS) <= WORK);
    c.state = state;
    nes_choices_begin(&c, NULL);
    memcpy(state, SOME, sizeof SOME);
    return c;
}

/* Rows at random, and weights of which the sum is 1. */
static void fill(double *values, double *u)
{
    uint64_t s = 77;
    for (size_t k = 0; k < ROWS; k++) {
        for (size_t i = 0; i < N; i++) {
            s = s * 6364136223846793005u + 1442695040888963407u;
            values[k * N + i] = (double)((s >> 33) % (uint64_t)COUNT[i]);
        }
        u[k] = (double)(2 * k) / (ROWS * (ROWS - 1));
    }
}

/* ln of the probability of a row, by the free parameters: all probabilities of a choice but the
 * last one. */
static double logarithm(const double *free_q, const double *row)
{
    double sum = 0;
    for (size_t i = 0; i < N; i++) {
        const size_t k = (size_t)COUNT[i], v = (size_t)row[i];
        double last = 1;
        for (size_t j = 0; j + 1 < k; j++) last -= free_q[j];
        sum += log(v + 1 < k ? free_q[v] : last);
        free_q += k - 1;
    }
    return sum;
}

static void free_ones(const double *q, double *to)
{
    for (size_t i = 0; i < N; q += (size_t)COUNT[i], i++)
        for (size_t v = 0; v + 1 < (size_t)COUNT[i]; v++) *to++ = q[v];
}

/* The derivatives of ln p of a row, by differences. */
static void score(const double *q, const double *row, double *g)
{
    double at[PATH];
    free_ones(q, at);
    for (size_t j = 0; j < PATH; j++) {
        const double was = at[j], h = 1e-5;
        at[j] = was + h;
        const double above = logarithm(at, row);
        at[j] = was - h;
        g[j] = (above - logarithm(at, row)) / (2 * h);
        at[j] = was;
    }
}

/* The Fisher matrix: the expectation of products of scores over all 24 strings. */
static void fisher(const double *q, double *matrix)
{
    double row[N], g[PATH], at[PATH];
    memset(matrix, 0, sizeof(double) * PATH * PATH);
    free_ones(q, at);
    for (row[0] = 0; row[0] < 3; row[0]++)
        for (row[1] = 0; row[1] < 2; row[1]++)
            for (row[2] = 0; row[2] < 4; row[2]++) {
                const double p = exp(logarithm(at, row));
                score(q, row, g);
                for (size_t i = 0; i < PATH * PATH; i++) matrix[i] += p * g[i / PATH] * g[i % PATH];
            }
}

/* Solves a x = b by elimination, of a positive definite matrix. */
static void solve(double *a, double *b)
{
    for (size_t i = 0; i < PATH; i++)
        for (size_t j = i + 1; j < PATH; j++) {
            const double f = a[j * PATH + i] / a[i * PATH + i];
            for (size_t k = i; k < PATH; k++) a[j * PATH + k] -= f * a[i * PATH + k];
            b[j] -= f * b[i];
        }
    for (size_t i = PATH; i-- > 0;) {
        for (size_t k = i + 1; k < PATH; k++) b[i] -= a[i * PATH + k] * b[k];
        b[i] /= a[i * PATH + i];
    }
}

/* The direction is F^-1 times the weighted scores; its length is 1 in the metric of F; the path has
 * the length that F says. */
static void natural_direction(void **data)
{
    (void)data;
    double state[STATE], values[ROWS * N], u[ROWS], work[WORK], g[PATH], sum[PATH] = {0};
    double matrix[PATH * PATH], metric[PATH * PATH], before[PATH], after[PATH];
    nes_choices c = make(state);
    c.least = 1e-9;
    state[STATE - 1] = 50; /* a short step, which meets no margin */
    fill(values, u);
    for (size_t k = 0; k < ROWS; k++) {
        score(state, values + k * N, g);
        for (size_t j = 0; j < PATH; j++) sum[j] += u[k] * g[j];
    }
    fisher(state, matrix);
    memcpy(metric, matrix, sizeof metric);
    solve(matrix, sum);
    double length = 0;
    for (size_t i = 0; i < PATH * PATH; i++) length += sum[i / PATH] * metric[i] * sum[i % PATH];
    free_ones(state, before);
    assert_true(nes_choices_step(&c, ROWS, values, u, 1, work));
    free_ones(state, after);
    for (size_t j = 0; j < PATH; j++)
        assert_within(after[j] - before[j], sum[j] / (50 * sqrt(length)), 1e-8);
    const double b = 1 / (50 * sqrt(PATH));
    double square = 0;
    for (size_t j = 0; j < PATH; j++) square += state[TOTAL + j] * state[TOTAL + j];
    assert_relative(square, b * (2 - b), 1e-12); /* one step from a path of 0 */
    assert_relative(state[TOTAL + PATH], b * (2 - b), 1e-12);
}

/* Weights that say nothing, and rows that are all the same at their margin, change nothing. */
static void nothing_to_learn(void **data)
{
    (void)data;
    double state[STATE], before[STATE], values[ROWS * N], u[ROWS], work[WORK];
    nes_choices c = make(state);
    fill(values, u);
    memset(u, 0, sizeof u);
    memcpy(before, state, sizeof before);
    assert_false(nes_choices_step(&c, ROWS, values, u, 1, work));
    assert_same_reals(STATE, state, before);
    u[0] = NAN;
    assert_false(nes_choices_step(&c, ROWS, values, u, 1, work));
    assert_same_reals(STATE, state, before);
}

/* Every value of a generation occurs as often as its probability says, rounded up or down; over
 * many generations a row has the law itself, and other rows of the same generation other values. */
static void draws(void **data)
{
    (void)data;
    enum { MANY = 20000 };
    static double values[ROWS * N];
    double state[STATE], work[WORK], seen[TOTAL] = {0};
    const nes_choices c = make(state);
    for (uint64_t g = 0; g < MANY; g++) {
        const nes_stream at = {.seed = 5, .generation = g, .run = 3, .row = 9, .lane = 2};
        nes_choices_draw(&c, &at, ROWS, values, work);
        for (size_t i = 0, first = 0; i < N; first += (size_t)COUNT[i], i++) {
            for (size_t v = 0; v < (size_t)COUNT[i]; v++) {
                double times = 0;
                for (size_t k = 0; k < ROWS; k++) times += values[k * N + i] == (double)v;
                assert_true(fabs(times - ROWS * SOME[first + v]) <= 1 + 1e-9);
            }
            seen[first + (size_t)values[7 * N + i]]++; /* of row 7 */
        }
    }
    for (size_t j = 0; j < TOTAL; j++) /* five standard deviations of a binomial law */
        assert_within(seen[j] / MANY, SOME[j], 5 * sqrt(SOME[j] * (1 - SOME[j]) / MANY));
}

static void single_draws(void **data)
{
    (void)data;
    enum { MANY = 20000 };
    double state[STATE], values[N], seen[TOTAL] = {0};
    const nes_choices c = make(state);
    for (uint64_t g = 0; g < MANY; g++) {
        const nes_stream at = {.seed = 5, .generation = g, .row = 9, .lane = 2};
        nes_choices_draw_one(&c, &at, values);
        for (size_t i = 0, first = 0; i < N; first += (size_t)COUNT[i], i++)
            seen[first + (size_t)values[i]]++;
    }
    for (size_t j = 0; j < TOTAL; j++)
        assert_within(seen[j] / MANY, SOME[j], 5 * sqrt(SOME[j] * (1 - SOME[j]) / MANY));
}

/* Values with other numbers: the same steps, with other numbers, but for rounding. The path is
 * measured from the last value of each choice, so that only the first step is the same where that
 * one has another number. */
static void check_renamed(const size_t *to, size_t steps)
{
    double a[STATE], b[STATE], values[ROWS * N], other[ROWS * N], u[ROWS], work[WORK];
    nes_choices ca = make(a), cb = make(b);
    fill(values, u);
    for (size_t step = 0; step < steps; step++) {
        for (size_t i = 0, first = 0; i < N; first += (size_t)COUNT[i], i++) {
            for (size_t v = 0; v < (size_t)COUNT[i] && step == 0; v++)
                b[first + to[first + v]] = a[first + v];
            for (size_t k = 0; k < ROWS; k++)
                other[k * N + i] = (double)to[first + (size_t)values[k * N + i]];
        }
        assert_true(nes_choices_step(&ca, ROWS, values, u, 1, work));
        assert_true(nes_choices_step(&cb, ROWS, other, u, 1, work));
        for (size_t i = 0, first = 0; i < N; first += (size_t)COUNT[i], i++)
            for (size_t v = 0; v < (size_t)COUNT[i]; v++)
                assert_within(b[first + to[first + v]], a[first + v], 1e-12);
        assert_relative(b[STATE - 1], a[STATE - 1], 1e-12);
    }
}

static void renamed(void **data)
{
    (void)data;
    static const size_t all[TOTAL] = {2, 0, 1, 1, 0, 3, 1, 0, 2}; /* within each choice */
    static const size_t but_last[TOTAL] = {1, 0, 2, 0, 1, 1, 2, 0, 3};
    check_renamed(all, 1);
    check_renamed(but_last, 12);
}

/* However far steps go, values keep their margin, and sums stay 1; and at last all is settled. */
static void margins(void **data)
{
    (void)data;
    double state[STATE], values[ROWS * N], u[ROWS], work[WORK];
    nes_choices c = make(state);
    assert_false(nes_choices_settled(&c));
    for (uint64_t g = 0; g < 300 && !nes_choices_settled(&c); g++) {
        const nes_stream at = {.seed = 1, .generation = g};
        nes_choices_draw(&c, &at, ROWS, values, work);
        for (size_t k = 0; k < ROWS; k++) { /* the more zeros, the better */
            u[k] = 0;
            for (size_t i = 0; i < N; i++) u[k] += values[k * N + i] == 0;
        }
        nes_choices_step(&c, ROWS, values, u, 1, work);
        assert_true(nes_choices_sound(&c));
    }
    assert_true(nes_choices_settled(&c));
    double p;
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(nes_choices_mode(&c, i, &p), 0);
        assert_relative(p, 1 - (COUNT[i] - 1) * nes_choices_least(&c, i), 1e-9);
    }
    state[1] = nan("");
    assert_false(nes_choices_sound(&c));
}

static void starts(void **data)
{
    (void)data;
    double state[STATE];
    nes_choices c = make(state);
    static const double start[N] = {2, -1, 0};
    static const double want[TOTAL] = {1.0 / 6, 1.0 / 6, 4.0 / 6, 0.5,    0.5,
                                       5.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8};
    nes_choices_begin(&c, start);
    assert_all_relative(TOTAL, state, want, 1e-12);
    for (size_t i = TOTAL; i < STATE - 1; i++) assert_true(state[i] == 0);
    assert_true(state[STATE - 1] == 1);
}

/* Without counts every choice has two values. */
static void two_values(void **data)
{
    (void)data;
    static const double two[4] = {2, 2, 2, 2};
    const nes_choices a = nes_choices_of(4, NULL, 0.2), b = nes_choices_of(4, two, 0.2);
    assert_int_equal(a.total, b.total);
    assert_int_equal(nes_choices_nstate(&a), nes_choices_nstate(&b));
}

/* Whatever the rate, and however small the margins are, probabilities stay some. */
static void wild_rates(void **data)
{
    (void)data;
    double state[STATE], values[ROWS * N], u[ROWS], work[WORK];
    fill(values, u);
    for (double rate = 1e-200; rate < 1e300; rate *= 1e25)
        for (double least = 0.1; least > 1e-12; least *= 1e-3) {
            nes_choices c = make(state);
            c.least = least;
            for (int t = 0; t < 20; t++) {
                assert_true(nes_choices_step(&c, ROWS, values, u, rate, work));
                assert_true(nes_choices_sound(&c));
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(natural_direction),
        cmocka_unit_test(nothing_to_learn),
        cmocka_unit_test(draws),
        cmocka_unit_test(single_draws),
        cmocka_unit_test(renamed),
        cmocka_unit_test(margins),
        cmocka_unit_test(starts),
        cmocka_unit_test(two_values),
        cmocka_unit_test(wild_rates),
    };
    return cmocka_run_group_tests_name("choices", tests, NULL, NULL);
}
