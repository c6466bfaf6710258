/* SPDX-License-Identifier: MIT
 *
 * Kendall's tau by hand. */
#include "model/kendall.h"

#include <math.h>

#include "support/check.h"

static void test_by_hand(void **state)
{
    (void)state;
    const double f[] = {1, 2, 3, 4}, alike[] = {-5, 0, 1, 9}, against[] = {4, 3, 2, 1};
    const double half[] = {1, 2, 4, 3};
    assert_within(nes_kendall(4, f, alike), 1, 0);
    assert_within(nes_kendall(4, f, against), -1, 0);
    assert_within(nes_kendall(4, f, half), 4.0 / 6, 1e-16);
}

/* Equal values count nothing, but are pairs. A model that says the same of two points is right if
 * the earlier one is not worse. */
static void test_ties(void **state)
{
    (void)state;
    const double f[] = {1, 1, 2}, model[] = {1, 2, 3}, flat[] = {0, 0, 0};
    assert_within(nes_kendall(3, f, model), 2.0 / 3, 1e-16);
    const double falling[] = {2, 1, 1};
    assert_within(nes_kendall(3, f, flat), 2.0 / 3, 1e-16);
    assert_within(nes_kendall(3, falling, flat), -2.0 / 3, 1e-16);
    assert_within(nes_kendall(3, flat, model), 0, 0);
}

static void test_no_pair(void **state)
{
    (void)state;
    const double f[] = {1};
    assert_true(isnan(nes_kendall(1, f, f)));
    assert_true(isnan(nes_kendall(0, f, f)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_no_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
