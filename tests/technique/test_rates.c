/* SPDX-License-Identifier: MIT
 *
 * Learning rates in force, as they can be read: those of the settings where nothing changes them,
 * and under adaptation sampling the sequence that its rule allows. Those of "snr" are checked in
 * technique/test_snr.c. [math: A6, A7] */
#include "support/runs.h"

enum { D = 6 };

static const double X0[D] = {1, 2, 3, 4, 5, 6};

static double rate(nes_opt *o, const char *name)
{
    double value = 0;
    assert_int_equal(nes_get_real(o, name, &value), NES_OK);
    return value;
}

/* Grown to at most as_most, or a part as_decay of the way back to the start. */
static void check_adapted(const char *adaptation)
{
    nes_settings s = run_settings("xnes");
    int grown = 0, shrunk = 0;
    s.adaptation = adaptation;
    nes_opt *o = run_start(D, X0, &s);
    const nes_settings t = *nes_get_settings(o);
    run_assert_real(rate(o, "eta_sigma"), t.eta_sigma);
    for (int i = 0; i < 150 && nes_stopped(o) == NES_RUNNING; i++) {
        const double before = rate(o, "eta_sigma");
        const uint64_t generation = run_result(o).generations;
        run_step(o, run_ellipsoid, NULL);
        const double now = rate(o, "eta_sigma");
        const double more = fmin(t.as_grow * before, t.as_most);
        const double less = (1 - t.as_decay) * before + t.as_decay * t.eta_sigma;
        if (generation == 0 || run_result(o).generations == generation) { /* nothing to test yet */
            run_assert_real(now, before);
            continue;
        }
        if (now > before)
            assert_relative(now, more, 1e-15);
        else
            assert_relative(now, less, 1e-15);
        grown += now > before;
        shrunk += now < before;
        run_assert_real(rate(o, "eta_mu"), t.eta_mu);
        run_assert_real(rate(o, "eta_shape"), t.eta_shape);
    }
    assert_true(grown > 5 && shrunk > 5);
    nes_opt *copy = run_copy(o);
    run_assert_real(rate(copy, "eta_sigma"), rate(o, "eta_sigma"));
    nes_destroy(o);
    nes_destroy(copy);
}

static void adapted(void **state)
{
    (void)state;
    check_adapted("virtual");
    check_adapted("sampled");
    check_adapted("mixed");
}

/* Which rates a method has; those that nothing changes are those of the settings. */
static void of_methods(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        bool shape, diag, nu;
    } cases[] = {
        {"xnes", true, false, false},       {"snes", false, false, false},
        {"dd-xnes", true, true, false},     {"cr-fm-nes", true, false, false},
        {"lm-ma-es", false, false, false},  {"1+1-nes", false, false, false},
        {"t-xnes", true, false, true},      {"exp-nes", true, false, false},
        {"canonical", false, false, false}, {"gradient", false, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const nes_settings s = run_settings(cases[i].method);
        nes_opt *o = run_start(D, X0, &s);
        run_steps(o, 3, run_ellipsoid, NULL);
        const nes_settings *t = nes_get_settings(o);
        run_assert_real(rate(o, "eta_mu"), t->eta_mu);
        run_assert_real(rate(o, "eta_sigma"), t->eta_sigma);
        if (cases[i].shape) run_assert_real(rate(o, "eta_shape"), t->eta_shape);
        if (cases[i].diag) run_assert_real(rate(o, "eta_diag"), t->eta_diag);
        if (cases[i].nu) run_assert_real(rate(o, "nu"), t->nu);
        assert_true(isnan(rate(o, "eta_shape")) != cases[i].shape);
        assert_true(isnan(rate(o, "eta_diag")) != cases[i].diag);
        assert_true(isnan(rate(o, "nu")) != cases[i].nu);
        assert_true(isnan(rate(o, "eta_nu"))); /* nu is not adapted */
        nes_destroy(o);
    }
}

/* A larger population of a restart has other rates: those read are of the run with the best value.
 */
static void of_best_run(void **state)
{
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    s.restarts = "ipop";
    s.max_evals = 20000;
    s.tolx = 1e-2;
    nes_opt *o = run_start(D, X0, &s);
    run_to_end(o, run_ellipsoid, NULL);
    const nes_result r = run_result(o);
    uint64_t popsize;
    assert_true(r.restarts > 0);
    assert_int_equal(nes_get_count(o, "popsize", &popsize), NES_OK);
    const nes_settings *t = nes_get_settings(o);
    assert_true((popsize != t->popsize) == (rate(o, "eta_shape") != t->eta_shape));
    nes_settings alone = run_settings("dd-xnes");
    alone.popsize = popsize;
    nes_opt *other = run_start(D, X0, &alone);
    run_assert_real(rate(o, "eta_shape"), rate(other, "eta_shape"));
    run_assert_real(rate(o, "eta_diag"), rate(other, "eta_diag"));
    nes_destroy(other);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adapted),
        cmocka_unit_test(of_methods),
        cmocka_unit_test(of_best_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
