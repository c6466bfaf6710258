/* SPDX-License-Identifier: MIT
 *
 * The smooth map of the bounds as a user meets it: the points of a bounded run are those of a free
 * one, mapped into the box. The map is written down here once more, with margins of a twentieth of
 * the width, or of the initial standard deviation where a variable has one bound. */
#include "support/runs.h"

enum { D = 4, N = 400 };

/* The image of x for a lower bound l with margin a, as far as the other bound is far away. */
static double above(double l, double a, double x)
{
    const double from_vertex = fabs(x - (l - a));
    return from_vertex >= 2 * a ? from_vertex + l - a : l + from_vertex * from_vertex / (4 * a);
}

/* The points of the first generation; nothing has moved yet. */
static void points(const double *x0, const nes_settings *s, double *x)
{
    nes_points p;
    nes_opt *o = run_start(D, x0, s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, N);
    memcpy(x, p.x, N * D * sizeof *x);
    nes_destroy(o);
}

static nes_settings wide(const double *scale)
{
    nes_settings s = run_settings("snes");
    s.popsize = N;
    s.sigma = 0.8;
    s.scale = scale;
    return s;
}

/* Whether x is where the map is neither the identity nor a reflection. */
static bool in_margin(double l, double a, double x)
{
    return x > l - 3 * a && x < l + a;
}

static void two_sides(void **state)
{
    (void)state;
    const double lower[D] = {-1, 0, 10, -3}, upper[D] = {3, 1, 14, 5}, scale[D] = {1, 0.25, 1, 2};
    double x0[D], raw[N * D], got[N * D];
    size_t met = 0;
    for (size_t i = 0; i < D; i++) x0[i] = 0.5 * (lower[i] + upper[i]);
    nes_settings s = wide(scale);
    points(x0, &s, raw);
    s.lower = lower;
    s.upper = upper;
    points(x0, &s, got);
    for (size_t k = 0; k < N * D; k++) {
        const double l = lower[k % D], u = upper[k % D], x = raw[k], a = (u - l) / 20;
        const double want = x < x0[k % D] ? above(l, a, x) : -above(-u, a, -x);
        assert_within(got[k], want, 1e-13);
        met += in_margin(l, a, x) || in_margin(-u, a, -x);
    }
    assert_true(met > 40);
}

/* One bound: the margin follows the standard deviation of its variable at the start, or, where that
 * is lost beside the bound itself, the distance of numbers there. */
static void one_side(void **state)
{
    (void)state;
    const double far = 0x1p44, least = 0x1p4; /* |bound| 2^-40 */
    const double lower[D] = {-1, -INFINITY, far, -INFINITY};
    const double upper[D] = {INFINITY, 2, INFINITY, -far};
    const double scale[D] = {1, 3, 1, 2}, x0[D] = {0, 1, far + 1, -far - 1};
    double raw[N * D], got[N * D];
    size_t met = 0;
    nes_settings s = wide(scale);
    points(x0, &s, raw);
    s.lower = lower;
    s.upper = upper;
    points(x0, &s, got);
    for (size_t k = 0; k < N * D; k++) {
        const size_t i = k % D;
        const double a = fmax(0.8 * scale[i], i < 2 ? 0 : least) / 20, x = raw[k];
        const double l = i % 2 == 0 ? lower[i] : -upper[i], sign = i % 2 == 0 ? 1 : -1;
        assert_within(got[k], sign * above(l, a, sign * x), i < 2 ? 1e-13 : 0x1p-6);
        met += in_margin(l, a, sign * x);
    }
    assert_true(met > 40);
}

/* The step size alone, without scales. */
static void one_side_unscaled(void **state)
{
    (void)state;
    const double lower[D] = {-1, -0.5, 0, -2}, x0[D] = {0, 0.5, 1, -1};
    double raw[N * D], got[N * D];
    nes_settings s = wide(NULL);
    points(x0, &s, raw);
    s.lower = lower;
    points(x0, &s, got);
    for (size_t k = 0; k < N * D; k++)
        assert_within(got[k], above(lower[k % D], 0.04, raw[k]), 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sides),
        cmocka_unit_test(one_side),
        cmocka_unit_test(one_side_unscaled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
