/* SPDX-License-Identifier: MIT
 *
 * What cannot be run is refused, with a sentence that names the value and the remedy, by create,
 * check and the one call alike, leaving nothing behind. */
#include <stdio.h>

#include "support/allocator.h"
#include "support/runs.h"

static const double ORIGIN[3] = {0, 0, 0};

/* Refused by create, check and the one call alike; the sentence holds both parts. */
static void refused(size_t dim, const double *x0, const nes_settings *s, nes_status status,
                    const char *part, const char *other)
{
    char message[NES_MESSAGE_SIZE] = "old";
    nes_opt *o = (nes_opt *)(uintptr_t)message;
    assert_int_equal(nes_create(&o, dim, x0, s), status);
    assert_null(o);
    assert_int_equal(nes_settings_check(s, dim, x0, message, sizeof message), status);
    run_assert_has(message, part);
    run_assert_has(message, other);
    assert_int_equal(nes_settings_check(s, dim, x0, NULL, 0), status);
    if (x0 == NULL || dim > 3) return;
    double x[3];
    memcpy(x, x0, sizeof x);
    assert_int_equal(nes_minimize(run_sphere, NULL, dim, x, s, NULL), status);
    assert_memory_equal(x, x0, sizeof x);
}

static void dimension(void **state)
{
    (void)state;
    refused(0, ORIGIN, NULL, NES_ERR_DIMENSION, "0", "at least 1");
}

static void start_point(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    const double nan[3] = {0, NAN, 0}, inf[3] = {0, 0, -INFINITY}, far[3] = {0, 9, 0};
    const double lower[3] = {-1, -1, -1}, upper[3] = {1, 1, 1};
    refused(3, nan, &s, NES_ERR_START, "variable 2 of x0 is nan", "finite");
    refused(3, inf, &s, NES_ERR_START, "variable 3 of x0 is -inf", "finite");
    s.upper = upper;
    refused(3, far, &s, NES_ERR_START, "variable 2 of x0 is 9", "[-inf, 1]");
    s.lower = lower;
    refused(3, far, &s, NES_ERR_START, "[-1, 1]", "start inside");
}

static void step_size(void **state)
{
    (void)state;
    static const double wrong[] = {0, -1, NAN, -INFINITY, INFINITY, 1e301};
    nes_settings s = run_settings("snes");
    for (size_t i = 0; i < 6; i++) {
        char value[40];
        s.sigma = wrong[i];
        snprintf(value, sizeof value, "%g", wrong[i]);
        refused(3, ORIGIN, &s, NES_ERR_VALUE, value, i < 4 ? "greater than 0" : "finite");
    }
    const double zero[3] = {1, 0, 1}, nan[3] = {1, 1, NAN};
    s = run_settings("snes");
    s.scale = zero;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "variable 2 is 0", "positive");
    s.scale = nan;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "variable 3 is nan", "positive");
}

static void bounds(void **state)
{
    (void)state;
    const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1}, nan[3] = {1, NAN, 1};
    const double mixed[3] = {1, 1, -1}, plus[3] = {INFINITY, 1, 1}, huge[3] = {1, 2e300, 1};
    nes_settings s = run_settings("auto");
    s.lower = zero;
    s.upper = zero;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "fix all 3 variables", "yourself");
    refused(1, NULL, &s, NES_ERR_BOUNDS, "fix the 1 variable:", "yourself");
    s.upper = mixed;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "variable 3 has lower bound 0 and upper bound -1",
            "not be above");
    s.upper = nan;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "variable 2", "nan");
    s.lower = one;
    s.upper = zero;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "lower bound 1 and upper bound 0", "less");
    s.lower = plus;
    s.upper = NULL;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "lower bound inf", "less");
    s.lower = huge;
    refused(3, NULL, &s, NES_ERR_BOUNDS, "lower bound 2e+300", "less than 1e+300");
}

static void numbers(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    s.popsize = 1;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'popsize' is 1", "at least 2");
    s = run_settings("xnes");
    s.run = 65536;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'run' is 65536", "at most 65535");
    s = run_settings("xnes");
    s.eta_mu = -0.5;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'eta_mu' is -0.5", "at least 0");
    s = run_settings("xnes");
    s.target = NAN;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'target' is nan", "off");
    s = run_settings("xnes");
    s.exponent_limit = 1000;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'exponent_limit' is 1000", "at most 300");
}

static void names(void **state)
{
    (void)state;
    nes_settings s = run_settings("xness");
    refused(3, ORIGIN, &s, NES_ERR_METHOD, "'xness'", "1+1-cauchy");
    s = run_settings("auto");
    s.family = "gauss-ful";
    refused(3, ORIGIN, &s, NES_ERR_METHOD, "option 'family' has no word 'gauss-ful'", "gauss-full");
    s = run_settings("auto");
    s.scheme = "plus";
    refused(3, ORIGIN, &s, NES_ERR_METHOD, "option 'scheme' has no word 'plus'", "comma, elitist");
    s = run_settings("auto");
    s.bounds = "clip";
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "option 'bounds' has no word 'clip'",
            "transform, reflect, resample");
}

static void matrices(void **state)
{
    (void)state;
    const double singular[9] = {1, 2, 3, 2, 4, 6, 0, 0, 1}, nan[9] = {1, 0, 0, 0, NAN};
    const double wrong[3] = {0.5, 0.6, 0}, infinite[3] = {INFINITY, 0, 0};
    nes_settings s = run_settings("xnes");
    s.factor = singular;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'factor' is a singular matrix", "invertible");
    s.factor = nan;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "number 5 of factor is nan", "finite");
    s.method = "snes";
    s.factor = singular;
    refused(3, ORIGIN, &s, NES_ERR_METHOD, "needs a family with a full matrix", "not gauss-diag");
    s = run_settings("xnes");
    s.popsize = 3;
    s.shaping = "table";
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "'utilities'", "3 numbers");
    s.utilities = wrong;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "number 2 of utilities is 0.6", "not increase");
    s.utilities = infinite;
    refused(3, ORIGIN, &s, NES_ERR_VALUE, "number 1 of utilities is inf", "finite");
    s = run_settings("dd-xnes"); /* its rates follow the utilities */
    s.shaping = "table";
    s.popsize = 24;
    double *two = malloc(2 * sizeof *two); /* for the sanitiser, with nothing behind */
    assert_non_null(two);
    two[0] = 0.5, two[1] = -0.5;
    assert_int_equal(nes_set_array(&s, "utilities", 2, two), NES_OK);
    refused(3, ORIGIN, &s, NES_ERR_COUNT, "'utilities' has 2 numbers", "24 are needed");
    free(two);
}

/* Sizes whose products overflow: refused before anything is touched. */
static void huge_dimensions(void **state)
{
    (void)state;
    static const size_t sizes[] = {SIZE_MAX,     SIZE_MAX / 2, SIZE_MAX / 16,
                                   (size_t)1e10, 0xffffffffu,  0x80000000u,
                                   0x7fffffffu,  600000000,    100000};
    static const char *const families[] = {"gauss-full", "gauss-diag", "gauss-radial", "student"};
    allocations a = {.limit = 16 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < 12; j++) {
            nes_settings s = run_settings("auto");
            nes_opt *o = NULL;
            s.family = families[j % 4];
            s.scheme = j % 4 == 3 ? "elitist" : "comma";
            s.popsize = j < 4 ? 0 : j < 8 ? 2 : 0xffffffffu;
            s.allocator = allocator_of(&a);
            const nes_status st = nes_create(&o, sizes[i], NULL, &s);
            if (sizes[i] == 100000 && j < 8 && j % 4 != 0 &&
                j % 4 != 3) { /* small enough, or not */
                nes_destroy(o);
                continue;
            }
            assert_null(o);
            assert_int_equal(st, i < 4 || (i < 6 && (j % 4 == 0 || j % 4 == 3)) ? NES_ERR_DIMENSION
                                                                                : NES_ERR_MEMORY);
            assert_int_equal(a.live, 0);
        }
    nes_settings s = run_settings("xnes");
    s.allocator = allocator_of(&a);
    refused((size_t)1e10, NULL, &s, NES_ERR_DIMENSION, "10000000000", "at most");
    refused(0x80000000u, NULL, &s, NES_ERR_DIMENSION, "2147483648", "use gauss-diag");
    refused(100000, NULL, &s, NES_ERR_MEMORY, "e+04 MB", "lower popsize or dimension"); /* 8 d^2 */
}

/* The settings a handle keeps are its own: the caller's may die. */
static void inputs_are_copied(void **state)
{
    (void)state;
    char *word[6];
    const char *const words[6] = {"xnes", "average", "reflect", "worst", "table", "yes"};
    for (size_t i = 0; i < 6; i++) {
        word[i] = malloc(strlen(words[i]) + 1);
        assert_non_null(word[i]);
        strcpy(word[i], words[i]);
    }
    double *numbers_ = malloc(18 * sizeof *numbers_);
    assert_non_null(numbers_);
    for (size_t i = 0; i < 18; i++) numbers_[i] = i < 9 ? (double)(i % 4 == 0) : (double)i - 11.5;
    nes_settings s = run_settings(word[0]);
    s.ties = word[1];
    s.bounds = word[2];
    s.failures = word[3];
    s.shaping = word[4];
    s.eval_start = word[5];
    s.factor = numbers_;
    s.lower = numbers_ + 9; /* -2.5 -1.5 -0.5 */
    s.upper = numbers_ + 12;
    s.popsize = 3;
    s.utilities = (const double[3]){0.5, 0, -0.5};
    s.scale = numbers_ + 15;
    nes_opt *o = run_start(3, NULL, &s);
    for (size_t i = 0; i < 6; i++) free(word[i]);
    free(numbers_);
    run_steps(o, 5, run_sphere, NULL);
    const nes_settings *own = nes_get_settings(o);
    assert_string_equal(own->method, "xnes");
    assert_string_equal(own->shaping, "table");
    assert_string_equal(own->eval_start, "yes");
    run_assert_real(own->lower[0], -2.5);
    run_assert_real(own->upper[2], 2.5);
    run_assert_real(own->utilities[0], 0.5);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimension),         cmocka_unit_test(start_point),
        cmocka_unit_test(step_size),         cmocka_unit_test(bounds),
        cmocka_unit_test(numbers),           cmocka_unit_test(names),
        cmocka_unit_test(matrices),          cmocka_unit_test(huge_dimensions),
        cmocka_unit_test(inputs_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
