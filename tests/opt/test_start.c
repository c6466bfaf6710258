/* SPDX-License-Identifier: MIT
 *
 * The start as a point of its own: it is evaluated with the first generation, to the bit as it was
 * given, and the run is the same but for that one evaluation. */
#include "support/runs.h"

enum { D = 3, POPSIZE = 6 };

static const double X0[D] = {1, 2, 3};

static nes_settings with_start(const char *method)
{
    nes_settings s = run_settings(method);
    s.eval_start = "auto";
    s.popsize = POPSIZE;
    return s;
}

/* The methods of production with real variables, in turn; null past the last. */
static const char *method_at(size_t i)
{
    const nes_method *m = NULL;
    for (size_t k = 0; (m = nes_method_at(k)) != NULL; k++)
        if (run_is_closed_form(m) && !run_is_binary(m) && i-- == 0) break;
    return m != NULL ? m->name : NULL;
}

static bool is_hill_climber(const char *method)
{
    return strncmp(method, "1+1", 3) == 0;
}

/* The first ask hands out the start and the generation behind it; a hill climber's the start. */
static void handed_out(void **state)
{
    (void)state;
    static const char *const words[] = {"auto", "yes", "no"};
    for (size_t m = 0; method_at(m) != NULL; m++)
        for (size_t w = 0; w < 6; w++) {
            const bool given = w < 3, climber = is_hill_climber(method_at(m));
            const bool wanted = w % 3 == 1 || (w % 3 == 0 && (given || climber));
            const double zeros[D] = {0}, *start = given ? X0 : zeros;
            nes_settings s = with_start(method_at(m));
            nes_points p;
            s.eval_start = words[w % 3];
            nes_opt *o = run_start(D, given ? X0 : NULL, &s);
            assert_string_equal(nes_get_settings(o)->eval_start, wanted ? "yes" : "no");
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_true((memcmp(p.x, start, sizeof zeros) == 0) == wanted);
            assert_int_equal(p.n, climber ? 1 : POPSIZE + wanted);
            run_step(o, run_sphere, NULL);
            const nes_result r = run_result(o);
            assert_int_equal(r.generations, climber && wanted ? 0 : 1);
            assert_int_equal(r.evaluations, climber ? 1 : POPSIZE + wanted);
            if (wanted) assert_true(r.best_f <= run_sphere(D, start, NULL));
            nes_destroy(o);
        }
}

/* The same moves, the same counts but for one. */
static void takes_no_part(void **state)
{
    (void)state;
    for (size_t m = 0; method_at(m) != NULL; m++) {
        if (is_hill_climber(method_at(m))) continue;
        nes_settings s = with_start(method_at(m));
        s.max_gens = 30;
        nes_opt *with = run_start(D, X0, &s);
        s.eval_start = "no";
        nes_opt *without = run_start(D, X0, &s);
        run_to_end(with, run_ellipsoid, NULL);
        run_to_end(without, run_ellipsoid, NULL);
        const nes_result a = run_result(with), b = run_result(without);
        assert_int_equal(a.evaluations, b.evaluations + 1);
        assert_int_equal(a.generations, b.generations);
        assert_int_equal(a.best_evaluation, b.best_evaluation + 1);
        assert_same_reals(D, a.mean_x, b.mean_x);
        assert_same_reals(D, a.std_x, b.std_x);
        assert_same_reals(D, a.best_x, b.best_x);
        assert_same_reals(1, &a.generation_best, &b.generation_best);
        nes_destroy(with);
        nes_destroy(without);
    }
}

/* The best point of all; everything else is worse by far. */
static double only_start(size_t dim, const double *x, void *user)
{
    (void)user;
    return memcmp(x, X0, dim * sizeof *x) == 0 ? -1 : 1e3 + run_sphere(dim, x, NULL);
}

static void never_worse(void **state)
{
    (void)state;
    for (size_t m = 0; method_at(m) != NULL; m++)
        for (uint64_t budget = 1; budget < 3 * POPSIZE; budget++) {
            nes_settings s = with_start(method_at(m));
            double x[D];
            nes_result r;
            memcpy(x, X0, sizeof x);
            s.max_evals = budget;
            assert_int_equal(marked_minimize(only_start, NULL, D, x, &s, &r), NES_OK);
            assert_int_equal(r.evaluations, budget);
            run_assert_real(r.best_f, -1);
            assert_int_equal(r.best_evaluation, 1);
            assert_same_reals(D, x, X0);
        }
}

/* Near and on the bounds, where the way to the unbounded coordinates and back would round. */
static void to_the_bit(void **state)
{
    (void)state;
    static const double lower[D] = {-1, 0.1, -INFINITY}, upper[D] = {1, INFINITY, 0.3};
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    double x0[D] = {1, 0.1, 0.3};
    for (size_t i = 0; i < 200; i++, x0[0] -= 1e-3, x0[1] += 1.1e-3, x0[2] -= 0.9e-3)
        for (size_t m = 0; method_at(m) != NULL; m++) {
            nes_settings s = with_start(method_at(m));
            nes_points p;
            s.lower = lower;
            s.upper = upper;
            s.bounds = handlers[i % 3];
            nes_opt *o = run_start(D, x0, &s);
            nes_opt *loaded = run_copy(o);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_same_reals(D, p.x, x0);
            assert_int_equal(nes_ask(loaded, &p), NES_OK);
            assert_same_reals(D, p.x, x0);
            nes_destroy(loaded);
            loaded = run_copy(o);
            assert_int_equal(nes_ask(loaded, &p), NES_OK);
            assert_same_reals(D, p.x, x0);
            nes_destroy(loaded);
            nes_destroy(o);
        }
}

/* Values by id: the start in the middle of the others, and asked for again until it has one. */
static void by_id(void **state)
{
    (void)state;
    nes_settings s = with_start("snes");
    nes_points p;
    uint64_t id[POPSIZE + 1];
    const double low = -5, high = 5;
    nes_opt *o = run_start(D, X0, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    memcpy(id, p.id, sizeof id);
    assert_int_equal(marked_tell_some(o, 1, &id[2], &high), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, POPSIZE);
    assert_int_equal(p.id[0], id[0]);
    assert_same_reals(D, p.x, X0);
    for (size_t k = 1; k < p.n; k++) assert_true(p.id[k] != id[0] && p.id[k] != id[2]);
    assert_int_equal(marked_tell_some(o, 1, &id[0], &low), NES_OK);
    assert_int_equal(marked_tell_some(o, 1, &id[0], &low), NES_ERR_ID); /* told already */
    const uint64_t twice[2] = {id[1], id[1]};
    const double both[2] = {low, low};
    assert_int_equal(marked_tell_some(o, 2, twice, both), NES_ERR_ID);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, POPSIZE - 1);
    for (size_t k = 0; k < p.n; k++) assert_true(p.id[k] != id[0] && p.id[k] != id[2]);
    const nes_result r = run_result(o);
    run_assert_real(r.best_f, low);
    assert_int_equal(r.best_evaluation, 1);
    run_step(o, run_sphere, NULL);
    assert_int_equal(run_result(o).generations, 1);
    assert_int_equal(marked_tell_some(o, 1, &id[0], &low), NES_ERR_LATE);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, POPSIZE);
    assert_int_equal(p.id[0], POPSIZE + 1); /* all ids differ */
    assert_int_equal(marked_tell_some(o, 1, &id[0], &low), NES_ERR_LATE);
    nes_destroy(o);
}

/* A generation that is closed early: with the start alone, and without it. */
static void closed_early(void **state)
{
    (void)state;
    nes_settings s = with_start("snes");
    nes_points p;
    const double f[POPSIZE] = {3, 2, 1, 4, 5, 6};
    nes_opt *o = run_start(D, X0, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(marked_tell_some(o, 1, p.id, f), NES_OK);
    assert_int_equal(nes_close(o), NES_OK);
    nes_result r = run_result(o);
    assert_int_equal(r.evaluations, 1);
    assert_int_equal(r.generations, 0);
    assert_same_reals(D, r.best_x, X0);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, POPSIZE);
    nes_destroy(o);

    o = run_start(D, X0, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(marked_tell_some(o, 3, p.id + 2, f), NES_OK);
    assert_int_equal(nes_close(o), NES_OK);
    r = run_result(o);
    assert_int_equal(r.evaluations, 3);
    assert_int_equal(r.generations, 1);
    run_assert_real(r.best_f, 1);
    assert_int_equal(r.best_evaluation, 3); /* of three that took place */
    nes_destroy(o);
}

static double fails_at_start(size_t dim, const double *x, void *user)
{
    size_t *calls = user;
    if (memcmp(x, X0, dim * sizeof *x) != 0) return run_sphere(dim, x, NULL);
    ++*calls;
    return MARKED_FAILED;
}

/* A start that fails is tried again as often as other points, and never replaced. */
static void failing(void **state)
{
    (void)state;
    for (uint64_t retries = 0; retries < 4; retries++) {
        nes_settings s = with_start("snes");
        size_t calls = 0;
        s.retries = retries;
        s.failures = "resample";
        s.max_gens = 5;
        nes_opt *o = run_start(D, X0, &s);
        run_to_end(o, fails_at_start, &calls);
        const nes_result r = run_result(o);
        assert_int_equal(calls, retries + 1);
        assert_int_equal(r.failed, retries + 1);
        assert_int_equal(r.evaluations, 5 * POPSIZE + retries + 1);
        nes_destroy(o);
    }
}

static double count_start(size_t dim, const double *x, void *user)
{
    size_t *calls = user;
    *calls += memcmp(x, X0, dim * sizeof *x) == 0;
    return run_sphere(dim, x, NULL);
}

/* Chance chooses the start of later runs: they do not evaluate it, whatever the option says. Copies
 * are compared where a run begins, and at every eighth step. */
static void first_run_only(void **state)
{
    (void)state;
    static const char *const strategies[] = {"interleaved", "ipop", "bipop"};
    for (size_t i = 0; i < 6; i++) {
        nes_settings s = with_start("snes");
        nes_points p;
        size_t calls = 0, runs = 1, steps = 0;
        s.restarts = strategies[i % 3];
        if (i >= 3) s.eval_start = "yes";
        if (i % 3 == 0) s.restart_slice = 20;
        s.max_evals = 20000;
        nes_opt *o = run_start(D, X0, &s);
        while (nes_stopped(o) == NES_RUNNING) {
            assert_int_equal(nes_ask(o, &p), NES_OK);
            const size_t now = (size_t)run_result(o).restarts + 1;
            if (i % 3 < 2 && runs < now) assert_int_equal(p.n % POPSIZE, 0); /* and no start */
            const bool looks = runs < now || steps++ % 8 == 0;
            runs = now;
            run_step(o, count_start, &calls);
            if (!looks) continue;
            nes_opt *copy = run_copy(o);
            run_assert_same(o, copy);
            nes_destroy(copy);
        }
        assert_int_equal(calls, 1);
        assert_true(runs > 2);
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handed_out),  cmocka_unit_test(takes_no_part),
        cmocka_unit_test(never_worse), cmocka_unit_test(to_the_bit),
        cmocka_unit_test(by_id),       cmocka_unit_test(closed_early),
        cmocka_unit_test(failing),     cmocka_unit_test(first_run_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
