/* SPDX-License-Identifier: MIT
 *
 * The bar of a table of tasks: its share, its counts, the time left, and its width. */
#include <string.h>

#include "support/check.h"
#include "tasks/task_progress.h"

/* The line at a weight done, after so many seconds. */
static const char *line(double weight, double seconds, int width)
{
    static char text[256];
    const task_progress p = {.runs = 240, .done = 60, .all = 1000, .before = 100};
    task_progress_line(&p, weight, seconds, width, text, sizeof text);
    return text;
}

static void test_line(void **state)
{
    (void)state;
    /* Of 1000, 100 were done before and 200 in 10 s: 700 are left, 35 s. */
    assert_string_equal(line(300, 10, 58), "[###       ]  30 %  60 of 240 runs  0:35 left");
    assert_string_equal(line(300, 10, 0), " 30 %  60 of 240 runs  0:35 left");
    assert_string_equal(line(100, 10, 0), " 10 %  60 of 240 runs");  /* nothing new to judge by */
    assert_string_equal(line(300, 0.5, 0), " 30 %  60 of 240 runs"); /* too early */
    assert_string_equal(line(1000, 10, 58), "[##########] 100 %  60 of 240 runs  0:00 left");
    for (int width = 40; width <= 200; width++)
        assert_true((int)strlen(line(500, 1e6, width)) < (width < 50 ? 50 : width));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
