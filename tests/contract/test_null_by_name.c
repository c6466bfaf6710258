/* SPDX-License-Identifier: MIT
 *
 * Functions of nes/settings.h and nes/by_name.h that are given null pointers, and sizes and numbers
 * that make no sense. */
#include <math.h>
#include <stdint.h>

#include "support/nulls.h"
#include "support/runs.h"

enum { DIM = NULLS_DIM };

/* ---- settings ---- */

static void settings(void)
{
    nes_settings s;
    char text[40];
    nes_settings_default(NULL);
    nes_settings_free(NULL);
    nes_settings_default(&s);
    nes_settings_free(&s);
    assert_string_equal(nes_settings_message(NULL), "");
    REFUSED(nes_set(NULL, "sigma", "1"));
    REFUSED(nes_set(&s, NULL, "1"));
    REFUSED(nes_set(&s, "sigma", NULL));
    REFUSED(nes_get(NULL, "sigma", text, sizeof text));
    REFUSED(nes_get(&s, NULL, text, sizeof text));
    REFUSED(nes_get(&s, "sigma", NULL, sizeof text));
    assert_int_equal(nes_get(&s, "sigma", text, 0), NES_ERR_SPACE);
    nes_set_progress(NULL, NULL, NULL);
    nes_set_allocator(NULL, NULL, NULL, NULL);
    nes_usual_start(NAN, NAN, true, true, NULL, NULL);
}

static void check(void)
{
    char message[200] = "x";
    assert_int_equal(nes_settings_check(NULL, 2, NULL, NULL, 0), NES_OK);
    assert_int_equal(nes_settings_check(NULL, 0, NULL, NULL, SIZE_MAX), NES_ERR_DIMENSION);
    assert_int_equal(nes_settings_check(NULL, SIZE_MAX, NULL, message, 0), NES_ERR_DIMENSION);
    assert_string_equal(message, "x");
}

static void arrays(void)
{
    static const double v[2] = {1, 2};
    nes_settings *s = nes_settings_new();
    assert_non_null(s);
    REFUSED(nes_set_array(NULL, "scale", 2, v));
    REFUSED(nes_set_array(s, NULL, 2, v));
    REFUSED(nes_set_array(s, "scale", 2, NULL));
    assert_int_equal(nes_set_array(s, "scale", 0, NULL), NES_OK);
    assert_int_equal(nes_set_array(s, "scale", SIZE_MAX, v), NES_ERR_MEMORY);
    assert_int_equal(nes_set_array(s, "scale", SIZE_MAX / 8 + 2, v), NES_ERR_MEMORY);
    nes_settings_free(s);
}

static void tables(void)
{
    char text[40];
    nes_option foreign = {.name = "not an option"};
    assert_null(nes_option_at(nes_option_count()));
    assert_null(nes_option_at(SIZE_MAX));
    assert_null(nes_option_text(SIZE_MAX, "name"));
    assert_null(nes_option_text(0, NULL));
    assert_null(nes_option_word(NULL, 0));
    assert_null(nes_option_word_doc(NULL, 0));
    assert_null(nes_option_word(&foreign, 0));
    assert_null(nes_option_word(nes_option_at(0), SIZE_MAX));
    foreign.name = NULL;
    assert_null(nes_option_word(&foreign, 0));
    assert_null(nes_option_word_doc(&foreign, 0));
    assert_null(nes_method_at(nes_method_count()));
    assert_null(nes_method_at(SIZE_MAX));
    assert_null(nes_method_text(SIZE_MAX, "name"));
    assert_null(nes_method_text(0, NULL));
    REFUSED(nes_method_get(NULL, "family", text, sizeof text));
    REFUSED(nes_method_get(nes_method_at(0), NULL, text, sizeof text));
    REFUSED(nes_method_get(nes_method_at(0), "family", NULL, sizeof text));
    assert_int_equal(nes_method_get(nes_method_at(1), "family", text, 0), NES_ERR_SPACE);
}

static const char *one_name(size_t i, const void *data)
{
    (void)data;
    return i == 0 ? "sigma" : NULL;
}

static void nearest(void)
{
    char hint[80];
    assert_string_equal(nes_nearest(NULL, one_name, NULL, "-", "none", hint, sizeof hint), "none");
    assert_string_equal(nes_nearest("sigm", NULL, NULL, "-", "none", hint, sizeof hint), "none");
    assert_string_equal(nes_nearest("sigm", one_name, NULL, NULL, NULL, hint, sizeof hint),
                        "; did you mean sigma?");
    assert_string_equal(nes_nearest("far", one_name, NULL, NULL, NULL, hint, sizeof hint), "");
    assert_string_equal(nes_nearest("sigm", one_name, NULL, "-", "none", NULL, 80), "");
    assert_string_equal(nes_nearest("sigm", one_name, NULL, "-", "none", hint, 0), "");
    assert_string_equal(nes_nearest("sigm", one_name, NULL, "-", "none", hint, 1), "");
}

static void elsewhere(void)
{
    assert_null(nes_elsewhere_at(SIZE_MAX));
    assert_null(nes_elsewhere_find(NULL));
    assert_null(nes_elsewhere_text(NULL, "here"));
    assert_null(nes_elsewhere_text("maxfev", NULL));
}

/* ---- points and results ---- */

WITH_HANDLE(ask_arrays, {
    size_t n;
    const double *x;
    const uint64_t *id;
    REFUSED(nes_ask_arrays(NULL, &n, &x, &id));
    REFUSED(nes_ask_arrays(o, NULL, &x, &id));
    REFUSED(nes_ask_arrays(o, &n, NULL, &id));
    REFUSED(nes_ask_arrays(o, &n, &x, NULL));
})

WITH_HANDLE(reasons, {
    nes_stop stop;
    nes_trust trust;
    char text[2];
    REFUSED(nes_get_stop(NULL, &stop, text, 2));
    REFUSED(nes_get_stop(o, NULL, text, 2));
    REFUSED(nes_get_stop(o, &stop, NULL, 2));
    assert_int_equal(nes_get_stop(o, &stop, NULL, 0), NES_OK);
    REFUSED(nes_get_trust(NULL, &trust, text, 2));
    REFUSED(nes_get_trust(o, NULL, text, 2));
    REFUSED(nes_get_trust(o, &trust, NULL, 2));
    assert_int_equal(nes_get_trust(o, &trust, NULL, 0), NES_OK);
})

WITH_HANDLE(by_name, {
    double v[DIM];
    uint64_t c;
    size_t n;
    REFUSED(nes_get_real(NULL, "sigma", v));
    REFUSED(nes_get_real(o, NULL, v));
    REFUSED(nes_get_real(o, "sigma", NULL));
    REFUSED(nes_get_count(NULL, "seed", &c));
    REFUSED(nes_get_count(o, NULL, &c));
    REFUSED(nes_get_count(o, "seed", NULL));
    REFUSED(nes_get_array(NULL, "mean_x", DIM, v));
    REFUSED(nes_get_array(o, NULL, DIM, v));
    REFUSED(nes_get_array(o, "mean_x", DIM, NULL));
    assert_int_equal(nes_get_array(o, "mean_x", SIZE_MAX, v), NES_ERR_COUNT);
    REFUSED(nes_get_length(NULL, "mean_x", &n));
    REFUSED(nes_get_length(o, NULL, &n));
    REFUSED(nes_get_length(o, "mean_x", NULL));
})

static void entries(void)
{
    assert_null(nes_entry_at(nes_entry_count()));
    assert_null(nes_entry_at(SIZE_MAX));
    assert_null(nes_entry_text(SIZE_MAX, "name"));
    assert_null(nes_entry_text(0, NULL));
    assert_null(nes_entry_text(0, ""));
}

static void design(void)
{
    nes_settings s;
    double x[1];
    nes_settings_default(&s);
    REFUSED(nes_design(NULL, 1, 1, x, NULL, 0));
    REFUSED(nes_design(&s, 1, 1, NULL, NULL, 0));
    assert_int_equal(nes_design(&s, 1, 0, x, NULL, 0), NES_ERR_COUNT);
    assert_int_equal(nes_design(&s, 0, 1, x, NULL, 0), NES_ERR_COUNT);
    assert_int_equal(nes_design(&s, 1, 1, x, NULL, 0), NES_ERR_VALUE);
}

static const null_row rows[] = {
    {"nes_design", design},
    {"nes_settings_default", settings},
    {"nes_settings_message", settings},
    {"nes_settings_new", arrays},
    {"nes_settings_free", settings},
    {"nes_settings_check", check},
    {"nes_set", settings},
    {"nes_get", settings},
    {"nes_set_array", arrays},
    {"nes_set_progress", settings},
    {"nes_set_allocator", settings},
    {"nes_usual_start", settings},
    {"nes_option_count", tables},
    {"nes_option_at", tables},
    {"nes_option_text", tables},
    {"nes_option_word", tables},
    {"nes_option_word_doc", tables},
    {"nes_method_count", tables},
    {"nes_method_at", tables},
    {"nes_method_text", tables},
    {"nes_method_get", tables},
    {"nes_elsewhere_at", elsewhere},
    {"nes_elsewhere_find", elsewhere},
    {"nes_elsewhere_text", elsewhere},
    {"nes_nearest", nearest},
    {"nes_ask_arrays", ask_arrays},
    {"nes_get_stop", reasons},
    {"nes_get_trust", reasons},
    {"nes_get_real", by_name},
    {"nes_get_count", by_name},
    {"nes_get_array", by_name},
    {"nes_get_length", by_name},
    {"nes_entry_count", entries},
    {"nes_entry_at", entries},
    {"nes_entry_text", entries},
};

static void settings_and_names(void **state)
{
    static const char *const headers[] = {"settings.h", "by_name.h", NULL};
    (void)state;
    nulls_check(sizeof rows / sizeof *rows, rows, headers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(settings_and_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
