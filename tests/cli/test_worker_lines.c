/* SPDX-License-Identifier: MIT
 *
 * The lines that workers get: numbers, or JSON with names where there are some. */
#include "evaluate/worker_lines.h"

#include "support/check.h"

static void lines_of_points(void **state)
{
    (void)state;
    static char names[2][VARIABLES_NAME_SIZE] = {"width", "height"};
    const variables named = {.n = 2, .name = names}, unnamed = {.n = 2};
    const double x[] = {0.1, -3e-300};
    buffer b = {.n = 0};
    worker_lines_point(7, 2, x, &unnamed, false, &b);
    worker_lines_point(7, 2, x, &unnamed, true, &b);
    worker_lines_point(8, 2, x, &named, true, &b);
    assert_string_equal(b.text, "0.1 -3e-300\n"
                                "{\"id\":7,\"x\":[0.1,-3e-300]}\n"
                                "{\"id\":8,\"x\":[0.1,-3e-300],"
                                "\"named\":{\"width\":0.1,\"height\":-3e-300}}\n");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_of_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
