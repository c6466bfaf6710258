/* SPDX-License-Identifier: MIT
 *
 * What the formula language refuses, each with its column and sentence; very long and very deep
 * formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "error_rig.h"
#include "formula/formula.h"

static void accept(const char *text, double expected)
{
    const double x[] = {1.5, -2.0, 0.25, 3.0};
    formula *f = formula_create(text, &(variables){.n = 4});
    assert_non_null(f);
    double value;
    formula_evaluate(f, x, &value);
    assert_true(value == expected || (isnan(value) && isnan(expected)));
    formula_destroy(f);
}

static void refuse(const char *text, const char *expected)
{
    const char *message = error_begin();
    const formula *f = formula_create(text, &(variables){.n = 4});
    if (f != NULL || strncmp(message, expected, strlen(expected)) != 0)
        fail_msg("%.60s gave: %s", text, message);
}

static void test_complaints(void **state)
{
    (void)state;
    refuse("", "formula, column 1: expected a number, a name or '(' but found the end of the "
               "formula\n    \n    ^");
    refuse("   ", "formula, column 4: expected a number");
    refuse("sum(x^2", "formula, column 8: expected ')' but found the end of the formula\n"
                      "    sum(x^2\n"
                      "           ^");
    refuse("(1+2", "formula, column 5: expected ')' but found the end");
    refuse("1+2)",
           "formula, column 4: expected an operator or the end of the formula but found ')'");
    refuse("1 2",
           "formula, column 3: expected an operator or the end of the formula but found '2'");
    refuse("2x1",
           "formula, column 2: expected an operator or the end of the formula but found 'x1'");
    refuse("1 +", "formula, column 4: expected a number, a name or '(' but found the end");
    refuse("1 + * 2", "formula, column 5: expected a number, a name or '(' but found '*'");
    refuse("x1 = 2",
           "formula, column 4: expected an operator or the end of the formula but found '='");
    refuse("1 < 2 < 3", "formula, column 7: expected an operator or the end");
    refuse("x1\xc2\xb2", "formula, column 3: expected an operator or the end of the formula but "
                         "found '\xc2\xb2'");
    refuse("\xc2\xb2 + y", "formula, column 1: expected a number, a name or '(' but found");
    refuse("1e999", "formula, column 1: '1e999' is not a number");
    refuse("1 + 0x10", "formula, column 5: '0x10' is not a number");
    refuse("1 + 2e",
           "formula, column 6: expected an operator or the end of the formula but found 'e'");
    refuse("y + 1", "formula, column 1: there is no 'y' here; names are x1 .. x4, N, pi, e");
    refuse("1 + i", "formula, column 5: 'i' has a meaning only inside sum");
    refuse("1 + x", "formula, column 5: 'x' alone has a meaning only inside sum");
    refuse("sum(k, 1, 2, k) + k", "formula, column 19: there is no 'k' here");
    refuse("x5", "formula, column 1: 'x5' does not exist; the coordinates are x1 .. x4");
    refuse("x0", "formula, column 1: 'x0' does not exist");
    refuse("x99999999999999999999999", "formula, column 1: 'x99999999999999999999999' does not");
    refuse("x1a", "formula, column 1: there is no 'x1a' here");
    refuse("foo(1)", "formula, column 1: there is no function 'foo'; there are sin cos tan");
    refuse("1 + Sin(1)", "formula, column 5: there is no function 'Sin'; did you mean sin");
    refuse("som(1)", "formula, column 1: there is no function 'som'; did you mean sum?");
    refuse("sin + 1", "formula, column 1: 'sin' is a function; write sin(...)");
    refuse("sum + 1", "formula, column 1: 'sum' is a function; write sum(...)");
    refuse("sin()", "formula, column 5: expected a number, a name or '(' but found ')'");
    refuse("1 + sin(1, 2)", "formula, column 5: sin takes 1 argument, not more");
    refuse("atan2(1)", "formula, column 1: atan2 takes 2 arguments, not fewer");
    refuse("min(1)", "formula, column 1: min takes 2 arguments or more, not fewer");
    refuse("if(1, 2)", "formula, column 1: if takes 3 arguments, not fewer");
    refuse("if(1, 2, 3, 4)", "formula, column 1: if takes 3 arguments, not more");
    refuse("sin(1", "formula, column 6: expected ')' but found the end");
    refuse("x[1", "formula, column 4: expected ']' but found the end");
    refuse("sum(i, 1)", "formula, column 9: expected ',' and the last index but found ')'");
    refuse("sum(i, 1, 2)", "formula, column 12: expected ',' and what to add or multiply");
    refuse("sum(x, 1, 2, 3)", "formula, column 5: 'x' cannot be an index");
    refuse("sum(x1, 1, 2, 3)", "formula, column 5: 'x1' cannot be an index");
    refuse("sum(1, 2)", "formula, column 6: expected ')' but found ','");
}

/* Found by the trial evaluation: they do not depend on x. */
static void test_fixed_faults(void **state)
{
    (void)state;
    refuse("1 + x[0]", "formula, column 5: x[0] does not exist; the indices are 1..4\n"
                       "    1 + x[0]\n"
                       "        ^");
    refuse("x[N+1]", "formula, column 1: x[5] does not exist");
    refuse("x[1.5]", "formula, column 1: x[1.5] does not exist");
    refuse("x[0/0]", "formula, column 1: x[");
    refuse("sum(i, 1, N, x[i+1])", "formula, column 14: x[5] does not exist");
    refuse("sum(i, 0, N, x)", "formula, column 14: x[0] does not exist");
    refuse("sum(i, 1, N, sum(j, 1, i, x[i+j]))", "formula, column 27: x[5] does not exist");
    refuse("x1 + sum(i, 1, 1.5, 1)", "formula, column 6: the index cannot run from 1 to 1.5");
    refuse("sum(i, 1, 1e18, 1)", "formula, column 1: the index cannot run from 1 to 1e+18");
    refuse("sum(i, 1, 1/0, 1)", "formula, column 1: the index cannot run from 1 to inf");
}

/* What would take too long is refused at once, and counted exactly where it is allowed. */
static void test_operations(void **state)
{
    (void)state;
    refuse("sum(i, 1, 1e9, sum(j, 1, 1e9, 1))",
           "formula, column 1: with this an evaluation takes more than 20000000 operations");
    refuse("x1 + sum(i, 1, 1000, sum(j, 1, 1e6, 1))",
           "formula, column 22: with this an evaluation");
    refuse("sum(i, 1, 1e9, 1)", "formula, column 1: with this");
    refuse("sum(i, -1e15, 1e15, 1)", "formula, column 1: with this");
    refuse("prod(i, 1, 16, prod(j, 1, 1e7, 1))", "formula, column 16: with this");
    refuse("sum(i, 1, 1e7, 1) + sum(i, 1, 1e7, 1)", "formula, column 21: with this");
    accept("sum(i, 1, 1e6, 1)", 1e6);
    accept("sum(i, 1, 1000, sum(j, 1, 1000, 1))", 1e6);
    accept("sum(i, 1e15, -1e15, 1)", 0);
    accept("sum(i, 1, 0, sum(j, 1, 1e9, 1))", 0);
    /* where it depends on x, which is 0 in the trial, the value tells */
    accept("sum(i, 1, 1e9*floor(x1), sum(j, 1, 1e9, 1))", NAN);
    accept("sum(i, 1, 1e300*floor(x1), 1)", NAN);
}

/* More variables allow more: 100 operations for each. */
static void test_operations_by_dim(void **state)
{
    (void)state;
    const variables v = {.n = 1000 * 1000};
    formula *f = formula_create("sum(x^2 - 10*cos(2*pi*x) + 10)", &v);
    assert_non_null(f);
    formula_destroy(f);
    const char *message = error_begin();
    assert_null(formula_create("sum(sum(i))", &v));
    assert_non_null(strstr(message, "more than 100000000 operations"));
}

/* Many names and a long formula: every name is looked for quickly. */
static void test_many_names(void **state)
{
    (void)state;
    enum { N = 100000, TERMS = 100000 };
    variables v = {.n = N, .name = calloc(N, VARIABLES_NAME_SIZE)};
    char *text = malloc(9 * TERMS + 1), *at = text;
    assert_true(v.name != NULL && text != NULL);
    for (size_t i = 0; i < N; i++) snprintf(v.name[i], VARIABLES_NAME_SIZE, "n%06zu", i);
    for (size_t i = 0; i < TERMS; i++) at += sprintf(at, "n%06zu+", N - 1 - i);
    strcpy(at, "1");
    formula *f = formula_create(text, &v);
    assert_non_null(f);
    formula_destroy(f);
    free(text);
    free(v.name);
}

static char *repeat(const char *piece, size_t times, const char *end)
{
    const size_t length = strlen(piece);
    char *text = malloc(times * length + strlen(end) + 1), *at = text;
    assert_non_null(text);
    for (size_t i = 0; i < times; i++, at += length) memcpy(at, piece, length);
    memcpy(at, end, strlen(end) + 1);
    return text;
}

static void test_long_and_deep(void **state)
{
    (void)state;
    static const struct {
        const char *piece, *end;
        double value; /* NaN: refused */
    } cases[] = {
        {"(", "1", NAN},    {"sin(", "1", NAN},    {"x[", "1", NAN},      {"2^", "1", NAN},
        {"sum(", "x", NAN}, {"1+2*3^(", "1", NAN}, {"if(1,2,", "1", NAN}, {"hypot(1,", "1", NAN},
        {"--", "1", 1},     {"1+", "1", 100001},   {"1*", "1", 1},        {" ", "7", 7},
        {"0", "7", 7},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char *text = repeat(cases[k].piece, 100000, cases[k].end);
        if (isnan(cases[k].value))
            refuse(text, "formula, column ");
        else
            accept(text, cases[k].value);
        free(text);
    }
    char *deep = repeat("(", 150, "x1"), *close = repeat(")", 150, "");
    char both[512];
    snprintf(both, sizeof both, "%s%s", deep, close);
    accept(both, 1.5);
    free(deep);
    free(close);
    /* more operands waiting than the stack holds: 4 per level */
    char *wide = repeat("1<1+1*1^(", 120, "1");
    refuse(wide, "formula, column 578: too many operations");
    free(wide);
    char *longer = repeat(" ", 1000 * 1000, "1");
    refuse(longer, "the formula has more than 1000000 characters");
    free(longer);
    char *sums = repeat("sum(", 17, "x");
    refuse(sums, "formula, column 65: sums and products inside each other: at most 16");
    free(sums);
}

/* A message shows only the part of the formula around the place. */
static void test_message_of_long_formula(void **state)
{
    (void)state;
    char *text = repeat("1 + ", 100, "y + \t1");
    const char *message = error_begin();
    assert_null(formula_create(text, &(variables){.n = 4}));
    assert_non_null(strstr(message, "column 401: there is no 'y'"));
    const char *shown = strchr(message, '\n') + 1, *mark = strchr(shown, '\n') + 1;
    assert_true(mark - shown < 70);
    assert_true(shown[strcspn(mark, "^")] == 'y');
    assert_null(strchr(message, '\t'));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complaints),
        cmocka_unit_test(test_fixed_faults),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_operations_by_dim),
        cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_long_and_deep),
        cmocka_unit_test(test_message_of_long_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
