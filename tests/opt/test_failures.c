/* SPDX-License-Identifier: MIT
 *
 * Values that are none: evaluations that failed, NaN, infinities and numbers beyond 1e300. */
#include "support/runs.h"

/* No NaN means that an evaluation failed, whatever its bits are. */
static void failure_is_no_value(void **state)
{
    (void)state;
    static const uint64_t bits = 0x7ff80000006e6573u; /* which meant that in earlier versions */
    nes_settings s = run_settings("snes");
    nes_points p;
    s.popsize = 4;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t i = 0; i < p.n; i++) memcpy(&p.f[i], &bits, sizeof bits);
    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    assert_int_equal(run_result(o).failed, 0);
    assert_int_equal(run_result(o).nonfinite, 4);
    nes_destroy(o);
}

/* Failed points come again, so often, the same; then they rank last. */
static void retries(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    nes_points p;
    double x[2];
    s.popsize = 4;
    s.retries = 2;
    nes_opt *o = run_start(2, NULL, &s);
    for (int attempt = 0; attempt < 3; attempt++) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.n, attempt == 0 ? 4 : 1);
        if (attempt == 0) memcpy(x, p.x + 4, sizeof x);
        const size_t k = attempt == 0 ? 2 : 0;
        assert_int_equal(p.id[k], 2);
        assert_memory_equal(p.x + 2 * k, x, sizeof x);
        for (size_t i = 0; i < p.n; i++) p.f[i] = i == k ? MARKED_FAILED : (double)i;
        assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
    }
    const nes_result r = run_result(o);
    assert_int_equal(r.generations, 1);
    assert_int_equal(r.evaluations, 6);
    assert_int_equal(r.failed, 3);
    assert_int_equal(r.nonfinite, 0);
    nes_destroy(o);
}

/* Replaced by new points, up to a limit; then last as well. Every handler, bounds or none. */
static void resampled(void **state)
{
    (void)state;
    const double lower[2] = {-0.5, -0.5}, upper[2] = {0.5, 0.5};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t bounded = 0; bounded < 2; bounded++) {
            if (run_is_binary(nes_method_at(m))) continue;
            nes_settings s = run_settings(nes_method_at(m)->name);
            nes_points p;
            double x[2] = {9, 9};
            size_t turns = 0;
            s.popsize = 4;
            s.failures = "resample";
            s.sampling = "iid";
            s.eval_start = "no";
            s.max_gens = 1;
            if (bounded) s.bounds = "resample", s.lower = lower, s.upper = upper;
            nes_opt *o = run_start(2, NULL, &s);
            for (; nes_stopped(o) == NES_RUNNING; turns++) {
                assert_int_equal(nes_ask(o, &p), NES_OK);
                assert_memory_not_equal(p.x, x, sizeof x);
                memcpy(x, p.x, sizeof x);
                for (size_t k = 0; k < p.n; k++) p.f[k] = p.id[k] == 0 ? MARKED_FAILED : (double)k;
                assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
            }
            assert_true(turns > 1 && turns <= 201);
            assert_int_equal(run_result(o).failed, turns);
            nes_destroy(o);
        }
}

/* Every row is tried (retries + 1) (replacements + 1) times, a new point every retries + 1. */
static void replacements(void **state)
{
    (void)state;
    for (uint64_t retries = 0; retries < 3; retries++)
        for (uint64_t most = 0; most < 4; most++) {
            nes_settings s = run_settings("snes");
            nes_points p;
            double before[4 * 2] = {0};
            uint64_t tries = 0, points = 0;
            s.popsize = 4;
            s.failures = "resample";
            s.replacements = most;
            s.retries = retries;
            nes_opt *o = run_start(2, NULL, &s);
            for (; run_result(o).generations == 0; tries++) {
                assert_int_equal(nes_ask(o, &p), NES_OK);
                assert_int_equal(p.n, 4);
                points += memcmp(before, p.x, sizeof before) != 0;
                memcpy(before, p.x, sizeof before);
                for (size_t k = 0; k < 4; k++) p.f[k] = MARKED_FAILED;
                assert_int_equal(marked_tell(o, 4, p.f), NES_OK);
            }
            assert_int_equal(tries, (retries + 1) * (most + 1));
            assert_int_equal(points, most + 1);
            nes_destroy(o);
        }
}

/* A start point that fails is not replaced: another point is not the start. */
static void failed_start(void **state)
{
    (void)state;
    nes_settings s = run_settings("1+1-xnes");
    nes_points p;
    const double failed = MARKED_FAILED;
    s.failures = "resample";
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(marked_tell(o, 1, &failed), NES_OK);
    assert_null(run_result(o).best_x);
    run_step(o, run_sphere, NULL); /* the first value there is becomes the parent */
    assert_non_null(run_result(o).best_x);
    nes_destroy(o);
}

/* All values bad from the beginning: the centre stays, everything is doubled. */
static void none_finite(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes"};
    const double bad[] = {NAN, INFINITY, 1e301, MARKED_FAILED};
    const double x0[4] = {1, 2, 3, 4};
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < 4; i++) {
            nes_settings s = run_settings(methods[m]);
            nes_opt *o = run_start(4, x0, &s);
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n; k++) p.f[k] = bad[i];
            assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
            const nes_result r = run_result(o);
            assert_null(r.best_x);
            assert_true(isnan(r.best_f));
            assert_memory_equal(r.mean_x, x0, sizeof x0);
            for (size_t j = 0; j < 4; j++) assert_within(r.std_x[j], 2, 1e-14);
            assert_int_equal(r.failed, i == 3 ? 8 : 0);
            assert_int_equal(r.nonfinite, i < 3 ? 8 : 0);
            assert_int_equal(nes_stopped(o), NES_RUNNING);
            nes_destroy(o);
        }
}

/* Half of the values bad: half the rate for scale, ranks as if they were the worst. */
static void some_finite(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.popsize = 4;
    s.shaping = "table";
    s.utilities = (const double[4]){0.6, 0.4, -0.5, -0.5}; /* no matter which is worse */
    nes_opt *whole = run_start(3, NULL, &s), *half = run_start(3, NULL, &s);
    nes_points p;
    const double good[4] = {3, 1, 2, 4}, bad[4] = {NAN, 1, 2, 1e305};
    assert_int_equal(nes_ask(whole, &p), NES_OK);
    assert_int_equal(marked_tell(whole, 4, good), NES_OK);
    assert_int_equal(nes_ask(half, &p), NES_OK);
    assert_int_equal(marked_tell(half, 4, bad), NES_OK);
    const nes_result a = run_result(whole), b = run_result(half);
    assert_memory_equal(a.mean_x, b.mean_x, 3 * sizeof(double));
    for (size_t j = 0; j < 3; j++) assert_within(log(b.std_x[j]), 0.5 * log(a.std_x[j]), 1e-14);
    assert_int_equal(b.nonfinite, 2);
    run_assert_real(b.best_f, 1);
    assert_int_equal(b.best_evaluation, 2);
    nes_destroy(whole);
    nes_destroy(half);
}

/* Nothing is better than minus infinity; when maximising it is as bad as can be. */
static void infinite(void **state)
{
    (void)state;
    for (int maximize = 0; maximize < 2; maximize++) {
        nes_settings s = run_settings("xnes");
        nes_points p;
        s.maximize = maximize;
        nes_opt *o = run_start(2, NULL, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) p.f[k] = k == 3 ? -INFINITY : -1e305 + (double)k * 1e303;
        assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
        const nes_result r = run_result(o);
        assert_int_equal(r.nonfinite, maximize ? p.n : 1);
        if (maximize) {
            assert_int_equal(r.stop, NES_RUNNING);
            assert_null(r.best_x); /* below -1e300: not one usable value */
        } else {
            assert_int_equal(r.stop, NES_STOP_UNBOUNDED);
            run_assert_real(r.best_f, -INFINITY);
            assert_int_equal(r.best_evaluation, 4);
        }
        nes_destroy(o);
    }
}

static double holes(size_t dim, const double *x, void *user)
{
    uint64_t *calls = user;
    const uint64_t c = ++*calls % 7;
    return c == 0 ? NAN : c == 3 ? MARKED_FAILED : c == 5 ? INFINITY : run_sphere(dim, x, NULL);
}

/* Three values in seven missing: every method still finds its way. */
static void robust(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        double x[3] = {2, 2, 2};
        uint64_t calls = 0;
        nes_result r;
        s.target = 1e-6;
        s.max_evals = 200000;
        assert_int_equal(marked_minimize(holes, &calls, 3, x, &s, &r), NES_OK);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        assert_true(r.failed > 0 && r.nonfinite > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failure_is_no_value),
        cmocka_unit_test(retries),
        cmocka_unit_test(resampled),
        cmocka_unit_test(replacements),
        cmocka_unit_test(failed_start),
        cmocka_unit_test(none_finite),
        cmocka_unit_test(some_finite),
        cmocka_unit_test(infinite),
        cmocka_unit_test(robust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
