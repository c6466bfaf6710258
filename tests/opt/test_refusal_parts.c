/* SPDX-License-Identifier: MIT
 *
 * Combinations that would fail later, or would be ignored, are refused when the handle is made. */
#include "support/runs.h"

static void refuse(const nes_settings *s, nes_status wanted, const char *part)
{
    const double x0[3] = {1, 1, 1};
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    assert_int_equal(nes_create(&o, 3, x0, s), wanted);
    assert_null(o);
    assert_int_equal(nes_settings_check(s, 3, x0, message, sizeof message), wanted);
    run_assert_has(message, part);
}

/* The first run has no more points than the window, but a later one will. */
static void window_of_later_runs(void **state)
{
    (void)state;
    static const char *const growing[] = {"ipop", "bipop"};
    for (size_t i = 0; i < 2; i++) {
        nes_settings s = run_settings("xnes-as");
        s.popsize = 2;
        s.window = 5;
        s.restarts = growing[i];
        refuse(&s, NES_ERR_METHOD, "window 5 is below the population of 2 or of a later run");
        s.window = 0;
        nes_destroy(run_start(3, NULL, &s));
        s = run_settings("snes");
        s.popsize = 2;
        s.window = 5;
        s.restarts = growing[i];
        nes_destroy(run_start(3, NULL, &s));
    }
}

static void pairs_in_a_window(void **state)
{
    (void)state;
    const double lower[3] = {-1, -1, -1};
    nes_settings s = run_settings("snes");
    s.sampling = "mirrored";
    s.popsize = 8;
    s.window = 3;
    s.lower = lower;
    s.bounds = "resample";
    refuse(&s, NES_ERR_VALUE, "window is 3, but with bounds 'resample' sampling 'mirrored' needs");
    s.window = 4;
    nes_destroy(run_start(3, NULL, &s));
    s.window = 3;
    s.bounds = "reflect";
    nes_destroy(run_start(3, NULL, &s));
}

static void utilities_of_the_mean(void **state)
{
    (void)state;
    const double u[6] = {3, 2, 1, 0, -1, -2}, up[6] = {1, 2, 1, 0, -1, -2};
    nes_settings s = run_settings("xnes");
    s.popsize = 6;
    s.mean_utilities = u;
    refuse(&s, NES_ERR_VALUE, "option 'mean_utilities' is used with shaping 'table' only");
    s.shaping = "table";
    refuse(&s, NES_ERR_VALUE, "needs the field 'utilities'");
    s.utilities = u;
    nes_destroy(run_start(3, NULL, &s));
    s.mean_utilities = up;
    refuse(&s, NES_ERR_VALUE, "number 2 of mean_utilities is 2");
    s.mean_utilities = u;
    s.method = "canonical";
    refuse(&s, NES_ERR_METHOD, "'mean_utilities' is not used with gradient 'fisher'");
    s.method = "1+1-xnes";
    refuse(&s, NES_ERR_METHOD, "scheme 'elitist'");
}

/* Both tables alike is one table; a mean that weighs nothing does not move. */
static void tables_apart(void **state)
{
    (void)state;
    const double u[6] = {3, 2, 1, -1, -2, -3}, none[6] = {0}, x0[3] = {1, 2, 3};
    static const char *const methods[] = {"xnes", "snes", "t-xnes", "exp-nes"};
    for (size_t m = 0; m < 4; m++) {
        nes_settings s = run_settings(methods[m]);
        s.popsize = 6;
        s.shaping = "table";
        s.utilities = u;
        nes_opt *one = run_start(3, x0, &s);
        s.mean_utilities = u;
        nes_opt *two = run_start(3, x0, &s);
        s.mean_utilities = none;
        nes_opt *still = run_start(3, x0, &s);
        run_step(one, run_ellipsoid, NULL);
        run_step(two, run_ellipsoid, NULL);
        run_step(still, run_ellipsoid, NULL);
        const nes_result a = run_result(one), b = run_result(two), c = run_result(still);
        assert_memory_equal(a.mean_x, b.mean_x, sizeof x0);
        assert_memory_equal(a.std_x, b.std_x, sizeof x0);
        assert_memory_equal(c.mean_x, x0, sizeof x0);
        assert_memory_equal(c.std_x, b.std_x, sizeof x0);
        nes_opt *loaded = run_copy(still);
        run_step(loaded, run_ellipsoid, NULL);
        assert_memory_equal(run_result(loaded).mean_x, x0, sizeof x0);
        nes_destroy(one);
        nes_destroy(two);
        nes_destroy(still);
        nes_destroy(loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_of_later_runs),
        cmocka_unit_test(pairs_in_a_window),
        cmocka_unit_test(utilities_of_the_mean),
        cmocka_unit_test(tables_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
