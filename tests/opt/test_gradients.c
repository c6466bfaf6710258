/* SPDX-License-Identifier: MIT
 *
 * Whole runs of the methods that are there to be compared with: canonical NES and the exponential
 * parameterisation solve what they should; the plain gradient does where its theory says so, and
 * fails in the ways its theory says. Parts that do not fit are refused. [math: A2, A3, A10, X9] */
#include "support/runs.h"

enum { SEEDS = 5 };

/* How many of the seeds reach 1e-8 from somewhere in [-4, 4]^d with step size 2. */
static int solved(nes_settings s, size_t d, nes_objective f, uint64_t max_evals)
{
    int count = 0;
    s.target = 1e-8;
    s.max_evals = max_evals;
    s.sigma = 2;
    for (s.seed = 1; s.seed <= SEEDS; s.seed++) {
        uint64_t random = s.seed;
        double x[8];
        nes_result r;
        for (size_t i = 0; i < d; i++) x[i] = (double)(run_random(&random) % 8001) / 1000 - 4;
        assert_int_equal(nes_minimize(f, NULL, d, x, &s, &r), NES_OK);
        count += r.stop == NES_STOP_TARGET;
    }
    return count;
}

static void natural_gradients_solve(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-cov", "gauss-factor", "gauss-exp", "gauss-full",
                                           "student"};
    for (size_t d = 2; d <= 5; d += 3) {
        assert_int_equal(solved(run_settings("canonical"), d, run_sphere, 40000), SEEDS);
        assert_int_equal(solved(run_settings("canonical"), d, run_ellipsoid, 40000), SEEDS);
        assert_int_equal(solved(run_settings("exp-nes"), d, run_sphere, 4000), SEEDS);
        assert_int_equal(solved(run_settings("exp-nes"), d, run_ellipsoid, 6000), SEEDS);
    }
    for (size_t i = 0; i < 5; i++) {
        nes_settings s = run_settings("canonical");
        s.family = families[i];
        assert_int_equal(solved(s, 2, run_ellipsoid, 40000), SEEDS);
        s.baseline = false;
        s.popsize = 40;
        assert_int_equal(solved(s, 2, run_sphere, 40000), SEEDS);
    }
    assert_int_equal(solved(run_settings("canonical"), 1, run_sphere, 40000), SEEDS);
}

/* One width as a parameter and raw values: both shrink together, linearly. */
static void plain_gradient_solves_a_sphere(void **state)
{
    (void)state;
    nes_settings s = run_settings("gradient");
    s.family = "gauss-factor";
    s.shaping = "raw";
    s.popsize = 20;
    assert_int_equal(solved(s, 1, run_sphere, 20000), SEEDS);
    assert_int_equal(solved(s, 2, run_sphere, 40000), SEEDS);
}

/* The covariance as a parameter: its gradient does not shrink with it, and drives it through zero.
 */
static void plain_gradient_loses_the_covariance(void **state)
{
    (void)state;
    nes_settings s = run_settings("gradient");
    s.popsize = 20;
    s.shaping = "raw";
    s.target = 1e-12;
    const double x0[2] = {2, -3};
    nes_opt *o = run_start(2, x0, &s);
    double best[2];
    while (nes_stopped(o) == NES_RUNNING) {
        run_step(o, run_sphere, NULL);
        memcpy(best, run_result(o).mean_x, sizeof best);
    }
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_INVALID);
    assert_string_equal(nes_stop_name(r.stop), "invalid");
    run_assert_has(r.stop_text, "positive definite");
    run_assert_has(r.stop_text, "taken back");
    assert_true(isnan(r.stop_value) && isnan(r.stop_threshold));
    for (size_t i = 0; i < 2; i++) assert_true(r.std_x[i] > 0 && isfinite(r.mean_x[i]));
    nes_destroy(o);
}

/* With ranks the widths do not settle: no target is held, whatever the time. */
static void plain_gradient_with_ranks_fails(void **state)
{
    (void)state;
    nes_settings s = run_settings("gradient");
    s.popsize = 20;
    assert_int_equal(solved(s, 2, run_sphere, 100000), 0);
    s.family = "gauss-factor";
    assert_int_equal(solved(s, 2, run_sphere, 100000), 0);
}

static void defaults(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 4; d++) {
        nes_settings s = run_settings("canonical");
        nes_opt *o = run_start(d, NULL, &s);
        assert_int_equal(nes_get_settings(o)->popsize, 2 * (d + d * (d + 1) / 2) + 20);
        run_assert_real(nes_get_settings(o)->eta_mu, 1);
        run_assert_real(nes_get_settings(o)->eta_sigma, 0.1);
        nes_destroy(o);
        s = run_settings("gradient");
        o = run_start(d, NULL, &s);
        run_assert_real(nes_get_settings(o)->eta_mu, 0.01);
        run_assert_real(nes_get_settings(o)->eta_sigma, 0.01);
        nes_destroy(o);
    }
    nes_settings s = run_settings("auto"); /* a family without closed form follows its scores */
    s.family = "gauss-cov";
    nes_opt *o = run_start(2, NULL, &s);
    assert_string_equal(run_result(o).method, "canonical");
    nes_destroy(o);
}

static void refused(const char *family, const char *gradient, const char *scheme, const char *word)
{
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("xnes");
    s.family = family;
    s.gradient = gradient;
    s.scheme = scheme;
    assert_int_equal(nes_settings_check(&s, 2, NULL, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, word);
}

static void parts_that_do_not_fit(void **state)
{
    (void)state;
    refused("gauss-cov", "local", "comma", "'fisher' or 'plain'");
    refused("gauss-dd", "fisher", "comma", "gauss-cov");
    refused("student-diag", "plain", "elitist", "scheme 'comma'");
    refused("gauss-cov", "fisher", "elitist", "scheme 'comma'");
    refused("gauss-diag", "plain", "elitist", "scheme 'comma'");
    refused("user", NULL, "comma", "density");
}

/* Nothing is known where no value is finite: nothing moves, and the run ends in time. */
static double nothing(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return NAN;
}

static void no_finite_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        nes_settings s = run_settings(i == 0 ? "canonical" : "gradient");
        const double x0[2] = {1, 2};
        nes_opt *o = run_start(2, x0, &s);
        run_to_end(o, nothing, NULL);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_INFEASIBLE);
        assert_same_reals(2, r.mean_x, x0);
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(natural_gradients_solve),
        cmocka_unit_test(plain_gradient_solves_a_sphere),
        cmocka_unit_test(plain_gradient_loses_the_covariance),
        cmocka_unit_test(plain_gradient_with_ranks_fails),
        cmocka_unit_test(defaults),
        cmocka_unit_test(parts_that_do_not_fit),
        cmocka_unit_test(no_finite_value),
    };
    return cmocka_run_group_tests_name("gradients", tests, NULL, NULL);
}
