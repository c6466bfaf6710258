/* SPDX-License-Identifier: MIT
 *
 * The array options on the command line: whatever arrays the library has, the program takes their
 * texts, reads as many numbers as there should be and puts them into the settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "setup/arrays.h"
#include "support/check.h"

enum { D = 3, NUMBERS = 9, LINE = 128 };

static const args_option no_options[] = {{NULL, NULL, 0, NULL}};

/* Parses a command line of one option. */
static args_arrays parse(char *argument, nes_settings *s)
{
    char program[] = "test", *argv[] = {program, argument, NULL};
    args_arrays given = {.text = {NULL}};
    args_syntax syntax = {
        .command = "test", .options = no_options, .settings = s, .arrays = &given};
    nes_settings_default(s);
    assert_int_equal(args_parse(&syntax, 2, argv), ARGS_OK);
    return given;
}

/* --name=1,2,...,n. */
static void write_line(char *line, const char *name, size_t n)
{
    int used = snprintf(line, LINE, "--%s=1", name);
    for (size_t i = 2; i <= n; i++) used += snprintf(line + used, (size_t)(LINE - used), ",%zu", i);
}

static int open_arrays(const char *name, size_t n, arrays *a, nes_settings *s)
{
    char line[LINE];
    write_line(line, name, n);
    const args_arrays given = parse(line, s);
    *a = (arrays){.numbers = {NULL}};
    assert_non_null(args_array_text(&given, name));
    return arrays_open(a, &given, &(variables){.n = D}, s);
}

/* Each array of the library takes 3 or 9 numbers in 3 dimensions, and is in the settings then. */
static void test_every_array(void **state)
{
    (void)state;
    size_t n = 0;
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *o = nes_option_at(i);
        char text[32];
        nes_settings s;
        arrays a;
        if (o->type != NES_TYPE_ARRAY) continue;
        assert_ptr_equal(args_array_at(n), o);
        assert_int_equal(args_array_number(o->name), n);
        if (open_arrays(o->name, strcmp(o->name, "factor") == 0 ? NUMBERS : D, &a, &s) != EXIT_OK)
            fail_msg("%s is not taken", o->name);
        assert_int_equal(nes_get(&s, o->name, text, sizeof text), NES_OK);
        assert_string_equal(text, "set");
        for (size_t k = 0; k < D; k++) assert_true(a.numbers[n][k] == (double)(k + 1));
        arrays_close(&a);
        n++;
    }
    assert_true(n >= 5);
    assert_null(args_array_at(n));
    assert_int_equal(args_array_number("seed"), ARGS_ARRAYS);
}

/* One number stands for all variables, but not for a matrix. */
static void test_one_for_all(void **state)
{
    (void)state;
    nes_settings s;
    arrays a;
    assert_int_equal(open_arrays("lower", 1, &a, &s), EXIT_OK);
    for (size_t k = 0; k < D; k++) assert_true(s.lower[k] == 1);
    arrays_close(&a);
    assert_int_equal(open_arrays("factor", 1, &a, &s), EXIT_USAGE);
    arrays_close(&a);
    assert_int_equal(open_arrays("upper", 2, &a, &s), EXIT_USAGE);
    arrays_close(&a);
}

/* The number of utilities chooses the population size. */
static void test_utilities(void **state)
{
    (void)state;
    nes_settings s;
    arrays a;
    assert_int_equal(open_arrays("utilities", 7, &a, &s), EXIT_OK);
    assert_int_equal(s.popsize, 7);
    assert_true(s.utilities[6] == 7);
    arrays_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_array),
        cmocka_unit_test(test_one_for_all),
        cmocka_unit_test(test_utilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
