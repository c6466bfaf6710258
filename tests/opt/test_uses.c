/* SPDX-License-Identifier: MIT
 *
 * An option that is of no use is refused, and no other. For everything that says how to move, with
 * every method and many combinations of parts, that is found out by running: with another value the
 * points must differ exactly where nes_settings_check() does not object. */
#include <stdio.h>

#include "opt/settings/options.h"
#include "support/runs.h"
#include "support/unused.h"

/* Options that do nothing until they are small. */
static bool is_limit(const char *name)
{
    return strcmp(name, "exponent_limit") == 0 || strcmp(name, "as_most") == 0;
}

/* Another value that makes a difference where the option counts: not what is in force. */
static void change(nes_settings *s, const nes_field *f, const nes_settings *in_force)
{
    char text[64];
    double real;
    const char *word;
    switch (f->option.type) {
    case NES_TYPE_REAL:
        real = *(const double *)nes_field_of(in_force, f);
        real = real == 0 || real == NES_AUTO    ? 0.3
               : real > 1 && f->option.low != 1 ? 0.3 * real
                                                : 0.7 * real;
        if (f->option.low == 1) real = 1.25;
        if (is_limit(f->option.name)) real = 1e-3;
        snprintf(text, sizeof text, "%.17g", real);
        break;
    case NES_TYPE_COUNT:
        snprintf(text, sizeof text, "%llu",
                 1 + (unsigned long long)*(const uint64_t *)nes_field_of(in_force, f));
        break;
    case NES_TYPE_FLAG:
        strcpy(text, *(const bool *)nes_field_of(in_force, f) ? "no" : "yes");
        break;
    default:
        word = nes_word_of(in_force, f);
        strcpy(text, nes_option_word(&f->option,
                                     strcmp(word, nes_option_word(&f->option, 0)) == 0 ? 1 : 0));
    }
    assert_int_equal(nes_set(s, f->option.name, text), NES_OK);
}

/* Options about moves and techniques. The words of techniques, the sizes of a generation, and
 * having none, are for all methods, or refused for reasons of their own; cauchy_literal is refused
 * where it would have a wrong effect. */
static bool is_asked(const nes_option *o)
{
    const bool moves = strcmp(o->section, "move") == 0, part = o->type == NES_TYPE_CHOICE;
    static const char *const others[] = {"popsize", "window", "asynchronous", "cauchy_literal"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(o->name, others[i]) == 0) return false;
    return o->type != NES_TYPE_ARRAY && (moves || (strcmp(o->section, "technique") == 0 && !part));
}

static void check_all(const char *what, const nes_settings *s)
{
    nes_opt *o = run_start(UNUSED_DIM, unused_start(s), s);
    const nes_settings in_force = *nes_get_settings(o);
    size_t asked = 0;
    NES_EACH_FIELD (f) {
        if (!is_asked(&f->option)) continue;
        nes_settings other = *s;
        change(&other, f, &in_force);
        const bool off = f->option.type == NES_TYPE_FLAG && !*(const bool *)nes_field_of(&other, f);
        const bool same = unused_same(s, &other);
        asked++;
        if (unused_refused(&other, f->option.name) != same && !(off && same))
            fail_msg("%s: %s has %s effect", what, f->option.name, same ? "no" : "an");
    }
    assert_true(asked > 20);
    nes_destroy(o);
}

static void every_method(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        const nes_settings s = unused_settings(nes_method_at(m)->name);
        check_all(s.method, &s);
    }
}

/* method, option, word, and a second pair */
static const char *const PARTS[][5] = {
    {"xnes", "family", "gauss-radial", NULL, NULL},
    {"xnes", "family", "student-diag", NULL, NULL},
    {"1+1-snes", "family", "student-diag", NULL, NULL},
    {"1+1-xnes", "family", "gauss-exp", NULL, NULL},
    {"bernoulli", "gradient", "plain", "eta_sigma", "0.05"},
    {"bernoulli", "adaptation", "sampled", "mixing", "importance"},
    {"gradient", "family", "gauss-exp", NULL, NULL},
    {"gradient", "family", "gauss-factor", NULL, NULL},
    {"gradient", "family", "gauss-radial", NULL, NULL},
    {"gradient", "shaping", "raw", "eta_sigma", "1e-6"},
    {"canonical", "family", "gauss-diag", NULL, NULL},
    {"canonical", "mixing", "importance", NULL, NULL},
    {"canonical", "adaptation", "virtual", NULL, NULL},
    {"canonical", "family", "gauss-full", NULL, NULL},
    {"canonical", "family", "student", "adapt_nu", "yes"},
    {"gradient", "family", "gauss-full", NULL, NULL},
    {"exp-nes", "adaptation", "virtual", NULL, NULL},
    {"xnes", "shaping", "raw", "eta_sigma", "1e-3"},
    {"xnes", "adaptation", "sampled", NULL, NULL},
    {"snes", "adaptation", "mixed", "mixing", "importance"},
    {"t-xnes", "adapt_nu", "yes", NULL, NULL},
    {"t-xnes", "rates", "snr", "adapt_nu", "yes"},
    {"t-xnes", "nu", "1", NULL, NULL},
    {"1+1-cauchy", "nu", "2", NULL, NULL},
};

static void parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        char what[128];
        nes_settings s = unused_settings(PARTS[i][0]);
        for (size_t k = 1; k < 5 && PARTS[i][k] != NULL; k += 2)
            assert_int_equal(nes_set(&s, PARTS[i][k], PARTS[i][k + 1]), NES_OK);
        snprintf(what, sizeof what, "%s with %s %s", PARTS[i][0], PARTS[i][1], PARTS[i][2]);
        check_all(what, &s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_method), cmocka_unit_test(parts)};
    return cmocka_run_group_tests_name("options of moves", tests, NULL, NULL);
}
