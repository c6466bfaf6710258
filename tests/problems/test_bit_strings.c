/* SPDX-License-Identifier: MIT
 *
 * Problems of bits: values by hand, optima, what counts as a one, and ids that are wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "nes/problems.h"
#include "support/refused.h"

static nes_problem *make(const char *id)
{
    nes_problem *p;
    char message[320] = "";
    if (nes_problem_create(&p, id, message, sizeof message) != NES_OK) fail_msg("%s", message);
    return p;
}

static void check(const char *id, const double *x, double expected)
{
    nes_problem *p = make(id);
    const double f = nes_problem_value(p, x);
    if (!(f == expected)) fail_msg("%s: %g, not %g", id, f, expected);
    nes_problem_destroy(p);
}

static void values(void **state)
{
    (void)state;
    const double mixed[] = {1, 1, 0, 1, 0}, none[] = {0, 0, 0, 0, 0}, odd[] = {0.5, 0.49, 3, -1, 1};
    const double blocks[] = {1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0};
    check("onemax_n1", mixed, 0);
    check("onemax_n5", mixed, 2);
    check("onemax_n5", none, 5);
    check("onemax_n5", odd, 2);
    check("leading-ones_n5", mixed, 3);
    check("leading-ones_n5", none, 5);
    check("leading-ones_n5", odd, 4);
    check("leading-ones_n2", mixed, 0);
    check("trap_n5", mixed, 4);
    check("trap_n5", none, 1);
    check("trap_n15", blocks, 0 + 1 + 5);
}

static void optima(void **state)
{
    (void)state;
    static const char *const ids[] = {"onemax_n7", "leading-ones_n7", "trap_n20"};
    for (size_t i = 0; i < 3; i++) {
        nes_problem *p = make(ids[i]);
        double x[20];
        assert_true(nes_problem_bits(p));
        assert_true(nes_problem_optimum(p) == 0);
        assert_true(nes_problem_value(p, nes_problem_solution(p)) == 0);
        nes_problem_start(p, x);
        for (size_t k = 0; k < nes_problem_dim(p); k++) assert_true(x[k] == 0);
        for (size_t k = 0; k < nes_problem_dim(p); k++) x[k] = 1;
        x[3] = NAN;
        assert_true(isnan(nes_problem_value(p, x)));
        x[2] = -INFINITY;
        assert_true(nes_problem_value(p, x) == INFINITY);
        nes_problem_destroy(p);
    }
    nes_problem *p = make("sphere_d2");
    assert_false(nes_problem_bits(p));
    nes_problem_destroy(p);
}

static void ids(void **state)
{
    (void)state;
    refused("onemax", NES_ERR_OPTION, "lacks its number of bits", "onemax_n10");
    refused("onemax_d10", NES_ERR_OPTION, "lacks its number of bits", "onemax_n10");
    refused("leading-ones_n0", NES_ERR_DIMENSION, "number of bits '0'", "leading-ones_n10");
    refused("trap_n3", NES_ERR_DIMENSION, "too small", "at least 5");
    refused("trap_n23", NES_ERR_DIMENSION, "blocks of 5 bits", "trap_n20");
    refused("onemax_n99999999999999999999", NES_ERR_DIMENSION, "too large", "onemax");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(optima),
        cmocka_unit_test(ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
