/* SPDX-License-Identifier: MIT
 *
 * Constraints beside integers and choices: multipliers are learnt within rows that have the same
 * ones, the same in any order of telling and after a save. [math: B19] */
#include "support/runs.h"

typedef struct search {
    double optimum;
    size_t evaluations, reached; /* reached: the optimum, to 1e-6 */
} search;

/* ---- integers ------------------------------------------------------------------------------- */

enum { MIXED = 6 };

/* An ellipsoid of three reals and three integers above a plane. */
static nes_fate mixed(size_t d, const double *x, double *v, void *user)
{
    search *s = user;
    v[0] = 0;
    v[1] = MIXED;
    for (size_t i = 0; i < d; i++) {
        v[0] += pow(1000, (double)i / (MIXED - 1)) * x[i] * x[i];
        v[1] -= x[i];
    }
    s->evaluations++;
    if (s->reached == 0 && v[1] <= 0 && v[0] <= s->optimum * (1 + 1e-6))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

/* The least of the real part over the share of the plane that integers leave, for each of them. */
static double mixed_optimum(void)
{
    double best = INFINITY, inverse = 0;
    for (size_t i = 0; i < MIXED / 2; i++) inverse += pow(1000, -(double)i / (MIXED - 1));
    for (size_t code = 0; code < 1000; code++) {
        const double k[] = {(double)(code % 10), (double)(code / 10 % 10), (double)(code / 100)};
        const double left = fmax(0, MIXED - k[0] - k[1] - k[2]);
        double value = left * left / inverse;
        for (size_t i = 0; i < MIXED / 2; i++)
            value += pow(1000, (double)(i + MIXED / 2) / (MIXED - 1)) * k[i] * k[i];
        best = fmin(best, value);
    }
    return best;
}

/* What other integers change is no slope: multipliers that took it for one never found the optimum.
 */
static void integers(void **state)
{
    (void)state;
    static const double integer[] = {0, 0, 0, 1, 1, 1};
    const double optimum = mixed_optimum();
    for (uint64_t seed = 1; seed <= 10; seed++) {
        search found = {.optimum = optimum};
        double x[MIXED] = {3, 3, 3, 3, 3, 3};
        nes_settings s = run_settings("dd-xnes");
        s.seed = seed;
        s.integer = integer;
        s.max_evals = 6000;
        s.constraints = 1;
        assert_int_equal(nes_minimize_records(mixed, &found, MIXED, x, &s, NULL), NES_OK);
        if (found.reached == 0 || found.reached > 1500)
            fail_msg("seed %d: %zu evaluations", (int)seed, found.reached);
    }
}

/* ---- choices -------------------------------------------------------------------------------- */

enum { REALS = 5, CHOICES = 3 };

/* A sphere above a plane that is farther out for each choice that is not 0. */
static nes_fate chosen(size_t d, const double *x, double *v, void *user)
{
    search *s = user;
    (void)d;
    v[0] = 0;
    v[1] = REALS;
    for (size_t i = 0; i < REALS; i++) {
        v[0] += x[i] * x[i];
        v[1] -= x[i];
    }
    for (size_t i = 0; i < CHOICES; i++) {
        v[0] += x[REALS + i] != 0;
        v[1] += 0.5 * (x[REALS + i] != 0);
    }
    s->evaluations++;
    if (s->reached == 0 && v[1] <= 0 && v[0] <= s->optimum * (1 + 1e-6))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

/* Likewise with choices. */
static void choices(void **state)
{
    (void)state;
    static const double counts[] = {0, 0, 0, 0, 0, 3, 3, 3};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        search found = {.optimum = REALS};
        double x[] = {3, 3, 3, 3, 3, -1, -1, -1};
        nes_settings s = run_settings("dd-xnes");
        s.seed = seed;
        s.choices = counts;
        s.max_evals = 8000;
        s.constraints = 1;
        assert_int_equal(nes_minimize_records(chosen, &found, REALS + CHOICES, x, &s, NULL),
                         NES_OK);
        if (found.reached == 0 || found.reached > 1200)
            fail_msg("seed %d: %zu evaluations", (int)seed, found.reached);
    }
}

/* Evaluates the points of an ask, from the place `from` on, and tells them one by one, backwards if
 * so wanted; `most` of them at most. */
static void step(nes_opt *o, size_t from, size_t most, bool backwards)
{
    search all = {.optimum = NAN};
    nes_points q;
    assert_int_equal(nes_ask(o, &q), NES_OK);
    for (size_t i = from; i < q.n && i < from + most; i++) {
        const size_t k = backwards ? q.n - 1 - i : i;
        const uint64_t id = q.id[k];
        double v[2];
        (void)chosen(q.dim, q.x + k * q.dim, v, &all);
        assert_int_equal(nes_tell_records(o, 1, &id, NULL, v), NES_OK);
    }
}

/* The kinds of rows are the same in any order of telling, and after a save in mid-generation. */
static void order_and_saves(void **state)
{
    (void)state;
    static const double counts[] = {0, 0, 0, 0, 0, 3, 3, 3}, integer[] = {0, 0, 0, 1, 1, 0, 0, 0};
    double x[] = {3, 3, 3, 3, 3, -1, -1, -1};
    nes_settings s = run_settings("dd-xnes");
    s.choices = counts;
    s.integer = integer;
    s.constraints = 1;
    nes_opt *a = run_start(REALS + CHOICES, x, &s), *b = run_start(REALS + CHOICES, x, &s);
    for (size_t i = 0; i < 60; i++) {
        step(a, 0, SIZE_MAX, false);
        step(b, 0, SIZE_MAX, true);
    }
    run_assert_same(a, b);
    step(a, 0, 4, false);
    nes_opt *c = run_copy(a);
    for (size_t i = 0; i < 20; i++) {
        step(a, 0, SIZE_MAX, false);
        step(c, 0, SIZE_MAX, false);
    }
    run_assert_same(a, c);
    nes_destroy(a);
    nes_destroy(b);
    nes_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(integers), cmocka_unit_test(choices),
                                       cmocka_unit_test(order_and_saves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
