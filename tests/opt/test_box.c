/* SPDX-License-Identifier: MIT
 *
 * The box itself: its faces belong to it, every point is brought inside, and points of the box are
 * brought back, with two bounds, one and none. */
#include <math.h>
#include <string.h>

#include "support/check.h"
#include "technique/bounds.h"

enum { D = 4 };

static const double LOWER[D] = {-1, 2, -INFINITY, -INFINITY};
static const double UPPER[D] = {3, INFINITY, 5, INFINITY};

static nes_bounds box(const char *handler)
{
    return (nes_bounds){
        .d = D, .bounder = nes_bounder_find(handler), .lower = LOWER, .upper = UPPER, .sigma = 1};
}

/* One coordinate of a point inside is moved. */
static bool contains(size_t i, double x)
{
    const nes_bounds b = box("resample");
    double point[D] = {0, 3, 4, 0};
    point[i] = x;
    return nes_bounds_contain(&b, point);
}

static void faces_belong_to_it(void **state)
{
    (void)state;
    assert_true(contains(0, -1) && contains(0, 3) && contains(1, 2) && contains(2, 5));
    assert_false(contains(0, nextafter(-1, -2)));
    assert_false(contains(0, nextafter(3, 4)));
    assert_false(contains(1, nextafter(2, 1)));
    assert_false(contains(2, nextafter(5, 6)));
    assert_true(contains(3, 1e300) && contains(3, -1e300) && contains(1, 1e300));
    for (size_t i = 0; i < D; i++) assert_false(contains(i, NAN));
}

/* Without an array there is no bound on that side. */
static void missing_arrays(void **state)
{
    (void)state;
    const double outside[D] = {-7, -7, 7, 7};
    nes_bounds b = box("resample");
    assert_false(nes_bounds_contain(&b, outside));
    b.lower = NULL;
    assert_false(nes_bounds_contain(&b, outside)); /* 7 > 5 */
    b.upper = NULL;
    assert_true(nes_bounds_contain(&b, outside));
    b.lower = LOWER;
    assert_false(nes_bounds_contain(&b, outside)); /* -7 < -1 */
}

/* Points far outside, on the faces and inside; those of the box come back to where they were. */
static void into_and_back(void **state)
{
    (void)state;
    static const double at[] = {-1e6, -9, -1.3, -1, -0.9, 0, 2, 2.01, 2.9, 3, 3.3, 5, 5.01, 1e6};
    for (size_t h = 0; h < nes_bounder_count(); h++)
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            const nes_bounds b = box(nes_bounder_at(h)->name);
            double x[D] = {at[k], at[k], at[k], at[k]}, y[D];
            nes_bounds_into(&b, x);
            assert_true(nes_bounds_contain(&b, x));
            assert_true(x[3] == at[k]);
            memcpy(y, x, sizeof y);
            nes_bounds_from(&b, y);
            nes_bounds_fold(&b, y);
            nes_bounds_into(&b, y);
            for (size_t i = 0; i < D; i++) assert_within(y[i], x[i], 1e-9 * fmax(1, fabs(x[i])));
        }
}

/* Reflection: as far inside as the point was outside, again and again where it was far; first the
 * points, then where they go. */
static void mirrors(void **state)
{
    (void)state;
    const nes_bounds b = box("reflect");
    const double at[][2 * D] = {{-1.5, 1.5, 5.5, 9, -0.5, 2.5, 4.5, 9},
                                {3.25, 2, 5, -9, 2.75, 2, 5, -9},
                                {7.5, -96, 105, 0, -0.5, 100, -95, 0}, /* 3 + 4.5 = -1 + 0.5 */
                                {-9.5, 2.5, 4.5, 0, -0.5, 2.5, 4.5, 0}};
    for (size_t k = 0; k < 4; k++) {
        double x[D];
        memcpy(x, at[k], sizeof x);
        nes_bounds_into(&b, x);
        for (size_t i = 0; i < D; i++) assert_within(x[i], at[k][D + i], 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_belong_to_it),
        cmocka_unit_test(missing_arrays),
        cmocka_unit_test(into_and_back),
        cmocka_unit_test(mirrors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
