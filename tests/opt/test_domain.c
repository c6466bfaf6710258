/* SPDX-License-Identifier: MIT
 *
 * Fixed, logarithmic and integer variables together: what is refused and with which words, memory,
 * saved data, and variables that bounds fix once they are rounded. */
#include "support/allocator.h"
#include "support/runs.h"
#include "util/coder.h"

enum { D = 3 };

static const double ONE[D] = {1, 0, 0}, NONE[D] = {0, 0, 0}, ALL[D] = {1, 1, 1};

static void refused_log(void **state)
{
    (void)state;
    static const double half[D] = {0, 0.5, 0}, zero[D] = {0, 1, 1}, minus[D] = {-2, 0, 0};
    static const double x0[D] = {-1, 1, 1}, one[D] = {1, 1, 1};
    static const double near[D] = {1e10, 0, 0}, nearer[D] = {1e10 + 4e-6, 1, 1};
    nes_settings s = run_settings("xnes");
    s.log = half;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "number 2 of option 'log' is 0.5: it must be 1 or 0");
    s.log = ONE;
    s.lower = zero;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS,
               "variable 1 is on a logarithmic scale, but its lower bound is 0");
    s.lower = NULL;
    s.upper = minus;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "its upper bound is -2: give a number above 0");
    s.upper = NULL;
    run_refuse(D, &s, x0, NES_ERR_START,
               "variable 1 is on a logarithmic scale, but its start in x0 is -1");
    s.start_lower = minus;
    s.start_upper = one;
    run_refuse(D, &s, NULL, NES_ERR_START, "its start_lower is -2");
    s.start_lower = s.start_upper = NULL;
    s.start_mean = minus;
    s.start_std = one;
    run_refuse(D, &s, NULL, NES_ERR_START, "its start_mean is -2");
    s.start_mean = s.start_std = NULL;
    s.lower = near;
    s.upper = nearer;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "have the same logarithm");
    s.lower = s.upper = NULL;
    assert_int_equal(nes_set_array(&s, "log", 2, ONE), NES_OK);
    run_refuse(D, &s, NULL, NES_ERR_COUNT, "option 'log' has 2 numbers, but 3 are needed");
}

static void refused_integers(void **state)
{
    (void)state;
    static const double two[D] = {2, 0, 0}, low[D] = {1.2, 0, 0}, high[D] = {1.8, 1, 1};
    static const double x0[D] = {2.5, 0.5, 0.5}, small[D] = {0.2, 1, 1}, least[D] = {0.1, 0, 0};
    static const double zero[D] = {0};
    nes_settings s = run_settings("xnes");
    s.integer = two;
    run_refuse(D, &s, NULL, NES_ERR_VALUE, "number 1 of option 'integer' is 2");
    s.integer = ONE;
    s.lower = low;
    s.upper = high;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "there is none between its bounds 1.2");
    s.lower = zero;
    s.upper = high;
    run_refuse(D, &s, x0, NES_ERR_START,
               "variable 1 of x0 is 2.5, outside its bounds [0, 1.8]: start inside");
    s.lower = s.upper = NULL;
    s.start_lower = low;
    s.start_upper = high;
    run_refuse(D, &s, NULL, NES_ERR_START, "none between its start_lower and start_upper 1.2");
    s.start_lower = s.start_upper = NULL;
    s.log = ONE;
    s.lower = least;
    s.upper = small;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "none between its bounds 0.1");
    s = run_settings("xnes");
    assert_int_equal(nes_set_array(&s, "integer", 5, ALL), NES_OK);
    run_refuse(D, &s, NULL, NES_ERR_COUNT, "option 'integer' has 5 numbers");
}

static void refused_otherwise(void **state)
{
    (void)state;
    static const double low[D] = {0.5, 0.5, 0.5}, high[D] = {1.5, 1.5, 1.5};
    nes_settings s = run_settings("bernoulli");
    s.log = ONE;
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "option 'log' is given, but the variables are bits");
    s.log = NULL;
    s.integer = NONE;
    run_refuse(D, &s, NULL, NES_ERR_METHOD,
               "option 'integer' is given, but the variables are bits");
    s = run_settings("snes");
    assert_int_equal(nes_set(&s, "margin", "0.1"), NES_OK);
    run_refuse(D, &s, NULL, NES_ERR_METHOD, "integers (option 'integer')");
    s.integer = ALL;
    s.lower = low;
    s.upper = high;
    run_refuse(D, &s, NULL, NES_ERR_BOUNDS, "fix all 3 variables"); /* at 1 */
}

static double third_is_two(size_t dim, const double *x, void *user)
{
    assert_int_equal(dim, D);
    assert_true(x[2] == 2 && x[0] == floor(x[0]) && x[1] > 0);
    return run_sphere(2, x, user);
}

/* Bounds that leave one integer fix it; logarithms beside it keep their places. */
static void fixed_by_rounding(void **state)
{
    (void)state;
    static const double integer[D] = {1, 0, 1}, logs[D] = {0, 1, 1};
    static const double low[D] = {-9, 0.01, 1.5}, high[D] = {9, 50, 2.5}, x0[D] = {4, 20, 2};
    double at = 3;
    nes_settings s = run_settings("xnes");
    s.integer = integer;
    s.log = logs;
    s.lower = low;
    s.upper = high;
    s.eval_start = "yes";
    nes_opt *o = run_start(D, x0, &s);
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_same_reals(D, p.x, x0);
    while (nes_stopped(o) == NES_RUNNING) {
        run_step(o, third_is_two, &at);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(o);
        o = copy;
    }
    const nes_result r = run_result(o);
    assert_true(r.best_x[0] == 3 && r.best_x[2] == 2 && r.std_x[2] == 0);
    assert_within(r.best_x[1], 3, 1e-5);
    const nes_settings *t = nes_get_settings(o);
    assert_true(t->lower[2] == 2 && t->upper[2] == 2 && t->log[2] == 0 && t->integer[2] == 0);
    nes_destroy(o);
}

/* Every allocation may fail; asking, telling and results need none. */
static void memory(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    nes_opt *o = NULL;
    s.log = ONE;
    s.integer = ALL;
    for (size_t fail = 1; o == NULL; fail++) {
        allocations a = {.fail_at = fail};
        s.allocator = allocator_of(&a);
        const nes_status st = nes_create(&o, D, ALL, &s);
        if (o == NULL) {
            assert_int_equal(st, NES_ERR_MEMORY);
            assert_int_equal(a.live, 0);
            continue;
        }
        assert_true(fail > 5);
        a.fail_at = 0;
        const size_t calls = a.calls;
        run_steps(o, 20, run_sphere, NULL);
        run_result(o);
        assert_int_equal(a.calls, calls);
        nes_destroy(o);
        assert_int_equal(a.live, 0);
    }
}

/* The saved data with one word changed, and a checksum that fits. */
static nes_status load_changed(run_saved saved, size_t at, double value)
{
    nes_opt *o = NULL;
    nes_points p;
    unsigned char before[8];
    memcpy(before, saved.data + at, 8);
    memcpy(saved.data + at, &value, 8);
    const uint64_t sum = nes_checksum(saved.data, saved.size - 8);
    memcpy(saved.data + saved.size - 8, &sum, 8);
    const nes_status st = nes_load(&o, saved.data, saved.size, NULL, NULL, 0);
    if (st == NES_OK) assert_int_equal(nes_ask(o, &p), NES_OK);
    nes_destroy(o);
    memcpy(saved.data + at, before, 8);
    return st;
}

/* At the end are the number of fixed variables and the six numbers of the one logarithm. A word
 * that makes no sense is refused there, and nowhere does one do harm. */
static void damaged(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.log = ONE;
    s.integer = ALL;
    s.lower = ALL;
    nes_opt *o = run_start(D, ALL, &s);
    const run_saved saved = run_save(o);
    const size_t pins = saved.size - 8 - 6 * 8;
    assert_int_equal(load_changed(saved, pins, 1), NES_OK); /* as it was */
    assert_int_equal(load_changed(saved, pins, -1), NES_ERR_DAMAGED);
    assert_int_equal(load_changed(saved, pins + 8, INFINITY), NES_ERR_DAMAGED);
    assert_int_equal(load_changed(saved, pins + 16, 0), NES_ERR_DAMAGED);
    assert_int_equal(load_changed(saved, pins - 8, 1), NES_ERR_DAMAGED);
    for (size_t at = 24; at < saved.size - 8; at += 8) {
        load_changed(saved, at, 0.5);
        load_changed(saved, at, NAN);
    }
    free(saved.data);
    nes_destroy(o);
}

/* A variable that nothing is said of starts where nes_usual_start says, with that deviation. */
static void usual_start(void **state)
{
    (void)state;
    static const struct kind {
        double lower, upper;
        bool log, integer;
    } kinds[] = {{-INFINITY, INFINITY, false, false},
                 {2, 7, false, false},
                 {3, INFINITY, false, false},
                 {-INFINITY, -3, false, false},
                 {-2.5, 8.2, false, true},
                 {0.001, 10, true, false},
                 {5, INFINITY, true, false},
                 {1, 1000, true, true},
                 {-INFINITY, INFINITY, true, true},
                 {-INFINITY, 0.25, true, false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *k = &kinds[i];
        const double lower[2] = {k->lower, k->lower}, upper[2] = {k->upper, k->upper};
        const double log[2] = {k->log, k->log}, integer[2] = {k->integer, k->integer};
        nes_settings s = run_settings("snes");
        nes_result r;
        double start, std;
        s.lower = lower;
        s.upper = upper;
        s.log = log;
        s.integer = integer;
        nes_opt *o = run_start(2, NULL, &s);
        assert_int_equal(nes_get_result(o, &r), NES_OK);
        nes_usual_start(k->lower, k->upper, k->log, k->integer, &start, &std);
        assert_true(fabs(r.mean_x[1] - start) <= 1e-14 * fabs(start));
        if (!k->log) assert_true(fabs(r.std_x[1] - std) <= 1e-14 * std);
        if (k->log && !k->integer)
            assert_true(fabs(r.std_x[1] - start * std) <= 1e-13 * std * start);
        nes_destroy(o);
    }
    double start, std;
    nes_usual_start(4, 4, true, true, &start, &std);
    assert_true(start == 4 && std == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_log),
        cmocka_unit_test(refused_integers),
        cmocka_unit_test(refused_otherwise),
        cmocka_unit_test(fixed_by_rounding),
        cmocka_unit_test(memory),
        cmocka_unit_test(damaged),
        cmocka_unit_test(usual_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
