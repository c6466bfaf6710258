/* SPDX-License-Identifier: MIT
 *
 * How runs with constraints end, and what is said of the answer. [math: B19] */
#include "support/constrained.h"

enum { SEEDS = 10 };

/* The squared distance from 0, and so many planes x_i >= 1. */
static nes_fate planes(size_t d, const double *x, double *values, void *user)
{
    const size_t m = *(const size_t *)user;
    values[0] = 0;
    for (size_t i = 0; i < d; i++) values[0] += x[i] * x[i];
    for (size_t i = 0; i < m; i++) values[1 + i] = 1 - x[i];
    return NES_MEASURED;
}

/* g11, a parabola at a distance. */
static nes_fate equality(size_t d, const double *x, double *values, void *user)
{
    (void)d;
    (void)user;
    values[0] = x[0] * x[0] + (x[1] - 1) * (x[1] - 1);
    values[1] = x[1] - x[0] * x[0];
    return NES_MEASURED;
}

static nes_result search(size_t d, size_t m, double start, double sigma, uint64_t seed)
{
    double x[CONSTRAINED_DIM];
    nes_settings s = run_settings("dd-xnes");
    nes_result r;
    s.seed = seed;
    s.sigma = sigma;
    s.constraints = m;
    s.max_evals = 20000;
    for (size_t i = 0; i < d; i++) x[i] = start;
    assert_int_equal(nes_minimize_records(planes, &m, d, x, &s, &r), NES_OK);
    return r;
}

/* From infeasible points with small values to feasible ones with larger values. */
static void from_below(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const nes_result r = search(3, 1, 0, 0.1, seed);
        assert_within(r.best_f, 1.0, 1e-6);
        if (strstr(r.trust_text, "hardly differed") != NULL)
            fail_msg("seed %d: %s", (int)seed, r.trust_text);
    }
}

/* Several active constraints: few generations in a row have feasible points. */
static void corners(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const nes_result r = search(5, 2, 3, 1, seed);
        assert_true(r.feasible);
        assert_within(r.best_f, 2.0, 1e-12);
        if (r.stop != NES_STOP_TOLFUN || r.trust != NES_TRUST_CONVERGED)
            fail_msg("seed %d: %s; %s", (int)seed, r.stop_text, r.trust_text);
    }
}

/* Points within the tolerance of an equality are better than where the run settles. */
static void tolerances(void **state)
{
    (void)state;
    const constrained_problem *p = constrained_find("g11");
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double x[CONSTRAINED_DIM];
        const nes_settings s = constrained_settings(p, seed, x);
        nes_result r;
        assert_int_equal(nes_minimize_records(equality, NULL, p->d, x, &s, &r), NES_OK);
        assert_true(r.best_f < 0.75 && r.best_f > 0.75 - 1.1e-6);
        if (r.trust != NES_TRUST_CONVERGED) fail_msg("seed %d: %s", (int)seed, r.trust_text);
    }
}

/* A run whose values all but agree, and of which the first generation and then every so many have
 * feasible points. */
static nes_result agree(uint64_t every)
{
    enum { N = 6, MOST = 200 };
    const double x[] = {0, 0};
    nes_settings s = run_settings("dd-xnes");
    s.popsize = N;
    s.constraints = 1;
    s.flat = NES_OFF;
    nes_opt *o = run_start(2, x, &s);
    for (uint64_t told = 0; told < MOST && nes_stopped(o) == NES_RUNNING; told++) {
        double rows[N][2];
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < N; k++) {
            rows[k][0] = 1e-15 * (double)k;
            rows[k][1] = told % every == 0 ? -1 : 1;
        }
        assert_int_equal(nes_tell_records(o, N, p.id, NULL, rows[0]), NES_OK);
    }
    nes_result r = run_result(o);
    r.best_x = r.mean_x = r.std_x = NULL;
    nes_destroy(o);
    return r;
}

/* A quarter of the last 10 + 30 d/n generations must have had feasible points. */
static void a_quarter(void **state)
{
    (void)state;
    const nes_result all = agree(1), some = agree(4), few = agree(5), none = agree(1000);
    assert_true(all.stop == NES_STOP_TOLFUN && all.generations == 20);
    assert_true(some.stop == NES_STOP_TOLFUN && some.generations == 20);
    assert_int_not_equal(few.stop, NES_STOP_TOLFUN);
    assert_int_equal(none.stop, NES_STOP_STAGNATION);
    assert_int_equal(none.trust, NES_TRUST_DOUBTFUL);
    run_assert_has(none.trust_text, "no point of the last 20 generations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(from_below), cmocka_unit_test(corners),
                                       cmocka_unit_test(tolerances), cmocka_unit_test(a_quarter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
