/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-constrained against the reference library's values: every row of the table, the
 * numbers that it is made of, the optimum as one that the constraints hold, the two variants, and
 * refusals. */
#include <math.h>
#include <string.h>

#include "constrained/constrained.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/refused.h"

enum { DIM_MAX = 40, CONSTRAINTS_MAX = 189 };

static nes_problem *make(const char *suite, size_t function, size_t instance, size_t dim)
{
    nes_problem *p;
    char id[64], message[320] = "";
    nes_suite_id(nes_suite_find(suite), function, instance, dim, id, sizeof id);
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

static void check_value(const nes_problem *p, const char *point, double f, double want, double fopt)
{
    const double error = fabs(f - want) / fmax(1.0, fmax(fabs(want), fabs(want - fopt)));
    if (!(error <= 1e-12))
        fail_msg("%s, %s: %.17g, not %.17g: error %g", nes_problem_id(p), point, f, want, error);
}

static void check_constraints(const nes_problem *p, const char *point, const double *x,
                              const double *want)
{
    double g[CONSTRAINTS_MAX];
    nes_problem_constraint_values(p, 1, x, g);
    for (size_t j = 0; j < nes_problem_constraints(p); j++)
        if (!(fabs(g[j] - want[j]) <= 1e-10 * fmax(1.0, fabs(want[j]))) ||
            (g[j] > 0.0) != (want[j] > 0.0))
            fail_msg("%s, %s, constraint %zu: %.17g, not %.17g", nes_problem_id(p), point, j, g[j],
                     want[j]);
}

static void test_every_row(void **state)
{
    (void)state;
    static csv c;
    csv_open(&c, "bbob_constrained.csv");
    for (; csv_next(&c);) {
        double start[DIM_MAX], x[DIM_MAX], x0[DIM_MAX], g[CONSTRAINTS_MAX];
        const size_t d = csv_count_of(&c, "dim"), m = csv_count_of(&c, "m");
        const char *point = csv_text_of(&c, "point_id");
        nes_problem *p =
            make("bbob-constrained", csv_count_of(&c, "function"), csv_count_of(&c, "instance"), d);
        assert_int_equal(nes_problem_constraints(p), m);
        assert_int_equal(csv_reals_of(&c, "x", x, d), d);
        assert_int_equal(csv_reals_of(&c, "x0", start, d), d);
        assert_int_equal(csv_reals_of(&c, "g", g, m), m);
        const double fopt = csv_real_of(&c, "f_opt");
        check_value(p, "f_opt", nes_problem_optimum(p), fopt, fopt);
        check_value(p, point, nes_problem_value(p, x), csv_real_of(&c, "f"), fopt);
        check_constraints(p, point, x, g);
        nes_problem_start(p, x0);
        for (size_t i = 0; i < d; i++) assert_within(x0[i], start[i], 1e-9);
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 659);
}

static void test_generator(void **state)
{
    (void)state;
    nes_lagged g;
    nes_lagged_seed(&g, 1);
    assert_same_reals(1, (double[]){nes_lagged_uniform(&g)}, (double[]){0.30381543662022226});
    nes_lagged_seed(&g, 1);
    for (int k = 1; k < 595; k++) nes_lagged_uniform(&g);
    static const double around[] = {0.05863261922696433, 0.8623011139832207, 0.2962600745484838};
    for (size_t k = 0; k < 3; k++) assert_within(nes_lagged_uniform(&g), around[k], 1e-16);
    nes_lagged_seed(&g, 1);
    assert_within(nes_lagged_normal(&g), -1.2429944325346864, 1e-15);
    nes_lagged_seed(&g, 10001 + INT64_C(4294967296)); /* seeds count modulo 2^32 */
    assert_within(nes_lagged_uniform(&g), 0.2728968559002729, 1e-16);
}

static void test_inverse(void **state)
{
    (void)state;
    assert_within(nes_inverse(nes_oscillate, 0.0, 3.0), 3.064344017736042, 1e-15);
    assert_within(nes_inverse(nes_oscillate, 0.0, -2.5), -2.584188174561505, 1e-15);
    assert_within(nes_inverse(nes_oscillate, 0.0, 0.7), 0.6843466916554406, 1e-15);
    assert_within(nes_inverse(nes_asymmetric, 0.1, 2.0), 1.8410460732800265, 1e-15);
    assert_within(nes_inverse(nes_asymmetric, 0.2, -7.0), -7.0, 0.0);
    for (double y = -40.0; y <= 40.0; y += 0.37)
        assert_within(nes_oscillate(nes_inverse(nes_oscillate, 0.0, y), 0.0), y, 1e-8 * fabs(y));
}

/* The optimum and the start hold all constraints. Small steps from the optimum that hold them, too,
 * lead to nothing better. */
static void test_optimum(void **state)
{
    (void)state;
    enum { D = 5, STEPS = 400 };
    for (size_t f = 1; f <= 54; f++) {
        nes_problem *p = make("bbob-constrained", f, 3 + f % 7, D);
        const size_t m = nes_problem_constraints(p);
        double x[D], g[CONSTRAINTS_MAX];
        nes_problem_start(p, x);
        nes_problem_constraint_values(p, 1, x, g);
        for (size_t j = 0; j < m; j++) assert_true(g[j] <= 0.0);
        nes_problem_constraint_values(p, 1, nes_problem_solution(p), g);
        for (size_t j = 0; j < m; j++) assert_true(g[j] <= 0.0);
        for (size_t k = 0; k < STEPS; k++) {
            bool feasible = true;
            for (size_t i = 0; i < D; i++)
                x[i] = nes_problem_solution(p)[i] + 0.03 * sin((double)(k * D + i) * 1.37);
            nes_problem_constraint_values(p, 1, x, g);
            for (size_t j = 0; j < m; j++) feasible = feasible && g[j] <= 0.0;
            if (feasible) assert_true(nes_problem_value(p, x) >= nes_problem_optimum(p) - 1e-9);
        }
        nes_problem_destroy(p);
    }
}

/* Without constraints that are inactive; without the disguise all others are equal. */
static void test_variants(void **state)
{
    (void)state;
    enum { D = 5 };
    double x[D] = {1.0, -2.0, 0.5, 3.0, -1.0}, g[CONSTRAINTS_MAX], other[CONSTRAINTS_MAX];
    nes_problem *all = make("bbob-constrained", 3, 1, D),
                *active = make("bbob-constrained-active-only", 3, 1, D),
                *plain = make("bbob-constrained-no-disguise", 3, 1, D);
    assert_int_equal(nes_problem_constraints(all), 9);
    assert_int_equal(nes_problem_constraints(active), 6);
    assert_int_equal(nes_problem_constraints(plain), 9);
    nes_problem_constraint_values(active, 1, nes_problem_solution(active), g);
    for (size_t j = 0; j < 6; j++) assert_within(g[j], 0.0, 1e-9);
    nes_problem_constraint_values(all, 1, x, g);
    nes_problem_constraint_values(plain, 1, x, other);
    size_t different = 0;
    for (size_t j = 0; j < 9; j++) different += g[j] != other[j];
    assert_int_equal(different, 1);
    nes_problem_destroy(all);
    nes_problem_destroy(active);
    nes_problem_destroy(plain);
}

static void test_not_finite(void **state)
{
    (void)state;
    nes_problem *p = make("bbob-constrained", 8, 1, 3);
    const double points[] = {0.0, INFINITY, NAN, 0.0, NAN, 1.0};
    double g[6];
    assert_true(isinf(nes_problem_value(p, points)) && nes_problem_value(p, points) > 0.0);
    assert_true(isnan(nes_problem_value(p, points + 3)));
    nes_problem_constraint_values(p, 2, points, g);
    for (size_t j = 0; j < 3; j++) assert_true(g[j] == INFINITY && isnan(g[3 + j]));
    nes_problem_constraint_values(p, 2, NULL, g);
    assert_true(isnan(g[0]) && isnan(g[5]));
    nes_problem_constraint_values(p, 2, points, NULL);
    assert_int_equal(nes_problem_constraints(NULL), 0);
    nes_problem_destroy(p);
}

static void test_words(void **state)
{
    (void)state;
    nes_problem *p = make("bbob-constrained", 20, 1, 10);
    assert_string_equal(nes_problem_id(p), "bbob-constrained_f020_i01_d10");
    assert_string_equal(nes_problem_name(p), "Ellipsoid, rotated, 3 linear constraints");
    assert_string_equal(nes_problem_group(p), "3-ill-conditioned_linear_linear");
    assert_int_equal(nes_problem_levels(p, 0), 0);
    nes_problem_destroy(p);
    p = make("bbob-constrained", 43, 1, 10);
    assert_string_equal(nes_problem_group(p), "1-separable_linear");
    nes_problem_destroy(p);
    refused("bbob-constrained_f055_i01_d10", NES_ERR_OPTION, "no function 55", "1 to 54");
    refused("bbob-constrained_f001_i100001_d10", NES_ERR_OPTION, "no instance", "1 to 100000");
    refused("bbob-constrained_f001_i01_d1", NES_ERR_DIMENSION, "at least dimension 2", "not 1");
    refused("bbob-constrained_f001_i01_d2001", NES_ERR_DIMENSION, "too large", "2000");
    refused("bbob-constrained", NES_ERR_OPTION, "is not", "bbob-constrained_f001_i01_d10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row), cmocka_unit_test(test_generator),
        cmocka_unit_test(test_inverse),   cmocka_unit_test(test_optimum),
        cmocka_unit_test(test_variants),  cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
