/* SPDX-License-Identifier: MIT
 *
 * The search distribution as it can be read: factor, covariance, degrees of freedom and parameters,
 * against the points that the run hands out, the start that it was given, and one another. */
#include "nes/density.h"
#include "support/allocator.h"
#include "support/mixture.h"
#include "support/runs.h"

enum { D = 4, SAMPLES = 4000 };

static const double X0[D] = {1, 2, 3, 4};

/* Neighbours hang together, and more so from one to the next: no axis is that of a variable. */
static double slanted(size_t dim, const double *x, void *user)
{
    double sum = x[0] * x[0], weight = 1;
    (void)user;
    for (size_t i = 1; i < dim; i++, weight *= 4)
        sum += weight * (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
    return sum;
}

static void read_matrix(nes_opt *o, const char *name, size_t d, double *m)
{
    size_t n = 0;
    assert_int_equal(nes_get_length(o, name, &n), NES_OK);
    assert_int_equal(n, d * d);
    assert_int_equal(nes_get_array(o, name, n, m), NES_OK);
}

static double read_real(nes_opt *o, const char *name)
{
    double value = 0;
    assert_int_equal(nes_get_real(o, name, &value), NES_OK);
    return value;
}

/* A A^T, entry by entry, with the squares of std_x on its diagonal; det A, by elimination. */
static void check_matrices(nes_opt *o, size_t d)
{
    double *a = calloc(2 * d * d, sizeof *a), *c = a + d * d, log_det = 0;
    read_matrix(o, "factor", d, a);
    read_matrix(o, "covariance", d, c);
    const nes_result r = run_result(o);
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++) {
            double sum = 0;
            for (size_t k = 0; k < d; k++) sum += a[i * d + k] * a[j * d + k];
            assert_within(c[i * d + j], sum, 1e-13 * r.std_x[i] * r.std_x[j] * (double)d);
            run_assert_real(c[i * d + j], c[j * d + i]);
        }
        assert_relative(c[i * d + i], r.std_x[i] * r.std_x[i], 1e-12);
    }
    for (size_t k = 0; k < d; k++) { /* the covariance is positive definite: no pivoting */
        log_det += 0.5 * log(c[k * d + k]);
        for (size_t i = k + 1; i < d; i++)
            for (size_t j = d; j-- > k;) c[i * d + j] -= c[i * d + k] / c[k * d + k] * c[k * d + j];
    }
    const char *family = nes_get_settings(o)->family;
    if (strcmp(family, "gauss-dd") != 0 && strcmp(family, "gauss-block") != 0) /* estimates */
        assert_relative(r.sigma, exp(log_det / (double)d), 1e-9);
    free(a);
}

static void all_methods(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        if (run_is_binary(nes_method_at(m))) continue; /* has no matrix */
        if (!run_is_closed_form(nes_method_at(m))) s.eta_mu = s.eta_sigma = 0.01;
        nes_opt *o = run_start(D, X0, &s);
        for (int t = 0; t < 20; t++) {
            check_matrices(o, D);
            run_step(o, slanted, NULL);
        }
        nes_opt *copy = run_copy(o);
        double a[D * D], b[D * D];
        read_matrix(o, "covariance", D, a);
        read_matrix(copy, "covariance", D, b);
        assert_same_reals(D * D, a, b);
        nes_destroy(o);
        nes_destroy(copy);
    }
}

/* Points of a large generation scatter as the covariance says; of a pair only one counts. An entry
 * of the sample covariance has the variance (C_ii C_jj + C_ij^2)/n, normal samples given. */
static void check_scatter(nes_opt *o)
{
    double c[D * D], mean[D];
    nes_points p;
    read_matrix(o, "covariance", D, c);
    assert_int_equal(nes_get_array(o, "mean_x", D, mean), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, SAMPLES);
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j < D; j++) {
            double sum = 0;
            for (size_t k = 0; k < p.n; k++)
                sum += (p.x[k * D + i] - mean[i]) * (p.x[k * D + j] - mean[j]) / SAMPLES;
            const double variance = c[i * D + i] * c[j * D + j] + c[i * D + j] * c[i * D + j];
            assert_within(sum, c[i * D + j], 5 * sqrt(variance / (SAMPLES / 2.0)));
        }
}

static void scatter(void **state)
{
    (void)state;
    size_t checked = 0;
    for (size_t m = 0; m < nes_method_count(); m++) {
        nes_settings s = run_settings(nes_method_at(m)->name);
        if (run_is_elitist(nes_method_at(m)) || strcmp(s.method, "t-xnes") == 0) continue;
        if (run_is_binary(nes_method_at(m))) continue;
        if (run_method_is(nes_method_at(m), "mixing", "importance")) continue; /* old points stay */
        s.popsize = SAMPLES;
        nes_opt *o = run_start(D, X0, &s);
        run_steps(o, 4, slanted, NULL);
        check_scatter(o);
        nes_destroy(o);
        checked++;
    }
    assert_true(checked > 8);
}

/* A = factor diag(std) at the start. */
static void start(void **state)
{
    (void)state;
    static const double factor[D * D] = {2, 0, 0, 1, 0, 1, 3, 0, 1, 0, 1, 0, 0, 0, 5, 1};
    static const double std[D] = {0.5, 2, 1, 4};
    static const char *const families[] = {"gauss-full", "gauss-dd", "student", "gauss-factor"};
    for (size_t f = 0; f < 4; f++) {
        nes_settings s = run_settings("xnes");
        double a[D * D], want[D * D];
        s.family = families[f];
        if (f == 1) s.method = "dd-xnes";
        if (f == 3) s.gradient = "plain";
        s.factor = factor;
        s.std = std;
        nes_opt *o = run_start(D, X0, &s);
        for (size_t i = 0; i < D * D; i++) want[i] = factor[i] * std[i % D];
        read_matrix(o, "factor", D, a);
        assert_all_relative(D * D, a, want, 1e-14);
        nes_destroy(o);
    }
}

/* w <- A^-1 w, for two variables */
static double whitened_length2(const double *a, const double *w)
{
    const double det = a[0] * a[3] - a[1] * a[2];
    const double u = (a[3] * w[0] - a[1] * w[1]) / det, v = (a[0] * w[1] - a[2] * w[0]) / det;
    return u * u + v * v;
}

/* |A^-1 (x - mean)|^2/2 of a Student sample in the plane is below 1 with the probability
 * 1 - (1 + 2/nu)^(-nu/2). */
static void degrees_of_freedom(void **state)
{
    (void)state;
    enum { N = 40000, PLANE = 2 };
    nes_settings s = run_settings("t-xnes");
    double a[PLANE * PLANE], mean[PLANE], below = 0;
    nes_points p;
    s.popsize = N;
    s.adapt_nu = true;
    s.nu = 1;
    nes_opt *o = run_start(PLANE, X0, &s);
    run_assert_real(read_real(o, "nu"), 1);
    run_assert_real(read_real(o, "eta_nu"), nes_get_settings(o)->eta_nu);
    run_steps(o, 15, slanted, NULL);
    const double nu = read_real(o, "nu"), share = 1 - pow(1 + 2 / nu, -nu / 2);
    assert_true(nu > 1.5);
    read_matrix(o, "factor", PLANE, a);
    assert_int_equal(nes_get_array(o, "mean_x", PLANE, mean), NES_OK);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < N; k++) {
        const double w[] = {p.x[2 * k] - mean[0], p.x[2 * k + 1] - mean[1]};
        below += whitened_length2(a, w) < 2;
    }
    assert_within(below / N, share, 4 * sqrt(share * (1 - share) / N));
    nes_destroy(o);
}

static double seen[MIXTURE_PARAMETERS];

/* Called after every step. */
static int watch(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    memcpy(seen, theta, sizeof seen);
    return 0;
}

static void parameters(void **state)
{
    (void)state;
    nes_density mine = *mixture_density();
    nes_settings s = run_settings("auto");
    double theta[MIXTURE_PARAMETERS], one;
    size_t n = 0;
    mine.repair = watch;
    s.family = "user";
    s.density = &mine;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_get_length(o, "theta", &n), NES_OK);
    assert_int_equal(n, MIXTURE_PARAMETERS);
    assert_int_equal(nes_get_array(o, "theta", n, theta), NES_OK);
    assert_same_reals(n, theta, mine.theta0);
    for (int t = 0; t < 5; t++) {
        run_step(o, slanted, NULL);
        assert_int_equal(nes_get_array(o, "theta", n, theta), NES_OK);
        assert_same_reals(n, theta, seen);
    }
    assert_true(theta[0] != mine.theta0[0]);
    assert_int_equal(nes_get_array(o, "theta", n + 1, theta), NES_ERR_COUNT);
    assert_int_equal(nes_get_length(o, "factor", &n), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "family 'user' has no matrix 'factor': read 'theta'");
    assert_int_equal(nes_get_array(o, "covariance", 1, &one), NES_ERR_ORDER);
    assert_true(isnan(read_real(o, "eta_mu")) && isnan(read_real(o, "condition")));
    run_assert_real(read_real(o, "eta_sigma"), nes_get_settings(o)->eta_sigma);
    nes_destroy(o);
}

/* Of several runs the matrices are those of the run with the best value, as std_x is. */
static void several_runs(void **state)
{
    (void)state;
    static const char *const restarts[] = {"interleaved", "ipop", "bipop"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings("xnes");
        s.restarts = restarts[i];
        s.max_evals = 4000;
        s.tolx = 1e-3;
        nes_opt *o = run_start(D, X0, &s);
        while (nes_stopped(o) == NES_RUNNING) {
            run_steps(o, 20, slanted, NULL);
            check_matrices(o, D);
        }
        assert_true(run_result(o).restarts > 0);
        nes_destroy(o);
    }
}

static void too_large(void **state)
{
    (void)state;
    enum { MANY = 2001 };
    nes_settings s = run_settings("snes");
    double one;
    size_t n;
    nes_opt *o = run_start(MANY, NULL, &s);
    assert_int_equal(nes_get_length(o, "covariance", &n), NES_ERR_DIMENSION);
    run_assert_has(nes_message(o), "'covariance' of 2001 variables is not made");
    run_assert_has(nes_message(o), "the family has no full matrix: up to 2000 variables it is");
    assert_int_equal(nes_get_array(o, "factor", 1, &one), NES_ERR_DIMENSION);
    assert_int_equal(nes_get_length(o, "std_x", &n), NES_OK);
    assert_int_equal(n, MANY);
    assert_int_equal(nes_get_length(o, "theta", &n), NES_ERR_ORDER);
    run_assert_has(nes_message(o), "'gauss-diag' is described by 'mean_x' and 'factor'");
    nes_destroy(o);
}

/* A small matrix among many fixed variables. */
static void hardly_free(void **state)
{
    (void)state;
    enum { MANY = 2001 };
    double *bound = calloc(2 * MANY, sizeof *bound);
    nes_settings s = run_settings("xnes");
    size_t n;
    s.lower = bound;
    s.upper = bound + MANY;
    bound[MANY] = bound[MANY + 7] = 1;
    nes_opt *o = run_start(MANY, NULL, &s);
    assert_int_equal(nes_get_length(o, "factor", &n), NES_ERR_DIMENSION);
    run_assert_has(nes_message(o), "because some are fixed");
    nes_destroy(o);
    free(bound);
}

/* Families of linear cost, a block of coordinates and a bit. */
static void many_variables(void **state)
{
    (void)state;
    enum { MANY = 300 };
    static const char *const methods[] = {"snes", "cr-fm-nes", "lm-ma-es"};
    double x0[MANY];
    for (size_t i = 0; i < MANY; i++) x0[i] = 1;
    for (size_t m = 0; m < 3; m++) {
        const nes_settings s = run_settings(methods[m]);
        nes_opt *o = run_start(MANY, x0, &s);
        run_steps(o, 50, run_ellipsoid, NULL);
        check_matrices(o, MANY);
        nes_destroy(o);
    }
}

static void without_memory(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    allocations a = {.fail_at = 0};
    double c[D * D];
    s.allocator = allocator_of(&a);
    nes_opt *o = run_start(D, X0, &s);
    const size_t calls = a.calls, live = a.live;
    a.fail_at = calls + 1;
    assert_int_equal(nes_get_array(o, "factor", D * D, c), NES_OK);
    assert_int_equal(nes_get_array(o, "covariance", D * D, c), NES_ERR_MEMORY);
    run_assert_has(nes_message(o), "no memory for a row of the covariance");
    a.fail_at = 0;
    assert_int_equal(nes_get_array(o, "covariance", D * D, c), NES_OK);
    assert_int_equal(a.live, live);
    nes_destroy(o);
}

static void wrong_calls(void **state)
{
    (void)state;
    const nes_settings s = run_settings("xnes");
    nes_opt *o = run_start(D, X0, &s);
    size_t n;
    double a[D * D];
    assert_int_equal(nes_get_array(o, "covariance", D, a), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "result 'covariance' has 16 numbers, not 4");
    assert_int_equal(nes_get_length(o, "best_f", &n), NES_ERR_VALUE);
    assert_int_equal(nes_get_length(o, "covarience", &n), NES_ERR_OPTION);
    run_assert_has(nes_message(o), "did you mean covariance");
    assert_int_equal(nes_get_length(o, "best_x", &n), NES_OK); /* though there is none yet */
    assert_int_equal(n, D);
    assert_int_equal(nes_get_length(NULL, "best_x", &n), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_length(o, NULL, &n), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_length(o, "best_x", NULL), NES_ERR_ARGUMENT);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods), cmocka_unit_test(scatter),
        cmocka_unit_test(start),       cmocka_unit_test(degrees_of_freedom),
        cmocka_unit_test(parameters),  cmocka_unit_test(several_runs),
        cmocka_unit_test(too_large),   cmocka_unit_test(many_variables),
        cmocka_unit_test(wrong_calls), cmocka_unit_test(without_memory),
        cmocka_unit_test(hardly_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
