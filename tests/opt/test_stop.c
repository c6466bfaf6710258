/* SPDX-License-Identifier: MIT
 *
 * Why runs stop, where it was asked for: a target, limits, the caller, enough runs. Every reason
 * has a name, a value, a threshold and a text, and stays away when it is switched off. */
#include "support/stops.h"

static double negative_sphere(size_t dim, const double *x, void *user)
{
    return -run_sphere(dim, x, user);
}

static double minus_infinity(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return -INFINITY;
}

static void target(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.target = 1e-3;
    s.tolfun = NES_OFF;
    s.tolx = s.tolx_abs = NES_OFF;
    assert_true(
        stop_expect(stop_finished(3, 2, &s, run_sphere), NES_STOP_TARGET, 1e-3).stop_value <= 1e-3);
    stop_expect_off(3, 2, s, run_sphere, "target");
    s.maximize = true;
    s.target = -1e-3;
    assert_true(
        stop_expect(stop_finished(3, 2, &s, negative_sphere), NES_STOP_TARGET, -1e-3).stop_value >=
        -1e-3);
    s = run_settings("1+1-xnes");
    s.target = 0;
    assert_int_equal(
        stop_expect(stop_finished(3, 0, &s, run_sphere), NES_STOP_TARGET, 0).evaluations, 1);
}

/* Nothing can be better than an infinitely good value, so it ends a run without a target too. */
static void target_infinite(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    run_assert_real(
        stop_expect(stop_finished(3, 2, &s, minus_infinity), NES_STOP_UNBOUNDED, NAN).best_f,
        -INFINITY);
    s.target = -INFINITY;
    stop_expect(stop_finished(3, 2, &s, minus_infinity), NES_STOP_TARGET, -INFINITY);
}

static void max_evals(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.max_evals = 100;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    const nes_result r = stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_EVALS, 100);
    run_assert_real(r.stop_value, 100);
    s.max_evals = 0;
    s.max_gens = 50;
    stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_GENS, 50);
}

static void max_gens(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.max_gens = 5;
        const nes_result r = stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_GENS, 5);
        assert_int_equal(r.generations, 5);
        run_assert_real(r.stop_value, 5);
    }
    nes_settings s = run_settings("xnes");
    s.max_gens = 5;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    stop_expect_off(3, 1, s, run_sphere, "max_gens");
}

static void max_time(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.tolx = s.tolx_abs = s.tolfun = s.flat = s.stagnation = NES_OFF;
    s.max_time = 0;
    nes_result r = stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_TIME, 0);
    assert_int_equal(r.generations, 1);
    s.max_time = 0.02;
    r = stop_expect(stop_finished(3, 1, &s, stop_flat), NES_STOP_TIME, 0.02);
    assert_true(r.stop_value >= 0.02);
    assert_true(r.generations > 1);
    stop_expect_off(3, 1, s, stop_flat, "max_time");
}

/* The seconds that max_time sees are those that the caller counts, until it no longer does. */
static void time_told(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.max_time = 1000;
    nes_opt *o = run_start(3, NULL, &s);
    nes_set_seconds(o, 999.5);
    run_step(o, stop_flat, NULL);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    run_assert_real(nes_seconds(o), 999.5);
    nes_set_seconds(o, 1000.25);
    run_step(o, stop_flat, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TIME);
    run_assert_real(run_result(o).stop_value, 1000.25);
    nes_set_seconds(o, NAN);
    assert_true(nes_seconds(o) >= 1000.25 && nes_seconds(o) < 1300);
    nes_destroy(o);
}

static int after_three(nes_opt *o, void *user)
{
    (void)user;
    return run_result(o).generations >= 3;
}

static void user(void **state)
{
    (void)state;
    nes_points p;
    nes_settings s = run_settings("xnes");
    s.progress = after_three;
    nes_opt *o = run_start(3, NULL, &s);
    assert_int_equal(nes_run(o, run_sphere, NULL), NES_OK);
    assert_string_equal(run_result(o).stop_text, nes_stop_text(NES_STOP_USER));
    const nes_result r = stop_expect(o, NES_STOP_USER, NAN);
    assert_true(isnan(r.stop_value));
    assert_int_equal(r.generations, 3);

    o = run_start(3, NULL, &s);
    nes_stop_now(o);
    assert_int_equal(nes_ask(o, &p), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "user");
    stop_expect(o, NES_STOP_USER, NAN);
    nes_stop_now(NULL);
    assert_int_equal(nes_stopped(NULL), NES_STOP_USER);

    s.target = 1;
    o = stop_finished(3, 0, &s, run_sphere);
    nes_stop_now(o); /* the first reason stays */
    stop_expect(o, NES_STOP_TARGET, 1);
}

/* Each run ends at once on a plateau, and there are random streams for three. */
static void restarts(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.run = 65533;
    const nes_result r = stop_expect(stop_finished(3, 1, &s, stop_flat), NES_STOP_RESTARTS, 3);
    assert_int_equal(r.restarts, 2);
}

/* Two runs that end on the same plateau, or at the same optimum, are enough; a third of another
 * value would not be. */
static void restart_agree(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.restart_agree = 2;
    const nes_result r = stop_expect(stop_finished(3, 1, &s, stop_flat), NES_STOP_AGREED, 2);
    assert_int_equal(r.restarts, 1);
    s.restart_agree = 3;
    const nes_result more = stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_AGREED, 3);
    assert_int_equal(more.restarts, 2);
    s.max_runs = 2;
    stop_expect(stop_finished(3, 1, &s, run_sphere), NES_STOP_RESTARTS, 2);
}

/* Values of different optima, and no runs that agree. */
static double waves(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] + 10 - 10 * cos(6.283185307179586 * x[i]);
    return sum;
}

static void cost(void **state)
{
    (void)state;
    nes_settings s = run_settings("auto");
    s.sigma = 0.3;
    nes_opt *o = stop_finished(10, 4.2, &s, waves);
    const nes_result r = run_result(o);
    assert_true(r.stop_value >= r.stop_threshold);
    stop_expect(o, NES_STOP_COST, r.stop_threshold);
}

/* Names are those of options. */
static void every_reason_has_a_name(void **state)
{
    (void)state;
    char text[64];
    nes_settings s = run_settings("auto");
#define CHECK(name, value, word, sentence)                                                         \
    assert_int_equal(name, value);                                                                 \
    assert_string_equal(nes_stop_name(name), word);                                                \
    assert_string_equal(nes_stop_text(name), sentence);                                            \
    if (name != NES_RUNNING && name != NES_STOP_NONFINITE && name != NES_STOP_USER &&              \
        name != NES_STOP_INVALID && name != NES_STOP_UNBOUNDED && name != NES_STOP_DOWNHILL &&     \
        name != NES_STOP_COST)                                                                     \
        assert_int_equal(nes_get(&s, word, text, sizeof text), NES_OK);
    NES_STOP_LIST(CHECK)
#undef CHECK
    assert_string_equal(nes_stop_name(NES_STOP_END_), "unknown");
    assert_string_equal(nes_stop_text(NES_STOP_END_), "unknown reason");
}

/* Runs last. */
static void every_reason_was_reached(void **state)
{
    (void)state;
    stop_assert_reached("asked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target),
        cmocka_unit_test(target_infinite),
        cmocka_unit_test(max_evals),
        cmocka_unit_test(max_gens),
        cmocka_unit_test(max_time),
        cmocka_unit_test(time_told),
        cmocka_unit_test(user),
        cmocka_unit_test(restarts),
        cmocka_unit_test(restart_agree),
        cmocka_unit_test(cost),
        cmocka_unit_test(every_reason_has_a_name),
        cmocka_unit_test(every_reason_was_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
