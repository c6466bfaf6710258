/* SPDX-License-Identifier: MIT
 *
 * The polynomial model: which points it takes, which terms it has, and what least squares make of
 * them. [math: B21.2] */
#include "model/polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static surrogate s;

/* A type takes 0.75 N >= 1.1 terms; the full quadratic is left out above 20 variables. */
static void test_types(void **state)
{
    (void)state;
    static const struct {
        size_t d, n;
        int type;
    } cases[] = {{2, 4, -1}, {2, 5, 0},    {2, 7, 0},    {2, 8, 1},    {2, 9, 2},    {5, 8, -1},
                 {5, 9, 0},  {5, 16, 0},   {5, 17, 1},   {5, 30, 1},   {5, 31, 2},   {1, 3, 0},
                 {1, 5, 2},  {20, 338, 1}, {20, 339, 2}, {21, 500, 1}, {40, 1000, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        surrogate_open(&s, cases[k].d, cases[k].n, nes_cpu_best());
        surrogate_add(&s, cases[k].n, k, surrogate_bowl);
        const nes_fit fit = surrogate_fit(&s, 25);
        nes_polynomial_fit(&s.polynomial, &fit);
        assert_int_equal(s.polynomial.type, cases[k].type);
        surrogate_close(&s);
    }
}

static bool holds(const nes_points *p, size_t place)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->place[k] == place) return true;
    return false;
}

/* The latest points of the run; its best one, long ago, in the place of the oldest. */
static void test_points(void **state)
{
    (void)state;
    const size_t d = 3, most = 2 * nes_polynomial_terms(d, 2), n = 60;
    surrogate_open(&s, d, n, nes_cpu_best());
    surrogate_add(&s, n, 1, surrogate_bowl);
    s.archive.f[5] = -100;
    s.archive.run[50] = 1;
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    const nes_points *p = &s.polynomial.points;
    assert_int_equal(fit.best, 5);
    assert_int_equal(p->n, most);
    assert_true(holds(p, 5));
    assert_false(holds(p, 50));
    for (size_t k = n - most; k < n; k++)
        if (k != 50) assert_true(holds(p, k));
    assert_false(holds(p, n - most - 1)); /* the oldest, which the best one replaces */
    surrogate_close(&s);
}

/* Points without finite coordinates are as if they were not there. */
static void test_points_without_place(void **state)
{
    (void)state;
    surrogate_open(&s, 2, 40, nes_cpu_best());
    surrogate_add(&s, 40, 1, surrogate_bowl);
    s.archive.x[2 * 39] = INFINITY;
    s.archive.x[2 * 38 + 1] = NAN;
    s.archive.x[2 * 37 + 1] = 1e308;
    s.frame.sigma = 1e-10;
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.points.n, 12);
    for (size_t k = 37; k < 40; k++) assert_false(holds(&s.polynomial.points, k));
    surrogate_close(&s);
}

/* Random frame and points; f has squares along the axes of x alone. */
static double separable(size_t d, const double *x)
{
    double sum = 3;
    for (size_t j = 0; j < d; j++) sum += (double)(j + 1) * x[j] * x[j] - x[j];
    return sum;
}

static void random_frame(uint64_t seed)
{
    const size_t d = s.d;
    double *m = dense_room(d, sizeof *m), *D = dense_room(d, sizeof *D);
    double *B = dense_room(d * d, sizeof *B);
    dense_normals(seed, d, m);
    dense_shape(d, seed, B);
    for (size_t i = 0; i < d; i++) D[i] = 1 + 0.3 * (double)i;
    surrogate_frame(&s, m, 0.7, D, B);
    free(m);
    free(D);
    free(B);
}

/* The model is f wherever f is of its kind. */
static void check_exact(size_t n, int type, surrogate_f f)
{
    const size_t d = s.d;
    double *x = dense_room(d, sizeof *x), *u = dense_room(d, sizeof *u);
    random_frame(3);
    surrogate_add(&s, n, 1, f);
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.type, type);
    for (uint64_t seed = 50; seed < 55; seed++) {
        dense_normals(seed, d, x);
        nes_frame_into(&s.frame, x, u);
        const nes_points *p = &s.polynomial.points;
        assert_relative(p->low + p->span * nes_surface_value(&s.polynomial.surface, u), f(d, x),
                        1e-6);
    }
    assert_within(nes_polynomial_tau(&s.polynomial, 25), 1, 0);
    free(x);
    free(u);
}

static void test_exact(void **state)
{
    (void)state;
    surrogate_open(&s, 4, 40, nes_cpu_best());
    check_exact(30, 2, surrogate_bowl);
    surrogate_close(&s);
    surrogate_open(&s, 7, 80, nes_cpu_best());
    check_exact(72, 2, surrogate_bowl);
    surrogate_close(&s);
    surrogate_open(&s, 6, 40, nes_cpu_best());
    check_exact(24, 1, separable); /* in a frame that is not along the axes */
    surrogate_close(&s);
}

/* The terms of type 2 at u. */
static void terms_at(size_t d, const double *u, double *row)
{
    *row++ = 1;
    for (size_t k = 0; k < d; k++) *row++ = u[k];
    for (size_t k = 0; k < d; k++) *row++ = u[k] * u[k];
    for (size_t k = 0; k < d; k++)
        for (size_t l = 0; l < k; l++) *row++ = u[k] * u[l];
}

static double noisy(size_t d, const double *x)
{
    return surrogate_bowl(d, x) + 3 * sin(20 * x[0]) + 2 * sin(31 * x[d - 1]);
}

/* The same weighted problem by normal equations, d = 6: 28 terms, more than five variables. */
static void test_normal_equations(void **state)
{
    (void)state;
    enum { D = 6, P = 28, N = 50, ROWS = 38 }; /* 0.75 (N + 1) rows */
    double row[P], gram[P * P] = {0}, right[P] = {0}, u[D];
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 9, noisy);
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.type, 2);
    nes_points *p = &s.polynomial.points;
    nes_points_rank(p);
    for (size_t i = 0; i < ROWS; i++) {
        const double w = 20 - 19 * (double)i / (ROWS - 1);
        terms_at(D, p->u + p->order[i] * D, row);
        for (size_t j = 0; j < P; j++) {
            for (size_t k = 0; k < P; k++) gram[j * P + k] += w * w * row[j] * row[k];
            right[j] += w * w * row[j] * p->y[p->order[i]];
        }
    }
    dense_solve(P, gram, 1, right);
    for (uint64_t seed = 1; seed < 5; seed++) {
        dense_normals(seed, D, u);
        terms_at(D, u, row);
        double want = 0;
        for (size_t j = 0; j < P; j++) want += right[j] * row[j];
        assert_within(nes_surface_value(&s.polynomial.surface, u), want, 1e-8 * (1 + fabs(want)));
    }
    surrogate_close(&s);
}

/* A variable that never moves, and all points twice: the ridge decides, and gives it nothing. */
static void test_ridge(void **state)
{
    (void)state;
    surrogate_open(&s, 3, 40, nes_cpu_best());
    surrogate_add(&s, 20, 2, surrogate_bowl);
    for (size_t k = 0; k < 20; k++) s.archive.x[3 * k + 1] = 0;
    for (size_t k = 0; k < 20; k++)
        nes_archive_append(&s.archive, s.archive.x + 3 * k, surrogate_bowl(3, s.archive.x + 3 * k),
                           0);
    for (size_t k = 0; k < 20; k++) s.archive.f[k] = s.archive.f[k + 20];
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    const nes_surface *m = &s.polynomial.surface;
    assert_int_equal(s.polynomial.type, 2);
    assert_within(m->b[1], 0, 0);
    for (size_t j = 0; j < 3; j++) assert_within(m->H[3 + j], 0, 0);
    /* of 20 points two are the best one, a pair without an order */
    assert_within(nes_polynomial_tau(&s.polynomial, 25), 189.0 / 190, 1e-15);
    surrogate_close(&s);
}

/* A variable that has hardly moved is no less known than others: the ridge is for scaled columns.
 */
static void test_scaling(void **state)
{
    (void)state;
    surrogate_open(&s, 3, 20, nes_cpu_best());
    surrogate_add(&s, 20, 2, surrogate_bowl);
    for (size_t k = 0; k < 20; k++) {
        double *x = s.archive.x + 3 * k, moved = x[1];
        x[1] *= 1e-9;
        s.archive.f[k] = x[0] + 2 * moved + moved * moved + x[0] * moved;
    }
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    const nes_surface *m = &s.polynomial.surface;
    const double unit = sqrt(3), scale = s.polynomial.points.span;
    assert_int_equal(s.polynomial.type, 2);
    assert_relative(scale * m->b[0], unit, 1e-6);
    assert_relative(scale * m->b[1], 2e9 * unit, 1e-6);
    assert_relative(scale * m->H[4], 2e18 * unit * unit, 1e-6);
    assert_relative(scale * m->H[1], 1e9 * unit * unit, 1e-6);
    surrogate_close(&s);
}

/* Failed points are as bad as the worst of the others; without a finite value there is no model. */
static void test_failed(void **state)
{
    (void)state;
    static const double failed[] = {NAN, INFINITY, -INFINITY};
    double worst = -INFINITY;
    surrogate_open(&s, 2, 12, nes_cpu_best());
    surrogate_add(&s, 12, 2, surrogate_bowl);
    for (size_t k = 0; k < 3; k++) s.archive.f[2 * k] = failed[k];
    for (size_t k = 0; k < 12; k++)
        if (isfinite(s.archive.f[k])) worst = fmax(worst, s.archive.f[k]);
    nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.type, 2);
    const nes_points *p = &s.polynomial.points;
    for (size_t k = 0; k < p->n; k++)
        if (!isfinite(s.archive.f[p->place[k]])) assert_within(p->f[k], worst, 0);
    for (size_t k = 0; k < 12; k++) s.archive.f[k] = NAN;
    fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.type, -1);
    surrogate_close(&s);
}

/* The span is from the best value to number [N/2]; if they are equal, to the largest. */
static void test_span(void **state)
{
    (void)state;
    surrogate_open(&s, 2, 8, nes_cpu_best());
    surrogate_add(&s, 8, 2, surrogate_bowl);
    for (size_t k = 0; k < 8; k++) s.archive.f[k] = (double)(k * k) + 5;
    nes_fit fit = surrogate_fit(&s, 25);
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_within(s.polynomial.points.low, 5, 0);
    assert_within(s.polynomial.points.span, 16, 0);
    for (size_t k = 0; k < 7; k++) s.archive.f[k] = 5;
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_within(s.polynomial.points.span, 49, 0);
    s.archive.f[7] = 5;
    nes_polynomial_fit(&s.polynomial, &fit);
    assert_int_equal(s.polynomial.type, -1);
    surrogate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_points_without_place),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_normal_equations),
        cmocka_unit_test(test_ridge),
        cmocka_unit_test(test_scaling),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
