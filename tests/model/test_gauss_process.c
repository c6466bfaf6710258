/* SPDX-License-Identifier: MIT
 *
 * The process model against dense matrices and the definition of leave-one-out. [math: B21.3] */
#include "model/gauss_process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static surrogate s;
static const double least[] = {1e-6, 1e-6, 1e-6, 1e-8, 0.1, 1e-7}; /* of hyper-parameters */
static const double most[] = {1e3, 1e3, 1e3, 1e2, 30, 0.3};

/* The kernel as it is written, term by term. */
static double kernel(size_t d, const double *t, const double *u, const double *v)
{
    double inner = 0, uu = 0, vv = 0, squares = 0, away = 0;
    for (size_t k = 0; k < d; k++) {
        inner += u[k] * v[k];
        uu += u[k] * u[k];
        vv += v[k] * v[k];
        squares += u[k] * u[k] * v[k] * v[k];
        away += (u[k] - v[k]) * (u[k] - v[k]);
    }
    const double r = sqrt(5 * away) / t[NES_GP_L];
    return 10 + inner + t[NES_GP_A] * uu * vv + t[NES_GP_D] * (double)d * squares +
           t[NES_GP_H] * inner * inner + t[NES_GP_R] * (1 + r + r * r / 3) * exp(-r);
}

/* What the points but `without` predict at u. */
static double predict(const nes_points *p, const double *t, size_t without, const double *u)
{
    const size_t d = p->d;
    double *K = dense_room(p->n * p->n, sizeof *K), *alpha = dense_room(p->n, sizeof *alpha);
    size_t *at = dense_room(p->n, sizeof *at), n = 0;
    double sum = 0;
    for (size_t i = 0; i < p->n; i++)
        if (i != without) at[n++] = i;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            K[i * n + j] = kernel(d, t, p->u + at[i] * d, p->u + at[j] * d);
        K[i * n + i] += pow(t[NES_GP_E] * p->y[at[i]], 2) + 1e-12 * K[i * n + i];
        alpha[i] = p->y[at[i]];
    }
    dense_solve(n, K, 1, alpha);
    for (size_t i = 0; i < n; i++) sum += alpha[i] * kernel(d, t, u, p->u + at[i] * d);
    free(K);
    free(alpha);
    free(at);
    return sum;
}

static double rugged(size_t d, const double *x)
{
    return surrogate_bowl(d, x) + 5 * cos(5 * x[0]) + 2 * sin(4 * x[d - 1]);
}

/* Values everywhere, and at each point without it; more than five variables, hyper-parameters
 * that are not those of the start, and instructions of every level. */
static void test_definition(void **state)
{
    (void)state;
    enum { D = 7, N = 60 };
    double u[D];
    for (int level = 0; level <= (int)nes_cpu_best(); level++) {
        surrogate_open(&s, D, N, (nes_cpu)level);
        surrogate_add(&s, N, 4, rugged);
        const double theta[] = {0.5, 0.2, 0.3, 0.8, 0.7, 0.05};
        memcpy(s.theta, theta, sizeof theta);
        const nes_fit fit = surrogate_fit(&s, 25);
        nes_process_fit(&s.process, &fit);
        assert_true(s.process.fitted);
        const nes_points *p = &s.process.points;
        assert_int_equal(p->n, N);
        for (size_t k = 0; k < N; k += 7)
            assert_within(s.process.loo[k], predict(p, theta, k, p->u + k * D), 1e-7);
        for (uint64_t seed = 1; seed < 4; seed++) {
            dense_normals(seed, D, u);
            assert_within(nes_surface_value(&s.process.surface, u), predict(p, theta, N, u), 1e-7);
        }
        surrogate_close(&s);
    }
}

/* The likelihood is the logarithm of the density, with the best scale of y put in. */
static void test_likelihood(void **state)
{
    (void)state;
    enum { D = 6, N = 40 };
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 4, rugged);
    const double theta[] = {3, 0.1, 0.3, 0.1, 3, 0.01};
    memcpy(s.theta, theta, sizeof theta);
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_process_fit(&s.process, &fit);
    const nes_points *p = &s.process.points;
    double K[N * N], alpha[N], square = 0;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) K[i * N + j] = kernel(D, theta, p->u + i * D, p->u + j * D);
        K[i * N + i] += pow(0.01 * p->y[i], 2) + 1e-12 * K[i * N + i];
        alpha[i] = p->y[i];
    }
    const double log_det = dense_solve(N, K, 1, alpha);
    for (size_t i = 0; i < N; i++) square += p->y[i] * alpha[i];
    const double third = log10(3) / 2; /* three parameters are off by a factor of three */
    assert_relative(nes_process_nll(&s.process, theta),
                    N / 2.0 * log(square / N) + log_det / 2 + 3 * third * third / 2, 1e-9);
    surrogate_close(&s);
}

/* The best point first, then the nearest ones, of all runs; at most 300. */
static void test_points(void **state)
{
    (void)state;
    enum { D = 20, N = 420 };
    double far = 0, u[D];
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, surrogate_bowl);
    for (size_t i = 0; i < D; i++) s.archive.x[17 * D + i] = 9; /* far outside */
    s.archive.f[17] = -1e3;
    for (size_t k = 100; k < 200; k++) s.archive.run[k] = 3;
    s.archive.x[30 * D] = NAN;
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_process_fit(&s.process, &fit);
    const nes_points *p = &s.process.points;
    assert_int_equal(p->n, 300);
    assert_int_equal(p->place[0], 17);
    bool held[N] = {false};
    for (size_t k = 0; k < p->n; k++) {
        assert_false(held[p->place[k]]);
        held[p->place[k]] = true;
        if (k > 0) {
            const double length = dense_norm(D, p->u + k * D);
            assert_true(length >= far);
            far = length;
        }
    }
    assert_false(held[30]);
    for (size_t k = 0; k < N; k++) {
        nes_frame_into(&s.frame, s.archive.x + k * D, u);
        if (k != 30 && !held[k]) assert_true(dense_norm(D, u) >= far);
    }
    surrogate_close(&s);
}

/* The cap below 300, and equal distances in order of age. */
static void test_equal_distances(void **state)
{
    (void)state;
    enum { MOST = 20 + 2 * 6, N = 40 };
    surrogate_open(&s, 2, N, nes_cpu_best());
    for (size_t k = 0; k < N; k++) {
        const double x[] = {k % 2 == 0 ? 1 : -1, k % 4 < 2 ? 2 : -2};
        nes_archive_append(&s.archive, x, (double)k, 0);
    }
    nes_fit fit = surrogate_fit(&s, 25);
    fit.best = 39;
    nes_process_fit(&s.process, &fit);
    const nes_points *p = &s.process.points;
    assert_int_equal(p->n, MOST);
    assert_int_equal(p->place[0], 39);
    for (size_t k = 1; k < MOST; k++) assert_int_equal(p->place[k], k - 1);
    surrogate_close(&s);
}

/* A matrix that is not positive definite gets more noise, and a bump; after eight tries there is no
 * process, and so no trust. */
static void test_retries(void **state)
{
    (void)state;
    surrogate_open(&s, 3, 30, nes_cpu_best());
    surrogate_add(&s, 30, 1, surrogate_bowl);
    nes_fit fit = surrogate_fit(&s, 25);
    s.theta[NES_GP_R] = -50;
    nes_process_fit(&s.process, &fit);
    assert_true(s.process.fitted);
    assert_within(s.theta[NES_GP_R], 1e-6, 0);
    assert_relative(s.theta[NES_GP_E], 0.1, 1e-15);
    s.theta[NES_GP_A] = -1e6;
    s.theta[NES_GP_E] = 1e-12;
    assert_int_equal(nes_models_fit(s.models, &fit), NES_POLYNOMIAL);
    assert_relative(s.theta[NES_GP_E], 1e-4, 1e-12);
    assert_true(nes_models_tau(s.models, NES_POLYNOMIAL) >= 0.85);
    assert_true(isnan(nes_models_tau(s.models, NES_PROCESS)));
    assert_false(nes_models_trusted(s.models));
    assert_true(nes_models_fit(s.models, &fit) == NES_POLYNOMIAL);
    assert_within(s.theta[NES_GP_E], 0.3, 0);
    surrogate_close(&s);
}

/* Sweeps end when nothing is gained any more: then a parameter changed by a factor of three gains
 * no more than 0.01, and further sweeps change nothing. */
static void test_end_of_sweeps(void **state)
{
    (void)state;
    double kept[NES_GP_PARAMETERS];
    surrogate_open(&s, 4, 40, nes_cpu_best());
    surrogate_add(&s, 40, 6, rugged);
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 100;
    nes_process_fit(&s.process, &fit);
    memcpy(kept, s.theta, sizeof kept);
    const double nll = nes_process_nll(&s.process, kept);
    for (int i = 0; i < NES_GP_PARAMETERS; i++)
        for (int up = 0; up < 2; up++) {
            double tried[NES_GP_PARAMETERS];
            memcpy(tried, kept, sizeof kept);
            tried[i] *= up ? 3 : 1.0 / 3;
            if (tried[i] < least[i] || tried[i] > most[i]) continue;
            assert_true(nes_process_nll(&s.process, tried) >= nll - 0.01);
        }
    fit.sweeps = 1;
    nes_process_fit(&s.process, &fit);
    assert_same_reals(NES_GP_PARAMETERS, s.theta, kept);
    fit.sweeps = 0;
    nes_process_fit(&s.process, &fit);
    assert_same_reals(NES_GP_PARAMETERS, s.theta, kept);
    surrogate_close(&s);
}

/* Parameters stay within their ranges, whatever the values are. */
static void test_ranges(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++) {
        surrogate_open(&s, 2, 30, nes_cpu_best());
        surrogate_add(&s, 30, seed, rugged);
        if (seed % 2 == 0) dense_normals(seed, 30, s.archive.f);
        nes_fit fit = surrogate_fit(&s, 25);
        fit.sweeps = 40;
        nes_process_fit(&s.process, &fit);
        for (int i = 0; i < NES_GP_PARAMETERS; i++)
            assert_true(s.theta[i] >= least[i] && s.theta[i] <= most[i]);
        surrogate_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_likelihood),
        cmocka_unit_test(test_points),     cmocka_unit_test(test_equal_distances),
        cmocka_unit_test(test_retries),    cmocka_unit_test(test_end_of_sweeps),
        cmocka_unit_test(test_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
