/* SPDX-License-Identifier: MIT
 *
 * The archive keeps places, and frames are the inverse of themselves. */
#include <math.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static void test_append_and_find(void **state)
{
    (void)state;
    surrogate s;
    const double x[][2] = {{1, 2}, {3, 4}, {1, 2}, {0, NAN}}, zero[] = {-0.0, 1}, other[] = {0, 1};
    surrogate_open(&s, 2, 5, nes_cpu_best());
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(nes_archive_append(&s.archive, x[k], (double)k, 7 + k), k);
    assert_int_equal(nes_archive_append(&s.archive, zero, 9, 1), 4);
    assert_int_equal(nes_archive_append(&s.archive, other, 9, 1), SIZE_MAX);
    assert_int_equal(s.archive.n, 5);
    assert_int_equal(s.archive.run[1], 8);
    assert_int_equal(nes_archive_find(&s.archive, x[2]), 0); /* the first of two */
    assert_int_equal(nes_archive_find(&s.archive, x[1]), 1);
    assert_int_equal(nes_archive_find(&s.archive, x[3]), SIZE_MAX); /* NaN equals nothing */
    assert_int_equal(nes_archive_find(&s.archive, other), 4);       /* -0 equals 0 */
    surrogate_close(&s);
}

static void test_frame_round_trip(void **state)
{
    (void)state;
    enum { D = 13 };
    surrogate s;
    double m[D], scales[D], B[D * D], x[D], u[D], back[D];
    surrogate_open(&s, D, 1, nes_cpu_best());
    dense_normals(1, D, m);
    dense_normals(2, D, x);
    dense_shape(D, 3, B);
    for (size_t i = 0; i < D; i++) scales[i] = pow(10, (double)i / 6 - 1);
    surrogate_frame(&s, m, 1e-3, scales, B);
    nes_frame_into(&s.frame, x, u);
    nes_frame_out(&s.frame, u, back);
    for (size_t i = 0; i < D; i++) assert_within(back[i], x[i], 1e-11);
    nes_frame_into(&s.frame, m, u);
    for (size_t i = 0; i < D; i++) assert_within(u[i], 0, 0);
    surrogate_close(&s);
}

/* A unit of u is sigma sqrt(d) D along an axis. */
static void test_frame_units(void **state)
{
    (void)state;
    surrogate s;
    const double m[] = {1, 2, 3, 4}, D[] = {1, 10, 1, 1}, x[] = {1, 2 + 40, 3, 4};
    double B[16] = {0}, u[4];
    for (size_t i = 0; i < 4; i++) B[i * 4 + i] = 1;
    surrogate_open(&s, 4, 1, nes_cpu_best());
    surrogate_frame(&s, m, 2, D, B);
    nes_frame_into(&s.frame, x, u);
    assert_within(u[1], 1, 1e-15);
    assert_within(u[0], 0, 0);
    surrogate_close(&s);
}

static void test_frame_refused(void **state)
{
    (void)state;
    surrogate s;
    const double m[] = {0, 0}, bad_m[] = {0, INFINITY}, D[] = {1, 1}, bad_D[] = {1, 0};
    const double B[] = {1, 0, 0, 1}, singular[] = {1, 2, 2, 4}, broken[] = {1, NAN, 0, 1};
    const double sigmas[] = {0, -1, INFINITY, NAN};
    const nes_cpu level = nes_cpu_best();
    surrogate_open(&s, 2, 1, level);
    assert_true(nes_frame_set(&s.frame, m, 1, D, B, s.work, level));
    assert_false(nes_frame_set(&s.frame, bad_m, 1, D, B, s.work, level));
    assert_false(nes_frame_set(&s.frame, m, 1, bad_D, B, s.work, level));
    assert_false(nes_frame_set(&s.frame, m, 1, D, singular, s.work, level));
    assert_false(nes_frame_set(&s.frame, m, 1, D, broken, s.work, level));
    for (size_t k = 0; k < 4; k++)
        assert_false(nes_frame_set(&s.frame, m, sigmas[k], D, B, s.work, level));
    surrogate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append_and_find),
        cmocka_unit_test(test_frame_round_trip),
        cmocka_unit_test(test_frame_units),
        cmocka_unit_test(test_frame_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
