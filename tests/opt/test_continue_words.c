/* SPDX-License-Identifier: MIT
 *
 * nes_continue in words: what it says, what it refuses, which stops it lifts and which stay; limits
 * that are lowered, restarts that go on, and drivers on a handle that has stopped. */
#include <stdio.h>

#include "support/runs.h"

enum { D = 3 };
static const double START[D] = {2, -1, 3};

static nes_settings empty(void)
{
    nes_settings s;
    nes_settings_default(&s);
    return s;
}

static nes_opt *started(const nes_settings *s)
{
    return run_start(D, START, s);
}

/* One option by name; the message must have that part. */
static void go_on(nes_opt *o, const char *name, const char *value, const char *says)
{
    nes_settings s = empty();
    if (name != NULL) assert_int_equal(nes_set(&s, name, value), NES_OK);
    if (nes_continue(o, name != NULL ? &s : NULL) != NES_OK) fail_msg("%s", nes_message(o));
    run_assert_has(nes_message(o), says);
}

static void says_what_it_did(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 10;
    s.max_evals = 100;
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    go_on(o, NULL, NULL,
          "nothing was changed; the run stays stopped by max_evals: 100 evaluations "
          "are used and max_evals is 100; raise max_evals");
    assert_int_equal(nes_stopped(o), NES_STOP_EVALS);
    go_on(o, "max_evals", "90",
          "max_evals 100 -> 90; the run stays stopped by max_evals: 100 "
          "evaluations are used and max_evals is 90; raise max_evals");
    run_assert_real(run_result(o).stop_threshold, 90);
    go_on(o, "max_evals", "200", "max_evals 90 -> 200; the run goes on");
    assert_int_equal(nes_get_settings(o)->max_evals, 200);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(run_result(o).evaluations, 200);
    go_on(o, "target", "1e9",
          "target off -> 1e+09; the run stays stopped by target: the best "
          "value is");
    go_on(o, "max_evals", "off", "stays stopped by target");
    go_on(o, "target", "1e-30", "target 1e+09 -> 1e-30; the run goes on");
    go_on(o, "max_gens", "3", "the run stops by max_gens");
    go_on(o, "max_gens", "off", "max_gens 3 -> off; the run goes on");
    nes_destroy(o);
}

static void only_a_new_run(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    const nes_stop why = nes_stopped(o);
    const uint64_t used = run_result(o).evaluations;
    assert_true(why == NES_STOP_TOLX || why == NES_STOP_TOLFUN);
    go_on(o, NULL, NULL, "start a new run, with restarts or from another x0");
    go_on(o, "max_evals", "1e6", nes_stop_name(why));
    assert_int_equal(nes_stopped(o), why);
    assert_int_equal(run_result(o).evaluations, used);
    nes_destroy(o);
}

/* Two limits are met in the same generation: without the first, the second ends the run there. */
static void two_reasons(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes"), whole;
    s.tolx_abs = s.tolx = 1e-2; /* the same, since the initial step size is 1 */
    whole = s;
    whole.tolx_abs = NES_OFF;
    nes_opt *o = started(&s), *p = started(&whole);
    run_to_end(o, run_sphere, NULL);
    run_to_end(p, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TOLX_ABS);
    assert_int_equal(nes_stopped(p), NES_STOP_TOLX);
    go_on(o, "tolx_abs", "off", "tolx_abs 0.01 -> off; the run stays stopped by tolx");
    run_assert_same(o, p);
    nes_destroy(o);
    nes_destroy(p);
}

static void the_caller(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *o = started(&s);
    run_steps(o, 3, run_sphere, NULL);
    nes_stop_now(o);
    nes_opt *copy = run_copy(o);
    go_on(o, NULL, NULL, "the run goes on");
    go_on(copy, "max_evals", "50", "max_evals off -> 50; the run goes on");
    run_to_end(copy, run_sphere, NULL);
    assert_int_equal(run_result(copy).evaluations, 50);
    nes_destroy(copy);
    nes_destroy(o);
}

static void seconds(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.max_time = 0;
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TIME);
    go_on(o, NULL, NULL, "seconds are used and max_time is 0; raise max_time");
    go_on(o, "max_time", "1e6", "the run goes on");
    nes_destroy(o);
}

/* Options by name: those that made the run may be there, others are refused, and nothing changes.
 */
static void refusals(void **state)
{
    (void)state;
    nes_settings s = empty();
    assert_int_equal(nes_set(&s, "method", "xnes"), NES_OK);
    assert_int_equal(nes_set(&s, "popsize", "8"), NES_OK);
    assert_int_equal(nes_set(&s, "max_evals", "40"), NES_OK);
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    const uint64_t before = nes_fingerprint(o);
    static const char *const wrong[][3] = {{"popsize", "9", "option 'popsize' is 8 and cannot"},
                                           {"method", "snes", "option 'method' is xnes and"},
                                           {"sigma", "3", "option 'sigma' is 1 and"},
                                           {"noisy", "yes", "option 'noisy' is no and cannot"},
                                           {"restarts", "ipop", "option 'restarts' is none"},
                                           {"seed", "5", "option 'seed' is"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nes_settings other = s;
        assert_int_equal(nes_set(&other, "max_evals", "80"), NES_OK);
        assert_int_equal(nes_set(&other, wrong[i][0], wrong[i][1]), NES_OK);
        assert_int_equal(nes_continue(o, &other), NES_ERR_OPTION);
        run_assert_has(nes_message(o), wrong[i][2]);
    }
    nes_settings other = s;
    other.max_time = -3;
    assert_int_equal(nes_continue(o, &other), NES_ERR_VALUE);
    run_assert_has(nes_message(o), "option 'max_time' is -3");
    other = s;
    other.max_runs = 4;
    assert_int_equal(nes_continue(o, &other), NES_ERR_METHOD);
    run_assert_has(nes_message(o), "option 'max_runs' is 4, which is of no use");
    assert_true(nes_fingerprint(o) == before);
    assert_int_equal(nes_continue(NULL, &s), NES_ERR_ARGUMENT);
    assert_int_equal(nes_set(&s, "max_evals", "80"), NES_OK);
    assert_int_equal(nes_continue(o, &s), NES_OK); /* the same settings otherwise */
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    nes_destroy(o);
}

/* A smaller budget in the middle of a generation is never exceeded. */
static void lowered_inside(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 10;
    s.max_evals = 100;
    nes_opt *o = started(&s), *whole = started(&s);
    nes_points p;
    run_step(o, run_sphere, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    double f[10];
    uint64_t id[10];
    for (size_t k = 0; k < 10; k++) f[k] = run_sphere(D, p.x + k * D, NULL), id[k] = p.id[k];
    go_on(o, "max_evals", "14", "the run goes on");
    assert_int_equal(nes_tell(o, 10, f), NES_ERR_ORDER);
    assert_int_equal(nes_tell_some(o, 10, id, f), NES_ERR_COUNT);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 4);
    assert_int_equal(nes_tell(o, 4, f), NES_OK);
    assert_int_equal(nes_stopped(o), NES_STOP_EVALS);
    go_on(o, "max_evals", "16", "the run goes on");
    assert_int_equal(nes_tell_some(o, 1, id + 4, f + 4), NES_OK);
    go_on(o, "max_evals", "12", "the run stops by max_evals: 15 evaluations are used");
    assert_int_equal(nes_tell_some(o, 1, id + 5, f + 5), NES_ERR_ORDER);
    go_on(o, "max_evals", "100", "the run goes on");
    run_to_end(o, run_sphere, NULL);
    run_to_end(whole, run_sphere, NULL);
    run_assert_same(o, whole);
    nes_destroy(o);
    nes_destroy(whole);
}

/* A target that was met in a generation cut short: with more evaluations the generation is finished
 * first, as it would have been. */
static void target_inside(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 10;
    s.target = 13.9; /* the start has 14 */
    s.max_evals = 15;
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    assert_int_equal(run_result(o).evaluations, 10);
    nes_destroy(o);
    s.max_evals = 6;
    o = started(&s);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    go_on(o, "max_evals", "15", "the run goes on");
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    assert_int_equal(run_result(o).evaluations, 10);
    nes_destroy(o);
}

/* Runs follow one another again once more of them are allowed, as they would have before. */
static void more_runs(void **state)
{
    (void)state;
    for (int load = 0; load < 2; load++)
        for (size_t i = 0; i < 3; i++) {
            static const char *const kind[] = {"ipop", "bipop", "interleaved"};
            nes_settings s = run_settings("snes");
            s.restarts = kind[i];
            s.max_evals = 20000;
            if (i < 2) s.tolx = 1e-2;
            s.max_runs = i == 2 ? 0 : 3;
            s.restart_agree = i == 2 ? 2 : 0;
            nes_settings whole = s;
            whole.max_runs = i == 2 ? 0 : 5;
            whole.restart_agree = i == 2 ? 3 : 0;
            nes_opt *o = started(&s), *p = started(&whole);
            run_to_end(o, run_sphere, NULL);
            assert_int_equal(nes_stopped(o), i == 2 ? NES_STOP_AGREED : NES_STOP_RESTARTS);
            go_on(o, NULL, NULL, i == 2 ? "raise restart_agree" : "raise max_runs");
            if (load) {
                nes_opt *copy = run_copy(o);
                nes_destroy(o);
                o = copy;
            }
            if (i < 2) {
                nes_settings fewer = empty();
                fewer.max_runs = 2;
                assert_int_equal(nes_continue(o, &fewer), NES_ERR_VALUE);
                run_assert_has(nes_message(o), "3 runs have been started");
            }
            go_on(o, i == 2 ? "restart_agree" : "max_runs", i == 2 ? "3" : "5", "goes on");
            run_to_end(o, run_sphere, NULL);
            run_to_end(p, run_sphere, NULL);
            run_assert_same(o, p);
            nes_destroy(o);
            nes_destroy(p);
        }
}

static double falling(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return x[0];
}

/* An objective that seems to be unbounded ends restarts; a larger limit lets the first run go on.
 */
static void growth(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes"), whole;
    s.restarts = "ipop";
    s.max_evals = 3000;
    whole = s;
    whole.max_growth = 1e40;
    s.max_growth = 100;
    nes_opt *o = started(&s), *p = started(&whole);
    run_to_end(o, falling, NULL);
    run_to_end(p, falling, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_GROWTH);
    nes_opt *copy = run_copy(o);
    go_on(copy, NULL, NULL, "stays stopped by max_growth");
    go_on(copy, "max_growth", "1e40", "the run goes on");
    run_to_end(copy, falling, NULL);
    run_assert_same(copy, p);
    go_on(o, "max_growth", "1e40", "the run goes on");
    run_to_end(o, falling, NULL);
    run_assert_same(o, p);
    nes_destroy(copy);
    nes_destroy(o);
    nes_destroy(p);
}

/* Two methods that race, without restarts: the last run is taken up again. */
static void race(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.challenger = "snes";
    s.race_first = 100;
    s.race_length = 50;
    s.tolx = 1e-2;
    nes_opt *o = started(&s);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TOLX);
    const uint64_t used = run_result(o).evaluations;
    go_on(o, "tolx", "1e-4", "tolx 0.01 -> 0.0001; the run goes on");
    nes_opt *copy = run_copy(o);
    run_to_end(o, run_sphere, NULL);
    run_to_end(copy, run_sphere, NULL);
    run_assert_same(o, copy);
    assert_int_equal(nes_stopped(o), NES_STOP_TOLX);
    assert_true(run_result(o).evaluations > used);
    nes_destroy(copy);
    nes_destroy(o);
}

/* Points in parts, and variables that the bounds fix. */
static void window_and_fixed(void **state)
{
    (void)state;
    static const double low[D] = {-5, -1, -5}, high[D] = {5, -1, 5};
    nes_settings s = run_settings("snes"), whole;
    s.eval_start = "yes";
    s.popsize = 12;
    s.window = 4;
    s.lower = low;
    s.upper = high;
    whole = s;
    whole.max_evals = 100;
    s.max_evals = 1;
    nes_opt *o = started(&s), *p = started(&whole);
    run_to_end(p, run_sphere, NULL);
    run_to_end(o, run_sphere, NULL);
    for (unsigned n = 2; n <= 100; n++) {
        char text[16];
        snprintf(text, sizeof text, "%u", n);
        go_on(o, "max_evals", text, "goes on");
        run_to_end(o, run_sphere, NULL);
    }
    run_assert_same(o, p);
    nes_destroy(o);
    nes_destroy(p);
}

static int always(nes_opt *o, void *user)
{
    (void)o, (void)user;
    return 1;
}

/* Drivers refuse a handle that has stopped, and go on with one that was continued. */
static void drivers(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.progress = always;
    nes_opt *o = started(&s);
    assert_int_equal(nes_run(o, run_sphere, NULL), NES_OK);
    assert_int_equal(nes_stopped(o), NES_STOP_USER);
    nes_opt *copy = run_copy(o); /* without the callback */
    assert_int_equal(nes_run(copy, run_sphere, NULL), NES_ERR_ORDER);
    run_assert_has(nes_message(copy), "(user): it can go on as it is, or with new limits");
    assert_int_equal(nes_continue(copy, NULL), NES_OK);
    assert_int_equal(nes_run(copy, run_sphere, NULL), NES_OK);
    assert_true(run_result(copy).best_f < 1e-8);
    nes_destroy(copy);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_it_did), cmocka_unit_test(only_a_new_run),
        cmocka_unit_test(the_caller),       cmocka_unit_test(seconds),
        cmocka_unit_test(refusals),         cmocka_unit_test(lowered_inside),
        cmocka_unit_test(target_inside),    cmocka_unit_test(more_runs),
        cmocka_unit_test(growth),           cmocka_unit_test(race),
        cmocka_unit_test(window_and_fixed), cmocka_unit_test(drivers),
        cmocka_unit_test(two_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
