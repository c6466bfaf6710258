/* SPDX-License-Identifier: MIT
 *
 * Double Rosenbrock, random basin and Lennard-Jones clusters: every row of the reference values,
 * and what must hold whatever the point: symmetries, bounds, optima, points that are not finite. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nes/problems.h"
#include "random_basin.h"
#include "support/check.h"
#include "support/csv.h"
#include "support/refused.h"

static nes_problem *make(const char *id)
{
    nes_problem *p;
    char message[400] = "";
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

static double value(const char *id, const double *x)
{
    nes_problem *p = make(id);
    const double f = nes_problem_value(p, x);
    nes_problem_destroy(p);
    return f;
}

static double scaled(double got, double want)
{
    return fabs(got - want) / fmax(1.0, fabs(want));
}

/* The row's value by the rotation it names. */
static double basin_row(const csv *c, size_t d, const double *x)
{
    const double q[] = {cos(0.5), -sin(0.5), sin(0.5), cos(0.5)};
    char id[80];
    if (strcmp(csv_text_of(c, "rotation"), "identity") != 0)
        return nes_random_basin(csv_count_of(c, "seed"), 2, q, x);
    snprintf(id, sizeof id, "random-basin_s%s_i_d%zu", csv_text_of(c, "seed"), d);
    return value(id, x);
}

static void test_reference_values(void **state)
{
    (void)state;
    csv c;
    double x[64];
    char id[80];
    csv_open(&c, "functions.csv");
    while (csv_next(&c)) {
        const size_t d = csv_reals_of(&c, "x", x, 64);
        const char *name = csv_text_of(&c, "function");
        double f = NAN;
        if (strcmp(name, "random_basin") == 0) {
            f = basin_row(&c, d, x);
        } else if (strcmp(name, "double_rosenbrock") == 0) {
            snprintf(id, sizeof id, "double-rosenbrock_d%zu", d);
            f = value(id, x);
        } else if (strcmp(name, "lennard_jones") == 0) {
            snprintf(id, sizeof id, "lj_n%zu", d / 3);
            f = value(id, x);
        }
        if (!(scaled(f, csv_real_of(&c, "value")) <= 1e-12))
            fail_msg("%s, row %zu: %.17g", name, c.row, f);
    }
    assert_int_equal(c.row, 52);
}

static void test_best_known_energies(void **state)
{
    (void)state;
    csv c;
    size_t atoms = 1;
    csv_open(&c, "lj_minima.csv");
    while (csv_next(&c)) {
        char id[32];
        assert_int_equal(csv_count_of(&c, "atoms"), ++atoms);
        snprintf(id, sizeof id, "lj_n%zu", atoms);
        nes_problem *p = make(id);
        assert_int_equal(nes_problem_dim(p), csv_count_of(&c, "dimension"));
        assert_true(nes_problem_optimum(p) == csv_real_of(&c, "energy"));
        assert_null(nes_problem_solution(p));
        nes_problem_destroy(p);
    }
    assert_int_equal(atoms, 67);
    nes_problem *p = make("lj_n68");
    assert_true(isnan(nes_problem_optimum(p)));
    nes_problem_destroy(p);
}

/* The regular tetrahedron has all distances equal, so its energy is 6 times that of a pair; the
 * octahedron has twelve edges and three diagonals, sqrt 2 times as long. */
static void test_lj_geometry(void **state)
{
    (void)state;
    const double edge = pow(2.0, 1.0 / 6.0), a = edge / sqrt(8.0), o = edge / sqrt(2.0);
    const double tetrahedron[] = {a, a, a, a, -a, -a, -a, a, -a, -a, -a, a};
    const double octahedron[] = {o, 0, 0, -o, 0, 0, 0, o, 0, 0, -o, 0, 0, 0, o, 0, 0, -o};
    const double t = 1.0 / 16.0; /* r^-6 of a diagonal */
    assert_relative(value("lj_n4", tetrahedron), -6.0, 1e-13);
    assert_relative(value("lj_n6", octahedron), -12.0 + 3.0 * 4.0 * (t * t - t), 1e-13);
}

/* The same energy pair by pair, with powers of the distance itself, and when all atoms are moved
 * together or renamed. */
static void test_lj_by_pairs(void **state)
{
    (void)state;
    enum { N = 23 };
    double x[3 * N], y[3 * N], sum = 0.0;
    for (size_t i = 0; i < 3 * N; i++) x[i] = 3.0 * sin(1.0 + 7.3 * (double)(i * i));
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < i; j++) {
            const double r = hypot(hypot(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1]),
                                   x[3 * i + 2] - x[3 * j + 2]);
            sum += 4.0 * (pow(r, -12.0) - pow(r, -6.0));
        }
    assert_relative(value("lj_n23", x), sum, 1e-11);
    for (size_t i = 0; i < 3 * N; i++) y[i] = x[(i + 3 * 5) % (3 * N)] + 0.25;
    assert_relative(value("lj_n23", y), sum, 1e-11);
}

static void test_lj_coincident(void **state)
{
    (void)state;
    double x[18] = {1, 2, 3, 0, 0, 0, 1, 2, 3, 5, 5, 5, 9, 9, 9, 1, 0, 0};
    assert_true(value("lj_n6", x) == INFINITY);
    memset(x, 0, sizeof x);
    assert_true(value("lj_n2", x) == INFINITY && value("lj_n6", x) == INFINITY);
    for (size_t i = 0; i < 18; i++) x[i] = i % 2 == 0 ? 1e308 : -1e308;
    x[0] = -1e308;
    assert_true(!isnan(value("lj_n6", x)));
    x[0] = x[3] = 1e-200;
    x[1] = x[2] = x[4] = x[5] = 0.0;
    assert_true(value("lj_n2", x) == INFINITY);
}

/* Its two valleys: reached from either side, with the depths and widths that it is known for. */
static void test_double_rosenbrock(void **state)
{
    (void)state;
    nes_problem *p = make("double-rosenbrock_d5");
    double x[5];
    assert_true(nes_problem_value(p, nes_problem_solution(p)) == 0.0);
    assert_true(nes_problem_optimum(p) == 0.0);
    nes_problem_start(p, x);
    for (size_t i = 0; i < 5; i++) assert_true(x[i] == 1.5);
    for (double h = 1e-3; h < 0.2; h *= 3.0) { /* the same rise four times as far from 14 */
        double near[5], wide[5];
        for (size_t i = 0; i < 5; i++) {
            near[i] = -11.0 - (i == 2 ? h : 0.0);
            wide[i] = 14.0 + (i == 2 ? 4.0 * h : 0.0);
        }
        assert_relative(nes_problem_value(p, wide) - 5.0, nes_problem_value(p, near), 1e-9);
    }
    nes_problem_destroy(p);
}

/* Between 0 and 1, and the same everywhere in a wide cell but for a tenth. */
static void test_basin_range(void **state)
{
    (void)state;
    nes_problem *p = make("random-basin_s5_i_d3");
    double low = 1.0, high = 0.0;
    for (size_t k = 0; k < 20000; k++) {
        double x[3];
        for (size_t i = 0; i < 3; i++)
            x[i] = 10.0 * (0.5 + 0.4999 * sin((double)(3 * k + i) * 1.7)) - 20.0;
        const double f = nes_problem_value(p, x);
        low = fmin(low, f);
        high = fmax(high, f);
        assert_true(f > 0.0 && f <= 1.0);
    }
    assert_true(high - low <= 0.1 && high - low > 0.05);
    assert_true(isnan(nes_problem_optimum(p)) && nes_problem_solution(p) == NULL);
    nes_problem_destroy(p);
}

/* Levels are uniform: mean 1/2 for the wide and the narrow cells, seen through the value in the
 * middle of narrow cells, where the product is 1. */
static void test_basin_levels(void **state)
{
    (void)state;
    enum { N = 40000 };
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < N; k++) {
        const double x[2] = {10.0 * (double)(k % 200) + 0.5, -10.0 * (double)(k / 200) - 4.5};
        const double f = nes_random_basin(77, 2, NULL, x);
        sum += f;
        squares += f * f;
    }
    const double mean = sum / N, variance = squares / N - mean * mean;
    const double expected = (0.81 + 0.01) / 12.0;
    assert_within(mean, 0.5, 5.0 * sqrt(expected / N));
    assert_relative(variance, expected, 0.03);
}

/* A seed fixes the rotation too; y = Qx moves the same cells. The start is in the box. */
static void test_basin_seeds(void **state)
{
    (void)state;
    const double x[] = {1.25, -30.5, 7.75, 12.5};
    assert_true(value("random-basin_d4", x) == value("random-basin_s1_d4", x));
    assert_true(value("random-basin_s2_d4", x) != value("random-basin_s1_d4", x));
    assert_true(value("random-basin_i_d4", x) != value("random-basin_d4", x));
    assert_true(value("random-basin_i_d4", x) == nes_random_basin(1, 4, NULL, x));
    nes_problem *p = make("random-basin_s9_d10");
    double x0[10], spread = 0.0;
    nes_problem_start(p, x0);
    for (size_t i = 0; i < 10; i++) {
        assert_true(fabs(x0[i]) <= 50.0);
        spread = fmax(spread, fabs(x0[i]));
    }
    assert_true(spread > 10.0 && nes_problem_sigma(p) == 1.0);
    nes_problem_destroy(p);
    const double far[] = {1e300, -1e300, 1e19, -1e19};
    assert_true(isfinite(value("random-basin_i_d4", far)));
    assert_true(isfinite(value("random-basin_d4", far)));
}

/* Clusters and random basins start at random; the start that is always the same is of that law. */
static void test_start_laws(void **state)
{
    (void)state;
    static const char *const ids[] = {
        "lj_n50",      "random-basin_i_d150", "double-rosenbrock_d150",
        "sphere_d150", "double-pole_n1",      "bbob_f001_i01_d05"};
    double a, b, x[150], mean = 0.0, square = 0.0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        nes_problem *p = make(ids[i]);
        const nes_start_law law = nes_problem_start_law(p, &a, &b);
        assert_int_equal(law, i == 0 ? NES_LAW_NORMAL : i == 1 ? NES_LAW_UNIFORM : NES_LAW_POINT);
        if (i == 0) assert_true(a == 0.0 && b == 0.01);
        if (i == 1) assert_true(a == -50.0 && b == 50.0);
        if (i > 1) assert_true(isnan(a) && isnan(b));
        nes_problem_start(p, x);
        const double scale = i == 0 ? 0.01 : 100.0 / sqrt(12.0);
        for (size_t k = 0; i < 2 && k < 150; k++) {
            mean += x[k] / scale / 150.0;
            square += x[k] * x[k] / (scale * scale) / 150.0;
        }
        nes_problem_destroy(p);
        if (i > 1) continue;
        assert_within(mean, 0.0, 5.0 / sqrt(150.0));
        assert_within(square, 1.0, 5.0 * sqrt((i == 0 ? 2.0 : 0.8) / 150.0));
        mean = square = 0.0;
    }
}

static void test_not_finite(void **state)
{
    (void)state;
    static const char *const ids[] = {"double-rosenbrock_d4", "random-basin_d4",
                                      "random-basin_i_d4", "lj_n2", "double-pole_n1"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        double x[6] = {1, 2, 3, 4, 5, 6};
        x[1] = NAN;
        assert_true(isnan(value(ids[i], x)));
        x[3] = -INFINITY;
        assert_true(value(ids[i], x) == INFINITY);
        x[1] = 0.0;
        assert_true(value(ids[i], x) == INFINITY);
    }
}

static void test_bad_ids(void **state)
{
    (void)state;
    refused("lj", NES_ERR_OPTION, "number of atoms", "lj_n10");
    refused("lj_d9", NES_ERR_OPTION, "number of atoms", "lj_n10");
    refused("lj_n1", NES_ERR_DIMENSION, "too small", "at least 2");
    refused("lj_n", NES_ERR_DIMENSION, "whole number", "lj_n10");
    refused("lj_n9999999999999999999", NES_ERR_DIMENSION, "too large", "up to");
    refused("double-rosenbrock_d1", NES_ERR_DIMENSION, "too small", "at least 2");
    refused("double-rosenbrock", NES_ERR_OPTION, "dimension", "double-rosenbrock_d10");
    refused("random-basin", NES_ERR_OPTION, "dimension", "random-basin_d10");
    refused("random-basin_d0", NES_ERR_DIMENSION, "'0'", "above 0");
    refused("random-basin_d4001", NES_ERR_DIMENSION, "too large", "4000");
    refused("random-basin_s_d4", NES_ERR_OPTION, "seed ''", "random-basin_s7_d10");
    refused("random-basin_s-1_d4", NES_ERR_OPTION, "seed '-1'", "whole number");
    refused("random-basin_s18446744073709551616_d4", NES_ERR_OPTION, "18446744073709551616",
            "below 2^64");
    refused("random-basin_s111111111111111111111111111111111111_d4", NES_ERR_OPTION, "1111",
            "below 2^64");
    refused("random-basin_i", NES_ERR_OPTION, "dimension", "random-basin_d10");
    refused("random-basin_s5", NES_ERR_OPTION, "dimension", "random-basin_d10");
    refused("double-pole", NES_ERR_OPTION, "number of units", "double-pole_n10");
    refused("double-pole_n0", NES_ERR_DIMENSION, "'0'", "above 0");
    refused("double-pole_n1001", NES_ERR_DIMENSION, "too large", "1000");
    refused("double-pole_n1_s", NES_ERR_OPTION, "steps", "double-pole_n1_s1000");
    refused("double-pole_n1_s0", NES_ERR_OPTION, "'0'", "double-pole_n1_s1000");
    refused("double-pole_n1_s1_s2", NES_ERR_OPTION, "'s2'", "twice");
    refused("double-pole_n1_fricton", NES_ERR_OPTION, "'fricton'", "_friction");
    refused("double-pole_n1_", NES_ERR_OPTION, "''", "_friction");
    refused("double-pole_n1_friction_friction", NES_ERR_OPTION, "twice", "_damped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_values), cmocka_unit_test(test_best_known_energies),
        cmocka_unit_test(test_lj_geometry),      cmocka_unit_test(test_lj_by_pairs),
        cmocka_unit_test(test_lj_coincident),    cmocka_unit_test(test_double_rosenbrock),
        cmocka_unit_test(test_basin_range),      cmocka_unit_test(test_basin_levels),
        cmocka_unit_test(test_basin_seeds),      cmocka_unit_test(test_start_laws),
        cmocka_unit_test(test_not_finite),       cmocka_unit_test(test_bad_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
