/* SPDX-License-Identifier: MIT
 *
 * The eigensolver at every level of instructions that this processor has: A v = lambda v and
 * orthonormal vectors to rounding for matrices of all kinds and sizes, eigenvalues that are known
 * in closed form, numbers of any size, refusal of what is not finite, and the same bits for any
 * number of threads. */
#include "linalg/eigen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/multiply.h"
#include "linalg/vector.h"
#include "support/check.h"
#include "support/dense.h"

static const nes_allocator SYSTEM = {NULL, NULL, NULL};
static const nes_note SILENT = {NULL, 0};

typedef struct problem {
    nes_eigen e;
    double *matrix; /* what e.a was */
} problem;

/* Of order d, with NaN wherever nothing is to be read. */
static problem problem_of(size_t d, nes_cpu level)
{
    const size_t width = nes_padded(d);
    problem p = {.e = {.d = d, .width = width, .level = level}};
    p.matrix = dense_room(d * width, sizeof(double));
    p.e.a = dense_room(d * width, sizeof(double));
    p.e.vectors = dense_room(d * width, sizeof(double));
    p.e.values = dense_room(d, sizeof(double));
    p.e.scratch = dense_room(nes_eigen_scratch(d), sizeof(double));
    for (size_t i = 0; i < d; i++)
        for (size_t j = d; j < width; j++) p.matrix[i * width + j] = NAN;
    for (size_t i = 0; i < d * width; i++) p.e.vectors[i] = NAN;
    for (size_t i = 0; i < nes_eigen_scratch(d); i++) p.e.scratch[i] = NAN;
    return p;
}

static void problem_free(problem *p)
{
    free(p->matrix);
    free(p->e.a);
    free(p->e.vectors);
    free(p->e.values);
    free(p->e.scratch);
}

static int solve(problem *p)
{
    memcpy(p->e.a, p->matrix, p->e.d * p->e.width * sizeof *p->e.a);
    return nes_eigen_solve(&p->e);
}

static void set(problem *p, size_t i, size_t j, double x)
{
    p->matrix[i * p->e.width + j] = p->matrix[j * p->e.width + i] = x;
}

static double norm_of(const problem *p)
{
    double norm = 0;
    for (size_t i = 0; i < p->e.d; i++)
        norm = hypot(norm, dense_norm(p->e.d, p->matrix + i * p->e.width));
    return norm;
}

/* Bounds grow with d and are a few times the errors measured. */
static void check_solved(const problem *p)
{
    const size_t d = p->e.d, width = p->e.width;
    const double bound = (24 + 0.5 * (double)d) * 0x1p-52, norm = norm_of(p);
    for (size_t i = 0; i < d; i++) {
        const double *v = p->e.vectors + i * width, value = p->e.values[i];
        for (size_t j = 0; j < d; j++) {
            const double product = nes_dot(d, p->matrix + j * width, v);
            assert_within(product, value * v[j], bound * norm);
            assert_within(nes_dot(d, v, p->e.vectors + j * width), i == j, bound);
        }
        for (size_t j = d; j < width; j++) assert_true(v[j] == 0);
    }
}

static void random_matrix(problem *p)
{
    double x[2];
    for (size_t i = 0; i < p->e.d; i++)
        for (size_t j = 0; j <= i; j++) {
            dense_normals(i * 1000 + j, 2, x);
            set(p, i, j, x[0]);
        }
}

/* U^T diag(values) U for a random orthogonal U. */
static void with_values(problem *p, double (*value)(size_t d, size_t i))
{
    const size_t d = p->e.d;
    double *u = dense_room(d * d, sizeof *u);
    dense_orthogonal(d, 5, u);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k < d; k++) sum += value(d, k) * u[k * d + i] * u[k * d + j];
            set(p, i, j, sum);
        }
    free(u);
}

static double graded(size_t d, size_t i)
{
    return pow(1e-14, (double)i / (double)d);
}

static double clustered(size_t d, size_t i)
{
    return 1 + (double)(i / (d / 3 + 1)) + 1e-15 * (double)i;
}

static void graded_matrix(problem *p)
{
    with_values(p, graded);
}

static void clustered_matrix(problem *p)
{
    with_values(p, clustered);
}

/* Rows and columns whose sizes differ. */
static void graded_rows(problem *p)
{
    random_matrix(p);
    for (size_t i = 0; i < p->e.d; i++)
        for (size_t j = 0; j <= i; j++)
            set(p, i, j, p->matrix[i * p->e.width + j] * graded(p->e.d, i) * graded(p->e.d, j));
}

static void diagonal_matrix(problem *p)
{
    for (size_t i = 0; i < p->e.d; i++) set(p, i, i, cos((double)i));
}

static void zero_matrix(problem *p)
{
    (void)p;
}

static void identity_matrix(problem *p)
{
    for (size_t i = 0; i < p->e.d; i++) set(p, i, i, 1);
}

static void rank_one(problem *p)
{
    for (size_t i = 0; i < p->e.d; i++)
        for (size_t j = 0; j <= i; j++) set(p, i, j, sin((double)i + 1) * sin((double)j + 1));
}

/* Off-diagonal elements from 1 down to below the smallest double that has an inverse. */
static void tiny_beside_diagonal(problem *p)
{
    for (size_t i = 0; i < p->e.d; i++) {
        set(p, i, i, i % 3 == 0 ? 0 : 1 + 1e-9 * (double)i);
        if (i > 0) set(p, i, i - 1, pow(10, -40.0 * (double)(i % 9)));
    }
}

/* The second difference: eigenvalues 2 - 2 cos(k pi / (d+1)). */
static void laplacian(problem *p)
{
    for (size_t i = 0; i < p->e.d; i++) {
        set(p, i, i, 2);
        if (i > 0) set(p, i, i - 1, -1);
    }
}

static void at_every_level(size_t d, void (*check)(size_t d, nes_cpu level))
{
    for (int level = NES_CPU_BASELINE; level <= (int)nes_cpu_best(); level++)
        check(d, (nes_cpu)level);
}

static void at_every_size(void (*check)(size_t d, nes_cpu level))
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 24, 25, 33, 100, 257};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) at_every_level(sizes[i], check);
}

static void all_kinds(size_t d, nes_cpu level)
{
    static void (*const kinds[])(problem *) = {
        random_matrix, graded_matrix,   clustered_matrix, graded_rows,          diagonal_matrix,
        zero_matrix,   identity_matrix, rank_one,         tiny_beside_diagonal, laplacian};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        problem p = problem_of(d, level);
        kinds[k](&p);
        assert_int_equal(solve(&p), 0);
        check_solved(&p);
        problem_free(&p);
    }
}

static void test_all_kinds(void **state)
{
    (void)state;
    at_every_size(all_kinds);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void closed_form(size_t d, nes_cpu level)
{
    problem p = problem_of(d, level);
    laplacian(&p);
    assert_int_equal(solve(&p), 0);
    qsort(p.e.values, d, sizeof(double), ascending);
    for (size_t k = 1; k <= d; k++)
        assert_within(p.e.values[k - 1], 2 - 2 * cos((double)k * acos(-1) / ((double)d + 1)),
                      (4 + 0.1 * (double)d) * 0x1p-51);
    problem_free(&p);
}

static void test_closed_form(void **state)
{
    (void)state;
    at_every_size(closed_form);
}

/* A power of two changes no digit, however large or small it is. */
static void any_scale(size_t d, nes_cpu level)
{
    static const int exponents[] = {-900, -300, -60, 60, 300, 900};
    problem p = problem_of(d, level);
    double *values = dense_room(d, sizeof *values);
    random_matrix(&p);
    for (size_t i = 0; i < d * p.e.width; i++) p.matrix[i] = ldexp(p.matrix[i], -1);
    assert_int_equal(solve(&p), 0);
    memcpy(values, p.e.values, d * sizeof *values);
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        problem scaled = problem_of(d, level);
        for (size_t i = 0; i < d * p.e.width; i++)
            scaled.matrix[i] = ldexp(p.matrix[i], exponents[k]);
        assert_int_equal(solve(&scaled), 0);
        for (size_t i = 0; i < d; i++)
            assert_true(scaled.e.values[i] == ldexp(values[i], exponents[k]));
        assert_same_reals(d * p.e.width, scaled.e.vectors, p.e.vectors);
        problem_free(&scaled);
    }
    free(values);
    problem_free(&p);
}

static void test_any_scale(void **state)
{
    (void)state;
    at_every_level(30, any_scale);
}

static void not_finite(size_t d, nes_cpu level)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            problem p = problem_of(d, level);
            random_matrix(&p);
            p.matrix[i * p.e.width + j] = bad[(i + j) % 3];
            assert_int_not_equal(solve(&p), 0);
            problem_free(&p);
        }
}

static void test_not_finite(void **state)
{
    (void)state;
    at_every_level(1, not_finite);
    at_every_level(11, not_finite);
}

/* More chunks of rows, panels and strips than one. */
static void same_bits(size_t d, nes_cpu level)
{
    problem alone = problem_of(d, level);
    random_matrix(&alone);
    assert_int_equal(solve(&alone), 0);
    for (uint64_t threads = 2; threads <= 5; threads++) {
        problem p = problem_of(d, level);
        assert_int_equal(nes_team_create(&p.e.team, threads, &SYSTEM, SILENT), NES_OK);
        memcpy(p.matrix, alone.matrix, d * p.e.width * sizeof *p.matrix);
        assert_int_equal(solve(&p), 0);
        assert_same_reals(d, p.e.values, alone.e.values);
        assert_same_reals(d * p.e.width, p.e.vectors, alone.e.vectors);
        nes_team_destroy(p.e.team);
        problem_free(&p);
    }
    problem_free(&alone);
}

static void test_same_bits(void **state)
{
    (void)state;
    at_every_level(20, same_bits);
    at_every_level(300, same_bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kinds), cmocka_unit_test(test_closed_form),
        cmocka_unit_test(test_any_scale), cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests_name("eigen", tests, NULL, NULL);
}
