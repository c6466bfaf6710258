/* SPDX-License-Identifier: MIT
 *
 * Hooks of several techniques of one generation compose. */
#include "support/check.h"
#include "technique/hooks.h"

static size_t keep_five(nes_gen *g, nes_active *a)
{
    (void)g, (void)a;
    return 5;
}

static size_t keep_three(nes_gen *g, nes_active *a)
{
    (void)g, (void)a;
    return 3;
}

static void plan_two(nes_gen *g, nes_active *a, nes_batch *trial)
{
    (void)g, (void)a;
    trial->n += 2;
}

static void halve(const nes_active *a, nes_rates *eta)
{
    (void)a;
    eta->sigma *= 0.5;
}

static const nes_technique five = {.before_sample = keep_five, .draw_trial = plan_two};
static const nes_technique three = {.before_sample = keep_three, .in_force = halve};
static const nes_technique other = {.draw_trial = plan_two, .in_force = halve};
static const nes_technique idle = {.name = "idle"};

/* A generation with these techniques, as far as the first that is null. */
static nes_gen with(const nes_technique *const *t)
{
    nes_gen g = {.eta.sigma = 1};
    for (; t[g.nactive] != NULL; g.nactive++) g.active[g.nactive].technique = t[g.nactive];
    return g;
}

/* Rows stay that all techniques keep, whatever their order; without one that looks, none stays. */
static void test_kept_rows(void **state)
{
    (void)state;
    nes_gen up = with((const nes_technique *const[]){&idle, &three, &five, NULL});
    nes_gen down = with((const nes_technique *const[]){&five, &idle, &three, NULL});
    nes_gen one = with((const nes_technique *const[]){&five, &other, NULL});
    nes_gen none = with((const nes_technique *const[]){&other, NULL});
    assert_int_equal(nes_before_sample(&up), 3);
    assert_int_equal(nes_before_sample(&down), 3);
    assert_int_equal(nes_before_sample(&one), 5);
    assert_int_equal(nes_before_sample(&none), 0);
}

/* Samples of a trial stand one behind the other, and begin anew with every generation. */
static void test_trials(void **state)
{
    (void)state;
    nes_batch trial = {.n = 7};
    nes_gen g = with((const nes_technique *const[]){&five, &three, &other, NULL});
    nes_gen none = with((const nes_technique *const[]){&three, NULL});
    assert_int_equal(nes_draw_trial(&g, &trial), 4);
    assert_int_equal(nes_draw_trial(&g, &trial), 4);
    assert_int_equal(nes_draw_trial(&none, &trial), 0);
    assert_null(nes_technique_option(NES_MOST_TECHNIQUES)); /* a run has room for one of each */
}

static void test_rates(void **state)
{
    (void)state;
    const nes_gen g = with((const nes_technique *const[]){&five, &three, &other, NULL});
    assert_within(nes_rates_in_force(&g).sigma, 0.25, 0);
    assert_within(g.eta.sigma, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_rows),
        cmocka_unit_test(test_trials),
        cmocka_unit_test(test_rates),
    };
    return cmocka_run_group_tests_name("hooks", tests, NULL, NULL);
}
