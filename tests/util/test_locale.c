/* SPDX-License-Identifier: MIT
 *
 * A host program may choose a locale whose decimal separator is a comma, or a character of two
 * bytes, for the process or for the thread that calls the library. Options, sentences, saved runs
 * and results are the same in all of them, and the locale of the thread stays what it was. */
#include <locale.h>
#include <stdio.h>

#include "nes/problems.h"
#include "support/folder.h"
#include "support/runs.h"
#include "util/sentence.h"

enum { TEXT = 8192 };

/* The C library keeps the words of LOCPATH for ever. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:argz\n";
}

static void add(char *all, const char *text)
{
    assert_true(strlen(all) + strlen(text) + 2 < TEXT);
    strcat(all, text);
    strcat(all, "\n");
}

static void add_options(char *all)
{
    nes_settings s;
    char text[64];
    nes_settings_default(&s);
    assert_int_equal(nes_set(&s, "sigma", "0.5"), NES_OK);
    run_assert_real(s.sigma, 0.5);
    assert_int_equal(nes_set(&s, "max_evals", "1.5e3"), NES_OK);
    assert_int_equal(s.max_evals, 1500);
    assert_int_equal(nes_set(&s, "eta_mu", "0,5"), NES_ERR_VALUE);
    add(all, s.message);
    assert_int_equal(nes_set(&s, "margin", "0.75"), NES_ERR_VALUE);
    add(all, s.message);
    for (size_t i = 0; i < nes_option_count(); i++) {
        const char *name = nes_option_at(i)->name;
        if (nes_get(&s, name, text, sizeof text) == NES_OK) add(all, text);
    }
}

static void add_refusals(char *all)
{
    char message[NES_MESSAGE_SIZE];
    const double lower[2] = {0.5, 0.5}, upper[2] = {1.5, 0.25}, x0[2] = {0.75, 2.5};
    nes_settings s = run_settings("xnes");
    s.lower = lower;
    assert_int_equal(nes_settings_check(&s, 2, (double[]){0.25, 1}, message, sizeof message),
                     NES_ERR_START);
    add(all, message);
    s.upper = upper;
    assert_int_equal(nes_settings_check(&s, 2, x0, message, sizeof message), NES_ERR_BOUNDS);
    add(all, message);
    assert_int_equal(
        nes_load(&(nes_opt *){NULL}, "libnes\n\0\7\0\0\0\0\0\0", 16, NULL, message, sizeof message),
        NES_ERR_DAMAGED);
    add(all, message);
}

/* A run to its end, with a save and a load on the way; its bytes go to saved. */
static run_saved add_run(char *all)
{
    const double x0[2] = {0.5, -1.5};
    nes_settings s = run_settings("snes");
    s.sigma = 0.1;
    s.target = 1e-7;
    nes_opt *o = run_start(2, x0, &s);
    run_steps(o, 9, run_ellipsoid, NULL);
    const run_saved saved = run_save(o);
    nes_destroy(o);
    o = run_load(saved);
    run_assert_real(nes_get_settings(o)->sigma, 0.1);
    run_to_end(o, run_ellipsoid, NULL);
    const nes_result r = run_result(o);
    add(all, r.stop_text);
    add(all, r.trust_text);
    s.target = 1e-9;
    assert_int_equal(nes_continue(o, &s), NES_OK);
    add(all, nes_message(o));
    nes_destroy(o);
    return saved;
}

/* All that the library says and reads. */
static run_saved say(char *all)
{
    all[0] = '\0';
    add_options(all);
    add_refusals(all);
    return add_run(all);
}

/* The separator of the C library at this moment. */
static bool prints(const char *text)
{
    char half[16];
    snprintf(half, sizeof half, "%.1f", 0.5);
    return strcmp(half, text) == 0;
}

static char plain[TEXT];
static run_saved plain_run;

static void check_here(const char *half)
{
    static char all[TEXT];
    assert_true(prints(half));
    const run_saved saved = say(all);
    assert_true(prints(half)); /* the caller's locale is as it was */
    assert_string_equal(all, plain);
    assert_int_equal(saved.size, plain_run.size);
    assert_memory_equal(saved.data, plain_run.data, saved.size);
    nes_destroy(run_load(plain_run)); /* one that was saved elsewhere */
    free(saved.data);
}

static const struct {
    const char *name, *half;
} OTHERS[] = {{"comma", "0,5"},
              {"arabic", "0\xd9\xab"
                         "5"}};

static void of_the_process(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        assert_non_null(setlocale(LC_ALL, OTHERS[i].name));
        check_here(OTHERS[i].half);
    }
    setlocale(LC_ALL, "C");
}

static void of_the_thread(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        assert_non_null(setlocale(LC_ALL, OTHERS[i].name));
        const locale_t own = duplocale(LC_GLOBAL_LOCALE); /* newlocale leaks the parts of LOCPATH */
        assert_true(own != (locale_t)0);
        setlocale(LC_ALL, "C");
        const locale_t before = uselocale(own);
        check_here(OTHERS[i].half);
        assert_true(uselocale((locale_t)0) == own);
        uselocale(before);
        freelocale(own);
    }
}

static void numbers(void **state)
{
    (void)state;
    static const double values[] = {0.5, -1.25e-300, 1e300, 0x1p-1074, 0.1, INFINITY};
    assert_non_null(setlocale(LC_ALL, "comma"));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[40], *end;
        const int n = nes_print(text, sizeof text, "%.17g", values[i]);
        assert_int_equal(n, strlen(text));
        assert_null(strchr(text, ','));
        run_assert_real(nes_read_real(text, &end), values[i]);
        assert_string_equal(end, "");
    }
    setlocale(LC_ALL, "C");
}

static int make_locales(void **state)
{
    if (folder_open(state) != 0) return -1;
    if (system("sh '" NES_TEST_DATA "/locale/make.sh' .") != 0) return -1;
    if (setenv("LOCPATH", ".", 1) != 0) return -1;
    plain_run = say(plain);
    return 0;
}

static int remove_locales(void **state)
{
    free(plain_run.data);
    return folder_close(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_the_process),
        cmocka_unit_test(of_the_thread),
        cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, make_locales, remove_locales);
}
