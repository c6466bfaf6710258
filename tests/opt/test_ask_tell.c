/* SPDX-License-Identifier: MIT
 *
 * The protocol of ask and tell: ids, the same points when asked again, values by id in any order,
 * what is refused, and what the result says at every moment. */
#include "support/runs.h"

static void ids(void **state)
{
    (void)state;
    nes_points p;
    uint64_t next = 0;
    nes_opt *o = run_start(4, NULL, NULL);
    for (int t = 0; t < 4; t++) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.dim, 4);
        assert_int_equal(p.n, nes_get_settings(o)->popsize);
        for (size_t k = 0; k < p.n; k++) assert_int_equal(p.id[k], next++);
        for (size_t k = 0; k < p.n; k++) p.f[k] = (double)k;
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    nes_destroy(o);
}

static void asking_twice(void **state)
{
    (void)state;
    nes_points p, q;
    double x[64];
    nes_opt *o = run_start(4, NULL, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(x, p.x, p.n * 4 * sizeof *x);
    assert_int_equal(nes_ask(o, &q), NES_OK);
    assert_int_equal(q.n, p.n);
    assert_memory_equal(q.x, x, p.n * 4 * sizeof *x);
    assert_memory_equal(q.id, p.id, p.n * sizeof *p.id);
    nes_destroy(o);
}

/* Tells some points out of order; the next ask hands out exactly the others, unchanged. */
static void partial(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 8;
    nes_points p;
    double x[8][3];
    nes_opt *o = run_start(3, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(x, p.x, sizeof x);
    const uint64_t first[3] = {6, 0, 3}, second[4] = {7, 5, 2, 4};
    const double f[4] = {10, 20, 30, 40};
    assert_int_equal(nes_tell_some(o, 3, first, f), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 5);
    bool seen[8] = {false};
    for (size_t k = 0; k < p.n; k++) {
        assert_true(p.id[k] < 8 && !seen[p.id[k]]);
        seen[p.id[k]] = true;
        assert_memory_equal(p.x + 3 * k, x[p.id[k]], sizeof *x);
    }
    assert_false(seen[6] || seen[0] || seen[3]);
    assert_int_equal(nes_tell_some(o, 4, second, f), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 1);
    assert_int_equal(p.id[0], 1);
    nes_result r = run_result(o);
    assert_int_equal(r.evaluations, 7);
    assert_int_equal(r.generations, 0);
    run_assert_real(r.best_f, 10);
    assert_int_equal(r.best_evaluation, 7); /* by row: the order of telling does not matter */
    assert_memory_equal(r.best_x, x[6], sizeof *x);
    assert_int_equal(nes_tell(o, 1, f), NES_OK);
    r = run_result(o);
    assert_int_equal(r.generations, 1);
    assert_int_equal(r.best_evaluation, 2); /* the earlier of two equal values */
    assert_memory_equal(r.best_x, x[1], sizeof *x);
    nes_destroy(o);
}

static void wrong_order(void **state)
{
    (void)state;
    nes_points p;
    const uint64_t old = 0, twice[2] = {3, 3}, mixed[2] = {2, 99};
    const double f[16] = {0};
    nes_opt *o = run_start(3, NULL, NULL);
    assert_string_equal(nes_message(o), "");
    assert_int_equal(nes_tell(o, 1, f), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "ask for points before telling values");
    assert_int_equal(nes_tell_some(o, 1, &old, f), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "ask for points before");
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const size_t n = p.n;
    assert_int_equal(nes_tell(o, n + 1, f), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "9 values were told, but the last ask handed out 8");
    assert_int_equal(nes_tell(o, 0, NULL), NES_ERR_COUNT);
    assert_int_equal(nes_tell_some(o, 2, twice, f), NES_ERR_ID);
    run_assert_has(nes_message(o), "point 3");
    assert_int_equal(nes_tell_some(o, 2, mixed, f), NES_ERR_ID);
    run_assert_has(nes_message(o), "point 99");
    assert_int_equal(run_result(o).evaluations, 0); /* none was taken */
    assert_int_equal(nes_tell_some(o, 0, NULL, NULL), NES_OK);
    assert_int_equal(nes_tell_some(o, 1, &old, f), NES_OK);
    assert_int_equal(nes_tell_some(o, 1, &old, f), NES_ERR_ID); /* told already */
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell(o, n - 1, f), NES_OK);
    assert_int_equal(nes_tell(o, n, f), NES_ERR_ORDER); /* told already */
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell_some(o, 1, &old, f), NES_ERR_LATE); /* of the last generation */
    nes_stop_now(o);
    assert_int_equal(nes_ask(o, &p), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "stopped");
    assert_int_equal(nes_tell_some(o, 1, p.id, f), NES_OK); /* what was evaluated is not lost */
    nes_destroy(o);
}

/* Pointers and numbers of a result: before, during, after. */
static void results(void **state)
{
    (void)state;
    const double x0[2] = {3, -4}, scale[2] = {1, 10};
    nes_settings s = run_settings("snes");
    s.sigma = 0.5;
    s.scale = scale;
    s.seed = 77;
    nes_opt *o = run_start(2, x0, &s);
    nes_result r = run_result(o);
    assert_int_equal(r.dim, 2);
    assert_string_equal(r.method, "snes");
    assert_int_equal(r.seed, 77);
    assert_true(isnan(r.best_f));
    assert_null(r.best_x);
    assert_memory_equal(r.mean_x, x0, sizeof x0);
    run_assert_real(r.std_x[0], 0.5);
    run_assert_real(r.std_x[1], 5);
    assert_within(r.sigma, 0.5 * sqrt(10), 1e-15);
    run_assert_real(run_condition(o), 100); /* of the covariance */
    assert_int_equal(r.stop, NES_RUNNING);
    assert_int_equal(r.best_evaluation, 0);

    double best = INFINITY, x[2] = {0};
    uint64_t number = 0, at = 0;
    for (int t = 0; t < 30; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            p.f[k] = floor(4 * run_ellipsoid(2, p.x + 2 * k, NULL)); /* with ties */
            number++;
            if (p.f[k] >= best) continue;
            best = p.f[k];
            at = number;
            memcpy(x, p.x + 2 * k, sizeof x);
        }
        double low = INFINITY;
        for (size_t k = 0; k < p.n; k++) low = fmin(low, p.f[k]);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        r = run_result(o);
        run_assert_real(r.generation_best, low);
        assert_true(r.generation_median >= low);
        run_assert_real(r.best_f, best);
        assert_int_equal(r.best_evaluation, at);
        assert_int_equal(r.evaluations, number);
        assert_memory_equal(r.best_x, x, sizeof x);
    }
    nes_destroy(o);
}

static double negated(size_t dim, const double *x, void *user)
{
    return -run_ellipsoid(dim, x, user);
}

static void maximizing(void **state)
{
    (void)state;
    const double x0[3] = {1, 2, 3};
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        nes_opt *low = run_start(3, x0, &s);
        s.maximize = true;
        nes_opt *high = run_start(3, x0, &s);
        for (int t = 0; t < 60; t++) {
            run_step(low, run_ellipsoid, NULL);
            run_step(high, negated, NULL);
            const nes_result a = run_result(low), b = run_result(high);
            run_assert_real(a.best_f, -b.best_f);
            if (a.generations > 0) run_assert_real(a.generation_best, -b.generation_best);
            if (a.generations > 0) run_assert_real(a.generation_median, -b.generation_median);
            assert_memory_equal(a.best_x, b.best_x, sizeof x0);
            assert_memory_equal(a.mean_x, b.mean_x, sizeof x0);
            assert_memory_equal(a.std_x, b.std_x, sizeof x0);
            assert_int_equal(a.best_evaluation, b.best_evaluation);
        }
        nes_destroy(low);
        nes_destroy(high);
    }
}

static void one_variable(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        double x = 5;
        nes_result r;
        s.target = 1e-16;
        s.tolfun = NES_OFF; /* values of 1e-12 already count as equal */
        assert_int_equal(nes_minimize(run_sphere, NULL, 1, &x, &s, &r), NES_OK);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        assert_true(fabs(x) <= 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids),          cmocka_unit_test(asking_twice),
        cmocka_unit_test(partial),      cmocka_unit_test(wrong_order),
        cmocka_unit_test(results),      cmocka_unit_test(maximizing),
        cmocka_unit_test(one_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
