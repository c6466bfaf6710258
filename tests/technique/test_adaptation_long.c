/* SPDX-License-Identifier: MIT
 *
 * How many evaluations adaptation sampling needs: means of 200 runs on the sphere against values of
 * independent implementations, and how often it gets through a curved valley. Start and optimum are
 * uniform in [-4, 4]^d, the first step size is 1. [math: A7] */
#include <math.h>

#include "nes/problems.h"
#include "rng/stream.h"
#include "support/check.h"
#include "support/runs.h"

enum { RUNS = 200, MOST_DIM = 20 };
static const double TARGET = 1e-7;

/* A problem around a point of its own; counts evaluations up to the first at the target. */
typedef struct task {
    const nes_problem *problem; /* null: the sphere */
    double at[MOST_DIM];
    uint64_t count, hit;
} task;

static double value(size_t dim, const double *x, void *user)
{
    task *t = user;
    double f = 0;
    for (size_t i = 0; i < dim; i++) f += (x[i] - t->at[i]) * (x[i] - t->at[i]);
    if (t->problem != NULL) f = nes_problem_value(t->problem, x);
    t->count++;
    if (t->hit == 0 && f <= TARGET) t->hit = t->count;
    return f;
}

/* Evaluations to the target, 0 if it was not reached. */
static uint64_t run(task *t, size_t dim, double c_rho, uint64_t seed)
{
    double x0[MOST_DIM];
    const nes_stream random = {.seed = seed, .lane = NES_LANE_MAX};
    nes_settings s = run_settings("xnes-as");
    s.seed = seed;
    s.c_rho = c_rho;
    s.target = TARGET;
    s.max_evals = 60000;
    for (size_t i = 0; i < dim; i++) {
        x0[i] = 8 * nes_uniform(&random, i) - 4;
        t->at[i] = 8 * nes_uniform(&random, dim + i) - 4;
    }
    t->count = t->hit = 0;
    nes_opt *o = run_start(dim, x0, &s);
    run_to_end(o, value, t);
    nes_destroy(o);
    return t->hit;
}

static void check_sphere(size_t dim, double c_rho, double want, double tolerance)
{
    double sum = 0, square = 0;
    task t = {0};
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        const double used = (double)run(&t, dim, c_rho, seed);
        assert_true(used > 0);
        sum += used;
        square += used * used;
    }
    const double mean = sum / RUNS, error = sqrt((square / RUNS - mean * mean) / RUNS);
    print_message("sphere, d = %2zu, c_rho %.1f: %.0f +- %.0f, expected %.0f\n", dim, c_rho, mean,
                  error, want);
    assert_relative(mean, want, tolerance);
}

static void sphere(void **state)
{
    (void)state;
    check_sphere(5, 3, 770, 0.10);
    check_sphere(10, 3, 1290, 0.10);
    check_sphere(20, 3, 2400, 0.10);
    check_sphere(5, 2.5, 970, 0.15);
    check_sphere(10, 2.5, 1850, 0.15);
    check_sphere(20, 2.5, 7200, 0.15);
}

static void curved_valley(void **state)
{
    (void)state;
    task t = {0};
    nes_problem *problem;
    size_t solved = 0;
    assert_int_equal(nes_problem_create(&problem, "rosenbrock_d10", NULL, 0), NES_OK);
    t.problem = problem;
    for (uint64_t seed = 1; seed <= 16; seed++) solved += run(&t, 10, 2.5, seed) > 0;
    nes_problem_destroy(problem);
    print_message("rosenbrock, d = 10, c_rho 2.5: %zu of 16 solved\n", solved);
    assert_true(solved >= 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere),
        cmocka_unit_test(curved_valley),
    };
    return cmocka_run_group_tests_name("adaptation_long", tests, NULL, NULL);
}
