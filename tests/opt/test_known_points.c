/* SPDX-License-Identifier: MIT
 *
 * Points whose values were known: the course is that of a run which evaluates them, and max_evals
 * counts the others only. */
#include "support/runs.h"
#include "support/stops.h"

enum { D = 2, MOST = 4096 };

static const double LOW[D] = {-6, -6}, HIGH[D] = {6, 6}, WHOLE[D] = {1, 1}, X0[D] = {4, -5};

static nes_settings settings(void)
{
    nes_settings s = run_settings("auto");
    s.lower = LOW;
    s.upper = HIGH;
    s.integer = WHOLE;
    s.restarts = "ipop";
    return s;
}

/* The points that were evaluated. */
typedef struct seen {
    size_t n;
    double x[MOST][D];
} seen;

static bool has(const seen *s, const double *x)
{
    for (size_t i = 0; i < s->n; i++)
        if (memcmp(s->x[i], x, sizeof s->x[i]) == 0) return true;
    return false;
}

/* One ask, of which every second record is told first; points seen before are known. */
static void step(nes_opt *o, seen *s)
{
    nes_points p;
    uint64_t id[MOST];
    nes_fate fate[MOST];
    double f[MOST];
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_in_range(p.n, 1, MOST);
    const size_t n = p.n;
    for (size_t k = 0; k < n; k++) {
        const double *x = p.x + k * D;
        id[k] = p.id[k];
        f[k] = run_sphere(D, x, NULL);
        fate[k] = has(s, x) ? NES_KNOWN : NES_MEASURED;
        if (fate[k] == NES_MEASURED) memcpy(s->x[s->n++], x, sizeof s->x[0]);
    }
    for (size_t first = 0; first < 2; first++)
        for (size_t k = first; k < n && nes_stopped(o) == NES_RUNNING; k += 2)
            assert_int_equal(nes_tell_records(o, 1, &id[k], &fate[k], &f[k]), NES_OK);
}

static uint64_t count(nes_opt *o, const char *name)
{
    uint64_t n = 0;
    assert_int_equal(nes_get_count(o, name, &n), NES_OK);
    return n;
}

/* The budget is that of points that were not known, to the last one; what else happens is what
 * would have happened with as many evaluations. */
static void budget_is_for_new_points(void **state)
{
    (void)state;
    for (uint64_t budget = 1; budget <= 60; budget += 7) {
        static seen s;
        nes_settings a = settings();
        a.max_evals = budget;
        nes_opt *o = run_start(D, X0, &a);
        s.n = 0;
        while (nes_stopped(o) == NES_RUNNING) step(o, &s);
        assert_int_equal(s.n, budget);
        assert_int_equal(count(o, "evaluations"), budget);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_EVALS);
        run_assert_real(r.stop_value, (double)budget);
        run_assert_real(r.stop_threshold, (double)budget);

        nes_settings plain = settings();
        plain.max_evals = r.evaluations + count(o, "known");
        nes_opt *other = run_start(D, X0, &plain);
        run_to_end(other, run_sphere, NULL);
        const nes_result q = run_result(other);
        run_assert_real(q.best_f, r.best_f);
        assert_int_equal(q.best_evaluation, r.best_evaluation);
        assert_int_equal(q.generations, r.generations);
        assert_memory_equal(q.mean_x, r.mean_x, sizeof X0);
        nes_destroy(other);
        nes_destroy(o);
    }
}

/* A run that is saved and loaded after every ask, and one that goes on in steps with larger
 * budgets, are the run. */
static void counts_are_saved(void **state)
{
    (void)state;
    static seen s, t;
    nes_settings a = settings(), more;
    a.max_evals = 70;
    nes_opt *whole = run_start(D, X0, &a);
    s.n = t.n = 0;
    while (nes_stopped(whole) == NES_RUNNING) step(whole, &s);
    a.max_evals = 9;
    nes_opt *o = run_start(D, X0, &a);
    nes_settings_default(&more);
    for (uint64_t limit = 9; t.n < 70;) {
        while (nes_stopped(o) == NES_RUNNING) {
            step(o, &t);
            nes_opt *copy = run_copy(o);
            run_assert_same(copy, o);
            nes_destroy(o);
            o = copy;
        }
        assert_int_equal(t.n, limit);
        limit = limit + 13 < 70 ? limit + 13 : 70;
        more.max_evals = limit;
        assert_int_equal(nes_continue(o, &more), NES_OK);
    }
    assert_int_equal(count(o, "known"), count(whole, "known"));
    assert_int_equal(nes_fingerprint(o), nes_fingerprint(whole));
    nes_destroy(o);
    nes_destroy(whole);
}

/* Where nothing new is left the search ends, whatever restarts would do, and the limit is that of
 * values in generations of known points alone. */
static void known_points_end_the_search(void **state)
{
    (void)state;
    static const double few[D] = {1, 1};
    static seen s;
    nes_settings a = settings();
    a.lower = (const double[D]){0, 0};
    a.upper = few;
    a.max_evals = 1000;
    nes_opt *o = run_start(D, NULL, &a);
    s.n = 0;
    while (nes_stopped(o) == NES_RUNNING) step(o, &s);
    assert_int_equal(s.n, 4);
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_ALL_KNOWN);
    assert_true(r.stop_value >= r.stop_threshold);
    const double value = r.stop_value;
    nes_settings more;
    nes_settings_default(&more);
    assert_int_equal(nes_continue(o, &more), NES_OK);
    assert_int_equal(nes_stopped(o), NES_STOP_ALL_KNOWN);
    run_assert_has(nes_message(o), "all known already");
    more.all_known = 2 * value;
    assert_int_equal(nes_continue(o, &more), NES_OK);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    while (nes_stopped(o) == NES_RUNNING) step(o, &s);
    assert_int_equal(s.n, 4);
    stop_expect(o, NES_STOP_ALL_KNOWN, 2 * value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budget_is_for_new_points),
        cmocka_unit_test(counts_are_saved),
        cmocka_unit_test(known_points_end_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
