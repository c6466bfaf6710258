/* SPDX-License-Identifier: MIT
 *
 * Groups of variables (method block-xnes, option groups): what they are the same as, what they
 * cost, and where they are refused. [math: B17] */
#include "family/families.h"
#include "family/gauss_dd.h"
#include "nes/by_name.h"
#include "support/allocator.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/runs.h"

enum { D = 7 };

static const double X0[D] = {0.5, 1, -0.25, 1, 2, -1, 0.75};
static const double GROUPS[D] = {3, -1, 3, 8, -1, -1, 3}; /* {0, 2, 6}, {1, 4, 5} and {3} */
static const size_t SIDE_BY_SIDE[D] = {0, 2, 6, 1, 4, 5, 3};

/* Neighbours of the groups above depend on one another. */
static double valley(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        const double rest = i > 0 && i != 3 && i != 6 ? x[i] - 2 * x[i - 1] : 3 * x[i];
        sum += (double)(i + 1) * rest * rest;
    }
    return sum;
}

/* The same of variables in the order of GROUPS. */
static double scattered(size_t dim, const double *x, void *user)
{
    double y[D];
    for (size_t i = 0; i < D; i++) y[i] = x[SIDE_BY_SIDE[i]];
    return valley(dim, y, user);
}

static nes_settings settings(const double *groups)
{
    nes_settings s = run_settings("block-xnes");
    s.groups = groups;
    s.max_evals = 600;
    return s;
}

static void test_one_group_is_dd(void **state)
{
    (void)state;
    const double one[D] = {5, 5, 5, 5, 5, 5, 5};
    nes_settings s = settings(one), dd = run_settings("dd-xnes"), none = settings(NULL);
    dd.max_evals = s.max_evals;
    nes_opt *a = run_start(D, X0, &s), *b = run_start(D, X0, &dd), *c = run_start(D, X0, &none);
    run_to_end(a, valley, NULL);
    run_to_end(b, valley, NULL);
    run_to_end(c, valley, NULL);
    assert_int_equal(run_result(a).evaluations, run_result(b).evaluations);
    assert_same_reals(D, run_result(a).mean_x, run_result(b).mean_x);
    assert_same_reals(D, run_result(c).mean_x, run_result(b).mean_x);
    nes_destroy(a);
    nes_destroy(b);
    nes_destroy(c);
}

/* A run does not depend on where the members of a group stand. */
static void test_order_of_variables(void **state)
{
    (void)state;
    const double sorted[D] = {0, 0, 0, 1, 1, 1, 2};
    double x0[D], mean[D];
    nes_settings s = settings(GROUPS), t = settings(sorted);
    for (size_t i = 0; i < D; i++) x0[i] = X0[SIDE_BY_SIDE[i]];
    nes_opt *a = run_start(D, X0, &s), *b = run_start(D, x0, &t);
    run_to_end(a, scattered, NULL);
    run_to_end(b, valley, NULL);
    const nes_result r = run_result(a);
    for (size_t i = 0; i < D; i++) mean[i] = r.mean_x[SIDE_BY_SIDE[i]];
    assert_same_reals(D, mean, run_result(b).mean_x);
    assert_true(r.best_f < 1e-4);
    nes_destroy(a);
    nes_destroy(b);
}

static void test_save_and_restarts(void **state)
{
    (void)state;
    nes_settings s = settings(GROUPS);
    s.restarts = "bipop";
    s.max_evals = 6000;
    nes_opt *a = run_start(D, X0, &s);
    run_steps(a, 7, scattered, NULL);
    nes_opt *b = run_copy(a);
    run_to_end(a, scattered, NULL);
    run_to_end(b, scattered, NULL);
    run_assert_same(a, b);
    assert_true(run_result(a).restarts > 0);
    nes_destroy(a);
    nes_destroy(b);
}

static double without_third(size_t dim, const double *x, void *user)
{
    double y[D];
    for (size_t i = 0; i < D - 1; i++) y[i] = x[dim == D && i >= 2 ? i + 1 : i];
    return run_ellipsoid(D - 1, y, user);
}

/* A fixed variable drops out of its group. */
static void test_fixed(void **state)
{
    (void)state;
    double lower[D], upper[D], x0[D], groups[D - 1], rest[D - 1];
    for (size_t i = 0; i < D; i++) {
        lower[i] = i == 2 ? X0[i] : -INFINITY;
        upper[i] = i == 2 ? X0[i] : INFINITY;
        x0[i] = X0[i];
        if (i != 2) groups[i - (i > 2)] = GROUPS[i];
        if (i != 2) rest[i - (i > 2)] = X0[i];
    }
    nes_settings s = settings(GROUPS), t = settings(groups);
    const double open_lower[D - 1] = {-INFINITY, -INFINITY, -INFINITY,
                                      -INFINITY, -INFINITY, -INFINITY};
    s.lower = lower;
    s.upper = upper;
    t.lower = open_lower;
    nes_opt *a = run_start(D, x0, &s), *b = run_start(D - 1, rest, &t);
    run_to_end(a, without_third, NULL);
    run_to_end(b, without_third, NULL);
    run_assert_real(run_result(a).best_f, run_result(b).best_f);
    run_assert_real(run_result(a).mean_x[2], X0[2]);
    nes_destroy(a);
    nes_destroy(b);
}

static void assert_auto(const double *groups, const char *method)
{
    nes_settings s = run_settings("auto");
    s.groups = groups;
    nes_opt *o = run_start(D, X0, &s);
    assert_string_equal(nes_get_settings(o)->method, method);
    nes_destroy(o);
}

static void test_auto(void **state)
{
    (void)state;
    const double one[D] = {0};
    assert_auto(GROUPS, "block-xnes");
    assert_auto(one, "dd-xnes");
    assert_auto(NULL, "dd-xnes");
}

static void test_refusals(void **state)
{
    (void)state;
    double groups[D] = {0, 0, 0, 1, 1, 1, 1.5};
    nes_settings s = settings(groups);
    run_refuse(D, &s, X0, NES_ERR_VALUE, "number 7 of option 'groups' is 1.5");
    groups[6] = INFINITY;
    run_refuse(D, &s, X0, NES_ERR_VALUE, "whole number");
    groups[6] = 1;
    assert_int_equal(nes_set_array(&s, "groups", D - 1, groups), NES_OK);
    run_refuse(D, &s, X0, NES_ERR_COUNT, "option 'groups' has 6 numbers, but 7 are needed");
    s = run_settings("snes");
    s.groups = groups;
    run_refuse(D, &s, X0, NES_ERR_METHOD, "it needs family 'gauss-block'");
    s = settings(groups);
    s.mixing = "importance";
    run_refuse(D, &s, X0, NES_ERR_METHOD, "'gauss-block' lacks");
}

/* Memory goes with the sum of the squared sizes: a matrix of all variables would take 80 GB. */
static void test_memory(void **state)
{
    (void)state;
    enum { MANY = 100 * 1000, B = 10 };
    double *groups = dense_room(2 * MANY, sizeof *groups), *x0 = groups + MANY;
    allocations a = {.calls = 0};
    nes_settings s = settings(groups);
    for (size_t i = 0; i < MANY; i++) groups[i] = (double)(i % (MANY / B));
    s.allocator = allocator_of(&a);
    s.popsize = 4;
    nes_opt *o = run_start(MANY, x0, &s);
    run_steps(o, 2, run_sphere, NULL);
    assert_true(a.most < (size_t)MANY * 8 * 100);
    nes_destroy(o);
    assert_int_equal(a.live, 0);
    free(groups);
}

/* A step in coordinates that are turned within a group turns the covariance and nothing else, as
 * long as D stands still; one in other units does so with D, too. */
static void test_invariance(void **state)
{
    (void)state;
    enum { B = 3, N = 8 };
    const double groups[D] = {0, 0, 0, 1, 1, 1, 2}, c = 0.6, w = 0.8; /* a turn of two axes */
    const nes_rates eta = {.mu = 1, .sigma = 0.3, .shape = 0.2, .limit = 10};
    double s[2][D * D];
    for (size_t turned = 0; turned < 2; turned++) {
        rig r;
        rig_make_groups(&r, groups, D, N);
        rig_paths(&r, &(nes_path_rates){.sigma = 0.4, .shape = 0.3, .one = 0.1});
        for (size_t i = 0; i < r.g.step.nparts; i++) r.g.step.part[i].refresh = INFINITY;
        rig_start(&r, NULL, 1, NULL);
        double *bt = nes_dd_shape(&r.g.dist);
        if (turned) {
            bt[0] = bt[nes_padded(B) + 1] = c;
            bt[1] = -w;
            bt[nes_padded(B)] = w;
        }
        for (uint64_t t = 0; t < 3; t++) {
            rig_sample(&r, 1, t);
            for (size_t k = 0; k < N; k++) r.g.batch.f[k] = (double)((5 * k + t) % N);
            assert_int_equal(rig_step(&r, &eta), 0);
        }
        rig_covariance(&r, s[turned]);
        rig_free(&r);
    }
    assert_relative(s[1][0], c * c * s[0][0] + 2 * c * w * s[0][1] + w * w * s[0][D + 1], 1e-12);
    assert_relative(s[1][2], c * s[0][2] + w * s[0][D + 2], 1e-12);
    assert_relative(s[1][3 * D + 4], s[0][3 * D + 4], 1e-12);
    run_assert_real(s[1][4], 0);
    nes_settings plain = settings(GROUPS), scaled = settings(GROUPS);
    const double units[D] = {1, 4, 0.5, 1024, 2, 0.25, 1}; /* their geometric mean is not exact */
    double x0[D];
    for (size_t i = 0; i < D; i++) x0[i] = X0[i] * units[i];
    scaled.std = units;
    nes_opt *a = run_start(D, X0, &plain), *b = run_start(D, x0, &scaled);
    for (size_t t = 0; t < 12; t++) {
        nes_points p, q;
        double f[64];
        assert_int_equal(nes_ask(a, &p) | nes_ask(b, &q), NES_OK);
        for (size_t k = 0; k < p.n; k++) f[k] = scattered(D, p.x + k * D, NULL);
        for (size_t i = 0; i < p.n * D; i++) assert_within(q.x[i] / units[i % D], p.x[i], 1e-9);
        assert_int_equal(nes_tell(a, p.n, f) | nes_tell(b, q.n, f), NES_OK);
    }
    nes_destroy(a);
    nes_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_group_is_dd),
                                       cmocka_unit_test(test_order_of_variables),
                                       cmocka_unit_test(test_save_and_restarts),
                                       cmocka_unit_test(test_fixed),
                                       cmocka_unit_test(test_auto),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_invariance)};
    return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
