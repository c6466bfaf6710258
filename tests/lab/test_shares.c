/* SPDX-License-Identifier: MIT
 *
 * Shares of targets reached, on runs made by hand. From 10^2 down to 10^-8 there are five targets
 * for each power of ten, and the first. */
#include <string.h>

#include "bench/run_table.h"
#include "bench/shares.h"
#include "support/check.h"

/* In dimension 2, times are 20, 200, 2000 evaluations and the end. Targets reached by then: 1, 6,
 * 26, 26 of the first run, as the step to 10 comes one evaluation too late for 20; 6, 11, 11, 51 of
 * the second; none of the third, which comes close to 100 only. */
static coco_step first_steps[] = {{1, 1e3}, {20, 100}, {21, 10}, {201, 1e-3}},
                 second_steps[] = {{20, 10}, {200, 1}, {2001, 1e-8}}, third_steps[] = {{1, 100.1}};
static coco_run runs[] = {
    {.instance = 1, .evaluations = 300, .precision = 1e-3, .steps = first_steps, .n = 4},
    {.instance = 2, .evaluations = 2001, .precision = 1e-8, .steps = second_steps, .n = 3},
    {.instance = 3, .evaluations = 9000, .precision = 100.1, .steps = third_steps, .n = 1},
};

static coco_set set_of(size_t function, size_t dim, size_t first, size_t n)
{
    return (coco_set){.suite = "bbob",
                      .function = function,
                      .dim = dim,
                      .precision = 1e-8,
                      .runs = runs + first,
                      .n = n};
}

static void check_row(const share_row *r, size_t dim, const char *group, size_t functions,
                      size_t n_runs, const size_t *reached)
{
    assert_int_equal(r->dim, dim);
    assert_string_equal(r->group, group);
    assert_int_equal(r->functions, functions);
    assert_int_equal(r->curve.pairs, n_runs * SHARE_TARGETS);
    for (size_t i = 0; i < SHARE_TIMES; i++)
        assert_int_equal(curve_count(&r->curve, share_times[i]), reached[i]);
}

static void test_targets(void **state)
{
    (void)state;
    const double powers[] = {1e2, 1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
    for (size_t k = 0; k <= 10; k++) assert_true(share_target(5 * k) == powers[k]);
    assert_within(share_target(1), 63.09573444801933, 1e-12);
    assert_within(share_target(SHARE_TARGETS - 2), 1.5848931924611134e-8, 1e-20);
}

/* Sets come in any order; rows are by dimension and group, those of all functions last. */
static void test_rows(void **state)
{
    (void)state;
    const coco_set far = set_of(20, 3, 2, 1), one = set_of(1, 2, 0, 1), two = set_of(5, 2, 1, 2),
                   other = set_of(6, 2, 1, 1);
    share_table t = {.rows = NULL};
    share_table_add(&t, &far, "5-weakly-structured");
    share_table_add(&t, &other, "2-moderate");
    share_table_add(&t, &one, "1-separable");
    share_table_add(&t, &two, "1-separable");
    assert_int_equal(t.n, 5);
    check_row(&t.rows[0], 2, "1-separable", 2, 3, (size_t[]){7, 17, 37, 77});
    check_row(&t.rows[1], 2, "2-moderate", 1, 1, (size_t[]){6, 11, 11, 51});
    check_row(&t.rows[2], 2, "all", 3, 4, (size_t[]){13, 28, 48, 128});
    check_row(&t.rows[3], 3, "5-weakly-structured", 1, 1, (size_t[]){0, 0, 0, 0});
    check_row(&t.rows[4], 3, "all", 1, 1, (size_t[]){0, 0, 0, 0});
    assert_true(share_percent(&t.rows[1], share_times[3]) == 100 &&
                share_percent(&t.rows[4], share_times[3]) == 0);
    assert_within(share_percent(&t.rows[0], share_times[1]), 100 * 17.0 / 153, 1e-12);
    share_table_free(&t);
}

/* Times grow with the dimension; a set without a group counts among all. */
static void test_dimension(void **state)
{
    (void)state;
    const coco_set s = set_of(1, 20, 0, 1);
    share_table t = {.rows = NULL};
    share_table_add(&t, &s, "");
    assert_int_equal(t.n, 1);
    check_row(&t.rows[0], 20, "all", 1, 1, (size_t[]){6, 26, 26, 26});
    share_table_free(&t);
}

static void group_is(const char *suite, size_t function, const char *want)
{
    char group[SHARE_GROUP_SIZE];
    coco_set s = {.function = function, .dim = 7};
    strcpy(s.suite, suite);
    run_table_group(&s, group, sizeof group);
    assert_string_equal(group, want);
}

static void test_groups(void **state)
{
    (void)state;
    static const struct {
        const char *suite, *group;
        size_t first, last;
    } groups[] = {
        {"bbob", "1-separable", 1, 5},
        {"bbob", "2-moderate", 6, 9},
        {"bbob", "3-ill-conditioned", 10, 14},
        {"bbob", "4-multi-modal", 15, 19},
        {"bbob", "5-weakly-structured", 20, 24},
        {"bbob-noisy", "1-moderate-noise", 101, 106},
        {"bbob-noisy", "2-severe-noise", 107, 121},
        {"bbob-noisy", "3-severe-noise-multi-modal", 122, 130},
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (size_t f = groups[i].first; f <= groups[i].last; f++)
            group_is(groups[i].suite, f, groups[i].group);
    group_is("bbob", 25, "");
    group_is("elsewhere", 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_dimension),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
