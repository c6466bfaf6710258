/* SPDX-License-Identifier: MIT
 *
 * The option table: it is complete, its defaults are those of the struct, every option can be set
 * and read back as text, and what it does not take it refuses without a trace. */
#include <stdio.h>

#include "opt/settings/options.h"
#include "support/runs.h"

static const nes_option *next(size_t *i)
{
    return nes_option_at((*i)++);
}

static void set(nes_settings *s, const char *name, const char *value)
{
    if (nes_set(s, name, value) != NES_OK) fail_msg("%s = %s: %s", name, value, s->message);
}

static const char *get(const nes_settings *s, const char *name)
{
    static char text[4][64];
    static size_t turn;
    turn = (turn + 1) % 4;
    assert_int_equal(nes_get(s, name, text[turn], sizeof *text), NES_OK);
    return text[turn];
}

static void described(void **state)
{
    (void)state;
    const nes_option *o;
    for (size_t i = 0; (o = next(&i)) != NULL;) {
        assert_true(o->name[0] != '\0' && o->section[0] != '\0');
        assert_true(o->initial[0] != '\0' && o->doc[0] != '\0');
        assert_true(o->low <= o->high);
        assert_true((nes_option_word(o, 0) != NULL) == (o->type == NES_TYPE_CHOICE));
        for (size_t j = i; nes_option_at(j) != NULL; j++)
            assert_string_not_equal(o->name, nes_option_at(j)->name);
    }
    assert_null(nes_option_at(nes_option_count()));
    assert_null(nes_option_word(NULL, 0));
    assert_null(nes_method_at(nes_method_count()));
    for (size_t i = 0; i < nes_method_count(); i++) assert_true(nes_method_at(i)->doc[0] != '\0');
}

/* A default is a value the option takes, or a formula behind a word for "automatic". */
static void defaults(void **state)
{
    (void)state;
    const nes_option *o;
    nes_settings s;
    memset(&s, 0x5a, sizeof s);
    nes_settings_default(&s);
    for (size_t i = 0; (o = next(&i)) != NULL;) {
        nes_settings t = s;
        const char *text = get(&s, o->name);
        if (strcmp(text, "auto") == 0) continue;
        if (nes_set(&t, o->name, o->initial) == NES_OK)
            assert_string_equal(text, get(&t, o->name));
        else
            assert_true(strcmp(text, "none") == 0 || strcmp(text, "off") == 0 ||
                        strcmp(text, "0") == 0 || text[0] == '\0');
    }
    assert_null(s.progress);
    assert_null(s.allocator.allocate);
    assert_string_equal(s.message, "");
}

static void round_trip_one(const nes_option *o, const char *value)
{
    nes_settings a = run_settings("auto"), b = a;
    set(&a, o->name, value);
    set(&b, o->name, get(&a, o->name));
    assert_memory_equal(&a, &b, sizeof a);
    set(&b, o->name, value);
    assert_memory_equal(&a, &b, sizeof a);
}

static void round_trip_number(const nes_option *o)
{
    const double low = isinf(o->low) ? -DBL_MAX : o->low;
    const double high = isinf(o->high) ? 1.5e308 : o->high;
    const double inside[] = {low, high, low / 2 + high / 2, 1.0 / 3, 2.5e-300, 12345};
    char text[64];
    for (size_t i = 0; i < 6; i++) {
        const double v = o->type == NES_TYPE_COUNT ? floor(inside[i]) : inside[i];
        if (v < low || v > high || (v == low && o->open_low) || (i == 1 && v > 1e19)) continue;
        snprintf(text, sizeof text, "%.17g", v);
        round_trip_one(o, text);
    }
    if (o->off) round_trip_one(o, "off");
}

static void round_trip(void **state)
{
    (void)state;
    const nes_option *o;
    const char *word;
    const double numbers[2] = {1, 2};
    for (size_t i = 0; (o = next(&i)) != NULL;) {
        if (o->type == NES_TYPE_REAL || (o->type == NES_TYPE_COUNT && o->high < 1e19))
            round_trip_number(o);
        for (size_t j = 0; (word = nes_option_word(o, j)) != NULL; j++) round_trip_one(o, word);
        if (o->type == NES_TYPE_FLAG) {
            round_trip_one(o, "yes");
            round_trip_one(o, "no");
        }
        if (o->type == NES_TYPE_ARRAY)
            assert_string_equal(get(&(nes_settings){0}, o->name), "none");
    }
    nes_settings s = run_settings("auto");
    s.lower = numbers;
    assert_string_equal(get(&s, "lower"), "set");
    set(&s, "seed", "18446744073709551615");
    assert_true(s.seed == UINT64_MAX);
    set(&s, "max_evals", "1e6");
    assert_int_equal(s.max_evals, 1000000);
    set(&s, "sigma", "auto");
    run_assert_real(s.sigma, NES_AUTO);
    set(&s, "noeffect", "off");
    assert_false(s.noeffect);
}

/* Refused: the sentence names option and value, and nothing else has changed. */
static void refused(const char *name, const char *value, nes_status status, const char *part)
{
    nes_settings s = run_settings("auto"), before = s;
    assert_int_equal(nes_set(&s, name, value), status);
    run_assert_has(s.message, name);
    run_assert_has(s.message, part);
    memset(s.message, 0, sizeof s.message);
    memset(before.message, 0, sizeof before.message);
    assert_memory_equal(&s, &before, sizeof s);
}

static void refusals(void **state)
{
    (void)state;
    const nes_option *o;
    char text[64];
    for (size_t i = 0; (o = next(&i)) != NULL;) {
        if (o->type == NES_TYPE_ARRAY) refused(o->name, "1,2", NES_ERR_VALUE, "array");
        if (o->type == NES_TYPE_ARRAY || o->type == NES_TYPE_CHOICE) continue;
        refused(o->name, "blue", NES_ERR_VALUE, "blue");
        refused(o->name, "", NES_ERR_VALUE, "''");
        refused(o->name, "1x", NES_ERR_VALUE, "1x");
        refused(o->name, "nan", NES_ERR_VALUE, "nan");
        if (o->type == NES_TYPE_COUNT) refused(o->name, "2.5", NES_ERR_VALUE, "whole number");
        if (o->type != NES_TYPE_FLAG && isfinite(o->low))
            refused(o->name, "-3", NES_ERR_VALUE, "-3");
        if (o->type != NES_TYPE_FLAG && o->high < 1e15) {
            snprintf(text, sizeof text, "%.17g", 2 * o->high);
            refused(o->name, text, NES_ERR_VALUE, "at most");
        }
        if (o->open_low) {
            snprintf(text, sizeof text, "%g", o->low);
            refused(o->name, text, NES_ERR_VALUE, "greater than");
        }
    }
    refused("method", "xness", NES_ERR_METHOD, "xnes");
    refused("family", "", NES_ERR_METHOD, "gauss-full");
    refused("ties", "odd", NES_ERR_VALUE, "average, index");
    refused("popsize", "1", NES_ERR_VALUE, "at least 2");
    refused("tolfun", "-3", NES_ERR_VALUE, "at least 0, or 'off' or 'auto'");
    refused("sigma", "-3", NES_ERR_VALUE, "greater than 0, or 'auto'");
}

/* Infinity is no limit; 0, which a struct has for that, is refused by name. */
static void no_limit(void **state)
{
    (void)state;
    static const char *const words[] = {"inf", "INF", "infinity", "+inf", "off"};
    const nes_option *o;
    for (size_t i = 0; (o = next(&i)) != NULL;) {
        if (!o->off || strncmp(o->name, "max_", 4) != 0) continue;
        for (size_t k = 0; k < 5; k++) {
            nes_settings s;
            nes_settings_default(&s);
            assert_int_equal(nes_set(&s, o->name, "3"), NES_OK);
            assert_int_equal(nes_set(&s, o->name, words[k]), NES_OK);
            assert_string_equal(get(&s, o->name), "off");
        }
        if (o->type == NES_TYPE_COUNT) refused(o->name, "0", NES_ERR_VALUE, "'off' for no limit");
        refused(o->name, "-inf", NES_ERR_VALUE, o->name);
        refused(o->name, "nan", NES_ERR_VALUE, o->name);
    }
    refused("max_evals", "0.0", NES_ERR_VALUE, "option 'max_evals' is 0, but must be at least 1");
    refused("restart_agree", "0", NES_ERR_VALUE, "at least 2");
    refused("tolfun", "inf", NES_ERR_VALUE, "must be finite");
}

/* Whoever gives a number of restarts wants another option. */
static void number_of_restarts(void **state)
{
    (void)state;
    refused("restarts", "5", NES_ERR_VALUE,
            "for at most 5 restarts, which is 6 runs, give max_runs 6");
    refused("restarts", "1", NES_ERR_VALUE,
            "for at most 1 restart, which is 2 runs, give max_runs 2");
    refused("restarts", "0", NES_ERR_VALUE, "restarts 'none' is one run alone");
    refused("restarts", "-1", NES_ERR_VALUE, "There are: auto");
    refused("restarts", "5x", NES_ERR_VALUE, "There are: auto");
}

/* An option that is reset counts as not given; all others stay what they are. */
static void resets(void **state)
{
    (void)state;
    NES_EACH_FIELD (f) {
        nes_settings s = run_settings("auto");
        memset(s.given, 0xff, sizeof s.given);
        nes_field_reset(f, &s);
        NES_EACH_FIELD (other) assert_int_equal(nes_field_is_marked(other, &s), other != f);
    }
}

static void unknown_names(void **state)
{
    (void)state;
    char text[64];
    nes_settings s = run_settings("auto");
    assert_int_equal(nes_set(&s, "sigm", "1"), NES_ERR_OPTION);
    run_assert_has(s.message, "'sigm'");
    run_assert_has(s.message, "did you mean");
    run_assert_has(s.message, "sigma");
    assert_int_equal(nes_set(&s, "evals", "1"), NES_ERR_OPTION);
    run_assert_has(s.message, "max_evals");
    assert_int_equal(nes_set(&s, "something quite different", "1"), NES_ERR_OPTION);
    assert_null(strstr(s.message, "did you mean"));
    assert_int_equal(nes_set(&s, "sigma", "1"), NES_OK);
    assert_string_equal(s.message, "");
    assert_int_equal(nes_get(&s, "sigm", text, sizeof text), NES_ERR_OPTION);
    assert_int_equal(nes_get(&s, "method", text, 4), NES_ERR_SPACE);
    assert_int_equal(nes_get(&s, "method", text, 5), NES_OK);
}

/* The settings in force: everything resolved, by the formulas of the table. */
static void resolved(void **state)
{
    (void)state;
    nes_settings xnes = run_settings("xnes");
    nes_opt *o = run_start(10, NULL, &xnes);
    const nes_settings *s = nes_get_settings(o);
    assert_string_equal(s->family, "gauss-full");
    assert_string_equal(s->eval_start, "no");
    assert_string_equal(s->restarts, "none");
    assert_int_equal(s->popsize, 10);
    run_assert_real(s->sigma, 1);
    run_assert_real(s->eta_sigma, (9 + 3 * log(10)) / (5 * 10 * sqrt(10)));
    run_assert_real(s->eta_shape, s->eta_sigma);
    run_assert_real(s->tolx, 5e-12);
    assert_string_equal(nes_choice_text(o), "");
    nes_destroy(o);
    o = run_start(1000, NULL, NULL);
    assert_string_equal(nes_get_settings(o)->method, "dd-xnes");
    run_assert_has(nes_choice_text(o), "1000");
    nes_destroy(o);

    nes_settings free_choice = run_settings("xnes");
    free_choice.family = "gauss-radial";
    o = run_start(3, NULL, &free_choice);
    assert_null(run_result(o).method); /* a combination without a name */
    assert_string_equal(nes_choice_text(o), "");
    nes_destroy(o);
    free_choice.scheme = "elitist";
    o = run_start(3, NULL, &free_choice);
    assert_string_equal(run_result(o).method, "1+1-nes");
    nes_destroy(o);
    assert_string_equal(nes_version(), NES_VERSION);
}

/* Numbers that settings.h says are greater than the end of their range, and some that may be it. */
static void open_ends(void **state)
{
    (void)state;
    static const struct {
        const char *name, *end;
        nes_status wanted;
    } cases[] = {
        {"sigma", "0", NES_ERR_VALUE},
        {"exponent_limit", "0", NES_ERR_VALUE},
        {"elitist_up", "0", NES_ERR_VALUE},
        {"c_rho", "0", NES_ERR_VALUE},
        {"as_ratio", "1", NES_ERR_VALUE},
        {"as_grow", "1", NES_ERR_VALUE},
        {"as_most", "0", NES_ERR_VALUE},
        {"snr_alpha", "0", NES_ERR_VALUE},
        {"snr_beta_mean", "0", NES_ERR_VALUE},
        {"snr_beta_shape", "0", NES_ERR_VALUE},
        {"snr_gamma", "0", NES_ERR_VALUE},
        {"restart_p", "0", NES_ERR_VALUE},
        {"eta_mu", "0", NES_OK},
        {"eta_sigma", "0", NES_OK},
        {"eta_shape", "0", NES_OK},
        {"eta_nu", "0", NES_OK},
        {"elitist_down", "0", NES_OK},
        {"elitist_learn", "0", NES_OK},
        {"as_decay", "0", NES_OK},
        {"as_decay", "1", NES_OK},
        {"mixing_alpha", "0", NES_OK},
        {"mixing_alpha", "1", NES_OK},
        {"snr_beta_mean", "1", NES_OK},
        {"snr_beta_shape", "1", NES_OK},
        {"restart_p", "1", NES_OK},
        {"max_condition", "1", NES_OK},
        {"tolx", "0", NES_OK},
        {"tolfun", "0", NES_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nes_settings s = run_settings("auto");
        if (nes_set(&s, cases[i].name, cases[i].end) != cases[i].wanted)
            fail_msg("%s = %s", cases[i].name, cases[i].end);
    }
}

/* The words of choices that are not tables of parts: so many, and none behind the last. */
static void numbers_of_words(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t n;
    } cases[] = {{"kernels", 4}, {"eval_start", 3}, {"ties", 2},  {"failures", 2},
                 {"mixing", 2},  {"adaptation", 4}, {"rates", 2}, {"sampling", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < nes_option_count(); k++) {
            const nes_option *o = nes_option_at(k);
            if (strcmp(o->name, cases[i].name) != 0) continue;
            for (size_t w = 0; w < cases[i].n + 5; w++) {
                assert_true((nes_option_word(o, w) != NULL) == (w < cases[i].n));
                assert_true((nes_option_word_doc(o, w) != NULL) == (w < cases[i].n));
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_ends),  cmocka_unit_test(numbers_of_words),
        cmocka_unit_test(described),  cmocka_unit_test(defaults),
        cmocka_unit_test(round_trip), cmocka_unit_test(refusals),
        cmocka_unit_test(no_limit),   cmocka_unit_test(number_of_restarts),
        cmocka_unit_test(resets),     cmocka_unit_test(unknown_names),
        cmocka_unit_test(resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
