/* SPDX-License-Identifier: MIT
 *
 * Recipes: what problem a run gets, and where it starts. */
#include <math.h>
#include <stdio.h>

#include "experiment/recipe.h"
#include "support/check.h"

/* The best value of run k, as far as its budget goes. */
static double value_of(const recipe *r, size_t k)
{
    atomic_bool stop = false;
    task_watch w = {.stop = &stop};
    run_outcome o;
    assert_int_equal(recipe_run(r, k, NULL, &w, &o), 0);
    return o.precision;
}

static recipe climber(const char *problem, double budget)
{
    recipe r = {.options = "method=1+1-xnes sigma=1", .precision = NAN, .budget = budget};
    snprintf(r.problem, sizeof r.problem, "%s", problem);
    return r;
}

static void test_number_of_the_run(void **state)
{
    const recipe any = climber("random-basin_s%k_d3", 50);
    const recipe seventh = climber("random-basin_s7_d3", 50);
    (void)state;
    assert_true(value_of(&any, 7) == value_of(&seventh, 7));
    assert_true(value_of(&any, 8) != value_of(&seventh, 8));
}

static void test_usual_point(void **state)
{
    recipe r = climber("double-rosenbrock_d2", 1);
    nes_problem *p = NULL;
    (void)state;
    assert_int_equal(nes_problem_create(&p, "double-rosenbrock_d2", NULL, 0), NES_OK);
    assert_true(value_of(&r, 1) == nes_problem_value(p, (const double[]){0, 0}));
    r.usual_start = true;
    assert_true(value_of(&r, 1) == nes_problem_value(p, (const double[]){1.5, 1.5}));
    nes_problem_destroy(p);
}

/* A law of the problem is the same as that law in words of the recipe, and every run draws. */
static void test_usual_law(void **state)
{
    recipe basin = climber("random-basin_s1_d3", 1), box = basin, atoms = climber("lj_n4", 1);
    (void)state;
    basin.usual_start = atoms.usual_start = true;
    box.low = -50;
    box.high = 50;
    for (size_t k = 1; k <= 3; k++) assert_true(value_of(&basin, k) == value_of(&box, k));
    assert_true(value_of(&basin, 1) != value_of(&basin, 2));
    /* Atoms within hundredths of each other repel each other by r^-12. */
    assert_true(value_of(&atoms, 1) > 1e12 && value_of(&atoms, 1) != value_of(&atoms, 2));
}

/* A run notes when it came to each of the published precisions, and its last one is the end. */
static void test_precisions(void **state)
{
    atomic_bool stop = false;
    task_watch w = {.stop = &stop};
    recipe r = climber("sphere_d3", 5000);
    run_outcome o;
    (void)state;
    r.precision = 0.01;
    r.low = r.high = 4;
    assert_int_equal(recipe_run(&r, 1, NULL, &w, &o), 0);
    assert_true(o.solved && o.n_reached >= 4);
    for (size_t k = 1; k < o.n_reached; k++) assert_true(o.reached[k] >= o.reached[k - 1]);
    assert_true(o.reached[0] > 1 && o.reached[3] == o.evaluations);
    r.budget = (double)o.reached[2];
    assert_int_equal(recipe_run(&r, 1, NULL, &w, &o), 0);
    assert_true(!o.solved && o.n_reached == 3 && o.reached[2] == o.evaluations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_the_run),
        cmocka_unit_test(test_usual_point),
        cmocka_unit_test(test_usual_law),
        cmocka_unit_test(test_precisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
