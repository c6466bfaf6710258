/* SPDX-License-Identifier: MIT
 *
 * Whole searches with integers: alone, beside reals, on badly scaled problems, ones and zeros, from
 * starts between integers, and interrupted. */

#include "support/runs.h"

typedef struct problem {
    size_t dim, integers;
    double condition;
} problem;

/* The optimum has the value 0: integers -5 .. 5, the others 0.3. */
static double mixed(size_t dim, const double *x, void *user)
{
    const problem *p = user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        const double at = i < p->integers ? (double)(7 * i % 11) - 5 : 0.3;
        sum += pow(p->condition, (double)i / (double)(dim - 1)) * (x[i] - at) * (x[i] - at);
    }
    return sum;
}

static void solved_by_default(void **state)
{
    (void)state;
    static const problem problems[] = {{10, 5, 1}, {10, 5, 1e6}, {5, 5, 1}, {5, 5, 1e6}};
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            problem p = problems[k];
            double integer[10] = {0}, low[10], high[10];
            nes_settings s;
            nes_settings_default(&s);
            for (size_t i = 0; i < p.dim; i++) {
                integer[i] = i < p.integers;
                low[i] = -10;
                high[i] = 10;
            }
            s.integer = integer;
            s.lower = low;
            s.upper = high;
            s.seed = seed;
            nes_opt *o = run_start(p.dim, NULL, &s);
            run_to_end(o, mixed, &p);
            const nes_result r = run_result(o);
            if (!(r.best_f < 1e-8)) fail_msg("problem %zu, seed %d: %g", k, (int)seed, r.best_f);
            assert_int_equal(r.trust, NES_TRUST_CONVERGED);
            assert_true(r.evaluations < 40000);
            nes_destroy(o);
        }
}

/* Ones beside reals, of which all have the same weight (condition 1) or not: how many there are, or
 * how many before the first zero. */
typedef struct ones {
    double condition;
    bool leading;
} ones;

static double ones_and_reals(size_t dim, const double *x, void *user)
{
    const ones *p = user;
    const size_t n = dim / 2;
    double sum = (double)n;
    for (size_t i = 0; i < n; i++)
        sum += pow(p->condition, (double)i / (double)(n - 1)) * x[i] * x[i];
    for (size_t i = n; i < dim && (x[i] == 1 || !p->leading); i++) sum -= x[i];
    return sum;
}

/* Single runs without restarts, with the usual stop tests, from halfway between the two values. */
static void ones_are_found(void **state)
{
    (void)state;
    static const ones problems[] = {{1e6, false}, {1, true}};
    enum { N = 20, RUNS = 20 };
    double integer[N], low[N], high[N], x0[N];
    for (size_t i = 0; i < N; i++) {
        integer[i] = i >= N / 2;
        low[i] = i < N / 2 ? -INFINITY : 0;
        high[i] = i < N / 2 ? INFINITY : 1;
        x0[i] = i < N / 2 ? 2 : 0.5;
    }
    for (size_t k = 0; k < 2; k++)
        for (uint64_t seed = 1; seed <= RUNS; seed++) {
            ones p = problems[k];
            nes_settings s = run_settings("dd-xnes");
            s.integer = integer;
            s.lower = low;
            s.upper = high;
            s.sigma = 1;
            s.seed = seed;
            s.max_evals = 1000 * N;
            nes_opt *o = run_start(N, x0, &s);
            run_to_end(o, ones_and_reals, &p);
            const nes_result r = run_result(o);
            if (!(r.best_f < 1e-10))
                fail_msg("problem %zu, seed %d: %g, %s", k, (int)seed, r.best_f, r.stop_text);
            assert_int_equal(r.trust, NES_TRUST_CONVERGED);
            assert_true(r.evaluations < 10000);
            nes_destroy(o);
        }
}

/* A start between integers is where the search begins; its rounding is the point that is tried. */
static void between_integers(void **state)
{
    (void)state;
    static const double yes[2] = {1, 0}, low[2] = {0, -9}, high[2] = {3.7, 9};
    static const double starts[4] = {-0.5, 0.5, 1.25, 3.5}, rounded[4] = {0, 0, 1, 3};
    double at = 0;
    for (size_t k = 0; k < 4; k++) {
        const double x0[2] = {starts[k], 0.5};
        nes_settings s = run_settings("dd-xnes");
        nes_points p;
        s.integer = yes;
        s.lower = low;
        s.upper = high;
        s.eval_start = "yes";
        nes_opt *o = run_start(2, x0, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        run_assert_real(p.x[0], rounded[k]);
        run_assert_real(p.x[1], 0.5);
        run_to_end(o, run_sphere, &at);
        assert_true(run_result(o).best_f < 1e-10);
        nes_destroy(o);
    }
}

/* The state is saved: a run that is loaded in the middle of a generation, whose points are handed
 * out in parts and told in any order, ends like the other one. */
static void the_same_in_parts(void **state)
{
    (void)state;
    problem p = {10, 5, 1e6};
    double integer[10] = {1, 1, 1, 1, 1};
    for (size_t window = 0; window < 8; window += 3) {
        nes_settings s = run_settings(window == 0 ? "dd-xnes" : "snes");
        s.integer = integer;
        s.max_evals = 2000;
        s.window = window;
        nes_opt *a = run_start(10, NULL, &s), *b = run_start(10, NULL, &s);
        run_to_end(a, mixed, &p);
        for (uint64_t k = 0; nes_stopped(b) == NES_RUNNING; k++) {
            nes_points q;
            assert_int_equal(nes_ask(b, &q), NES_OK);
            const size_t one = (size_t)(k % q.n);
            const double f = mixed(10, q.x + one * 10, &p);
            assert_int_equal(nes_tell_some(b, 1, &q.id[one], &f), NES_OK);
            if (k % 7 != 0) continue;
            nes_opt *copy = run_copy(b);
            nes_destroy(b);
            b = copy;
        }
        assert_same_reals(10, run_result(a).best_x, run_result(b).best_x);
        assert_same_reals(10, run_result(a).std_x, run_result(b).std_x);
        run_assert_real(run_result(a).best_f, run_result(b).best_f);
        nes_destroy(a);
        nes_destroy(b);
    }
}

/* The last integer is at its bound, and the words say so. */
static void at_a_bound(void **state)
{
    (void)state;
    static const double yes[2] = {1, 1}, low[2] = {-4, 1}, high[2] = {2, 900}, logs[2] = {0, 1};
    double at = 1000;
    nes_settings s = run_settings("auto");
    s.integer = yes;
    s.lower = low;
    s.upper = high;
    s.log = logs;
    nes_opt *o = run_start(2, NULL, &s);
    run_to_end(o, run_sphere, &at);
    const nes_result r = run_result(o);
    assert_true(r.best_x[0] == 2 && r.best_x[1] == 900);
    run_assert_has(r.trust_text, "at a bound in 2 of 2 variables");
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solved_by_default), cmocka_unit_test(at_a_bound),
        cmocka_unit_test(ones_are_found),    cmocka_unit_test(between_integers),
        cmocka_unit_test(the_same_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
