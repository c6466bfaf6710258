/* SPDX-License-Identifier: MIT
 *
 * Methods are rows of presets: every preset is an option with a value that it accepts, the caller's
 * own choices come first, and a combination that has a name is called by it. */
#include "opt/methods.h"
#include "opt/options.h"
#include "support/runs.h"

static void presets_are_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_method_count(); i++) {
        const nes_method *m = nes_method_at(i);
        char text[256], *rest = text;
        assert_true(strlen(m->presets) < sizeof text);
        strcpy(text, m->presets);
        for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            char *equals = strchr(word, '='), value[64];
            assert_non_null(equals);
            *equals = '\0';
            nes_settings s = run_settings("auto");
            if (nes_set(&s, word, equals + 1) != NES_OK) fail_msg("%s: %s", m->name, s.message);
            assert_int_equal(nes_method_get(m, word, value, sizeof value), NES_OK);
            assert_string_equal(value, equals + 1);
        }
        nes_settings s = run_settings(m->name);
        nes_opt *o = run_start(3, NULL, &s);
        assert_string_equal(run_result(o).method, m->name);
        nes_destroy(o);
    }
}

static void what_a_method_says(void **state)
{
    (void)state;
    const nes_method *m = nes_method_find("snes-snr");
    char value[64];
    assert_int_equal(nes_method_get(m, "rates", value, sizeof value), NES_OK);
    assert_string_equal(value, "snr");
    assert_int_equal(nes_method_get(m, "scheme", value, sizeof value), NES_OK);
    assert_string_equal(value, "comma"); /* what it is without a word */
    assert_int_equal(nes_method_get(m, "popsize", value, sizeof value), NES_OK);
    assert_string_equal(value, "0");
    assert_int_equal(nes_method_get(m, "colour", value, sizeof value), NES_ERR_OPTION);
    assert_int_equal(nes_method_get(m, "sampling", value, 8), NES_ERR_SPACE); /* mirrored */
    assert_int_equal(nes_method_get(m, "sampling", value, 9), NES_OK);
    assert_int_equal(nes_method_get(NULL, "rates", value, 9), NES_ERR_ARGUMENT);
    assert_int_equal(nes_method_get(m, NULL, value, 9), NES_ERR_ARGUMENT);
    assert_int_equal(nes_method_get(m, "rates", NULL, 9), NES_ERR_ARGUMENT);
}

/* The method that those settings make, in three dimensions. */
static const char *name_of(const nes_settings *s)
{
    nes_opt *o = run_start(3, NULL, s);
    const char *name = run_result(o).method;
    nes_destroy(o);
    return name;
}

static void names_of_combinations(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.adaptation = "virtual";
    assert_string_equal(name_of(&s), "xnes-as");
    s = run_settings("snes");
    s.rates = "snr";
    assert_null(name_of(&s)); /* its samples are not mirrored */
    s.sampling = "mirrored";
    assert_string_equal(name_of(&s), "snes-snr");
    s = run_settings("snes-snr");
    s.rates = "fixed"; /* the caller's word, though it is the default */
    s.sampling = "iid";
    assert_string_equal(name_of(&s), "snes");
}

/* A preset gives way to the caller: to another value, and to a default that was set by name. */
static void caller_first(void **state)
{
    (void)state;
    const nes_method m = {"test", "family=gauss-diag shaping=linear c_rho=2.5 noisy=yes popsize=14",
                          "for this test"};
    const nes_note silent = {NULL, 0};
    nes_settings s = run_settings("auto");
    assert_int_equal(nes_method_apply(&m, &s, silent), NES_OK);
    assert_string_equal(s.family, "gauss-diag");
    assert_string_equal(s.shaping, "linear");
    assert_string_equal(s.scheme, "comma");
    run_assert_real(s.c_rho, 2.5);
    assert_true(s.noisy);
    assert_int_equal(s.popsize, 14);
    s = run_settings("auto");
    s.c_rho = 7;
    s.popsize = 6;
    assert_int_equal(nes_set(&s, "shaping", "paper"), NES_OK);
    assert_int_equal(nes_set(&s, "noisy", "no"), NES_OK);
    assert_int_equal(nes_method_apply(&m, &s, silent), NES_OK);
    run_assert_real(s.c_rho, 7);
    assert_int_equal(s.popsize, 6);
    assert_string_equal(s.shaping, "paper");
    assert_false(s.noisy);
}

/* The word "auto" gives a choice back to the method. */
static void auto_is_the_method(void **state)
{
    (void)state;
    static const char *const parts[] = {"family", "gradient",   "sampling", "scheme",
                                        "mixing", "adaptation", "rates"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        nes_settings s = run_settings("snes-snr");
        assert_int_equal(nes_set(&s, parts[i], "auto"), NES_OK);
        assert_string_equal(name_of(&s), "snes-snr");
    }
    nes_settings s = run_settings("snes-snr");
    assert_int_equal(nes_set(&s, "rates", "fixed"), NES_OK);
    assert_null(name_of(&s));
    assert_int_equal(nes_set(&s, "rates", "auto"), NES_OK);
    assert_string_equal(name_of(&s), "snes-snr");
}

static void situation(void **state)
{
    (void)state;
    nes_settings s = run_settings("auto");
    const double bound = 3;
    s.max_evals = 77;
    s.jobs = 5;
    s.noisy = true;
    s.upper = &bound;
    nes_situation w = nes_situation_of(&s, 9);
    assert_int_equal(w.dim, 9);
    assert_int_equal(w.max_evals, 77);
    assert_int_equal(w.jobs, 5);
    assert_true(w.bounded && w.noisy);
    s.upper = NULL;
    assert_false(nes_situation_of(&s, 9).bounded);
    s.lower = &bound;
    assert_true(nes_situation_of(&s, 9).bounded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_options),
        cmocka_unit_test(what_a_method_says),
        cmocka_unit_test(names_of_combinations),
        cmocka_unit_test(caller_first),
        cmocka_unit_test(situation),
        cmocka_unit_test(auto_is_the_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
