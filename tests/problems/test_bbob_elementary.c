/* SPDX-License-Identifier: MIT
 *
 * The elementary functions on vectors against the C library's in extended precision, in units of
 * the last place, and where they meet zero, overflow and the ends of their ranges. */
#define NES_LANES     2
#define NES_PROCESSOR test
#include "bbob/elementary.h"

#include "support/check.h"

enum { POINTS = 200000 };

/* A point of [0, 1) for every k, evenly spread. */
static double spread(size_t k)
{
    return fmod((double)(k + 1) * 0.6180339887498949, 1.0);
}

static double units(double got, long double want)
{
    int exponent;
    (void)frexp((double)want, &exponent);
    return (double)(fabsl((long double)got - want) / ldexpl(1.0L, exponent - DBL_MANT_DIG));
}

static void check_units(double got, long double want, double at)
{
    if (!(units(got, want) <= 1.1))
        fail_msg("at %.17g: %.17g, not %.21Lg: %.3f units", at, got, want, units(got, want));
}

static void test_exp(void **state)
{
    (void)state;
    for (size_t k = 0; k < POINTS; k++) {
        const double a = (2.0 * spread(k) - 1.0) * (k % 2 ? 708.0 : 2.0);
        check_units(v_exp(all(a))[0], expl((long double)a), a);
    }
    assert_true(v_exp(all(710.0))[0] == INFINITY && v_exp(all(INFINITY))[0] == INFINITY);
    assert_true(v_exp(all(-746.0))[0] == 0.0 && v_exp(all(-INFINITY))[0] == 0.0);
    assert_true(v_exp(all(0.0))[0] == 1.0);
    assert_within(v_exp(all(-740.0))[1], exp(-740.0), 5e-324); /* not normal */
    assert_true(isnan(v_exp(all(NAN))[0]));
}

static void test_log(void **state)
{
    (void)state;
    for (size_t k = 0; k < POINTS; k++) {
        const double wide = exp((2.0 * spread(k) - 1.0) * 708.0), narrow = 0.5 + spread(k);
        const double a = k % 2 ? wide : narrow;
        check_units(v_log(all(a))[1], logl((long double)a), a);
    }
    assert_true(v_log(all(1.0))[0] == 0.0 && v_log(all(INFINITY))[0] == INFINITY);
    check_units(v_log(all(5e-324))[0], logl((long double)5e-324), 5e-324);
    check_units(v_log(all(DBL_MAX))[0], logl((long double)DBL_MAX), DBL_MAX);
    check_units(v_log(all(DBL_MIN / 3.0))[0], logl((long double)(DBL_MIN / 3.0)), DBL_MIN / 3.0);
    assert_true(isnan(v_log(all(NAN))[0]));
}

static void test_pow(void **state)
{
    (void)state;
    for (size_t k = 0; k < POINTS; k++) {
        const double a = k % 2 ? exp(60.0 * spread(k) - 30.0) : 50.0 * spread(k);
        const double b = k % 2 ? spread(7 * k) : 1.0 + 5.0 * spread(7 * k);
        check_units(v_pow(all(a), all(b))[0], powl((long double)a, (long double)b), a);
    }
    assert_true(v_pow(all(0.0), all(0.3))[0] == 0.0);
    assert_true(v_pow(all(1e300), all(2.0))[0] == INFINITY);
    assert_true(v_pow(all(INFINITY), all(0.1))[0] == INFINITY);
    assert_true(v_pow(all(1e-300), all(2.0))[0] == 0.0);
    assert_true(v_pow(all(1.0), all(1e9))[0] == 1.0);
    assert_true(isnan(v_pow(all(NAN), all(2.0))[0]));
}

static void test_sin_cos(void **state)
{
    (void)state;
    static const double range[] = {0.8, 10.0, 1e4, 1.3e8, 1e15, 1e300};
    for (size_t k = 0; k < POINTS; k++) {
        const double a = (2.0 * spread(k) - 1.0) * range[k % 6];
        check_units(v_sin(all(a))[0], sinl((long double)a), a);
        check_units(v_cos(all(a))[1], cosl((long double)a), a);
    }
    /* Next to multiples of pi/2, where most digits cancel. */
    for (double n = 1.0; n < 8e7; n = 3.0 * n + 2.0) {
        const double a = n * 1.57079632679489661923;
        check_units(v_sin(all(a))[0], sinl((long double)a), a);
        check_units(v_cos(all(a))[0], cosl((long double)a), a);
    }
    assert_true(v_sin(all(0.0))[0] == 0.0 && v_cos(all(0.0))[0] == 1.0);
    assert_true(isnan(v_sin(all(INFINITY))[0]) && isnan(v_cos(all(NAN))[0]));
}

/* A lane does not know its neighbour, not even one that leaves the usual way. */
static void test_lanes(void **state)
{
    (void)state;
    const vec a = {2.5, 1e200};
    assert_true(v_sin(a)[0] == v_sin(all(2.5))[0] && v_sin(a)[1] == sin(1e200));
    assert_true(v_cos(a)[0] == v_cos(all(2.5))[0] && v_cos(a)[1] == cos(1e200));
    assert_true(v_log(a)[0] == v_log(all(2.5))[0] && v_exp(a)[0] == v_exp(all(2.5))[0]);
}

static void test_floor(void **state)
{
    (void)state;
    static const double v[] = {
        0.0,       0.5,    -0.5,         1.5,       -1.5,     2.0,
        -2.0,      1e-300, -1e-300,      0x1p51,    0x1p52,   -0x1p52,
        1e300,     -1e300, 0x1p51 + 0.5, -1e9 - .5, 1e9 + .5, 0.49999999999999994,
        0x1p53 - 1};
    for (size_t k = 0; k < sizeof v / sizeof *v; k++) {
        assert_true(v_floor(all(v[k]))[0] == floor(v[k]));
        assert_true(v_round(all(v[k]))[1] == floor(v[k] + 0.5));
    }
    assert_true(v_floor(all(INFINITY))[0] == INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp),     cmocka_unit_test(test_log),   cmocka_unit_test(test_pow),
        cmocka_unit_test(test_sin_cos), cmocka_unit_test(test_lanes), cmocka_unit_test(test_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
