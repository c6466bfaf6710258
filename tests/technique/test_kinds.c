/* SPDX-License-Identifier: MIT
 *
 * Which rows are of a kind, and merits of rows of several kinds. [math: B19] */
#include "technique/kinds.h"

#include "support/check.h"
#include "technique/merits.h"

enum { ROWS = 10 };

static const bool all[ROWS] = {true, true, true, true, true, true, true, true, true, true};

static void check(const nes_traits *t, size_t n, const bool *counts, const size_t *want,
                  size_t kinds)
{
    size_t first[ROWS];
    assert_int_equal(nes_kinds_find(t, n, counts, first), kinds);
    for (size_t k = 0; k < n; k++)
        if (counts[k]) assert_int_equal(first[k], want[k]);
}

static void test_choices(void **state)
{
    (void)state;
    static const double choice[] = {0, 1, 0, 2, 0, 1, 1, 1, 0, 1};
    const nes_traits t = {.choices = 2, .choice = choice};
    check(&t, 5, all, (const size_t[]){0, 1, 0, 3, 0}, 3);
    check(&t, 5, (const bool[]){false, true, true, false, true}, (const size_t[]){9, 1, 2, 9, 2},
          2);
    check(&(nes_traits){0}, 5, all, (const size_t[]){0, 0, 0, 0, 0}, 1);
    check(&(nes_traits){0}, 5, (const bool[5]){false}, NULL, 0);
}

/* Integers make kinds while four rows in ten are not the first of theirs. */
static void test_integers(void **state)
{
    (void)state;
    static const double few[] = {3, 3, 4, 3, 5, 4, 6, 7, 3, 8},
                        many[] = {3, 3, 4, 3, 5, 4, 6, 7, 9, 8};
    static const double choice[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    nes_traits t = {.integers = 1, .integer = few};
    check(&t, 10, all, (const size_t[]){0, 0, 2, 0, 4, 2, 6, 7, 0, 9}, 6);
    t.integer = many;
    check(&t, 10, all, (const size_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1);
    t.choices = 1;
    t.choice = choice;
    check(&t, 10, all, (const size_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 9}, 2);
    t.integer = few;
    check(&t, 10, all, (const size_t[]){0, 0, 2, 0, 4, 2, 6, 7, 0, 9}, 6);
}

/* Within each of two kinds f = -2 g, and between them f grows with g: the multiplier is that of the
 * kinds, however far apart they are. */
static void test_merits(void **state)
{
    (void)state;
    static double room[512];
    static const double choice[] = {0, 1, 0, 1, 0, 2};
    const nes_constraints of = {.m = 1, .share = 0.1};
    nes_merits s = {.of = &of, .d = 1};
    nes_arena a = nes_arena_on(room);
    nes_merits_carve(&s, &a, 6);
    nes_merits_begin(&s);
    s.lam[0] = 2;
    const double g[] = {-1, 900, 0, 902, 1, 5000}, f[] = {2, 500, 0, 496, -2, 90000};
    double merit[6];
    const nes_told t = {6, f, g, 1, {.choices = 1, .choice = choice}};
    nes_merits_take(&s, &t, merit);
    assert_int_equal(s.kinds, 3);
    assert_relative(s.covariance[0], (1 + 0 + 1 + 1 + 1) / 3.0, 1e-14); /* six rows, three means */
    assert_relative(s.slope[0], -2 * (4 / 3.0), 1e-14);
    assert_relative(s.lam[0], 2, 1e-14);
    assert_within(s.mean[0], 0, 0); /* of the largest kind */
    assert_relative(s.weight[0], 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choices),
                                       cmocka_unit_test(test_integers),
                                       cmocka_unit_test(test_merits)};
    return cmocka_run_group_tests_name("kinds of rows", tests, NULL, NULL);
}
