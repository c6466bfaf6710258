/* SPDX-License-Identifier: MIT
 *
 * The log for COCO, byte by byte: an example from COCO's own logger, and every rule for when a line
 * is due on cases worked out by hand. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coco/log.h"
#include "support/check.h"

static const char header_f1[] =
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) + sum "
    "g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2...\n";

/* A run of 120 evaluations on f1, dimension 2, as COCO logged it. */
static void example_value(unsigned n, double *f, double x[2])
{
    static const struct {
        unsigned n;
        double f, x[2];
    } known[] = {
        {1, 79.48 + 1.402094080, {0, 0}},
        {2, 93.98337343, {-1.7515, 2.0814}},
        {4, 79.48 + 7.550632781e-01, {1.0548, -0.82230}},
        {12, 79.48 + 3.367919927e-01, {0.83, -1.0966}},
        {108, 79.48 + 9.682197576e-05, {0.24297, -1.1563}},
        {112, 84.26543, {0.18929, -1.1416}},
    };
    *f = 100;
    x[0] = x[1] = 3;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].n == n) {
            *f = known[i].f;
            memcpy(x, known[i].x, sizeof known[i].x);
        }
}

static void test_example(void **state)
{
    (void)state;
    static const char dat[] =
        "1 0 +1.402094080e+00 +8.088209408e+01 +8.088209408e+01 +0.0000e+00 +0.0000e+00\n"
        "4 0 +7.550632781e-01 +8.023506328e+01 +8.023506328e+01 +1.0548e+00 -8.2230e-01\n"
        "12 0 +3.367919927e-01 +7.981679199e+01 +7.981679199e+01 +8.3000e-01 -1.0966e+00\n"
        "108 0 +9.682197576e-05 +7.948009682e+01 +7.948009682e+01 +2.4297e-01 -1.1563e+00\n";
    static const char begin[] =
        "1 0 +1.402094080e+00 +8.088209408e+01 +8.088209408e+01 +0.0000e+00 +0.0000e+00\n"
        "2 0 +1.402094080e+00 +9.398337343e+01 +8.088209408e+01 -1.7515e+00 +2.0814e+00\n";
    static const char end[] =
        "112 0 +9.682197576e-05 +8.426543000e+01 +7.948009682e+01 +1.8929e-01 -1.1416e+00\n"
        "120 0 +9.682197576e-05 +7.948009682e+01 +7.948009682e+01 +2.4297e-01 -1.1563e+00\n";
    coco_log l;
    coco_log_open(&l, 2, 0, 79.48);
    for (unsigned n = 1; n <= 120; n++) {
        double f, x[2];
        example_value(n, &f, x);
        coco_log_value(&l, f, NULL, x);
    }
    coco_log_end(&l);
    const size_t h = sizeof header_f1 - 1;
    assert_memory_equal(l.dat.text, header_f1, h);
    assert_string_equal(l.dat.text + h, dat);
    assert_memory_equal(l.tdat.text, header_f1, h);
    assert_memory_equal(l.tdat.text + h, begin, sizeof begin - 1);
    assert_string_equal(l.tdat.text + l.tdat.n - (sizeof end - 1), end);
    coco_log_close(&l);
}

/* The evaluation numbers in the lines of a log, as text "1 2 5". */
static void line_numbers(const buffer *b, char *text, size_t size)
{
    const char *line = strchr(b->text, '\n') + 1; /* behind the header */
    text[0] = '\0';
    for (; *line != '\0'; line = strchr(line, '\n') + 1) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%.*s", used == 0 ? "" : " ", (int)strcspn(line, " "),
                 line);
    }
}

/* Which of the values get a line in .dat, with f_opt = 0. */
static void check_dat(const double *f, size_t n, const char *want)
{
    const double x = 1;
    char got[256];
    coco_log l;
    coco_log_open(&l, 1, 0, 0);
    for (size_t i = 0; i < n; i++) coco_log_value(&l, f[i], NULL, &x);
    coco_log_end(&l);
    line_numbers(&l.dat, got, sizeof got);
    assert_string_equal(got, want);
    coco_log_close(&l);
}

#define CHECK_DAT(want, ...)                                                                       \
    check_dat((const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double), want)

static void test_targets(void **state)
{
    (void)state;
    /* Evaluation 1 leaves no trace: an improvement that reaches nothing new is logged once. */
    CHECK_DAT("1 2", 5, 4.9999999, 4.9999998);
    /* Only strict improvements count, also with new targets in sight. */
    CHECK_DAT("1 3", 5, 7, 4, 4, 5);
    /* 100 per decade: ceil(100 log10 delta) is -600, -600, -601. */
    CHECK_DAT("1 2 4", 1e-5, 0.9999e-6, 0.99e-6, 0.97e-6);
    /* Multiples of 1e-5, rounded up: 300002, 300002, 300001. */
    CHECK_DAT("1 2 4", 4, 3.000019, 3.000011, 3.0000099);
    /* Within 1e-12 above a multiple counts as that multiple: 300001, so there is nothing new. */
    CHECK_DAT("1 2 3", 4, 3.000019, 3.00001 + 5e-13, 3.0000099);
    CHECK_DAT("1 2 4", 4, 3.000019, 3.00001 + 5e-12, 3.0000099);
    /* Below 1e-8 there is one target, and one for 0; below f_opt there is none. */
    CHECK_DAT("1 2 3 5", 1, 1.02e-8, 5e-9, 4e-9, 0, -1);
}

static void test_values(void **state)
{
    (void)state;
    const double x = -2;
    coco_log l;
    coco_log_open(&l, 1, 0, 1);
    coco_log_value(&l, INFINITY, NULL, &x);
    coco_log_value(&l, NAN, NULL, &x);
    coco_log_value(&l, 0.5, NULL, &x); /* rounding below f_opt */
    assert_true(coco_log_precision(&l) == 0);
    coco_log_end(&l);
    assert_string_equal(strchr(l.dat.text, '\n') + 1,
                        "1 0 +3.000000000e+21 +3.000000000e+21 +3.000000000e+21 -2.0000e+00\n"
                        "2 0 +2.000000000e+21 +2.000000000e+21 +2.000000000e+21 -2.0000e+00\n"
                        "3 0 +0.000000000e+00 +5.000000000e-01 +5.000000000e-01 -2.0000e+00\n");
    coco_log_close(&l);
}

/* The lines of .tdat after n evaluations in a dimension. */
static void check_tdat(size_t dim, size_t n, const char *want)
{
    const double x[40] = {0};
    char got[512];
    coco_log l;
    coco_log_open(&l, dim, 0, 0);
    for (size_t i = 0; i < n; i++) coco_log_value(&l, 1, NULL, x);
    coco_log_end(&l);
    line_numbers(&l.tdat, got, sizeof got);
    assert_string_equal(got, want);
    coco_log_close(&l);
}

/* Lines of a problem with three constraints: the digits, the count of their evaluations, and the
 * quantity that is to be least; the last line of .tdat has that twice. */
static void test_constraints(void **state)
{
    (void)state;
    static const char
        dat[] = "1 1 +3.289035862e+03 +3.702200732e+03 000 -7.3593e-02 -4.9747e-01\n"
                "2 2 +5.023009551e+02 +7.648991427e+02 090 +4.4865e+00 -1.8817e+00\n"
                "4 4 +1.000000225e-07 +4.130000000e+02 010 +0.0000e+00 +0.0000e+00\n",
        last[] =
            "33 33 +1.000000225e-07 +4.131648706e+02 +4.131648706e+02 +0.0000e+00 +0.0000e+00\n";
    static const double optimum = 413.1648705206;
    static const struct {
        double f, g[3], x[2];
    } known[] = {
        {3702.200732382600, {-1, 0, -0.0}, {-0.073593, -0.49747}},
        {764.8991427, {-3, 150.566682920600, 0}, {4.4865, -1.8817}},
        {764, {NAN, 0, 0}, {1, 1}},
        {413, {0, 1e-7, -1}, {0, 0}}, /* below the optimum, by violating a little */
        {414, {0, 0, 0}, {1, 1}},
    };
    coco_log l;
    coco_log_open(&l, 2, 3, optimum);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        coco_log_value(&l, known[i].f, known[i].g, known[i].x);
    coco_log_end(&l);
    assert_string_equal(strchr(l.dat.text, '\n') + 1, dat);
    coco_log_close(&l);
    coco_log_open(&l, 2, 1,
                  optimum); /* the numbers due are passed, so that the last line is extra */
    for (size_t i = 0; i < 33; i++) coco_log_value(&l, optimum, (const double[]){1e-7}, known[3].x);
    coco_log_end(&l);
    assert_string_equal(strstr(l.tdat.text, "\n33 ") + 1, last);
    coco_log_close(&l);
}

static void test_digits(void **state)
{
    (void)state;
    static const double g[] = {-1,   0,    5e-324, 1e-7, 1.1e-7, 1e-6, 1e-5,    1e-4,
                               1e-3, 1e-2, 0.1,    1,    1.1,    NAN,  INFINITY};
    const double x = 0;
    coco_log l;
    coco_log_open(&l, 1, sizeof g / sizeof *g, 0);
    coco_log_value(&l, 0, g, &x);
    assert_non_null(strstr(l.dat.text, " 001122345678999 "));
    coco_log_close(&l);
}

/* Evaluations of the constraints count, so that two numbers are passed at a time: each line moves
 * a sequence on by one number. */
static void test_budgets_of_constraints(void **state)
{
    (void)state;
    const double x[3] = {0}, g = 1;
    char got[256];
    coco_log l;
    coco_log_open(&l, 3, 1, 0);
    for (size_t i = 0; i < 33; i++) coco_log_value(&l, 1, &g, x);
    coco_log_end(&l);
    line_numbers(&l.tdat, got, sizeof got);
    assert_string_equal(got,
                        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 25 28 30 32 33");
    coco_log_close(&l);
}

static void test_budgets(void **state)
{
    (void)state;
    /* floor(10^(k/20)), and 3, 6, 15, 30, 60; then the last one. */
    check_tdat(3, 97,
               "1 2 3 4 5 6 7 8 10 11 12 14 15 17 19 22 25 28 30 31 35 39 44 50 56 60 63 70 79 89 "
               "97");
    check_tdat(3, 100,
               "1 2 3 4 5 6 7 8 10 11 12 14 15 17 19 22 25 28 30 31 35 39 44 50 56 60 63 70 79 89 "
               "100");
    check_tdat(3, 1, "1");
    /* Dimension 13: 13, 26, 65. */
    check_tdat(13, 66,
               "1 2 3 4 5 6 7 8 10 11 12 13 14 15 17 19 22 25 26 28 31 35 39 44 50 56 63 65 66");
}

/* All numbers up to a million, against sets made by whole-number arithmetic. */
static void test_budgets_far(void **state)
{
    (void)state;
    enum { MOST = 1000000, DIM = 7 };
    const double x[DIM] = {0};
    unsigned char *due = calloc(MOST + 1, 1);
    assert_non_null(due);
    for (long j = 1; j <= MOST; j *= 10)
        for (long b = 1; b <= 5; b = b == 1 ? 2 : b == 2 ? 5 : 6)
            if (b * DIM * j <= MOST) due[b * DIM * j] = 1;
    /* The largest n with n^20 <= 10^k, by logarithms far from a tie, and powers of ten exactly. */
    for (int k = 0; k <= 120; k++) {
        long n = (long)expl((long double)k / 20 * logl(10.0L));
        if (k % 20 == 0)
            for (n = 1; n < (long)(powl(10, k / 20) + 0.5L);) n *= 10;
        due[n] = 1;
    }
    coco_log l;
    coco_log_open(&l, DIM, 0, 0);
    for (uint64_t n = 1; n <= MOST; n++) {
        coco_log_value(&l, 1, NULL, x);
        if ((l.last_line == n) != due[n]) fail_msg("evaluation %lu", (unsigned long)n);
    }
    coco_log_close(&l);
    free(due);
}

/* Points are written below dimension 22 only. */
static void test_points(void **state)
{
    (void)state;
    const double x[22] = {0};
    for (size_t dim = 21; dim <= 22; dim++) {
        coco_log l;
        size_t blanks = 0;
        coco_log_open(&l, dim, 0, 0);
        coco_log_value(&l, 1, NULL, x);
        for (const char *s = strchr(l.dat.text, '\n'); *s != '\0'; s++) blanks += *s == ' ' ? 1 : 0;
        assert_int_equal(blanks, dim == 21 ? 4 + 21 : 4);
        coco_log_close(&l);
    }
}

static void test_info(void **state)
{
    (void)state;
    static const char want[] =
        "suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'RS', coco_version = "
        "'2.6.99', logger = 'bbob', data_format = 'bbob-new2'\n"
        "%\n"
        "data_f1/bbobexp_f1_DIM2.dat, 1:120|9.7e-05, 2:120|1.1e-04, 3:120|1.0e-04\n"
        "suite = 'bbob', funcId = 1, DIM = 40, Precision = 1.000e-03, algId = 'RS', coco_version = "
        "'2.6.99', logger = 'bbob', data_format = 'bbob-new2'\n"
        "%\n"
        "data_f1/bbobexp_f1_DIM40.dat, 71:4000|0.0e+00";
    buffer info = {.text = NULL};
    coco_info_entry(&info, &(coco_entry){"bbob", "RS", 1, 2, 1e-8});
    coco_info_run(&info, 1, 120, 9.682197576e-05);
    coco_info_run(&info, 2, 120, 1.1234e-4);
    coco_info_run(&info, 3, 120, 1.02e-4);
    coco_info_entry(&info, &(coco_entry){"bbob", "RS", 1, 40, 1e-3});
    coco_info_run(&info, 71, 4000, 0);
    assert_string_equal(info.text, want);
    buffer_free(&info);
}

/* In rounds of 4 every value counts at the end of its round; an ask of 5 takes two rounds, and the
 * next one begins another. */
static void test_rounds(void **state)
{
    static const uint64_t wanted[] = {4, 4, 4, 4, 8, 12, 12, 16};
    static const size_t asks[] = {5, 2, 1};
    const double x[2] = {0, 0};
    coco_log l;
    size_t n = 0;
    (void)state;
    coco_log_open(&l, 2, 0, 0);
    l.together = 4;
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < asks[i]; k++) {
            coco_log_value(&l, 100.0 - (double)n, NULL, x);
            assert_int_equal(l.evaluations, wanted[n++]);
        }
        coco_log_ask(&l);
    }
    assert_int_equal(l.evaluations, 16);
    coco_log_end(&l);
    assert_non_null(strstr(l.dat.text, "\n4 0 "));
    assert_non_null(strstr(l.dat.text, "\n16 0 "));
    assert_null(strstr(l.dat.text, "\n5 0 "));
    coco_log_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),      cmocka_unit_test(test_example),
        cmocka_unit_test(test_targets),     cmocka_unit_test(test_values),
        cmocka_unit_test(test_budgets),     cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_digits),      cmocka_unit_test(test_budgets_of_constraints),
        cmocka_unit_test(test_budgets_far), cmocka_unit_test(test_points),
        cmocka_unit_test(test_info),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
