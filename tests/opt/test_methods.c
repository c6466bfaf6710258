/* SPDX-License-Identifier: MIT
 *
 * Methods are rows of presets: every preset is an option with a value that it accepts, the caller's
 * own choices come first, and a combination that has a name is called by it. */
#include <stdio.h>

#include "opt/settings/methods.h"
#include "opt/settings/options.h"
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
    assert_string_equal(s.noisy, "yes");
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
    assert_string_equal(s.noisy, "no");
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

/* What "auto" chooses for so many variables, with these options (null: none) "name=value ...". */
static void check_choice(size_t dim, const char *options, const char *method, const char *restarts)
{
    char text[128], *rest = text;
    nes_settings s = run_settings("auto");
    snprintf(text, sizeof text, "%s", options != NULL ? options : "");
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        assert_int_equal(nes_set(&s, word, equals + 1), NES_OK);
    }
    const nes_space all = nes_all_of(dim);
    const nes_choice c = nes_choose(&s, &all);
    assert_string_equal(c.method->name, method);
    assert_string_equal(c.restarts, restarts);
    assert_true((c.reason != NULL) == (s.scheme == NULL));
}

/* A full matrix up to the limit, or where evaluations are slow and memory is there; a short search
 * needs none. */
static void choice_of_auto(void **state)
{
    (void)state;
    check_choice(1, NULL, "dd-xnes", "opinions");
    check_choice(20, NULL, "dd-xnes", "opinions");
    check_choice(21, NULL, "dd-xnes", "none");
    check_choice(10, "target=0", "dd-xnes", "opinions");
    check_choice(21, "target=0", "dd-xnes", "none");
    check_choice(10, "target=0 max_evals=900", "dd-xnes", "bipop");
    check_choice(10, "max_time=1", "dd-xnes", "bipop");
    check_choice(21, "max_gens=5", "dd-xnes", "bipop");
    check_choice(1000, NULL, "dd-xnes", "none");
    check_choice(1001, NULL, "cr-fm-nes", "none");
    check_choice(1001, "full_limit=1001", "dd-xnes", "none");
    check_choice(5000, "eval_time=0.0021", "dd-xnes", "none");
    check_choice(5000, "eval_time=0.0019", "cr-fm-nes", "none");
    check_choice(5000, "eval_time=0.0021 jobs=2", "cr-fm-nes", "none");
    check_choice(5793, "eval_time=60", "cr-fm-nes", "none");
    check_choice(61, "max_evals=1829", "lm-ma-es", "bipop");
    check_choice(61, "max_evals=1830", "dd-xnes", "bipop");
    check_choice(60, "max_evals=10", "dd-xnes", "bipop");
    check_choice(60, "max_time=1 scheme=elitist", "xnes", "none");
}

static void population_for_jobs(void **state)
{
    (void)state;
    static const uint64_t table[][3] = {/* default, jobs, population */
                                        {10, 0, 10}, {10, 1, 10},  {10, 2, 10},  {10, 3, 12},
                                        {10, 4, 12}, {10, 5, 10},  {10, 6, 12},  {10, 7, 14},
                                        {10, 8, 16}, {10, 10, 10}, {10, 11, 12}, {10, 64, 64},
                                        {15, 4, 16}, {15, 15, 30}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_int_equal(nes_popsize_for_jobs(table[i][0], table[i][1]), table[i][2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_options),   cmocka_unit_test(what_a_method_says),
        cmocka_unit_test(names_of_combinations), cmocka_unit_test(caller_first),
        cmocka_unit_test(choice_of_auto),        cmocka_unit_test(population_for_jobs),
        cmocka_unit_test(auto_is_the_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
