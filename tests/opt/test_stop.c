/* SPDX-License-Identifier: MIT
 *
 * Why runs stop: every reason is reached, with its name, value, threshold and text, and stays away
 * when it is switched off. */
#include <stdio.h>

#include "support/runs.h"

static bool reached[NES_STOP_END_];

/* Checks everything that is said about the stop, and ends the handle. Threshold NaN: none. */
static nes_result expect(nes_opt *o, nes_stop reason, double threshold)
{
    char number[40];
    const nes_result r = run_result(o);
    assert_string_equal(nes_stop_name(nes_stopped(o)), nes_stop_name(reason));
    assert_int_equal(r.stop, reason);
    run_assert_has(r.stop_text, nes_stop_text(reason));
    if (isnan(threshold)) {
        assert_true(isnan(r.stop_threshold));
    } else {
        run_assert_real(r.stop_threshold, threshold);
        snprintf(number, sizeof number, "%.6g", r.stop_value);
        run_assert_has(r.stop_text, number);
        snprintf(number, sizeof number, "%.6g", threshold);
        run_assert_has(r.stop_text, number);
        run_assert_has(r.stop_text, nes_stop_name(reason));
    }
    reached[reason] = true;
    nes_destroy(o);
    return r;
}

static nes_opt *finished(size_t dim, double x0, const nes_settings *s, nes_objective f)
{
    double x[16];
    for (size_t i = 0; i < dim; i++) x[i] = x0;
    nes_opt *o = run_start(dim, x, s);
    run_to_end(o, f, NULL);
    return o;
}

/* The same run goes on for max_evals evaluations when the criterion is off. */
static void expect_off(size_t dim, double x0, nes_settings s, nes_objective f, const char *option)
{
    assert_int_equal(nes_set(&s, option, strcmp(option, "noeffect") == 0 ? "no" : "off"), NES_OK);
    s.max_evals = 4000;
    expect(finished(dim, x0, &s, f), NES_STOP_EVALS, 4000);
}

static double negative_sphere(size_t dim, const double *x, void *user)
{
    return -run_sphere(dim, x, user);
}

static double minus_infinity(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return -INFINITY;
}

static double not_a_number(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return NAN;
}

static double flat(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 7;
}

static void target(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.target = 1e-3;
    s.tolfun = NES_OFF;
    s.tolx = s.tolx_abs = NES_OFF;
    assert_true(expect(finished(3, 2, &s, run_sphere), NES_STOP_TARGET, 1e-3).stop_value <= 1e-3);
    expect_off(3, 2, s, run_sphere, "target");
    s.maximize = true;
    s.target = -1e-3;
    assert_true(expect(finished(3, 2, &s, negative_sphere), NES_STOP_TARGET, -1e-3).stop_value >=
                -1e-3);
    s = run_settings("1+1-xnes");
    s.target = 0;
    assert_int_equal(expect(finished(3, 0, &s, run_sphere), NES_STOP_TARGET, 0).evaluations, 1);
}

/* Nothing can be better than an infinitely good value, so it ends a run without a target too. */
static void target_infinite(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    run_assert_real(expect(finished(3, 2, &s, minus_infinity), NES_STOP_UNBOUNDED, NAN).best_f,
                    -INFINITY);
    s.target = -INFINITY;
    expect(finished(3, 2, &s, minus_infinity), NES_STOP_TARGET, -INFINITY);
}

static void max_evals(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.max_evals = 100;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    const nes_result r = expect(finished(3, 1, &s, run_sphere), NES_STOP_EVALS, 100);
    run_assert_real(r.stop_value, 100);
    s.max_evals = 0;
    s.max_gens = 50;
    expect(finished(3, 1, &s, run_sphere), NES_STOP_GENS, 50);
}

static void max_gens(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.max_gens = 5;
        const nes_result r = expect(finished(3, 1, &s, run_sphere), NES_STOP_GENS, 5);
        assert_int_equal(r.generations, 5);
        run_assert_real(r.stop_value, 5);
    }
    nes_settings s = run_settings("xnes");
    s.max_gens = 5;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    expect_off(3, 1, s, run_sphere, "max_gens");
}

static void max_time(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.tolx = s.tolx_abs = s.tolfun = s.flat = s.stagnation = NES_OFF;
    s.max_time = 0;
    nes_result r = expect(finished(3, 1, &s, run_sphere), NES_STOP_TIME, 0);
    assert_int_equal(r.generations, 1);
    s.max_time = 0.02;
    r = expect(finished(3, 1, &s, flat), NES_STOP_TIME, 0.02);
    assert_true(r.stop_value >= 0.02);
    assert_true(r.generations > 1);
    expect_off(3, 1, s, flat, "max_time");
}

/* The seconds that max_time sees are those that the caller counts, until it no longer does. */
static void time_told(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.max_time = 1000;
    nes_opt *o = run_start(3, NULL, &s);
    nes_set_seconds(o, 999.5);
    run_step(o, flat, NULL);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    run_assert_real(nes_seconds(o), 999.5);
    nes_set_seconds(o, 1000.25);
    run_step(o, flat, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TIME);
    run_assert_real(run_result(o).stop_value, 1000.25);
    nes_set_seconds(o, NAN);
    assert_true(nes_seconds(o) >= 1000.25 && nes_seconds(o) < 1300);
    nes_destroy(o);
}

static void tolx(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag", "gauss-radial"};
    for (size_t i = 0; i < 3; i++) {
        const double scale[4] = {1, 2, 3, 4};
        nes_settings s = run_settings("auto");
        s.family = families[i];
        s.scheme = "comma";
        s.tolx = 1e-3;
        s.scale = scale;
        const nes_result r = expect(finished(4, 1, &s, run_sphere), NES_STOP_TOLX, 1e-3);
        assert_true(r.stop_value > 0 && r.stop_value < 1e-3);
        s.tolx_abs = s.tolfun = NES_OFF;
        s.noeffect = false;
        expect_off(4, 1, s, run_sphere, "tolx");
        s.tolx = NES_AUTO;
        expect(finished(4, 1, &s, run_sphere), NES_STOP_TOLX, 5e-12);
    }
}

static void tolx_abs(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (!run_is_closed_form(nes_method_at(m))) continue;
        if (!run_is_elitist(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.tolx_abs = 1e-4;
        s.tolfun = NES_OFF;
        s.noeffect = false;
        nes_opt *o = finished(4, 1, &s, run_sphere);
        run_assert_real(nes_get_settings(o)->tolx, NES_OFF);
        nes_result r = run_result(o);
        double widest = 0;
        for (size_t i = 0; i < 4; i++) widest = fmax(widest, r.std_x[i]);
        run_assert_real(r.stop_value, widest);
        r = expect(o, NES_STOP_TOLX_ABS, 1e-4);
        assert_true(r.stop_value > 0 && r.stop_value < 1e-4);
        expect_off(4, 1, s, run_sphere, "tolx_abs");
    }
}

static void tolfun(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const uint64_t period = run_is_elitist(nes_method_at(m)) ? 5 : 1;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 5;
        s.sampling = "iid";
        s.flat = s.stagnation = s.max_growth = NES_OFF;
        const nes_result r = expect(finished(4, 1, &s, flat), NES_STOP_TOLFUN, 1e-12);
        run_assert_real(r.stop_value, 0);
        if (run_method_is(nes_method_at(m), "mixing", "none"))
            assert_int_equal(r.generations, (10 + 24) * period); /* 10 + ceil(30 d/n) */
        else
            assert_in_range(r.evaluations, (10 + 24) * 5, (10 + 24) * (5 + 4)); /* as many points */
        s.tolx_abs = NES_OFF; /* hill climbers shrink while nothing succeeds */
        s.noeffect = false;
        expect_off(4, 1, s, flat, "tolfun");
        s.noisy = "yes";
        s.max_gens = 100 * period;
        expect(finished(4, 1, &s, flat), NES_STOP_GENS, (double)s.max_gens);
    }
}

static void max_condition(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "1+1-xnes", "1+1-snes", "1+1-cauchy"};
    for (size_t i = 0; i < 5; i++) {
        nes_settings s = run_settings(methods[i]);
        s.max_condition = 5;
        s.tolfun = s.tolx = s.tolx_abs = s.stagnation = NES_OFF;
        s.noeffect = false;
        nes_opt *o = finished(3, 1, &s, run_ellipsoid);
        const double condition = run_condition(o);
        const nes_result r = expect(o, NES_STOP_CONDITION, 5);
        assert_true(r.stop_value > 5);
        run_assert_real(r.stop_value, condition);
        expect_off(3, 1, s, run_ellipsoid, "max_condition");
    }
}

static double steps(size_t dim, const double *x, void *user)
{
    return floor(run_sphere(dim, x, user));
}

static void flat_values(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const bool elitist = run_is_elitist(nes_method_at(m));
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 6;
        nes_result r = expect(finished(4, 1, &s, flat), NES_STOP_FLAT, 2);
        run_assert_real(r.stop_value, 3);
        if (run_method_is(nes_method_at(m), "mixing", "none"))
            assert_int_equal(r.generations, 3 * (elitist ? 6 : 1));
        expect(finished(15, 1, &s, flat), NES_STOP_FLAT, 5); /* d/3 */
        s.tolfun = s.tolx = s.tolx_abs = s.stagnation = s.max_condition = NES_OFF;
        s.noeffect = false;
        expect_off(4, 1, s, flat, "flat");
        s.noisy = "yes";
        s.max_evals = 400;
        expect(finished(4, 1, &s, flat), NES_STOP_EVALS, 400);
    }
    nes_settings s = run_settings("xnes");
    run_assert_real(expect(finished(3, 5, &s, steps), NES_STOP_FLAT, 2).best_f, 0);
}

static double downhill(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum -= x[i];
    return sum;
}

static void max_growth(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "1+1-xnes", "cr-fm-nes"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings(methods[i]);
        s.max_condition = NES_OFF;
        const nes_result r = expect(finished(5, 1, &s, downhill), NES_STOP_GROWTH, 1e10);
        assert_true(r.stop_value > 1e10);
        s.max_growth = 100;
        expect(finished(5, 1, &s, downhill), NES_STOP_GROWTH, 100);
        expect_off(5, 1, s, downhill, "max_growth");
    }
}

/* Values without any structure. */
static double hash(size_t dim, const double *x, void *user)
{
    const double v = sin(1e4 * run_sphere(dim, x, user)) * 1e4;
    return v - floor(v);
}

static void stagnation(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "xnes", "snes"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings(methods[i]);
        s.popsize = 6;
        s.tolx = NES_OFF;
        s.max_growth = s.max_condition = NES_OFF;
        const nes_result r = expect(finished(4, 1, &s, hash), NES_STOP_STAGNATION, 140);
        assert_true(r.generations >= 140 && r.generations % 5 == 0); /* 120 + 30 d/n */
        expect_off(4, 1, s, hash, "stagnation");
        s.stagnation = NES_AUTO;
        s.noisy = "yes";
        s.max_evals = 4000;
        expect(finished(4, 1, &s, hash), NES_STOP_EVALS, 4000);
    }
}

static void noeffect(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.sigma = 1e-3;
        const nes_result r = expect(finished(3, 1e17, &s, flat), NES_STOP_NOEFFECT, 0x1p-53 * 1e17);
        assert_true(r.stop_value > 0 && r.stop_value < 1);
        s.tolfun = s.tolx = s.tolx_abs = s.flat = s.stagnation = s.max_condition = NES_OFF;
        expect_off(3, 1e17, s, flat, "noeffect");
    }
}

static double minus_first(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return isfinite(x[0]) ? -asinh(x[0]) : NAN;
}

/* A step that leaves the range of doubles, and growth without end on a slope. */
static void nonfinite(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2; m++) {
        nes_settings s = run_settings(m == 0 ? "xnes" : "snes");
        s.eta_mu = 1e300;
        s.sigma = 1e10;
        const nes_result r = expect(finished(3, 1, &s, run_sphere), NES_STOP_NONFINITE, NAN);
        assert_true(!isfinite(r.stop_value));
        s = run_settings(m == 0 ? "xnes" : "snes");
        s.max_condition = s.tolfun = s.max_growth = NES_OFF;
        s.eta_sigma = s.eta_shape = 1;
        s.max_gens = 20000;
        expect(finished(1, 1, &s, minus_first), NES_STOP_NONFINITE, NAN);
    }
}

static void max_infeasible(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        const uint64_t period = run_is_elitist(nes_method_at(m)) ? 6 : 1;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 6;
        s.max_infeasible = 4;
        const nes_result r = expect(finished(3, 1, &s, not_a_number), NES_STOP_INFEASIBLE, 4);
        run_assert_real(r.stop_value, 4);
        assert_int_equal(r.generations, 4 * period);
        s.max_infeasible = 0;
        s.max_gens = 45 * period;
        expect(finished(3, 1, &s, not_a_number), NES_STOP_GENS, (double)s.max_gens);
        s = run_settings(nes_method_at(m)->name);
        expect(finished(3, 1, &s, not_a_number), NES_STOP_INFEASIBLE, 30);
    }
}

static double fails(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return NES_EVAL_FAILED;
}

/* test_stop_failures.c has more. */
static void failures(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 6;
    run_assert_real(expect(finished(3, 1, &s, fails), NES_STOP_ALL_FAILED, 10).stop_value, 12);
    s.all_failed = NES_OFF;
    s.max_failed = 17;
    run_assert_real(expect(finished(3, 1, &s, fails), NES_STOP_FAILED, 17).stop_value, 18);
    s.max_failed = 0;
    expect(finished(3, 1, &s, fails), NES_STOP_INFEASIBLE, 30);
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
    const nes_result r = expect(o, NES_STOP_USER, NAN);
    assert_true(isnan(r.stop_value));
    assert_int_equal(r.generations, 3);

    o = run_start(3, NULL, &s);
    nes_stop_now(o);
    assert_int_equal(nes_ask(o, &p), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "user");
    expect(o, NES_STOP_USER, NAN);
    nes_stop_now(NULL);
    assert_int_equal(nes_stopped(NULL), NES_STOP_USER);

    s.target = 1;
    o = finished(3, 0, &s, run_sphere);
    nes_stop_now(o); /* the first reason stays */
    expect(o, NES_STOP_TARGET, 1);
}

/* Each run ends at once on a plateau, and there are random streams for three. */
static void restarts(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.restarts = "ipop";
    s.run = 65533;
    const nes_result r = expect(finished(3, 1, &s, flat), NES_STOP_RESTARTS, 3);
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
    const nes_result r = expect(finished(3, 1, &s, flat), NES_STOP_AGREED, 2);
    assert_int_equal(r.restarts, 1);
    s.restart_agree = 3;
    const nes_result more = expect(finished(3, 1, &s, run_sphere), NES_STOP_AGREED, 3);
    assert_int_equal(more.restarts, 2);
    s.max_runs = 2;
    expect(finished(3, 1, &s, run_sphere), NES_STOP_RESTARTS, 2);
}

/* A long plain step leaves no covariance: it is not taken, and the reason is given in words. */
static void invalid(void **state)
{
    (void)state;
    nes_settings s = run_settings("gradient");
    s.eta_mu = s.eta_sigma = 100;
    const nes_result r = expect(finished(2, 1, &s, run_sphere), NES_STOP_INVALID, NAN);
    run_assert_has(r.stop_text, "positive definite");
}

static double zeros(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] == 0;
    return sum;
}

/* All probabilities at their margins, and nothing better for so long. */
static void settled(void **state)
{
    (void)state;
    nes_settings s = run_settings("bernoulli");
    s.settled = 40.5;
    nes_opt *o = run_start(10, NULL, &s);
    run_to_end(o, zeros, NULL);
    const nes_result r = run_result(o);
    for (size_t i = 0; i < 10; i++) run_assert_real(r.mean_x[i], 1 - 0.1);
    run_assert_real(r.stop_value, (double)(r.evaluations - r.best_evaluation));
    assert_true(r.stop_value > 40.5 && r.stop_value < 500);
    expect(o, NES_STOP_SETTLED, 40.5);
    s.settled = NES_OFF;
    s.max_gens = 50;
    s.flat = s.stagnation = NES_OFF;
    o = run_start(10, NULL, &s);
    run_to_end(o, zeros, NULL);
    expect(o, NES_STOP_GENS, 50);
}

/* Runs last: a new reason without a test fails here. Names are those of options. */
static void every_reason_was_reached(void **state)
{
    (void)state;
    char text[64];
    nes_settings s = run_settings("auto");
#define CHECK(name, value, word, sentence)                                                         \
    assert_int_equal(name, value);                                                                 \
    assert_string_equal(nes_stop_name(name), word);                                                \
    assert_string_equal(nes_stop_text(name), sentence);                                            \
    if (name != NES_RUNNING && !reached[name]) fail_msg("%s was never reached", word);             \
    if (name != NES_RUNNING && name != NES_STOP_NONFINITE && name != NES_STOP_USER &&              \
        name != NES_STOP_INVALID && name != NES_STOP_UNBOUNDED)                                    \
        assert_int_equal(nes_get(&s, word, text, sizeof text), NES_OK);
    NES_STOP_LIST(CHECK)
#undef CHECK
    assert_string_equal(nes_stop_name(NES_STOP_END_), "unknown");
    assert_string_equal(nes_stop_text(NES_STOP_END_), "unknown reason");
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
        cmocka_unit_test(tolx),
        cmocka_unit_test(tolx_abs),
        cmocka_unit_test(tolfun),
        cmocka_unit_test(max_condition),
        cmocka_unit_test(noeffect),
        cmocka_unit_test(nonfinite),
        cmocka_unit_test(max_infeasible),
        cmocka_unit_test(failures),
        cmocka_unit_test(user),
        cmocka_unit_test(restarts),
        cmocka_unit_test(restart_agree),
        cmocka_unit_test(invalid),
        cmocka_unit_test(flat_values),
        cmocka_unit_test(max_growth),
        cmocka_unit_test(stagnation),
        cmocka_unit_test(settled),
        cmocka_unit_test(every_reason_was_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
