/* SPDX-License-Identifier: MIT
 *
 * Values to utilities: the tables by their formulas, ties, and the order of values that are no
 * ordinary numbers. [math: A4, B12] */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "technique/shaping.h"

static void test_table(void **state)
{
    (void)state;
    assert_int_equal(nes_shaping_count(), 7);
    assert_null(nes_shaping_at(7));
    assert_null(nes_shaping_find("no such"));
    for (size_t i = 0; i < nes_shaping_count(); i++)
        assert_ptr_equal(nes_shaping_find(nes_shaping_at(i)->name), nes_shaping_at(i));
    assert_null(nes_shaping_find("table")->fill);
}

/* u_i + 1/n = ln((n/2 + 1)/i) / ln prod_j ((n/2 + 1)/j) over the j below n/2 + 1 */
static void test_paper(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 300; n++) {
        double u[300], sum = 0, absolute = 0;
        long double whole = 0;
        const long double top = (long double)n / 2 + 1;
        for (size_t j = 1; (long double)j < top; j++) whole += logl(top / (long double)j);
        nes_shaping_find("paper")->fill(2, n, u, u);
        for (size_t i = 1; i <= n; i++) {
            const long double h = (long double)i < top ? logl(top / (long double)i) : 0;
            assert_within(u[i - 1], (double)(h / whole - 1 / (long double)n), 1e-15);
            if ((double)i >= (double)n / 2 + 1) assert_within(u[i - 1], -1 / (double)n, 0);
            if (i > 1) assert_true(u[i - 1] <= u[i - 2]);
            sum += u[i - 1];
            absolute += fabs(u[i - 1]);
        }
        assert_within(sum, 0, 1e-14);
        if (n >= 4) assert_true(absolute > 0.99 && absolute < 1.215);
    }
}

/* Both tables are the better half of a logarithm, and 1/sum u^2 is the effective number. */
static void test_half(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 50; n++) {
        double mean[50], u[50], sum = 0, squares = 0;
        nes_shaping_find("half")->fill(2, n, mean, u);
        for (size_t i = 0; i < n; i++) {
            assert_within(mean[i], u[i], 0);
            assert_true(i < n / 2 ? u[i] > 0 : u[i] <= 1e-16);
            sum += u[i];
            squares += u[i] * u[i];
            if (i == 0 || i >= n / 2) continue;
            const double top = log(((double)n + 1) / 2);
            assert_relative(u[i] / u[0], 1 - log((double)i + 1) / top, 1e-13);
        }
        assert_within(sum, 1, 1e-14);
        assert_relative(nes_effective_samples(nes_shaping_find("half"), n, NULL), 1 / squares,
                        1e-12);
    }
}

static void test_linear(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 50; n++) {
        double u[50], sum = 0, absolute = 0;
        nes_shaping_find("linear")->fill(2, n, u, u);
        for (size_t i = 0; i < n; i++) {
            sum += u[i];
            absolute += fabs(u[i]);
            assert_within(u[i], -u[n - 1 - i], 1e-16);
            if (i > 1) assert_within(u[i] - u[i - 1], u[1] - u[0], 1e-16);
        }
        assert_true(u[0] > u[1]);
        assert_within(sum, 0, 1e-15);
        assert_within(absolute, 1, 1e-15);
    }
}

/* Utilities 6, 5, ..., so that a slot's utility tells its place. */
static void shape(rig *r, const nes_family *family, size_t n, const double *f, bool average)
{
    rig_make(r, family, 2, n, true);
    rig_start(r, NULL, 1, NULL);
    rig_sample(r, 1, 0);
    r->g.utilities.average_ties = average;
    for (size_t i = 0; i < n; i++) {
        r->g.utilities.shape[i] = (double)(n - i);
        r->g.utilities.mean[i] = -2 * (double)(n - i);
    }
    memcpy(r->g.batch.f, f, n * sizeof *f);
    nes_shape(&r->g);
}

static void check_utilities(size_t n, const double *f, bool average, const double *want)
{
    rig r;
    shape(&r, &nes_gauss_diag, n, f, average);
    assert_same_reals(n, r.g.batch.u, want);
    for (size_t k = 0; k < n; k++) assert_true(r.g.batch.v[k] == -2 * want[k]);
    assert_int_equal(r.g.finite, n);
    rig_free(&r);
}

static void test_ties(void **state)
{
    (void)state;
    const double f[] = {3, 1, 3, 2, 1, 3};
    check_utilities(6, f, true, (double[]){2, 5.5, 2, 4, 5.5, 2});
    check_utilities(6, f, false, (double[]){3, 6, 2, 4, 5, 1});
    const double flat[] = {0, -0.0, 0, 0}; /* zeros are equal, whatever their sign */
    check_utilities(4, flat, true, (double[]){2.5, 2.5, 2.5, 2.5});
    check_utilities(4, flat, false, (double[]){4, 3, 2, 1});
    const double close[] = {1 + 0x1p-52, 1, 0x1p-1074, 0, -DBL_MAX, -INFINITY};
    check_utilities(6, close, true, (double[]){1, 2, 3, 4, 5, 6});
}

/* With the paper's table a batch of equal values is no step at all. */
static void test_all_equal_is_no_step(void **state)
{
    (void)state;
    rig r;
    rig_make(&r, &nes_gauss_full, 3, 7, true);
    rig_start(&r, NULL, 1, NULL);
    rig_sample(&r, 1, 0);
    nes_shape(&r.g);
    for (size_t k = 0; k < 7; k++) assert_within(r.g.batch.u[k], 0, 1e-16);
    rig_free(&r);
}

static void test_finite_values(void **state)
{
    (void)state;
    assert_true(nes_is_finite_value(0) && nes_is_finite_value(1e300));
    assert_true(nes_is_finite_value(-INFINITY) && nes_is_finite_value(-1.7e308));
    assert_false(nes_is_finite_value(nextafter(1e300, INFINITY)));
    assert_false(nes_is_finite_value(INFINITY));
    assert_false(nes_is_finite_value(NAN) || nes_is_finite_value(-NAN));
}

static double radius2(const rig *r, size_t k)
{
    const double *z = r->g.batch.z + 2 * k, t = r->g.batch.tail[k];
    return t * t * (z[0] * z[0] + z[1] * z[1]);
}

/* Finite ones by value, then infinite ones, then NaN, each nearer ones first. */
static void check_awkward(const nes_family *family)
{
    const double f[] = {NAN, INFINITY, 5, NAN, 1.1e300, -1, INFINITY, NAN, 1e300, -INFINITY};
    enum { N = sizeof f / sizeof *f };
    rig r;
    shape(&r, family, N, f, true);
    const size_t *order = r.g.batch.order;
    assert_int_equal(r.g.finite, 4);
    assert_int_equal(order[0], 9);
    assert_int_equal(order[1], 5);
    assert_int_equal(order[2], 2);
    assert_int_equal(order[3], 8);
    for (size_t i = 4; i < 7; i++) assert_true(f[order[i]] > 1e300);
    for (size_t i = 7; i < N; i++) assert_true(isnan(f[order[i]]));
    for (size_t i = 4; i < N; i++)
        if (i != 4 && i != 7) assert_true(radius2(&r, order[i - 1]) < radius2(&r, order[i]));
    for (size_t i = 0; i < N; i++) assert_true(r.g.batch.u[order[i]] == (double)(N - i));
    rig_free(&r);
}

static void test_awkward_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_family_count(); i++)
        if (nes_family_at(i)->located) check_awkward(nes_family_at(i));
}

/* Minus the value over n, where there is one. */
static void test_raw(void **state)
{
    (void)state;
    const double f[] = {3, -1, NAN, 0, INFINITY, -INFINITY, 8, 2};
    const double want[] = {-0.375, 0.125, 0, 0, 0, 0, -1, -0.25};
    rig r;
    assert_true(nes_shaping_find("raw")->raw);
    rig_make(&r, &nes_gauss_diag, 2, 8, true);
    rig_start(&r, NULL, 1, NULL);
    rig_sample(&r, 1, 0);
    memcpy(r.g.batch.f, f, sizeof f);
    rig_shaping(&r, "raw", 2);
    nes_shape(&r.g);
    assert_int_equal(r.g.batch.order[0], 5);
    for (size_t k = 0; k < 8; k++) assert_within(r.g.batch.u[k], want[k], 0);
    rig_free(&r);
}

/* The effective number of samples, against the filled table; raw values count each as one. */
static void test_effective(void **state)
{
    (void)state;
    static const char *const names[] = {"paper", "linear"};
    double mean[50], u[50];
    for (size_t s = 0; s < 2; s++)
        for (size_t n = 2; n <= 50; n++) {
            const nes_shaping *shaping = nes_shaping_find(names[s]);
            double squares = 0;
            shaping->fill(2, n, mean, u);
            for (size_t i = 0; i < n; i++) squares += pow(u[i] + 1 / (double)n, 2);
            assert_relative(nes_effective_samples(shaping, n, NULL), 1 / squares, 1e-12);
            assert_relative(nes_effective_samples(nes_shaping_find("table"), n, u), 1 / squares,
                            1e-12);
        }
    assert_true(nes_effective_samples(nes_shaping_find("raw"), 17, NULL) == 17);
}

/* From a million points on it is a formula, which goes on where the sums end; and the largest
 * population that can be set takes no time. */
static void test_effective_of_many(void **state)
{
    (void)state;
    static const char *const names[] = {"paper", "active", "half", "linear"};
    const size_t many = 1 << 20, most = 4294967295u;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const nes_shaping *s = nes_shaping_find(names[i]);
        const double a = nes_effective_samples(s, many, NULL);
        const double b = nes_effective_samples(s, 2 * many, NULL);
        assert_relative(b, 2 * a, 1e-4);
        assert_relative(nes_effective_samples(s, many + 2, NULL), a * (1 + 2.0 / (double)many),
                        1e-7);
        assert_relative(nes_effective_samples(s, most, NULL), a * (double)most / (double)many,
                        1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effective),
        cmocka_unit_test(test_effective_of_many),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_half),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_finite_values),
        cmocka_unit_test(test_all_equal_is_no_step),
        cmocka_unit_test(test_awkward_values),
    };
    return cmocka_run_group_tests_name("shaping", tests, NULL, NULL);
}
