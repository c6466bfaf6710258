/* SPDX-License-Identifier: MIT
 *
 * Both models together: the choice, trust, minimisers, and what must not matter. [math: B21] */
#include "model/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/kendall.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static surrogate s;

/* A quadratic is met by both, and the polynomial goes first where they are equal. */
static void test_bowl(void **state)
{
    (void)state;
    enum { D = 3, N = 30 };
    double x[D], u[D];
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, surrogate_bowl);
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 3;
    assert_int_equal(nes_models_fit(s.models, &fit), NES_POLYNOMIAL);
    assert_int_equal(nes_models_chosen(s.models), NES_POLYNOMIAL);
    assert_int_equal(nes_models_type(s.models), 2);
    assert_within(nes_models_tau(s.models, NES_POLYNOMIAL), 1, 0);
    assert_true(nes_models_trusted(s.models));
    dense_normals(7, D, x);
    nes_frame_into(&s.frame, x, u);
    assert_relative(nes_models_value(s.models, u), surrogate_bowl(D, x), 1e-8);
    surrogate_close(&s);
}

static double ripples(size_t d, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += x[i] * x[i] + 3 * cos(3 * x[i]);
    return sum;
}

/* The one with the larger tau is chosen; a process that orders badly costs the polynomial its
 * trust. */
static void test_choice(void **state)
{
    (void)state;
    size_t chosen[3] = {0}, distrusted = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        surrogate_open(&s, 2, 60, nes_cpu_best());
        surrogate_add(&s, 8 + seed % 50, seed, ripples);
        nes_fit fit = surrogate_fit(&s, 25);
        if (seed % 3 == 0) fit.window = 3; /* so few points are easily in order */
        fit.sweeps = 2;
        const nes_fitted kind = nes_models_fit(s.models, &fit);
        const double polynomial = nes_models_tau(s.models, NES_POLYNOMIAL);
        const double process = nes_models_tau(s.models, NES_PROCESS);
        assert_int_equal(kind, polynomial >= process ? NES_POLYNOMIAL : NES_PROCESS);
        const double tau = nes_models_tau(s.models, kind);
        assert_int_equal(nes_models_trusted(s.models), tau >= 0.85 && process >= 0.5);
        chosen[kind]++;
        if (tau >= 0.85 && process < 0.5) distrusted++;
        surrogate_close(&s);
    }
    assert_true(chosen[NES_POLYNOMIAL] > 5 && chosen[NES_PROCESS] > 5);
    assert_true(distrusted > 0);
}

/* tau of the latest points alone, for windows of any length. */
static void test_windows(void **state)
{
    (void)state;
    enum { D = 8, N = 70 };
    static const size_t windows[] = {2, 25, 40, 70, 1000};
    double f[N], said[N], u[D];
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, ripples);
    for (size_t w = 0; w < 5; w++) {
        const nes_fit fit = surrogate_fit(&s, windows[w]);
        const size_t n = windows[w] < N ? windows[w] : N, first = N - n;
        nes_models_fit(s.models, &fit);
        nes_polynomial_fit(&s.polynomial, &fit);
        for (size_t k = first; k < N; k++) {
            nes_frame_into(&s.frame, s.archive.x + k * D, u);
            f[k - first] = s.archive.f[k];
            said[k - first] = nes_surface_value(&s.polynomial.surface, u);
        }
        assert_within(nes_models_tau(s.models, NES_POLYNOMIAL), nes_kendall(n, f, said), 1e-15);
    }
    surrogate_close(&s);
}

/* The two models have points of their own, and so values of their own scale: the run of the
 * polynomial has values a thousand times those of the runs before. */
static void test_values_of_each(void **state)
{
    (void)state;
    enum { D = 2, N = 40 };
    size_t chosen[3] = {0};
    double u[D];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        surrogate_open(&s, D, N, nes_cpu_best());
        surrogate_add(&s, N, seed, seed % 2 ? ripples : surrogate_bowl);
        for (size_t k = 0; k < N; k++) {
            s.archive.run[k] = k < 28;
            if (k >= 28) s.archive.f[k] = 1e3 * s.archive.f[k] + 500;
        }
        const nes_fit fit = surrogate_fit(&s, 25);
        const nes_fitted kind = nes_models_fit(s.models, &fit);
        nes_process_fit(&s.process, &fit);
        nes_polynomial_fit(&s.polynomial, &fit);
        const bool process = kind == NES_PROCESS;
        const nes_points *p = process ? &s.process.points : &s.polynomial.points;
        const nes_surface *m = process ? &s.process.surface : &s.polynomial.surface;
        dense_normals(seed, D, u);
        assert_relative(nes_models_value(s.models, u), p->low + p->span * nes_surface_value(m, u),
                        1e-14);
        chosen[kind]++;
        surrogate_close(&s);
    }
    assert_true(chosen[NES_PROCESS] > 2 && chosen[NES_POLYNOMIAL] > 2);
}

static void test_no_model(void **state)
{
    (void)state;
    const double u[2] = {0};
    double out[4];
    surrogate_open(&s, 2, 20, nes_cpu_best());
    for (size_t n = 0; n < 3; n++) {
        const nes_fit fit = surrogate_fit(&s, 25);
        assert_int_equal(nes_models_fit(s.models, &fit), NES_NO_MODEL);
        assert_false(nes_models_trusted(s.models));
        assert_int_equal(nes_models_type(s.models), -1);
        const nes_search search = {.c = u, .k = 2};
        assert_int_equal(nes_models_minimise(s.models, &search, out), 0);
        surrogate_add(&s, 1, n, surrogate_bowl);
    }
    nes_fit fit = surrogate_fit(&s, 25);
    assert_int_equal(nes_models_fit(s.models, &fit), NES_PROCESS); /* three points */
    for (size_t k = 0; k < 3; k++) s.archive.f[k] = 7;
    assert_int_equal(nes_models_fit(s.models, &fit), NES_NO_MODEL);
    for (size_t k = 0; k < 3; k++) s.archive.f[k] = NAN;
    assert_int_equal(nes_models_fit(s.models, &fit), NES_NO_MODEL);
    surrogate_close(&s);
}

/* All that a fit says, for comparisons. */
typedef struct answer {
    nes_fitted kind;
    double tau[2], theta[NES_GP_PARAMETERS], u[4 * 5];
    size_t n;
} answer;

static answer ask(surrogate_f f, double factor, uint64_t seed)
{
    enum { D = 5, N = 45 };
    double c[D] = {0.1}, starts[6 * D];
    answer a = {.kind = NES_NO_MODEL};
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, seed, f);
    for (size_t k = 0; k < N; k++) s.archive.f[k] *= factor;
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 2;
    a.kind = nes_models_fit(s.models, &fit);
    a.tau[0] = nes_models_tau(s.models, NES_POLYNOMIAL);
    a.tau[1] = nes_models_tau(s.models, NES_PROCESS);
    memcpy(a.theta, s.theta, sizeof a.theta);
    dense_normals(seed + 1, 6 * D, starts);
    const nes_search search = {.c = c, .n = 6, .u = starts, .k = 4};
    a.n = nes_models_minimise(s.models, &search, a.u);
    surrogate_close(&s);
    return a;
}

/* Nothing is left of another fit in the memory of the models: larger and smaller archives, other
 * frames and types before do not change a bit. So runs resume exactly without saved models. */
static void test_no_memory(void **state)
{
    (void)state;
    enum { D = 5, N = 90, SIZES = 6 };
    static const size_t sizes[SIZES] = {90, 11, 50, 4, 70, 23};
    double u[D], c[D] = {0}, out[4 * D], fresh[4 * D], used, wanted;
    surrogate other;
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, ripples);
    dense_normals(6, D, u);
    for (size_t k = 0; k < SIZES; k++) {
        const nes_search search = {.c = c, .n = 1, .u = u, .k = 4};
        s.archive.n = sizes[k];
        s.frame.sigma = 1 + (double)k;
        nes_models_start(s.theta);
        nes_fit fit = surrogate_fit(&s, 25);
        fit.sweeps = (unsigned)k % 3;
        const nes_fitted kind = nes_models_fit(s.models, &fit);
        used = nes_models_value(s.models, u);
        const size_t n = nes_models_minimise(s.models, &search, out);
        surrogate_open(&other, D, N, nes_cpu_best());
        fit.theta = other.theta;
        assert_int_equal(nes_models_fit(other.models, &fit), kind);
        wanted = nes_models_value(other.models, u);
        assert_same_reals(1, &used, &wanted);
        for (int i = NES_POLYNOMIAL; i <= NES_PROCESS; i++) {
            used = nes_models_tau(s.models, (nes_fitted)i);
            wanted = nes_models_tau(other.models, (nes_fitted)i);
            assert_memory_equal(&used, &wanted, sizeof used);
        }
        assert_same_reals(NES_GP_PARAMETERS, s.theta, other.theta);
        assert_int_equal(nes_models_minimise(other.models, &search, fresh), n);
        assert_same_reals(n * D, out, fresh);
        surrogate_close(&other);
    }
    surrogate_close(&s);
}

/* Values times a power of two: the same to the last bit. */
static void test_scale(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++) {
        const surrogate_f f = seed % 2 ? surrogate_bowl : ripples;
        const answer plain = ask(f, 1, seed), large = ask(f, 0x1p300, seed);
        const answer small = ask(f, 0x1p-500, seed);
        assert_true(plain.n > 0);
        assert_memory_equal(&plain, &large, sizeof plain);
        assert_memory_equal(&plain, &small, sizeof plain);
    }
}

/* The same distribution in another basis, A = B Q with Q orthogonal: models without axes of their
 * own order points alike. The polynomial of type 2 is one. */
static void test_rotation(void **state)
{
    (void)state;
    enum { D = 6, N = 60 };
    double m[D] = {0}, D1[D], B[D * D], Q[D * D], turned[D * D] = {0}, x[20 * D], u[D];
    double values[2][20];
    for (size_t i = 0; i < D; i++) D1[i] = 1;
    dense_shape(D, 2, B);
    dense_orthogonal(D, 3, Q);
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j < D; j++)
            for (size_t k = 0; k < D; k++) turned[i * D + j] += B[i * D + k] * Q[k * D + j];
    dense_normals(8, 20 * D, x);
    for (int k = 0; k < 2; k++) {
        surrogate_open(&s, D, N, nes_cpu_best());
        surrogate_frame(&s, m, 1, D1, k == 0 ? B : turned);
        surrogate_add(&s, N, 1, surrogate_bowl);
        s.theta[NES_GP_D] = 0; /* the only part of the process with axes */
        const nes_fit fit = surrogate_fit(&s, 25);
        nes_process_fit(&s.process, &fit);
        nes_polynomial_fit(&s.polynomial, &fit);
        assert_int_equal(s.polynomial.type, 2);
        for (size_t i = 0; i < 20; i++) {
            nes_frame_into(&s.frame, x + i * D, u);
            values[k][i] = nes_surface_value(&s.process.surface, u);
            if (k == 1)
                assert_relative(nes_surface_value(&s.polynomial.surface, u) *
                                        s.polynomial.points.span +
                                    s.polynomial.points.low,
                                surrogate_bowl(D, x + i * D), 1e-6);
        }
        surrogate_close(&s);
    }
    assert_all_relative(20, values[1], values[0], 1e-6);
    assert_within(nes_kendall(20, values[0], values[1]), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bowl),           cmocka_unit_test(test_choice),
        cmocka_unit_test(test_windows),        cmocka_unit_test(test_no_model),

        cmocka_unit_test(test_values_of_each), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_scale),          cmocka_unit_test(test_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
