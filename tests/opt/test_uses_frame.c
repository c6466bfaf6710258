/* SPDX-License-Identifier: MIT
 *
 * Options around the moves that are of no use are refused, with a sentence that says what they
 * need; and what counts as given. */
#include "family/family.h"
#include "support/runs.h"
#include "support/unused.h"

enum { D = UNUSED_DIM };

/* The literal form is a law of its own for the hill climber with nu 1. */
static void literal(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (int nu = 1; nu <= 3; nu++) {
            nes_settings s = unused_settings(nes_method_at(m)->name);
            const bool climber = strcmp(s.method, "1+1-cauchy") == 0;
            if (run_family_of(nes_method_at(m))->nu != NULL) s.nu = nu;
            const nes_settings usual = s;
            s.cauchy_literal = true;
            if (climber) assert_false(unused_same(&usual, &s));
            assert_int_equal(unused_refused(&s, "cauchy_literal"), !(climber && nu == 1));
        }
}

/* Of the frame: an option with a value, and a pair of the same kind without which it is refused. */
static const char *const FRAME[][4] = {
    {"full_limit", "50", "method", "auto"},
    {"eval_time", "0.5", "method", "auto"},
    {"bounds", "reflect", NULL, "lower"},
    {"replacements", "3", "failures", "resample"},
    {"restart_p", "0.5", "restarts", "interleaved"},
    {"restart_slice", "50", "restarts", "interleaved"},
    {"restart_factor", "2", "restarts", "ipop"},
    {"restart_factor", "2", "restarts", "bipop"},
    {"restart_max", "2", "restarts", "bipop"},
    {"restart_agree", "3", "restarts", "interleaved"},
    {"max_runs", "3", "restarts", "ipop"},
    {"race_first", "50", "challenger", "snes"},
    {"race_length", "50", "challenger", "snes"},
};

static void frame(void **state)
{
    (void)state;
    const double lower[D] = {-9, -9, -9, -9, -9, -9};
    for (size_t i = 0; i < sizeof FRAME / sizeof *FRAME; i++) {
        char message[NES_MESSAGE_SIZE];
        const char *const *row = FRAME[i];
        nes_settings s = run_settings("xnes");
        assert_int_equal(nes_set(&s, row[0], row[1]), NES_OK);
        assert_true(unused_refused(&s, row[0]));
        nes_settings_check(&s, D, unused_start(&s), message, sizeof message);
        run_assert_has(message, row[3]);
        if (row[2] == NULL)
            s.lower = lower;
        else
            assert_int_equal(nes_set(&s, row[2], row[3]), NES_OK);
        assert_false(unused_refused(&s, row[0]));
    }
}

static void starts(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("xnes");
    s.start_lower = s.start_upper = unused_start(&s);
    assert_true(unused_refused(&s, "start_lower")); /* there is a start, and only one run */
    assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_OK);
    s.restarts = "ipop";
    assert_false(unused_refused(&s, "start_lower"));
    s = run_settings("xnes");
    s.preset = "robust";
    assert_false(unused_refused(&s, "preset"));
    s.popsize = 20;
    assert_true(unused_refused(&s, "preset"));
    s = run_settings("xnes");
    s.noisy = "auto";
    assert_true(unused_refused(&s, "eval_start")); /* which is no */
    s.eval_start = "yes";
    assert_false(unused_refused(&s, "eval_start"));
}

/* What is off or at its default was not given, by whatever name. */
static void nothing_given(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"adapt_nu", "no"},      {"mixing_alpha", "0.1"}, {"nu", "auto"},      {"baseline", "no"},
        {"restart_limit", "no"}, {"restart_p", "0.2"},    {"shaping", "auto"}, {"max_runs", "off"}};
    nes_settings s = run_settings("1+1-xnes");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(nes_set(&s, pairs[i][0], pairs[i][1]), NES_OK);
    assert_false(unused_refused(&s, ""));
    assert_int_equal(nes_set(&s, "nu", "3"), NES_OK); /* what it would be, but given */
    assert_true(unused_refused(&s, "nu"));
}

/* All numbers of a run in force are settings again, of the same run. */
static void settings_in_force(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = unused_settings(nes_method_at(m)->name);
        nes_opt *o = run_start(D, unused_start(&s), &s);
        const nes_settings again = *nes_get_settings(o);
        assert_false(unused_refused(&again, ""));
        assert_true(unused_same(&s, &again));
        nes_destroy(o);
    }
    nes_settings s = run_settings("xnes");
    s.nu = 4;
    assert_true(unused_refused(&s, "nu"));
}

/* Runs that were saved with such an option go on. */
static void saved(void **state)
{
    (void)state;
    nes_settings s = unused_settings("xnes");
    s.adapt_nu = true;
    nes_opt *o = unused_run(&s);
    run_steps(o, 3, run_sphere, NULL);
    nes_opt *copy = run_copy(o);
    run_steps(o, 9, run_sphere, NULL);
    run_steps(copy, 9, run_sphere, NULL);
    run_assert_same(o, copy);
    nes_destroy(o);
    nes_destroy(copy);
}

/* "auto" may choose what the option needs; it says what it has chosen where it does not. */
static void automatic(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("auto");
    s.eta_diag = 0.01;
    assert_false(unused_refused(&s, "eta_diag"));
    s.adapt_nu = true;
    assert_true(unused_refused(&s, "adapt_nu"));
    nes_settings_check(&s, D, unused_start(&s), message, sizeof message);
    run_assert_has(message, "method 'dd-xnes', which auto has chosen");
    run_assert_has(message, "method 't-xnes'");
    s.eta_diag = NES_AUTO;
    s.family = "student";
    assert_false(unused_refused(&s, "adapt_nu"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(literal),
        cmocka_unit_test(frame),
        cmocka_unit_test(starts),
        cmocka_unit_test(nothing_given),
        cmocka_unit_test(settings_in_force),
        cmocka_unit_test(saved),
        cmocka_unit_test(automatic),
    };
    return cmocka_run_group_tests_name("options that are of no use", tests, NULL, NULL);
}
