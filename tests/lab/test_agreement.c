/* SPDX-License-Identifier: MIT
 *
 * Agreement of many numbers with reference values. */
#include <math.h>

#include "stats/sample.h"
#include "support/check.h"

/* Of one comparison: the usual 1.96. Of n: each may be wrong in 5 % by n of the cases. */
static void test_bound(void **state)
{
    (void)state;
    assert_within(agreement_bound(1), 1.959964, 1e-6);
    for (size_t n = 1; n <= 100; n += 9)
        assert_within((double)n * erfc(agreement_bound(n) / sqrt(2)), 0.05, 1e-9);
}

static void test_largest(void **state)
{
    agreement a = {.n = 0};
    (void)state;
    agreement_add(&a, 1, 1, "first");
    agreement_add(&a, -5, 2, "number 2");
    agreement_add(&a, 0.2, 0.1, "third");
    assert_int_equal(a.n, 3);
    assert_within(a.largest, -2.5, 0);
    assert_string_equal(a.where, "number 2");
    assert_false(agreement_holds(&a)); /* 2.5 is too far for one of three, ... */
    a.n = 20;
    assert_true(agreement_holds(&a)); /* ... not for one of twenty */
}

/* Something that is not a number agrees with nothing. */
static void test_nan(void **state)
{
    agreement a = {.n = 0};
    (void)state;
    agreement_add(&a, 0.5, 1, "a number");
    agreement_add(&a, NAN, 1, "none");
    agreement_add(&a, 0.7, 1, "another");
    assert_false(agreement_holds(&a));
    assert_string_equal(a.where, "none");
}

static void test_share_error(void **state)
{
    (void)state;
    /* 49 of 98 and half of 100: 99 + 1 of 198 + 2 */
    assert_within(share_difference_error(49, 98, 0.5, 100), sqrt(0.25 * (1.0 / 98 + 1.0 / 100)),
                  1e-15);
    assert_true(share_difference_error(0, 100, 0, 100) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_largest),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_share_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
