/* SPDX-License-Identifier: MIT
 *
 * Points and answers are finite whatever the objective returns and however the search is set up;
 * see support/extremes.h. Every method meets every objective and every kind of settings, though not
 * in every combination: opt/test_finite_long.c has more of them. */
#include <float.h>

#include "support/extremes.h"
#include "support/runs.h"

static void every_method(void **state)
{
    const nes_method *m;
    extreme_tally t = {{0}};
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (size_t s = 0; s < extreme_settings_count(); s++)
            for (size_t f = (i + s) % 3; f < extreme_objective_count(); f += 3) {
                const extreme e = {.method = m,
                                   .settings = s,
                                   .objective = f,
                                   .dim = 1 + (s + f) % 4,
                                   .max_evals = 150,
                                   .save_every = 20 + (i + f) % 17};
                t.by[extreme_run(&e)]++;
            }
    extreme_assert_varied(&t, 1000);
}

/* ---- a hill climber that climbs for ever ---- */

static double falls(size_t d, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < d; i++) sum -= fabs(x[i]);
    return sum;
}

static void endless_slope(void **state)
{
    static const double x0[3] = {1, 1, 1};
    const nes_method *m;
    (void)state;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++) {
        if (!run_is_elitist(m)) continue;
        nes_settings s = run_settings(m->name);
        nes_opt *o = run_start(3, x0, &s);
        run_to_end(o, falls, NULL);
        assert_int_equal(nes_stopped(o), NES_STOP_GROWTH);
        nes_destroy(o);
        s.max_growth = s.max_condition = NES_OFF;
        o = run_start(3, x0, &s);
        run_to_end(o, falls, NULL);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_NONFINITE);
        run_assert_has(r.stop_text, "left the range of numbers");
        assert_int_equal(r.trust, NES_TRUST_DOUBTFUL);
        assert_true(isfinite(r.best_f) && r.best_f < -1e299);
        assert_int_equal(nes_continue(o, NULL), NES_OK);
        assert_int_equal(nes_stopped(o), NES_STOP_NONFINITE);
        run_assert_has(nes_message(o), "start a new run");
        nes_destroy(o);
    }
}

/* ---- a value below which there is nothing ---- */

/* The best there can be, next to the origin. */
static double bottom(size_t d, const double *x, void *user)
{
    const nes_settings *s = user;
    (void)d;
    if (fabs(x[0]) < 1) return s->maximize ? INFINITY : -INFINITY;
    return s->maximize ? -fabs(x[0]) : fabs(x[0]);
}

static nes_result find_bottom(const char *method, bool maximize, double target, nes_opt **o)
{
    static const double x0[2] = {5, 5};
    nes_settings s = run_settings(method);
    s.maximize = maximize;
    s.target = target;
    *o = run_start(2, x0, &s);
    run_to_end(*o, bottom, &s);
    return run_result(*o);
}

static void infinitely_good(void **state)
{
    static const char *const methods[] = {"xnes", "1+1-nes", "auto"};
    nes_opt *o;
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const bool maximize = i % 2 != 0;
        const double best = maximize ? INFINITY : -INFINITY;
        nes_result r = find_bottom(methods[i / 2], maximize, NES_OFF, &o);
        assert_int_equal(r.stop, NES_STOP_UNBOUNDED);
        run_assert_real(r.best_f, best);
        assert_true(fabs(r.best_x[0]) < 1);
        assert_int_equal(r.trust, NES_TRUST_DOUBTFUL);
        run_assert_has(r.stop_text, maximize ? ": inf" : ": -inf");
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        assert_int_equal(nes_continue(copy, NULL), NES_OK);
        assert_int_equal(nes_stopped(copy), NES_STOP_UNBOUNDED);
        nes_destroy(copy);
        nes_destroy(o);
        r = find_bottom(methods[i / 2], maximize, maximize ? 100 : -100, &o);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        assert_int_equal(r.trust, NES_TRUST_CONVERGED);
        nes_destroy(o);
    }
}

/* ---- starts ---- */

static void far_starts(void **state)
{
    double x0[2] = {1e300, -1e300};
    nes_settings s = run_settings("snes");
    (void)state;
    nes_destroy(run_start(2, x0, &s));
    x0[1] = -DBL_MAX;
    run_refuse(2, &s, x0, NES_ERR_START, "start between -1e+300 and 1e+300");
}

/* ---- a small box, and steps that are as large as numbers go ---- */

static void small_box(void **state)
{
    enum { DIM = 3 };
    static const double lower[DIM] = {-1e-10, 1, -1e-300}, upper[DIM] = {1e-10, 2, 1e-300};
    (void)state;
    nes_settings s = run_settings("snes");
    s.lower = lower;
    s.upper = upper;
    s.bounds = "transform";
    s.sigma = 1e299;
    s.max_growth = NES_OFF;
    nes_opt *o = run_start(DIM, NULL, &s);
    for (int i = 0; i < 20 && nes_stopped(o) == NES_RUNNING; i++) {
        run_step(o, falls, NULL);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(copy);
        const nes_result r = run_result(o);
        for (size_t k = 0; k < DIM; k++)
            assert_true(r.mean_x[k] >= lower[k] && r.mean_x[k] <= upper[k]);
    }
    assert_true(run_result(o).generations > 2);
    nes_destroy(o);
}

/* ---- a trial of a much larger rate ---- */

/* The larger rate multiplies widths by numbers next to the largest there are. */
static void far_trials(void **state)
{
    enum { DIM = 20, POINTS = 100 }; /* many numbers: not all of them are looked at */
    (void)state;
    for (double ratio = 69; ratio < 73; ratio += 0.25) {
        nes_settings s = run_settings("snes");
        nes_points p;
        s.adaptation = "mixed";
        s.popsize = POINTS;
        s.eta_sigma = 1000;
        s.as_ratio = ratio;
        s.as_most = 1e6;
        nes_opt *o = run_start(DIM, NULL, &s);
        for (int i = 0; i < 8 && nes_stopped(o) == NES_RUNNING; i++) {
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n * DIM; k++) assert_true(isfinite(p.x[k]));
            for (size_t k = 0; k < p.n; k++) p.f[k] = fmax(-1e4, falls(DIM, p.x + k * DIM, NULL));
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method),    cmocka_unit_test(endless_slope),
        cmocka_unit_test(infinitely_good), cmocka_unit_test(far_starts),
        cmocka_unit_test(small_box),       cmocka_unit_test(far_trials)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
