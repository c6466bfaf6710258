/* SPDX-License-Identifier: MIT
 *
 * Constraints as people write them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "formula/relation.h"
#include "support/runs.h"
#include "support/said.h"

static char names[][VARIABLES_NAME_SIZE] = {"stress", "freq"};
static const variables V = {.n = 2, .name = names};
static const double X[] = {230, 6};

static void forms(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        double g[2];
    } known[] = {
        {"stress <= 200", 1, {30}},
        {" stress<200 ", 1, {30}},
        {"200 >= stress", 1, {30}},
        {"stress >= 200", 1, {-30}},
        {"5 <= freq <= 8", 2, {-1, -2}},
        {"8 >= freq >= 5", 2, {-2, -1}},
        {"freq == 2 +- 0.5", 2, {3.5, -4.5}},
        {"freq = stress / 2 +- 1", 2, {-110, 108}},
        {"stress <= 200; freq >= 7", 2, {30, 1}},
        {"stress - 1 <= 10*freq + 2", 1, {167}},
        {"max(freq, (stress > 1)) <= (3)", 1, {3}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        relations r = {.n = 0};
        double g[2];
        assert_int_equal(relations_read(&r, known[i].text, &V, NULL, "--constraint"), 0);
        assert_int_equal(r.n, known[i].n);
        assert_int_equal(relations_evaluate(&r, X, g), NES_MEASURED);
        for (size_t k = 0; k < r.n; k++) assert_true(g[k] == known[i].g[k]);
        assert_true(r.v[0].text[0] != ' ');
        relations_close(&r);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"stress", "no limit; write it as in stress <= 200"},
        {"", "no limit"},
        {"stress <=", "one side is empty"},
        {"== 2 +- 1", "one side is empty"},
        {"freq == +- 1", "one side is empty"},
        {"freq == 2", "an equality needs a tolerance"},
        {"freq == 2 +- 0", "must be a number above 0"},
        {"freq == 2 +- x", "must be a number above 0"},
        {"8 <= freq <= 5", "contradict each other"},
        {"5 >= freq >= 8", "contradict each other"},
        {"5 <= freq >= 8", "both comparisons must be"},
        {"5 <= freq == 8", "both comparisons must be"},
        {"1 <= 2 <= freq <= 8", "more than two comparisons"},
        {"freq != 2", "has <=, >= or == between"},
        {"freq) <= (2", "closed that was not opened"},
        {"(freq <= 2", "not closed"},
        {"mass <= 2", "'mass'"},
        {"; freq <= 2", "no limit"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        relations r = {.n = 0};
        said_begin(2);
        assert_int_equal(relations_read(&r, known[i][0], &V, NULL, "--constraint"), 2);
        run_assert_has(said_end(), known[i][1]);
        assert_int_equal(r.n, 0);
        relations_close(&r);
    }
}

static void a_side_may_fail(void **state)
{
    (void)state;
    relations r = {.n = 0};
    double g[1];
    assert_int_equal(relations_read(&r, "if(freq > 5, failed, 1) <= 2", &V, NULL, "--constraint"),
                     0);
    assert_int_equal(relations_evaluate(&r, X, g), NES_FAILED);
    relations_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(refusals),
        cmocka_unit_test(a_side_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
