/* SPDX-License-Identifier: MIT
 *
 * Techniques and tails that cannot be run are refused, with a sentence that names the value and the
 * remedy, by field and by text alike. */
#include <stdio.h>

#include "support/runs.h"

static const double ORIGIN[3] = {0, 0, 0};

static void refused(const nes_settings *s, nes_status status, const char *part, const char *other)
{
    char message[NES_MESSAGE_SIZE] = "old";
    double x[3] = {0, 0, 0};
    nes_opt *o = (nes_opt *)(uintptr_t)message;
    assert_int_equal(nes_create(&o, 3, ORIGIN, s), status);
    assert_null(o);
    assert_int_equal(nes_settings_check(s, 3, ORIGIN, message, sizeof message), status);
    run_assert_has(message, part);
    run_assert_has(message, other);
    assert_int_equal(nes_minimize(run_sphere, NULL, 3, x, s, NULL), status);
    assert_memory_equal(x, ORIGIN, sizeof x);
}

/* One sample a generation: nothing to mix, nothing to test a rate with. */
static void elitist(void **state)
{
    (void)state;
    static const char *const forms[] = {"virtual", "sampled", "mixed"};
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        if (!run_is_elitist(nes_method_at(m))) s.scheme = "elitist";
        if (!run_is_closed_form(nes_method_at(m))) continue;
        s.mixing = "importance";
        s.adaptation = "none";
        refused(&s, NES_ERR_METHOD, "mixing 'importance' needs scheme 'comma'", "'elitist'");
        s.mixing = "none";
        for (size_t i = 0; i < 3; i++) {
            char text[64];
            s.adaptation = forms[i];
            snprintf(text, sizeof text, "adaptation '%s' needs scheme 'comma'", forms[i]);
            refused(&s, NES_ERR_METHOD, text, "one sample");
        }
    }
}

/* A number outside its range: field, value and range are named. */
static void number(size_t offset, const char *name, double value, const char *range)
{
    char text[64], message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("xnes-im-as");
    snprintf(text, sizeof text, "'%s' is %g", name, value);
    *(double *)(void *)((char *)&s + offset) = value;
    refused(&s, NES_ERR_VALUE, text, range);
    s = run_settings("t-xnes");
    snprintf(message, sizeof message, "%g", value);
    assert_int_equal(nes_set(&s, name, message), NES_ERR_VALUE);
    run_assert_has(s.message, range);
}

#define NUMBER(field, value, range) number(offsetof(nes_settings, field), #field, value, range)

static void numbers(void **state)
{
    (void)state;
    NUMBER(mixing_alpha, -0.1, "at least 0");
    NUMBER(mixing_alpha, 1.01, "at most 1");
    NUMBER(mixing_alpha, NAN, "at least 0");
    NUMBER(nu, 0, "at least 0.01");
    NUMBER(nu, -1, "at least 0.01");
    NUMBER(nu, NAN, "at least 0.01");
    NUMBER(eta_nu, -1, "at least 0");
    NUMBER(c_rho, 0, "greater than 0");
    NUMBER(c_rho, -3, "greater than 0");
    NUMBER(as_ratio, 1, "greater than 1");
    NUMBER(as_grow, 0.9, "greater than 1");
    NUMBER(as_decay, -0.5, "at least 0");
    NUMBER(as_decay, 1.5, "at most 1");
    NUMBER(as_most, 0, "greater than 0");
}

static void names(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.mixing = "improtance";
    refused(&s, NES_ERR_VALUE, "option 'mixing' has no word 'improtance'", "none, importance");
    s.mixing = NULL;
    s.adaptation = "virtuel";
    refused(&s, NES_ERR_VALUE, "option 'adaptation' has no word 'virtuel'",
            "none, virtual, sampled, mixed");
    assert_int_equal(nes_set(&s, "mixing", "all"), NES_ERR_VALUE);
    run_assert_has(s.message, "'all'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elitist),
        cmocka_unit_test(numbers),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
