/* SPDX-License-Identifier: MIT
 *
 * Going on with new limits: a run that was stopped by smaller limits and continued, over and over,
 * saves the same bytes as one that had the last limits from the beginning. This holds for every
 * method and everything that a run can carry, on a live handle and after save and load. */
#include <stdio.h>

#include "support/runs.h"
#include "support/variants.h"

enum { EVALS = 48, GENS = 9 };

static void set(nes_settings *s, const char *name, const char *value)
{
    if (nes_set(s, name, value) != NES_OK) fail_msg("%s", s->message);
}

/* The handle with one limit changed, by save and load if wanted. */
static nes_opt *changed(nes_opt *o, const char *name, const char *value, bool load)
{
    nes_settings s;
    nes_settings_default(&s);
    set(&s, name, value);
    if (load) {
        nes_opt *copy = run_copy(o);
        nes_destroy(o);
        o = copy;
    }
    if (nes_continue(o, &s) != NES_OK) fail_msg("%s", nes_message(o));
    return o;
}

static nes_opt *with_count(nes_opt *o, const char *name, size_t count, bool load)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", count);
    return changed(o, name, text, load);
}

/* Runs to its end with a limit of 1, then of step more, and so on; at last with the last one. */
typedef struct steps {
    const char *name, *last;
    size_t step, most;
    bool load;
} steps;

static nes_opt *in_steps(nes_settings s, nes_objective f, const steps *t)
{
    size_t limit = 1;
    set(&s, t->name, "1");
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    run_to_end(o, f, NULL);
    while (limit + t->step < t->most && strcmp(nes_stop_name(nes_stopped(o)), t->name) == 0) {
        limit += t->step;
        o = with_count(o, t->name, limit, t->load);
        run_to_end(o, f, NULL);
    }
    o = changed(o, t->name, t->last, t->load);
    run_to_end(o, f, NULL);
    return o;
}

/* Against a run with the last limit from the beginning. */
static void follow(const nes_settings *s, nes_objective f, const char *name, const char *last,
                   size_t most)
{
    nes_settings whole = *s;
    set(&whole, name, last);
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&whole), &whole);
    run_to_end(o, f, NULL);
    for (size_t step = 1; step < 12; step += 6) {
        const steps t = {name, last, step, most, step > 1};
        nes_opt *p = in_steps(*s, f, &t);
        run_assert_same(o, p);
        nes_destroy(p);
    }
    nes_destroy(o);
}

/* Which values a generation cut short has depends on how points were handed out, if some are handed
 * out twice; what it becomes in the end does not. So these runs end with a generation. */
static void budgets(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            nes_settings s = variant_settings(v, nes_method_at(m));
            s.max_evals = 0;
            follow(&s, variant_objective(v), "max_gens", "9", GENS);
            if (variant_objective(v) == variant_objective(0))
                follow(&s, variant_objective(v), "max_evals", "48", EVALS);
            s.max_gens = run_is_elitist(nes_method_at(m)) ? EVALS : GENS;
            follow(&s, variant_objective(v), "max_evals", "off", EVALS);
        }
}

/* The clock and the caller stop a run at the end of a generation, whatever else is due then. */
typedef enum cut { BY_TIME, BY_USER, BY_USER_BEFORE, CUTS } cut;

static void stop_in(nes_opt **o, cut how, nes_objective f)
{
    nes_points p;
    assert_int_equal(nes_ask(*o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = f(p.dim, p.x + k * p.dim, NULL);
    if (how == BY_TIME) *o = changed(*o, "max_time", "1e-9", false);
    if (how == BY_USER) nes_stop_now(*o);
    assert_int_equal(marked_tell(*o, p.n, p.f), NES_OK);
    if (how == BY_USER_BEFORE) nes_stop_now(*o);
    if (how == BY_TIME) *o = changed(*o, "max_time", "off", true);
    if (how != BY_TIME) assert_int_equal(nes_continue(*o, NULL), NES_OK);
}

static void stop_all_the_time(const nes_settings *s, size_t variant, cut how)
{
    nes_opt *o = run_start(VARIANT_DIM, variant_start(s), s);
    nes_opt *p = run_start(VARIANT_DIM, variant_start(s), s);
    run_to_end(o, variant_objective(variant), NULL);
    while (nes_stopped(p) == NES_RUNNING) stop_in(&p, how, variant_objective(variant));
    run_assert_same(o, p);
    nes_destroy(o);
    nes_destroy(p);
}

static void other_stops(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            nes_settings s = variant_settings(v, nes_method_at(m));
            s.max_evals = 100;
            for (cut how = BY_TIME; how < CUTS; how++) stop_all_the_time(&s, v, how);
        }
}

/* Limits of a live handle that change all the time and never forbid anything, in the middle of
 * generations too. */
static void live_changes(void **state)
{
    (void)state;
    static const char *const change[][2] = {
        {"max_evals", "5000"}, {"target", "-1e9"}, {"max_gens", "4000"}, {"tolx_abs", "1e-30"},
        {"max_evals", "off"},  {"target", "off"},  {"max_gens", "off"},  {"tolx_abs", "1e-20"}};
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        nes_settings s = variant_settings(v, run_find_method("xnes"));
        s.maximize = false;
        s.max_evals = 0;
        nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
        nes_opt *p = run_start(VARIANT_DIM, variant_start(&s), &s);
        for (size_t t = 0; t < 64 && nes_stopped(o) == NES_RUNNING; t++) {
            nes_points a;
            run_step(o, variant_objective(v), NULL);
            assert_int_equal(nes_ask(p, &a), NES_OK);
            p = changed(p, change[t % 8][0], change[t % 8][1], false);
            for (size_t k = 0; k < a.n; k++)
                a.f[k] = variant_objective(v)(a.dim, a.x + k * a.dim, NULL);
            assert_int_equal(marked_tell(p, a.n, a.f), NES_OK);
            assert_int_equal(nes_stopped(p), nes_stopped(o));
        }
        for (size_t i = 4; i < 8; i++) p = changed(p, change[i][0], change[i][1], false);
        run_assert_same(o, p);
        nes_destroy(o);
        nes_destroy(p);
    }
}

/* A limit of the state of the search that is changed step by step, and is the last from the
 * beginning. */
static void thresholds(void **state)
{
    (void)state;
    static const char *const limit[][4] = {
        {"tolx", "0.5", "1e-2", "1e-4"},       {"tolx_abs", "0.1", "1e-2", "1e-4"},
        {"tolfun", "1e5", "1", "1e-6"},        {"target", "1e3", "1", "1e-6"},
        {"max_condition", "10", "1e2", "1e5"}, {"max_growth", "1.01", "1.1", "1e9"}};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
            nes_settings s = variant_settings(i % 2 == 0 ? 0 : 7, nes_method_at(m));
            if (run_is_binary(nes_method_at(m)) && strcmp(limit[i][0], "target") != 0) continue;
            s.max_gens = run_is_elitist(nes_method_at(m)) ? 1200 : 200;
            nes_settings first = s, last = s;
            set(&first, limit[i][0], limit[i][1]);
            set(&last, limit[i][0], limit[i][3]);
            nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &last);
            nes_opt *p = run_start(VARIANT_DIM, variant_start(&s), &first);
            run_to_end(o, run_ellipsoid, NULL);
            run_to_end(p, run_ellipsoid, NULL);
            for (size_t k = 2; k < 4; k++) {
                p = changed(p, limit[i][0], limit[i][k], k == 2);
                run_to_end(p, run_ellipsoid, NULL);
            }
            run_assert_same(o, p);
            nes_destroy(o);
            nes_destroy(p);
        }
}

/* Three of four points fail, however often they are tried. */
static double mostly_failing(size_t dim, const double *x, void *user)
{
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    return bits % 4 != 0 ? MARKED_FAILED : run_sphere(dim, x, user);
}

static nes_opt *until(size_t evals)
{
    nes_settings s = run_settings("snes");
    s.popsize = 16;
    s.retries = 1;
    s.all_failed = NES_OFF;
    s.max_evals = evals;
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    run_to_end(o, mostly_failing, NULL);
    return o;
}

/* All points of a generation have their first try before any has its second, wherever budgets end:
 * what has been evaluated is the same. */
static void cut_short_with_retries(void **state)
{
    (void)state;
    for (size_t all = 2; all < 40; all++)
        for (size_t some = 1; some < all; some++) {
            nes_opt *whole = until(all), *parts = with_count(until(some), "max_evals", all, false);
            run_to_end(parts, mostly_failing, NULL);
            const nes_result a = run_result(whole), b = run_result(parts);
            assert_int_equal(a.evaluations, b.evaluations);
            assert_int_equal(a.failed, b.failed);
            assert_int_equal(a.best_evaluation, b.best_evaluation);
            nes_destroy(whole);
            nes_destroy(parts);
        }
}

/* Lets point 1 fail, and gives all others values. */
static void fail_once(nes_opt *o)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = p.id[k] == 1 ? MARKED_FAILED : (double)p.id[k];
    assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
}

/* How often a point of the first generation is tried that fails always, where the number of retries
 * changes after its first tries. Replaced, it begins anew. */
static size_t tries_of(const char *failures, uint64_t first, size_t before, uint64_t then,
                       bool load)
{
    nes_settings s = run_settings("snes");
    set(&s, "failures", failures);
    s.popsize = 4;
    s.retries = first;
    size_t n = 0;
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    for (; n < before; n++) fail_once(o);
    o = with_count(o, "retries", (size_t)then, load);
    assert_int_equal(nes_get_settings(o)->retries, then);
    for (nes_opt *copy; run_result(o).generations == 0; n++) {
        fail_once(o);
        copy = run_copy(o); /* what is saved at any time can be loaded */
        nes_destroy(o);
        o = copy;
    }
    nes_destroy(o);
    return n;
}

static void retries(void **state)
{
    (void)state;
    for (size_t before = 1; before <= 5; before++)
        for (uint64_t then = 0; then < 9; then++) {
            const size_t needed = (size_t)then + 1, n = needed > before ? needed : before + 1;
            assert_int_equal(tries_of("worst", 5, before, then, before % 2 == 0), n);
        }
    assert_int_equal(tries_of("resample", 4, 8, 1, true), 5 + 4);
    /* With more retries it may be replaced once more. */
    assert_int_equal(tries_of("resample", 1, 3, 4, false), 2 + 5 + 5);
    assert_int_equal(tries_of("resample", 0, 1, 2, true), 1 + 3 + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets),
        cmocka_unit_test(other_stops),
        cmocka_unit_test(live_changes),
        cmocka_unit_test(thresholds),
        cmocka_unit_test(cut_short_with_retries),
        cmocka_unit_test(retries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
