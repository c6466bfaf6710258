/* SPDX-License-Identifier: MIT
 *
 * The classical functions against values worked out by hand, the rotation against the definition of
 * an orthogonal matrix, and every way in which an id can be wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nes/problems.h"
#include "problem.h"
#include "support/refused.h"

enum { CLASSICAL = 9 }; /* the first kinds listed */

static nes_problem *make(const char *id)
{
    nes_problem *p;
    char message[320] = "";
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    assert_non_null(p);
    assert_string_equal(nes_problem_id(p), id);
    return p;
}

static void assert_close(double a, double b, double relative)
{
    if (!(fabs(a - b) <= relative * fmax(1.0, fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

static void check(const char *id, const double *x, double expected)
{
    nes_problem *p = make(id);
    assert_close(nes_problem_value(p, x), expected, 1e-14);
    nes_problem_destroy(p);
}

static void test_values_by_hand(void **state)
{
    (void)state;
    const double one[] = {3}, two[] = {1, 2}, three[] = {1, -2, 3}, half[] = {0.5, 1};
    check("sphere_d1", one, 9);
    check("sphere_d3", three, 14);
    check("ellipsoid_d1", one, 9);
    check("ellipsoid_d2", two, 1 + 4e6);
    check("ellipsoid_d3", three, 1 + 4e3 + 9e6);
    check("rotated-ellipsoid_d1", one, 9);
    check("rosenbrock_d2", two, 100);
    check("rosenbrock_d3", three, 900 + 100 + 9);
    check("discus_d1", one, 9e6);
    check("discus_d3", three, 1e6 + 13);
    check("cigar_d1", one, 9);
    check("cigar_d3", three, 1 + 13e6);
    check("different-powers_d1", one, 3);
    check("different-powers_d2", two, sqrt(1 + 64));
    check("different-powers_d3", three, sqrt(1 + 16 + 729));
    check("sharp-ridge_d1", one, 9);
    check("sharp-ridge_d3", three, 1 + 100 * sqrt(13));
    check("rastrigin_d1", one, 9);
    check("rastrigin_d2", half, 20 + 0.25 + 1);
}

/* The optimum, the start, the batch form and the listing of every classical kind. */
static void test_every_kind(void **state)
{
    (void)state;
    assert_null(nes_problem_kind_at(nes_problem_kind_count()));
    for (size_t k = 0; k < CLASSICAL; k++) {
        const nes_problem_kind *kind = nes_problem_kind_at(k);
        char id[64];
        const size_t length = strlen(kind->pattern);
        assert_string_equal(kind->pattern + length - 3, "_dN");
        assert_true(strlen(kind->formula) > 0 && strlen(kind->doc) > 0);
        snprintf(id, sizeof id, "%.*s7", (int)length - 1, kind->pattern);
        nes_problem *p = make(id);
        assert_int_equal(nes_problem_dim(p), 7);
        assert_true(nes_problem_optimum(p) == 0.0);
        assert_true(strlen(nes_problem_name(p)) > 0);
        assert_null(nes_problem_group(p));
        assert_true(nes_problem_value(p, nes_problem_solution(p)) == 0.0);
        assert_true(nes_problem_sigma(p) > 0.0);
        double x[21], f[3];
        nes_problem_start(p, x);
        assert_true(nes_problem_value(p, x) > 1.0);
        for (size_t i = 0; i < 7; i++) x[7 + i] = nes_problem_solution(p)[i] + 0.01;
        for (size_t i = 0; i < 7; i++) x[14 + i] = -0.3 * (double)i;
        nes_problem_values(p, 3, x, f);
        for (size_t i = 0; i < 3; i++) assert_true(f[i] == nes_problem_value(p, x + 7 * i));
        assert_true(f[1] > 0.0);
        nes_problem_destroy(p);
    }
}

/* Largest deviation of Q Q^T from the identity. */
static double defect(size_t d)
{
    double *q = malloc(d * d * sizeof *q), *work = malloc(2 * d * sizeof *work), worst = 0.0;
    nes_problem_rotation(d, d, q, work);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = i == j ? -1.0 : 0.0;
            for (size_t k = 0; k < d; k++) sum += q[i * d + k] * q[j * d + k];
            worst = fmax(worst, fabs(sum));
        }
    free(q);
    free(work);
    return worst;
}

static void test_rotation_is_orthogonal(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 40; d++) assert_true(defect(d) < 1e-14);
    assert_true(defect(200) < 1e-13);
}

/* For a uniform Q every entry has mean square 1/d and the entries of a row are exchangeable: with
 * d^2 entries the mean of d q^4 is 3 d/(d+2) up to sampling; signs are even. */
static void test_rotation_is_spread(void **state)
{
    (void)state;
    enum { D = 100 };
    static double q[D * D], work[2 * D];
    double fourth = 0.0, positive = 0.0;
    nes_problem_rotation(D, D, q, work);
    for (size_t i = 0; i < D * D; i++) {
        fourth += D * q[i] * q[i] * q[i] * q[i];
        positive += q[i] > 0.0;
    }
    assert_close(fourth / D, 3.0 * D / (D + 2.0), 0.1);
    assert_close(positive / (D * D), 0.5, 0.02); /* four standard deviations */
}

/* f(x) = x^T H x with H similar to the diagonal matrix of weights: same trace, same trace of the
 * square, both from values alone, by f(e_i) and f(e_i + e_j). */
static void test_rotated_ellipsoid_has_its_spectrum(void **state)
{
    (void)state;
    enum { D = 6 };
    nes_problem *p = make("rotated-ellipsoid_d6");
    double h[D][D], trace = 0.0, square = 0.0, weights = 0.0, weights2 = 0.0;
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j < D; j++) {
            double x[D] = {0};
            x[i] += 1.0;
            x[j] += 1.0;
            h[i][j] = nes_problem_value(p, x); /* i = j: four times the diagonal */
        }
    for (size_t i = 0; i < D; i++) {
        trace += h[i][i] / 4.0;
        weights += pow(10.0, 6.0 * (double)i / (D - 1));
        weights2 += pow(10.0, 12.0 * (double)i / (D - 1));
        for (size_t j = 0; j < D; j++) {
            const double entry =
                i == j ? h[i][i] / 4.0 : (h[i][j] - h[i][i] / 4.0 - h[j][j] / 4.0) / 2.0;
            square += entry * entry;
        }
    }
    assert_close(trace / weights, 1.0, 1e-13);
    assert_close(square / weights2, 1.0, 1e-13);
    assert_true(fabs(h[0][1] - h[0][0] / 4.0 - h[1][1] / 4.0) > 1.0); /* not separable */
    nes_problem_destroy(p);
}

static void test_same_problem_every_time(void **state)
{
    (void)state;
    const double x[] = {0.1, -2, 3, 0.7, 5};
    nes_problem *a = make("rotated-ellipsoid_d5"), *b = make("rotated-ellipsoid_d5");
    assert_true(nes_problem_value(a, x) == nes_problem_value(b, x));
    nes_problem_destroy(a);
    nes_problem_destroy(b);
}

static void test_large_dimension(void **state)
{
    (void)state;
    const size_t d = 1000000;
    nes_problem *p = make("sphere_d1000000");
    double *x = malloc(d * sizeof *x);
    assert_non_null(x);
    nes_problem_start(p, x);
    assert_true(nes_problem_value(p, x) == 9e6);
    free(x);
    nes_problem_destroy(p);
}

static void test_bad_ids(void **state)
{
    (void)state;
    char long_id[5000];
    memset(long_id, 'a', sizeof long_id);
    long_id[sizeof long_id - 1] = '\0';
    refused("", NES_ERR_OPTION, "empty", "nes list problems");
    refused("sphere", NES_ERR_OPTION, "'sphere'", "sphere_d10");
    refused("sphere_", NES_ERR_OPTION, "'sphere_'", "sphere_d10");
    refused("sphere_x10", NES_ERR_OPTION, "'sphere_x10'", "sphere_d10");
    refused("sphere_d", NES_ERR_DIMENSION, "'sphere_d'", "whole number");
    refused("sphere_d0", NES_ERR_DIMENSION, "'0'", "whole number above 0");
    refused("sphere_d-3", NES_ERR_DIMENSION, "'-3'", "whole number");
    refused("sphere_d10x", NES_ERR_DIMENSION, "'10x'", "sphere_d10");
    refused("sphere_d99999999999999999999", NES_ERR_DIMENSION, "too large", "99999999999999999999");
    refused("rotated-ellipsoid_d4001", NES_ERR_DIMENSION, "too large", "4000");
    refused("rosenbrock_d1", NES_ERR_DIMENSION, "too small", "at least 2");
    refused("spere_d10", NES_ERR_OPTION, "'spere_d10'", "nes list problems");
    refused("rosenbrok_d10", NES_ERR_OPTION, "'rosenbrok_d10'", "nes list problems");
    refused("Sphere_d10", NES_ERR_OPTION, "'Sphere_d10'", "nes list problems");
    refused("quadratic_d3", NES_ERR_OPTION, "'quadratic_d3'", "nes list problems");
    refused("foo_d3", NES_ERR_OPTION, "'foo_d3'", "nes list problems");
    refused(long_id, NES_ERR_OPTION, "aaa", "nes list problems");
    refused(NULL, NES_ERR_ARGUMENT, "null", "id");
    assert_int_equal(nes_problem_create(NULL, "sphere_d2", NULL, 0), NES_ERR_ARGUMENT);
    nes_problem_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_by_hand),
        cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_rotation_is_orthogonal),
        cmocka_unit_test(test_rotation_is_spread),
        cmocka_unit_test(test_rotated_ellipsoid_has_its_spectrum),
        cmocka_unit_test(test_same_problem_every_time),
        cmocka_unit_test(test_large_dimension),
        cmocka_unit_test(test_bad_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
