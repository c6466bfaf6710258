/* SPDX-License-Identifier: MIT
 *
 * Functions of the other public headers (statuses, densities, the test of two samples, problems)
 * that are given null pointers, and sizes and numbers that make no sense.
 */
#include <stdint.h>

#include "nes/density.h"
#include "nes/mann_whitney.h"
#include "nes/problems.h"
#include "support/nulls.h"
#include "support/runs.h"

static void status(void)
{
    assert_string_equal(nes_strerror((nes_status)-1000), "unknown status");
    assert_string_equal(nes_strerror(NES_STATUS_END_), "unknown status");
}

/* ---- densities and laws ---- */

static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) x[i] = theta[0] + nes_random_normal(r);
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)dim, (void)user;
    s[0] = x[0] - theta[0];
}

static double at_distance(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return -r2 / 2;
}

static void score_at(const double *tau, size_t dim, double r2, double *s, void *user)
{
    (void)tau, (void)dim, (void)user;
    s[0] = r2;
}

static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return n;
}

static void densities(void)
{
    static const double t[1] = {0};
    nes_settings plain, *s = nes_settings_new();
    nes_settings_default(&plain);
    assert_non_null(s);
    REFUSED(nes_set_density(NULL, 1, t, sample, NULL, score, NULL, NULL));
    REFUSED(nes_set_density(&plain, 1, t, sample, NULL, score, NULL, NULL));
    REFUSED(nes_set_density(s, 1, NULL, sample, NULL, score, NULL, NULL));
    REFUSED(nes_set_density(s, 1, t, NULL, NULL, score, NULL, NULL));
    REFUSED(nes_set_density(s, 1, t, sample, NULL, NULL, NULL, NULL));
    assert_int_equal(nes_set_density(s, SIZE_MAX, t, sample, NULL, score, NULL, NULL),
                     NES_ERR_MEMORY);
    REFUSED(nes_set_radial(NULL, 0, NULL, at_distance, at_distance, NULL, radius, NULL, NULL));
    REFUSED(nes_set_radial(&plain, 0, NULL, at_distance, at_distance, NULL, radius, NULL, NULL));
    REFUSED(nes_set_radial(s, 0, NULL, NULL, at_distance, NULL, radius, NULL, NULL));
    REFUSED(nes_set_radial(s, 0, NULL, at_distance, NULL, NULL, radius, NULL, NULL));
    REFUSED(nes_set_radial(s, 0, NULL, at_distance, at_distance, NULL, NULL, NULL, NULL));
    REFUSED(nes_set_radial(s, 1, NULL, at_distance, at_distance, score_at, radius, NULL, NULL));
    REFUSED(nes_set_radial(s, 1, t, at_distance, at_distance, NULL, radius, NULL, NULL));
    assert_int_equal(
        nes_set_radial(s, SIZE_MAX, t, at_distance, at_distance, score_at, radius, NULL, NULL),
        NES_ERR_MEMORY);
    nes_settings_free(s);
}

static void random_numbers(void)
{
    assert_true(isnan(nes_random_uniform(NULL)));
    assert_true(isnan(nes_random_normal(NULL)));
}

static void two_samples(void)
{
    static const double v[2] = {1, 2};
    nes_mann_whitney_result r;
    REFUSED(nes_mann_whitney(2, NULL, NULL, 2, v, NULL, &r));
    REFUSED(nes_mann_whitney(2, v, NULL, 2, NULL, NULL, &r));
    REFUSED(nes_mann_whitney(2, v, NULL, 2, v, NULL, NULL));
    assert_int_equal(nes_mann_whitney(0, v, NULL, 2, v, NULL, &r), NES_ERR_COUNT);
    assert_int_equal(nes_mann_whitney(2, v, NULL, 0, v, NULL, &r), NES_ERR_COUNT);
}

/* ---- problems ---- */

static void no_problem(void)
{
    double a = 0, b = 0;
    nes_problem *p = NULL;
    REFUSED(nes_problem_create(NULL, "sphere_d2", NULL, SIZE_MAX));
    REFUSED(nes_problem_create(&p, NULL, NULL, 0));
    assert_null(p);
    nes_problem_destroy(NULL);
    assert_null(nes_problem_id(NULL));
    assert_null(nes_problem_name(NULL));
    assert_null(nes_problem_group(NULL));
    assert_null(nes_problem_solution(NULL));
    assert_int_equal(nes_problem_dim(NULL), 0);
    assert_int_equal(nes_problem_bits(NULL), 0);
    assert_int_equal(nes_problem_levels(NULL, 0), 0);
    assert_int_equal(nes_problem_noisy(NULL), 0);
    assert_true(isnan(nes_problem_optimum(NULL)));
    assert_true(isnan(nes_problem_sigma(NULL)));
    assert_int_equal(nes_problem_start_law(NULL, &a, &b), NES_LAW_POINT);
    assert_true(isnan(a) && isnan(b));
    nes_problem_start(NULL, &a);
}

static void problem_values(void)
{
    const double x[4] = {1, 2, 3, 4};
    double f[2];
    nes_noise noise = {.kind = NES_NOISE_OWN};
    nes_problem *p = NULL;
    assert_int_equal(nes_problem_create(&p, "sphere_d2", NULL, 0), NES_OK);
    assert_true(isnan(nes_problem_value(NULL, x)));
    assert_true(isnan(nes_problem_value(p, NULL)));
    nes_problem_start(p, NULL);
    assert_int_equal(nes_problem_start_law(p, NULL, NULL), NES_LAW_POINT);
    nes_problem_values(p, 2, x, NULL);
    nes_problem_values(p, 0, NULL, NULL);
    nes_problem_values(NULL, 2, x, f);
    assert_true(isnan(f[0]) && isnan(f[1]));
    f[0] = f[1] = 0;
    nes_problem_values(p, 2, NULL, f);
    assert_true(isnan(f[0]) && isnan(f[1]));
    nes_problem_noisy_values(p, &noise, 2, x, NULL);
    nes_problem_noisy_values(NULL, &noise, 2, x, f);
    nes_problem_noisy_values(p, &noise, 2, NULL, f);
    assert_true(isnan(f[0]) && isnan(f[1]));
    nes_problem_destroy(p);
}

static void constraints(void)
{
    const double x[2] = {1, 2};
    double g[3] = {0, 0, 0};
    nes_problem *p = NULL;
    assert_int_equal(nes_problem_create(&p, "bbob-constrained_f002_i01_d02", NULL, 0), NES_OK);
    assert_int_equal(nes_problem_constraints(NULL), 0);
    assert_int_equal(nes_problem_constraints(p), 3);
    nes_problem_constraint_values(NULL, 1, x, g);
    assert_true(g[0] == 0);
    nes_problem_constraint_values(p, 1, x, NULL);
    nes_problem_constraint_values(p, 1, NULL, g);
    assert_true(isnan(g[0]) && isnan(g[1]) && isnan(g[2]));
    nes_problem_destroy(p);
}

static void noise(void)
{
    double x[2] = {1, 2}, f = 0;
    nes_noise strange = {.kind = (nes_noise_kind)77};
    nes_problem *p = NULL;
    assert_int_equal(nes_problem_create(&p, "bbob_noisy_f101_i01_d02", NULL, 0), NES_OK);
    nes_problem_noisy_values(p, NULL, 1, x, &f);
    assert_true(isnan(f));
    nes_problem_noisy_values(p, &strange, 1, x, &f);
    assert_true(isnan(f));
    nes_problem_destroy(p);
}

static void suites(void)
{
    char id[40] = "x";
    assert_null(nes_suite_at(SIZE_MAX));
    assert_null(nes_suite_find(NULL));
    assert_null(nes_suite_find(""));
    assert_int_equal(nes_suite_id(NULL, 1, 1, 2, id, sizeof id), -1);
    assert_string_equal(id, "");
    assert_int_equal(nes_suite_id(nes_suite_at(0), 1, 1, 2, NULL, 0), 17);
    assert_int_equal(nes_suite_id(nes_suite_at(0), 1, 1, 2, NULL, 40), 17);
    assert_int_equal(nes_suite_id(NULL, 1, 1, 2, NULL, 40), -1);
    assert_null(nes_problem_kind_at(nes_problem_kind_count()));
    assert_null(nes_problem_kind_at(SIZE_MAX));
}

static const null_row rows[] = {
    {"nes_strerror", status},
    {"nes_set_density", densities},
    {"nes_set_radial", densities},
    {"nes_random_uniform", random_numbers},
    {"nes_random_normal", random_numbers},
    {"nes_mann_whitney", two_samples},
    {"nes_problem_create", no_problem},
    {"nes_problem_destroy", no_problem},
    {"nes_problem_id", no_problem},
    {"nes_problem_name", no_problem},
    {"nes_problem_group", no_problem},
    {"nes_problem_solution", no_problem},
    {"nes_problem_dim", no_problem},
    {"nes_problem_bits", no_problem},
    {"nes_problem_levels", no_problem},
    {"nes_problem_constraints", constraints},
    {"nes_problem_constraint_values", constraints},
    {"nes_problem_noisy", no_problem},
    {"nes_problem_optimum", no_problem},
    {"nes_problem_sigma", no_problem},
    {"nes_problem_start_law", no_problem},
    {"nes_problem_start", no_problem},
    {"nes_problem_value", problem_values},
    {"nes_problem_values", problem_values},
    {"nes_problem_noisy_values", noise},
    {"nes_suite_at", suites},
    {"nes_suite_find", suites},
    {"nes_suite_id", suites},
    {"nes_problem_kind_count", suites},
    {"nes_problem_kind_at", suites},
};

static void densities_and_problems(void **state)
{
    static const char *const headers[] = {"status.h", "density.h", "mann_whitney.h", "problems.h",
                                          NULL};
    (void)state;
    nulls_check(sizeof rows / sizeof *rows, rows, headers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(densities_and_problems)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
