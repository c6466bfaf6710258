/* SPDX-License-Identifier: MIT
 *
 * Numbers of programs: those of strtod(), and Fortran's exponents. */
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* rest: what stands behind the number. */
static void assert_number(const char *text, double want, const char *rest)
{
    char *end;
    const double got = number_read(text, &end);
    if (got != want || strcmp(end, rest) != 0) fail_msg("'%s': %g and '%s'", text, got, end);
}

static void fortran(void **state)
{
    (void)state;
    assert_number("1.5D+02", 150, "");
    assert_number("1.5d+02", 150, "");
    assert_number(".15D3", 150, "");
    assert_number("  -0.12345678901234567D-05", -0.12345678901234567e-05, "");
    assert_number("+2.D0,3", 2, ",3");
    assert_number("7d2 8", 700, " 8");
    assert_number("1D400", INFINITY, "");
    assert_number("0.00000000000000000000000000000000000000000000000000000000000000000001d+70", 100,
                  "");
}

static void others(void **state)
{
    (void)state;
    assert_number("1.5e2", 150, "");
    assert_number("-inf", -INFINITY, "");
    assert_number("0x1D2", 0x1D2, "");
    assert_number("0x1p3D2", 8, "D2");
    assert_number("1e2D2", 100, "D2");
    assert_number("5D", 5, "D");
    assert_number("5d+", 5, "d+");
    assert_number("5 D2", 5, " D2");
    assert_number("infD2", INFINITY, "D2");
    assert_number("D2", 0, "D2");
    assert_number("", 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fortran), cmocka_unit_test(others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
