/* SPDX-License-Identifier: MIT
 *
 * The formula language: values against the same thing written in C. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "formula/formula.h"
#include "nes/nes.h"

#define PI 3.141592653589793

static const double x[] = {1.5, -2.0, 0.25, 3.0};

static double value_at(const char *text, size_t dim, const double *at)
{
    formula *f = formula_create(text, &(variables){.n = dim});
    assert_non_null(f);
    double v;
    assert_int_equal(formula_evaluate(f, at, &v), NES_MEASURED);
    formula_destroy(f);
    return v;
}

/* In dimension 4, at x. */
static void check(const char *text, double expected)
{
    const double v = value_at(text, 4, x);
    const bool same = isnan(expected) ? isnan(v) : v == expected;
    if (!same && !(fabs(v - expected) <= 1e-15 * fabs(expected)))
        fail_msg("%.60s gave %.17g, not %.17g", text, v, expected);
}

static void test_numbers_and_names(void **state)
{
    (void)state;
    check("2", 2);
    check("0.5", 0.5);
    check(".5", 0.5);
    check("2.", 2);
    check("1e-3", 1e-3);
    check("2.5E+2", 250);
    check("pi", PI);
    check("e", 2.718281828459045);
    check("2*e", 2 * 2.718281828459045);
    check("N", 4);
    check("n", 4);
    check("x1", 1.5);
    check("x4", 3);
    check("x04", 3);
    check("x[1]", 1.5);
    check("x [ N ]", 3);
    check("x[1+1]", -2);
    check("x[x4]", 0.25);
    check(" \t\n x1 \r", 1.5);
}

static void test_precedence(void **state)
{
    (void)state;
    check("1+2*3", 7);
    check("(1+2)*3", 9);
    check("10-4-3", 3);
    check("24/4/3", 2);
    check("24/4*3", 18);
    check("2^3^2", 512);
    check("2**3**2", 512);
    check("(2^3)^2", 64);
    check("-3^2", -9);
    check("(-3)^2", 9);
    check("2^-1", 0.5);
    check("2^-2^2", 0.0625);
    check("-x2^2", -4);
    check("--3", 3);
    check("---3", -3);
    check("+-+3", -3);
    check("2*-3", -6);
    check("2 - -3", 5);
    check("2*3^2", 18);
    check("1+1 < 3", 1);
    check("1 < 1", 0);
    check("1 <= 1", 1);
    check("2 > 1", 1);
    check("1 >= 2", 0);
    check("x1 == 1.5", 1);
    check("x1 != 1.5", 0);
    check("(1 < 2) * 5", 5);
}

static void test_powers(void **state)
{
    (void)state;
    check("x2^1", -2);
    check("x2^2", 4);
    check("x2^3", -8);
    check("x1^5", 7.59375);
    check("2^16", 65536);
    check("2^17", 131072);
    check("x1^0", 1);
    check("x1^0.5", sqrt(1.5));
    check("x2^0.5", NAN);
    check("x1^x4", 3.375);
    check("0^2", 0);
}

static void test_functions(void **state)
{
    (void)state;
    check("sin(1)", sin(1));
    check("cos(1)", cos(1));
    check("tan(1)", tan(1));
    check("asin(0.5)", asin(0.5));
    check("acos(0.5)", acos(0.5));
    check("atan(2)", atan(2));
    check("atan2(1, -2)", atan2(1, -2));
    check("sinh(1)", sinh(1));
    check("cosh(1)", cosh(1));
    check("tanh(1)", tanh(1));
    check("exp(1.5)", exp(1.5));
    check("log(7)", log(7));
    check("ln(7)", log(7));
    check("log10(1000)", 3);
    check("log2(8)", 3);
    check("sqrt(2)", sqrt(2));
    check("sqrt(x2)", NAN);
    check("abs(x2)", 2);
    check("floor(-1.5)", -2);
    check("ceil(-1.5)", -1);
    check("round(2.5)", 3);
    check("sign(x2) + 10*sign(0) + 100*sign(7)", 99);
    check("pow(2, 0.5)", sqrt(2));
    check("hypot(3, 4)", 5);
    check("mod(7, 3)", 1);
    check("mod(-7, 3)", 2);
    check("mod(7, -3)", -2);
    check("mod(-6, 3)", 0);
    check("min(3, 1)", 1);
    check("min(3, 1, 2, -5, 4)", -5);
    check("max(x1, x2, x3, x4)", 3);
    check("max(0/0, 1)", NAN);
    check("min(1, 0/0)", NAN);
    check("if(x1 > 1, 10, 20)", 10);
    check("if(x1 < 1, 10, 20)", 20);
    check("if(0/0, 10, 20)", NAN);
    check("if(1, 5, 0/0)", 5);
    check("sin ( cos ( 0 ) )", sin(1));
}

static void test_sums(void **state)
{
    (void)state;
    check("sum(x^2)", 2.25 + 4 + 0.0625 + 9);
    check("sum(x)", 2.75);
    check("sum(1)", 4);
    check("sum(i)", 10);
    check("sum(i*x)", 1.5 - 4 + 0.75 + 12);
    check("prod(x)", 1.5 * -2 * 0.25 * 3);
    check("prod(i)", 24);
    check("prod(cos(x/sqrt(i)))",
          cos(1.5) * cos(-2 / sqrt(2)) * cos(0.25 / sqrt(3)) * cos(3 / sqrt(4.0)));
    check("sum(k, 2, 3, x[k])", -1.75);
    check("sum(k, 2, 3, x)", -1.75);
    check("sum(k, -2, 2, k^2)", 10);
    check("sum(k, 3, 2, k)", 0);
    check("prod(k, 3, 2, k)", 1);
    check("sum(k, 5, 5, k)", 5);
    check("sum(i, 1, N-1, 100*(x[i+1]-x[i]^2)^2 + (1-x[i])^2)",
          100 * (-4.25 * -4.25) + 0.25 + 100 * (3.75 * 3.75) + 9 + 100 * (2.9375 * 2.9375) +
              0.5625);
    check("sum(i, 1, N, sum(j, 1, i, x[i]*j))", 1.5 - 6 + 1.5 + 30);
    check("sum(i, 1, N, sum(j, i, N, 1))", 10);
    check("sum(i, 1, 3, prod(i, 1, i, 2)) + 0", 14); /* the inner i hides the outer one */
    check("sum(k, 1, 2, sum(x^k))", 2.75 + 15.3125);
    check("sum(e, 1, 3, e)", 6); /* an index hides a constant */
    check("sum(n, 1, N, n)", 10);
    check("sum(min, 1, 3, min)", 6);
    check("1 + 2*sum(x) - 1", 5.5);
    check("sum(i, 1, floor(x4), x[i])", -0.25);
    check("sum(i, 1, sum(j, 1, 2, j), i)", 6);
    check("-20*exp(-0.2*sqrt(sum(x^2)/N)) - exp(sum(cos(2*pi*x))/N) + 20 + e",
          -20 * exp(-0.2 * sqrt(15.3125 / 4)) -
              exp((cos(3 * PI) + cos(-4 * PI) + cos(0.5 * PI) + cos(6 * PI)) / 4) + 20 +
              2.718281828459045);
}

/* What depends on x and is no index or bound gives NaN, here and not at creation. */
static void test_run_time_faults(void **state)
{
    (void)state;
    check("x[x1]", NAN);
    check("x[x2]", NAN);
    check("x[10*x4]", NAN);
    check("x[x1/0]", NAN);
    check("x[0*x1/0]", NAN);
    check("sum(i, 1, x1, 1)", NAN);
    check("sum(i, 1, x1/0, 1)", NAN);
    check("sum(i, -x1/0, 1, 1)", NAN);
    check("sum(i, 1, x1*1e18, 1)", NAN);
    check("sum(i, 1, 2*x4, x[i])", NAN);
    check("sum(i, 1e17*x4, 1e17*x4 + 64, 1)", NAN);
}

/* The word makes the evaluation fail where the value comes from it; other NaN do not. */
static void test_failed(void **state)
{
    (void)state;
    const double low = 1, high = 4;
    double v;
    formula *f = formula_create("if(x1 > 3, failed, log(x1 - 2))", &(variables){.n = 1});
    assert_non_null(f);
    assert_int_equal(formula_evaluate(f, &high, &v), NES_FAILED);
    assert_int_equal(formula_evaluate(f, &low, &v), NES_MEASURED);
    assert_true(isnan(v));
    formula_destroy(f);
}

static void test_dimension_one(void **state)
{
    (void)state;
    const double one[] = {3.0};
    assert_true(value_at("sum(x^2) + x1", 1, one) == 12.0);
    assert_true(value_at("sum(i, 1, N-1, x[i+1])", 1, one) == 0.0);
}

static void *evaluate(void *data)
{
    const formula *f = data;
    double v;
    for (int k = 0; k < 20000; k++)
        if (formula_evaluate(f, x, &v) != NES_MEASURED || v != 15.3125) return data;
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[4];
    formula *f = formula_create("sum(x^2)", &(variables){.n = 4});
    assert_non_null(f);
    for (int k = 0; k < 4; k++) assert_int_equal(pthread_create(&threads[k], NULL, evaluate, f), 0);
    for (int k = 0; k < 4; k++) {
        void *wrong;
        pthread_join(threads[k], &wrong);
        assert_null(wrong);
    }
    formula_destroy(f);
    formula_destroy(NULL);
}

/* Names of variables hide constants of that name, and indices of sums hide them. */
static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"flow + 10*x1", 22},           {"e", 5}, {"min(min, e)", 5}, {"sum(e, 1, 3, e)", 6},
        {"sum(x) - flow - e - min", 0}, {"N", 3}, {"x[2] + x3", 12},  {"pi*0 + min", 7},
    };
    const double at[] = {2, 5, 7};
    variables v;
    assert_int_equal(variables_open(&v, 3, "flow,e,min"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        formula *f = formula_create(cases[i].text, &v);
        assert_non_null(f);
        double value;
        formula_evaluate(f, at, &value);
        if (value != cases[i].value) fail_msg("%s", cases[i].text);
        formula_destroy(f);
    }
    variables_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_names),
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_run_time_faults),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_dimension_one),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
