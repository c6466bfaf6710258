/* SPDX-License-Identifier: MIT
 *
 * The suites bbob-mixint and bbob-largescale against the reference library's values: every row of
 * the tables, one point at a time and in batches; what an id may be; how the suites are related. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/refused.h"

enum { DIM_MAX = 160 };

static nes_problem *make(const char *id)
{
    nes_problem *p;
    char message[320] = "";
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

static nes_problem *make_of(const char *suite, size_t function, size_t instance, size_t dim)
{
    char id[64];
    nes_suite_id(nes_suite_find(suite), function, instance, dim, id, sizeof id);
    return make(id);
}

static void check(const nes_problem *p, size_t function, const char *point, double f, double want,
                  double fopt)
{
    const double tolerance = function == 16 || function == 19 || function == 23 ? 1e-9 : 1e-12;
    const double error = fabs(f - want) / fmax(1.0, fmax(fabs(want), fabs(want - fopt)));
    if (!(error <= tolerance))
        fail_msg("%s, %s: %.17g, not %.17g: error %g", nes_problem_id(p), point, f, want, error);
}

static void check_mixint(const char *file, size_t rows)
{
    static csv c;
    csv_open(&c, file);
    for (; csv_next(&c);) {
        double x[DIM_MAX];
        const size_t f = csv_count_of(&c, "function"), d = csv_count_of(&c, "dim");
        nes_problem *p = make_of("bbob-mixint", f, csv_count_of(&c, "instance"), d);
        const char *point = csv_text_of(&c, "point_id");
        const double want = csv_real_of(&c, "f"), fopt = csv_real_of(&c, "f_opt");
        assert_int_equal(csv_reals_of(&c, "x", x, d), d);
        check(p, f, point, nes_problem_value(p, x), want, fopt);
        check(p, f, "f_opt", nes_problem_optimum(p), fopt, fopt);
        check(p, f, "solution", nes_problem_value(p, nes_problem_solution(p)), fopt, fopt);
        if (strcmp(point, "xopt") == 0)
            for (size_t i = 0; i < d; i++) assert_within(nes_problem_solution(p)[i], x[i], 1e-9);
        if (strcmp(point, "init") == 0) {
            double x0[DIM_MAX];
            nes_problem_start(p, x0);
            assert_same_reals(d, x0, x);
        }
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, rows);
}

static void test_mixint(void **state)
{
    (void)state;
    check_mixint("bbob_mixint.csv", 432);
}

static void test_mixint_large(void **state)
{
    (void)state;
    check_mixint("bbob_mixint_large.csv", 146);
}

/* Writes a point of the table, by its name. */
static void place(const nes_problem *p, const char *name, double *x)
{
    for (size_t i = 0; i < nes_problem_dim(p); i++) {
        const double k = (double)(i + 1), best = nes_problem_solution(p)[i];
        if (strcmp(name, "zero") == 0) x[i] = 0.0;
        if (strcmp(name, "in1") == 0) x[i] = 2.5 * sin(k);
        if (strcmp(name, "in2") == 0) x[i] = 4.9 * cos(3.0 * k + 0.5);
        if (strcmp(name, "out") == 0)
            x[i] = (i + 1) % 3 == 1 ? 6.5 * cos(k) : (i + 1) % 3 == 2 ? -5.75 : 3.0 * sin(2.0 * k);
        if (strcmp(name, "xopt") == 0) x[i] = best;
        if (strcmp(name, "near") == 0) x[i] = best + 0.001 * cos(5.0 * k);
    }
}

static void test_largescale(void **state)
{
    (void)state;
    static csv c;
    csv_open(&c, "bbob_largescale.csv");
    for (; csv_next(&c);) {
        double x[DIM_MAX];
        const size_t f = csv_count_of(&c, "function");
        nes_problem *p =
            make_of("bbob-largescale", f, csv_count_of(&c, "instance"), csv_count_of(&c, "dim"));
        const char *point = csv_text_of(&c, "point_id");
        place(p, point, x);
        check(p, f, point, nes_problem_value(p, x), csv_real_of(&c, "f"), csv_real_of(&c, "f_opt"));
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 240);
}

/* Batches of any length, and with every vector of the processor, are their points one by one. */
static void test_batches(void **state)
{
    (void)state;
    enum { N = 19, D = 90 };
    static double x[N * D];
    double all[N];
    for (size_t k = 0; k < N * D; k++) x[k] = 6.0 * sin(1.7 * (double)k);
    for (size_t f = 1; f <= 24; f++) {
        nes_problem *p = make_of("bbob-largescale", f, 4, D);
        nes_problem_values(p, N, x, all);
        for (size_t k = 0; k < N; k++) {
            const double one = nes_problem_value(p, x + k * D);
            assert_same_reals(1, &one, all + k);
        }
        nes_problem_destroy(p);
    }
}

/* In one block a function of bbob-largescale is that of bbob, but for rounding. f9 has an optimum
 * of its own, and f7 other flat parts. */
static void test_one_block(void **state)
{
    (void)state;
    enum { D = 20 };
    double x[D];
    for (size_t i = 0; i < D; i++) x[i] = 5.5 * cos(3.0 * (double)i);
    for (size_t f = 1; f <= 24; f++) {
        nes_problem *large = make_of("bbob-largescale", f, 7, D), *p = make_of("bbob", f, 7, D);
        const double fopt = nes_problem_optimum(p);
        if (f != 9)
            check(large, f, "x", nes_problem_value(large, x), nes_problem_value(p, x), fopt);
        check(large, f, "solution", nes_problem_value(large, nes_problem_solution(large)), fopt,
              fopt);
        nes_problem_destroy(large);
        nes_problem_destroy(p);
    }
}

static void check_id(const char *id, const char *group, const char *name, size_t dim)
{
    nes_problem *p = make(id);
    assert_string_equal(nes_problem_group(p), group);
    assert_string_equal(nes_problem_name(p), name);
    assert_int_equal(nes_problem_dim(p), dim);
    nes_problem_destroy(p);
}

static void test_ids(void **state)
{
    (void)state;
    char id[64];
    const nes_suite *s = nes_suite_find("bbob-largescale");
    nes_suite_id(s, 2, 3, 640, id, sizeof id);
    assert_string_equal(id, "bbob_f002_i03_d0640");
    nes_suite_id(s, 2, 3, 5000, id, sizeof id);
    assert_string_equal(id, "bbob-largescale_f002_i03_d5000");
    check_id(id, "1-separable", "Ellipsoid, separable", 5000);
    check_id("bbob-largescale_f10_i1_d100000", "3-ill-conditioned", "Ellipsoid, rotated", 100000);
    nes_suite_id(nes_suite_find("bbob-mixint"), 2, 3, 5, id, sizeof id);
    assert_string_equal(id, "bbob-mixint_f002_i03_d05");
    refused("bbob-mixint_f001_i01_d12", NES_ERR_DIMENSION, "not a multiple of 5", "d12");
    refused("bbob-mixint_f025_i01_d10", NES_ERR_OPTION, "no function 25", "1 to 24");
    refused("bbob-largescale_f001", NES_ERR_OPTION, "is not", "bbob-largescale_f001_i01_d10");
}

static void test_levels(void **state)
{
    (void)state;
    static const size_t counts[] = {2, 2, 4, 4, 8, 8, 16, 16, 0, 0};
    nes_problem *p = make("bbob-mixint_f001_i01_d10"), *bits = make("onemax_n7");
    for (size_t i = 0; i < 10; i++) assert_int_equal(nes_problem_levels(p, i), counts[i]);
    assert_int_equal(nes_problem_levels(p, 10), 0);
    assert_int_equal(nes_problem_levels(bits, 3), 2);
    assert_int_equal(nes_problem_levels(NULL, 0), 0);
    const double point[] = {0.49, 0.5, -7.0, 2.5, 3.49, 7.2, 15.5, 1e300, 0.0, 1.0};
    const double rounded[] = {0.0, 1.0, 0.0, 3.0, 3.0, 7.0, 15.0, 15.0, 0.0, 1.0};
    const double one = nes_problem_value(p, point), other = nes_problem_value(p, rounded);
    assert_same_reals(1, &one, &other);
    nes_problem_destroy(p);
    nes_problem_destroy(bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixint),     cmocka_unit_test(test_mixint_large),
        cmocka_unit_test(test_largescale), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_one_block),  cmocka_unit_test(test_ids),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
