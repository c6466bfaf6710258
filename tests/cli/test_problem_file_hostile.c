/* SPDX-License-Identifier: MIT
 *
 * Problem files that nobody would write: cut off anywhere, with any byte changed, nested deeply,
 * full of aliases, very long, not text. Each is read or refused with a sentence, quickly. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "problem_file/problem_file.h"
#include "setup/run_setup.h"
#include "support/check.h"

static const char GOOD[] = "# a comment with \xc3\xa4\n"
                           "variables:\n"
                           "  temperature: {range: [20, 90], start: 40, std: 10}\n"
                           "  rate: &r {range: [1e-5, 1e-1], log: yes}\n"
                           "  other: *r\n"
                           "  stages:\n    range: [1, 12]\n    integer: yes\n"
                           "  w: {count: 4, range: [-1, .inf]}\n"
                           "  \"p\": 3\n"
                           "objective:\n"
                           "  program: [./sim.py, '--t', \"{x}\\n\", 3]\n"
                           "  timeout: 60\n"
                           "  exit-codes: {0: ok, 3: worst}\n"
                           "options:\n"
                           "  max-evals: 500\n"
                           "  quiet: on\n"
                           "  sigma: |\n    1\n"
                           "...\n";

/* Reads the text and, if it is good, sets the options. The exit status. */
static int try_text(const char *text, size_t n)
{
    char program[] = "run", *argv[] = {program, NULL};
    run_options options = {.json = false};
    nes_settings settings;
    const args_syntax syntax = run_setup_syntax(&options, &settings);
    problem_file j;
    nes_settings_default(&settings);
    int status = problem_file_open_text(&j, "job.yaml", text, n);
    if (status == 0) status = problem_file_apply(&j, &syntax, 1, argv);
    problem_file_close(&j);
    assert_true(status == EXIT_OK || status == EXIT_USAGE);
    return status;
}

/* The same for an allocation of exactly n bytes, so that a sanitiser sees a read behind them. */
static int try_exact(const char *text, size_t n)
{
    char *copy = malloc(n == 0 ? 1 : n);
    assert_non_null(copy);
    memcpy(copy, text, n);
    const int status = try_text(copy, n);
    free(copy);
    return status;
}

static int be_quiet(void **state)
{
    (void)state;
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) return -1;
    return close(nowhere);
}

static void test_cut_off(void **state)
{
    (void)state;
    assert_int_equal(try_exact(GOOD, sizeof GOOD - 1), EXIT_OK);
    for (size_t n = 0; n < sizeof GOOD; n++) {
        try_exact(GOOD, n);
        try_exact(GOOD + n, sizeof GOOD - 1 - n);
    }
}

static void test_changed_bytes(void **state)
{
    (void)state;
    static const char others[] = "\0\xff\t\n \"'{}[]*&!|>-:,#%@`?\\a0";
    char text[sizeof GOOD];
    for (size_t i = 0; i + 1 < sizeof GOOD; i++) {
        memcpy(text, GOOD, sizeof GOOD);
        for (size_t k = 0; k + 1 < sizeof others; k++) {
            text[i] = others[k];
            try_exact(text, sizeof GOOD - 1);
        }
        for (int bit = 0; bit < 8; bit++) {
            text[i] = (char)(GOOD[i] ^ (1 << bit));
            try_exact(text, sizeof GOOD - 1);
        }
    }
}

static void test_left_out(void **state)
{
    (void)state;
    char text[sizeof GOOD];
    for (size_t i = 0; i + 1 < sizeof GOOD; i++) {
        memcpy(text, GOOD, i);
        memcpy(text + i, GOOD + i + 1, sizeof GOOD - i - 1);
        try_exact(text, sizeof GOOD - 2);
    }
}

/* n times the text, behind a beginning. */
static char *repeated(const char *begin, const char *text, size_t n, size_t *length)
{
    const size_t first = strlen(begin), size = strlen(text);
    char *all = malloc(first + n * size + 1);
    assert_non_null(all);
    memcpy(all, begin, first);
    for (size_t i = 0; i < n; i++) memcpy(all + first + i * size, text, size);
    *length = first + n * size;
    return all;
}

static void refuse_repeated(const char *begin, const char *text, size_t n)
{
    size_t length;
    char *all = repeated(begin, text, n, &length);
    assert_int_equal(try_text(all, length), EXIT_USAGE);
    free(all);
}

static void test_deep_and_long(void **state)
{
    (void)state;
    refuse_repeated("", "[", 1000000);
    refuse_repeated("variables: ", "{a: ", 100000);
    refuse_repeated("", "- ", 1000000);
    refuse_repeated("", "? ", 1000000);
    refuse_repeated("variables: [", "a,", 2000000);
    refuse_repeated("objective: {program: [", "a,", 2000000);
    refuse_repeated("", "&a ", 100000);
    refuse_repeated("a: ", "x", 11000000);
    refuse_repeated("", "\n", 11000000);
    refuse_repeated("variables: ", "*a ", 100000);
    refuse_repeated("", "\xff\xfe", 1000);
    refuse_repeated("options:\n", " a: 1\n", 100000);
}

/* Lists of lists of lists by aliases: as a tree it would have 10^9 leaves. */
static void test_billion_laughs(void **state)
{
    (void)state;
    buffer b = {.text = NULL};
    buffer_print(&b, "a: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 9; i++) {
        buffer_print(&b, "b%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++) buffer_print(&b, "*a%d,", i - 1);
        buffer_print(&b, "]\n");
    }
    buffer_print(&b, "options: {lower: *a8}\n");
    assert_int_equal(try_text(b.text, b.n), EXIT_USAGE);
    buffer_free(&b);
}

/* A file of many variables is fine, and quickly read. */
static void test_many_variables(void **state)
{
    (void)state;
    buffer b = {.text = NULL};
    buffer_print(&b, "objective: {expr: x1}\nvariables:\n");
    for (int i = 0; i < 20000; i++) buffer_print(&b, "  name_%d: {range: [0, 1], start: 0.5}\n", i);
    assert_int_equal(try_text(b.text, b.n), EXIT_OK);
    buffer_print(&b, "  name_777: 3\n");
    assert_int_equal(try_text(b.text, b.n), EXIT_USAGE);
    buffer_free(&b);
}

/* Texts of random words of the language. */
static void test_random(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "variables", "objective", "options", ":",    ": ",    "\n",     "\n  ",  "{",    "}",
        "[",         "]",         ",",       "- ",   "range", "1e999",  "-1",    "expr", "program",
        "&a ",       "*a",        "\"",      "'",    "|\n",   "!!int ", "---\n", "%",    "yes",
        "a",         "b",         "<<",      "null", "x",     "count",  "~",     "#",    "\t",
    };
    uint32_t random = 12345;
    for (int k = 0; k < 20000; k++) {
        char text[512];
        size_t n = 0;
        while (n + 16 < sizeof text && (random >> 16) % 40 != 0) {
            random = random * 1664525u + 1013904223u;
            const char *part = parts[(random >> 8) % (sizeof parts / sizeof *parts)];
            memcpy(text + n, part, strlen(part));
            n += strlen(part);
        }
        random = random * 1664525u + 1013904223u;
        try_exact(text, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_off),        cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_left_out),       cmocka_unit_test(test_deep_and_long),
        cmocka_unit_test(test_billion_laughs), cmocka_unit_test(test_many_variables),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, be_quiet, NULL);
}
