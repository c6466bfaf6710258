/* SPDX-License-Identifier: MIT
 *
 * Results that are known from elsewhere: what is refused, what the model makes of them, and what
 * they do not count for. */
#include "opt/handle/opt.h"
#include "support/runs.h"

enum { D = 5, KNOWN = 24 };

static const double START[D] = {2, -1, 1, 2, -2};

static nes_settings settings_of(const char *model)
{
    nes_settings s = run_settings("dd-xnes");
    s.model = model;
    return s;
}

/* Points spread around the start, with their values. */
static void fill(double x[KNOWN * D], double f[KNOWN])
{
    uint64_t random = 3;
    for (size_t k = 0; k < KNOWN; k++) {
        for (size_t i = 0; i < D; i++)
            x[k * D + i] = START[i] + (double)(run_random(&random) % 4001) / 1000 - 2;
        f[k] = run_ellipsoid(D, x + k * D, NULL);
    }
}

static uint64_t evaluations_to(nes_opt *o, double target)
{
    while (!(run_result(o).best_f <= target)) {
        assert_int_equal(nes_stopped(o), NES_RUNNING);
        run_step(o, run_ellipsoid, NULL);
    }
    return run_result(o).evaluations;
}

static void saves_evaluations(void **state)
{
    const nes_settings s = settings_of("on");
    double x[KNOWN * D], f[KNOWN];
    (void)state;
    fill(x, f);
    nes_opt *a = run_start(D, START, &s), *b = run_start(D, START, &s);
    assert_int_equal(nes_know(b, KNOWN, x, f), NES_OK);
    const nes_result r = run_result(b);
    assert_int_equal(r.evaluations, 0);
    assert_true(isnan(r.best_f));
    assert_int_equal(b->runs.known.points.n, KNOWN);
    nes_opt *copy = run_copy(b);
    run_assert_same(b, copy);
    const uint64_t without = evaluations_to(a, 1e-6), with = evaluations_to(b, 1e-6);
    assert_true(with + 10 < without);
    assert_int_equal(evaluations_to(copy, 1e-6), with);
    assert_int_equal(b->runs.known.points.n, KNOWN + with);
    run_assert_same(b, copy);
    nes_destroy(a);
    nes_destroy(b);
    nes_destroy(copy);
}

/* In the middle of a portion, of a search that is maximised, with outputs. */
static void at_any_time(void **state)
{
    nes_settings s = settings_of("on");
    const double x[2 * D] = {1, 1, 1, 1, 1, 0, 0, 0, 0, 1}, rows[4] = {7, 1, NAN, 2};
    double values[64];
    (void)state;
    s.maximize = true;
    s.outputs = 1;
    nes_opt *o = run_start(D, START, &s);
    for (size_t t = 0; t < 12; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            values[2 * k] = -run_sphere(D, p.x + k * D, NULL);
            values[2 * k + 1] = 1;
        }
        if (t == 5) assert_int_equal(nes_know(o, 2, x, rows), NES_OK);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(copy);
        assert_int_equal(nes_tell_records(o, p.n, NULL, NULL, values), NES_OK);
    }
    const nes_archive *a = &o->runs.known.points;
    size_t found = 0;
    for (size_t i = 0; i < a->n; i++) found += a->f[i] == -7;
    assert_int_equal(found, 1);
    assert_int_equal(o->runs.known.told, 2);
    nes_destroy(o);
}

static void check_refused(nes_opt *o, const double *x, nes_status wanted, const char *word)
{
    const double f[2] = {1, 1};
    assert_int_equal(nes_know(o, 2, x, f), wanted);
    run_assert_has(nes_message(o), word);
    assert_int_equal(o->runs.known.points.n, 0);
}

static void refuses(void **state)
{
    static const double low[3] = {-1, 1, 0.1}, high[3] = {1, 9, 10}, integer[3] = {0, 1, 0},
                        log[3] = {0, 0, 1}, start[3] = {0, 2, 1};
    (void)state;
    for (int on = 0; on < 2; on++) {
        nes_settings s = settings_of(on ? "on" : "off");
        s.lower = low;
        s.upper = high;
        s.integer = integer;
        s.log = log;
        nes_opt *o = run_start(3, start, &s);
        check_refused(o, (double[]){0, 2, 1, NAN, 2, 1}, NES_ERR_VALUE,
                      "variable 1 of known point 2 is nan");
        check_refused(o, (double[]){0, 2, 1, 1.5, 2, 1}, NES_ERR_BOUNDS,
                      "outside its bounds [-1, 1]");
        check_refused(o, (double[]){0, 2.5, 1, 0, 2, 1}, NES_ERR_VALUE, "whole numbers");
        check_refused(o, (double[]){0, 2, 0.01, 0, 2, 1}, NES_ERR_BOUNDS, "outside its bounds");
        assert_int_equal(nes_know(o, 1, (double[]){0.5, 3, 10}, (double[]){2}), NES_OK);
        assert_int_equal(o->runs.known.points.n, on);
        if (on) {
            const double *y = o->runs.known.points.x;
            assert_true(y[1] == 3);
            assert_within(y[2], 2.302585092994046 + 0.05 * 4.605170185988092, 1e-12);
        }
        nes_destroy(o);
    }
}

/* More results than there was room for; and more than models look at. */
static void many(void **state)
{
    const nes_settings s = settings_of("on");
    nes_opt *o = run_start(D, START, &s);
    double x[D], f;
    (void)state;
    for (size_t k = 0; k < 3000; k++) {
        for (size_t i = 0; i < D; i++) x[i] = START[i] + sin((double)(k * (i + 1)));
        f = run_sphere(D, x, NULL);
        assert_int_equal(nes_know(o, 1, x, &f), NES_OK);
    }
    assert_int_equal(o->runs.known.points.n, 3000);
    run_step(o, run_sphere, NULL);
    assert_int_equal(run_result(o).evaluations, 1);
    assert_true(run_result(o).best_f < 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(saves_evaluations),
                                       cmocka_unit_test(at_any_time), cmocka_unit_test(refuses),
                                       cmocka_unit_test(many)};
    return cmocka_run_group_tests_name("known results", tests, NULL, NULL);
}
