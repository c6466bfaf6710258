/* SPDX-License-Identifier: MIT
 *
 * Evaluations that fail end a run: by their number in all (max_failed), and when every one of them
 * fails (all_failed). Both are judged at the end of a generation, so that the order of values does
 * not matter, and both can be lifted. */

#include "support/runs.h"

enum { D = 3, POPSIZE = 6 };
static const double START[D] = {1, 2, 3};

static nes_settings settings(const char *method)
{
    nes_settings s = run_settings(method);
    s.popsize = POPSIZE;
    return s;
}

/* What evaluation number k (from 0) of generation g (from 0) gives. */
typedef double (*script)(size_t g, size_t k);

static double always(size_t g, size_t k)
{
    (void)g, (void)k;
    return MARKED_FAILED;
}

static double not_a_number(size_t g, size_t k)
{
    (void)g;
    return k % 2 == 0 ? NAN : INFINITY;
}

/* One value in every third generation. */
static double now_and_then(size_t g, size_t k)
{
    return g % 3 == 2 && k == 4 ? 1 : MARKED_FAILED;
}

static double from_the_third_on(size_t g, size_t k)
{
    return g < 2 ? (double)(7 * g + k) : MARKED_FAILED;
}

static double half(size_t g, size_t k)
{
    return k % 2 == 0 ? MARKED_FAILED : (double)(g + k);
}

/* At most so many generations, the points of each told one by one in another order. */
static void follow(nes_opt *o, script f, size_t most, uint64_t seed)
{
    for (size_t g = 0; g < most && nes_stopped(o) == NES_RUNNING; g++) {
        nes_points p;
        size_t order[64];
        uint64_t id[64];
        assert_int_equal(nes_ask(o, &p), NES_OK);
        memcpy(id, p.id, p.n * sizeof *id);
        const size_t n = p.n;
        run_shuffle(&seed, n, order);
        for (size_t i = 0; i < n; i++) {
            const double value = f(g, order[i]);
            assert_int_equal(nes_stopped(o), NES_RUNNING);
            assert_int_equal(marked_tell_some(o, 1, &id[order[i]], &value), NES_OK);
        }
    }
}

/* Runs the script in several orders; all must end the same. Returns the first. */
static nes_result ends(const nes_settings *s, script f, size_t most)
{
    nes_opt *o = run_start(D, START, s);
    follow(o, f, most, 0);
    for (uint64_t seed = 1; seed < 5; seed++) {
        nes_opt *p = run_start(D, START, s);
        follow(p, f, most, seed);
        run_assert_same(o, p);
        nes_destroy(p);
    }
    const nes_result r = run_result(o);
    nes_destroy(o);
    return r;
}

static void counts(void **state)
{
    (void)state;
    nes_settings s = settings("snes");
    nes_result r = ends(&s, always, 9);
    assert_int_equal(r.stop, NES_STOP_ALL_FAILED);
    assert_int_equal(r.evaluations, 12); /* at least 10 */
    run_assert_real(r.stop_threshold, 10);
    run_assert_has(r.stop_text, "12, limit 10 (option all_failed); in all 12 of 12 evaluations");
    assert_int_equal(r.trust, NES_TRUST_DOUBTFUL);
    assert_string_equal(r.trust_text, "there is no answer: all 12 evaluations have failed");
    s.eval_start = "yes"; /* the start counts */
    assert_int_equal(ends(&s, always, 9).evaluations, 13);
    s.eval_start = "no";
    s.retries = 1; /* each try does */
    assert_int_equal(ends(&s, always, 9).evaluations, 12);
    s.retries = 0;
    s.all_failed = 13;
    assert_int_equal(ends(&s, always, 9).evaluations, 18);
    s.all_failed = 1;
    assert_int_equal(ends(&s, always, 9).evaluations, 6);
    s.all_failed = NES_AUTO;
    s.popsize = 20;
    assert_int_equal(ends(&s, always, 9).evaluations, 20);
    run_assert_real(ends(&s, always, 9).stop_threshold, 20);
}

static void only_in_a_row(void **state)
{
    (void)state;
    nes_settings s = settings("snes");
    s.all_failed = 18;
    assert_int_equal(ends(&s, now_and_then, 30).stop, NES_RUNNING);
    s.all_failed = 12;
    assert_int_equal(ends(&s, now_and_then, 30).evaluations, 12);
    s.all_failed = 1;
    assert_int_equal(ends(&s, half, 30).stop, NES_RUNNING);
    s.max_infeasible = 0;
    assert_int_equal(ends(&s, not_a_number, 30).stop, NES_RUNNING); /* values, if bad ones */
    nes_settings off = settings("snes");
    off.all_failed = NES_OFF;
    const nes_result r = ends(&off, always, 40);
    assert_int_equal(r.stop, NES_STOP_INFEASIBLE);
    assert_int_equal(r.evaluations, 180);
    s.max_infeasible = 1; /* all_failed comes first */
    assert_int_equal(ends(&s, always, 30).stop, NES_STOP_ALL_FAILED);
}

static void answers_from_before(void **state)
{
    (void)state;
    nes_settings s = settings("snes");
    const nes_result r = ends(&s, from_the_third_on, 30);
    assert_int_equal(r.stop, NES_STOP_ALL_FAILED);
    assert_int_equal(r.evaluations, 24);
    run_assert_real(r.stop_value, 12);
    run_assert_real(r.best_f, 0);
    assert_int_equal(r.trust, NES_TRUST_DOUBTFUL);
    run_assert_has(r.trust_text, "the last 12 evaluations have all failed");
}

static void in_all(void **state)
{
    (void)state;
    nes_settings s = settings("snes");
    s.max_failed = 8;
    nes_result r = ends(&s, half, 30);
    assert_int_equal(r.stop, NES_STOP_FAILED);
    assert_int_equal(r.failed, 9);
    assert_int_equal(r.evaluations, 18);
    run_assert_has(r.stop_text, "9, limit 8 (option max_failed); in all 9 of 18 evaluations");
    assert_int_equal(r.trust, NES_TRUST_BUDGET);
    run_assert_has(r.trust_text, "; 9 of 18 evaluations have failed");
    s.max_failed = 3; /* in the generation that reaches the target, that is why it stops */
    s.target = 1.5;
    assert_int_equal(ends(&s, half, 30).stop, NES_STOP_TARGET);
    s.target = NES_OFF;
    s.max_evals = 6;
    assert_int_equal(ends(&s, half, 30).stop, NES_STOP_FAILED);
}

static double fails(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return MARKED_FAILED;
}

/* For every method, hill climbers too; and no restart can mend a broken objective. */
static void every_method(void **state)
{
    (void)state;
    static const double bits[D] = {0, 1, 0};
    static const char *const kinds[] = {"none", "ipop", "bipop", "interleaved"};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t i = 0; i < 4; i++) {
            nes_settings s = settings(nes_method_at(m)->name);
            s.restarts = kinds[i];
            s.max_infeasible = i == 0 ? 3 : 1; /* with restarts, runs end sooner than all */
            s.max_evals = 1000;
            const bool binary = run_is_binary(nes_method_at(m));
            nes_opt *o = run_start(D, binary ? bits : START, &s);
            run_to_end(o, fails, NULL);
            assert_int_equal(nes_stopped(o), NES_STOP_ALL_FAILED);
            assert_true(run_result(o).evaluations >= 10 && run_result(o).evaluations < 30);
            nes_destroy(o);
        }
}

/* Counts survive a load in the middle of a generation. */
static void loaded(void **state)
{
    (void)state;
    nes_settings s = settings("snes");
    nes_opt *o = run_start(D, START, &s);
    nes_points p;
    const double failed = MARKED_FAILED;
    while (nes_stopped(o) == NES_RUNNING) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(marked_tell_some(o, 1, p.id, &failed), NES_OK);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(o);
        o = copy;
    }
    assert_int_equal(nes_stopped(o), NES_STOP_ALL_FAILED);
    assert_int_equal(run_result(o).evaluations, 12);
    nes_destroy(o);
}

/* What made evaluations fail may be mended: the run goes on and counts anew. Failures in all are a
 * budget. */
static void lifted(void **state)
{
    (void)state;
    nes_settings s = settings("snes"), more;
    nes_opt *o = run_start(D, START, &s);
    follow(o, always, 9, 1);
    assert_int_equal(nes_continue(o, NULL), NES_OK);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    follow(o, always, 1, 1);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    follow(o, always, 1, 1);
    assert_int_equal(nes_stopped(o), NES_STOP_ALL_FAILED);
    nes_settings_default(&more);
    more.all_failed = 11; /* a change: the count goes on */
    assert_int_equal(nes_continue(o, &more), NES_OK);
    run_assert_has(nes_message(o), "stays stopped by all_failed: the last 12 evaluations have all");
    more.all_failed = NES_OFF;
    more.max_failed = 24;
    assert_int_equal(nes_continue(o, &more), NES_OK);
    run_assert_has(nes_message(o), "stays stopped by max_failed: 24 evaluations have failed");
    more.max_failed = 25;
    assert_int_equal(nes_continue(o, &more), NES_OK);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),       cmocka_unit_test(only_in_a_row),
        cmocka_unit_test(in_all),       cmocka_unit_test(answers_from_before),
        cmocka_unit_test(every_method), cmocka_unit_test(loaded),
        cmocka_unit_test(lifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
