/* SPDX-License-Identifier: MIT
 *
 * Runs with a model of the objective: saved and loaded after every value, told in any order, by any
 * number of threads, they are the same to the last bit. */
#include "support/runs.h"

enum { D = 4, CASES = 10, STEPS = 90 };

static const double START[D] = {0.7, -0.4, 1.2, 0.9};
static const double LOWER[D] = {-1, 0, 0.1, -2}, UPPER[D] = {1.5, 3, 8, 2};
static const double LOG[D] = {0, 0, 1, 0}, INTEGER[D] = {0, 0, 0, 1};
static const double WHOLE[D] = {0.7, 1, 1.2, 1};

static const double *start_of(const nes_settings *s)
{
    return s->integer != NULL ? WHOLE : s->lower != NULL ? WHOLE : START;
}

/* Batches, bounds of every kind, other variables, restarts, retries, the sign, the start. */
static nes_settings settings_of(size_t v)
{
    nes_settings s = run_settings("dd-xnes");
    s.model = "on";
    s.batch = v % 3 == 0 ? 1 : v % 3 == 1 ? 3 : 8;
    s.sigma = 0.5;
    if (v == 1) s.eval_start = "yes";
    if (v == 2 || v == 3) s.lower = LOWER, s.upper = UPPER;
    if (v == 3) s.bounds = "reflect";
    if (v == 4) s.bounds = "resample", s.lower = LOWER;
    if (v == 5) s.retries = 1, s.maximize = true, s.noisy = "auto", s.eval_start = "auto";
    if (v == 6) s.integer = INTEGER, s.lower = LOWER, s.upper = UPPER, s.log = LOG;
    if (v >= 7) s.max_infeasible = 1, s.tolfun = 1e-2;
    if (v == 7 || v == 9) s.restart_max = 2;
    if (v == 7) s.restarts = "bipop", s.eval_start = "yes";
    if (v == 8) s.restarts = "interleaved", s.restart_slice = 6;
    if (v == 9) s.restarts = "ipop", s.noisy = "yes", s.restart_factor = 1.5;
    return s;
}

/* A bowl with ripples, a corner where evaluations fail, and one without values. */
static double objective(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) {
        const double y = x[i] - 0.3 * (double)(i + 1);
        sum += pow(10, (double)i) * y * y + 0.1 * (1 - cos(7 * y));
    }
    return x[0] > 1 ? MARKED_FAILED : x[1] > 1.3 ? NAN : sum;
}

static void tell(nes_opt *o, size_t n, const uint64_t *id, const double *f)
{
    nes_fate fate[64];
    for (size_t i = 0; i < n; i++) fate[i] = marked_fate(f[i]);
    assert_int_equal(nes_tell_records(o, n, id, fate, f), NES_OK);
}

/* Tells at most so many values at a time, shuffled; b lives on from its saved copies alone. */
static void follow(size_t v, size_t portion)
{
    const nes_settings s = settings_of(v);
    uint64_t random = 11 + v;
    nes_opt *a = run_start(D, start_of(&s), &s), *b = run_copy(a);
    for (size_t t = 0; t < STEPS && nes_stopped(a) == NES_RUNNING; t++) {
        nes_points p, q;
        uint64_t id[64];
        double value[64];
        size_t order[64];
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        assert_true(p.n > 0 && p.n == q.n);
        run_shuffle(&random, p.n, order);
        const size_t n = p.n < portion ? p.n : portion;
        for (size_t i = 0; i < n; i++) {
            id[i] = p.id[order[i]];
            value[i] = objective(D, p.x + order[i] * D, NULL);
        }
        tell(a, n, id, value);
        tell(b, n, id, value);
        run_assert_same(a, b);
        nes_opt *copy = run_copy(b);
        run_assert_same(a, copy);
        nes_destroy(b);
        b = copy;
    }
    nes_destroy(a);
    nes_destroy(b);
}

static void at_every_value(void **state)
{
    (void)state;
    for (size_t v = 0; v < CASES; v++) follow(v, 1);
}

static void at_parts(void **state)
{
    (void)state;
    for (size_t v = 0; v < CASES; v++) follow(v, 5);
}

/* The same run, told all at once or one by one from the last point to the first. */
static void in_any_order(void **state)
{
    (void)state;
    for (size_t v = 0; v < CASES; v++) {
        const nes_settings s = settings_of(v);
        nes_opt *a = run_start(D, start_of(&s), &s), *b = run_copy(a);
        for (size_t t = 0; t < STEPS && nes_stopped(a) == NES_RUNNING; t++) {
            nes_points p, q;
            uint64_t id[64];
            double value[64];
            assert_int_equal(nes_ask(a, &p), NES_OK);
            assert_int_equal(nes_ask(b, &q), NES_OK);
            for (size_t i = 0; i < p.n; i++) {
                id[i] = p.id[i];
                value[i] = objective(D, p.x + i * D, NULL);
            }
            const size_t n = p.n;
            tell(a, n, id, value);
            for (size_t i = n; i-- > 0;) tell(b, 1, id + i, value + i);
            run_assert_same(a, b);
        }
        nes_destroy(a);
        nes_destroy(b);
    }
}

/* The number of jobs that evaluate says nothing, once the batch is given. */
static void by_any_number_of_jobs(void **state)
{
    (void)state;
    for (size_t v = 0; v < CASES; v++) {
        nes_settings s = settings_of(v);
        s.max_evals = 60;
        nes_opt *a = run_start(D, start_of(&s), &s);
        s.jobs = 3;
        nes_opt *b = run_start(D, start_of(&s), &s);
        assert_int_equal(marked_run(a, objective, NULL), NES_OK);
        assert_int_equal(marked_run(b, objective, NULL), NES_OK);
        run_assert_same(a, b);
        nes_destroy(a);
        nes_destroy(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_every_value), cmocka_unit_test(at_parts),
                                       cmocka_unit_test(in_any_order),
                                       cmocka_unit_test(by_any_number_of_jobs)};
    return cmocka_run_group_tests_name("models", tests, NULL, NULL);
}
