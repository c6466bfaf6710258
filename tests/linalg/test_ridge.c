/* SPDX-License-Identifier: MIT
 *
 * Least squares with a ridge: at the solution the gradient of what is minimised is zero. */
#include "linalg/ridge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"

typedef struct problem {
    size_t n, p, stride;
    double *rows, *kept, *ridge, *x, *work;
} problem;

static problem make(size_t n, size_t p, double ridge)
{
    problem q = {.n = n, .p = p, .stride = nes_padded(p + 1)};
    q.rows = dense_room(n * q.stride, sizeof(double));
    q.kept = dense_room(n * q.stride, sizeof(double));
    q.ridge = dense_room(p, sizeof(double));
    q.x = dense_room(p, sizeof(double));
    q.work = dense_room(nes_ridge_work(n, p), sizeof(double));
    dense_normals(n + 100 * p, n * q.stride, q.kept);
    for (size_t j = 0; j < p; j++) q.ridge[j] = ridge * (double)(j + 1);
    return q;
}

static int solve(const problem *q, nes_cpu level)
{
    memcpy(q->rows, q->kept, q->n * q->stride * sizeof *q->rows);
    return nes_ridge_solve(&(nes_ridge){.n = q->n,
                                        .p = q->p,
                                        .a = q->rows,
                                        .ridge = q->ridge,
                                        .x = q->x,
                                        .work = q->work,
                                        .level = level});
}

static void drop(problem *q)
{
    free(q->rows);
    free(q->kept);
    free(q->ridge);
    free(q->x);
    free(q->work);
}

/* The largest element of a^T (a x - b) + ridge^2 x. */
static double slope(const problem *q)
{
    wide *sum = dense_room(q->p, sizeof *sum), largest = 0;
    for (size_t i = 0; i < q->n; i++) {
        const double *row = q->kept + i * q->stride;
        wide residual = -(wide)row[q->p];
        for (size_t j = 0; j < q->p; j++) residual += (wide)row[j] * q->x[j];
        for (size_t j = 0; j < q->p; j++) sum[j] += row[j] * residual;
    }
    for (size_t j = 0; j < q->p; j++) {
        const wide ridge = (wide)q->ridge[j] * q->ridge[j] * q->x[j];
        largest = fmaxl(largest, fabsl(sum[j] + ridge));
    }
    free(sum);
    return (double)largest;
}

static void test_slope(void **state)
{
    (void)state;
    static const size_t shapes[][2] = {{1, 1},   {9, 3},   {20, 7},  {20, 8},  {30, 15}, {30, 16},
                                       {40, 17}, {50, 31}, {50, 32}, {90, 65}, {5, 12},  {16, 40}};
    static const double ridges[] = {1e-8, 1e-3, 1, 100};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t r = 0; r < 4; r++)
            for (int level = 0; level <= (int)nes_cpu_best(); level++) {
                if (shapes[s][0] < shapes[s][1] && ridges[r] < 1e-3) continue;
                problem q = make(shapes[s][0], shapes[s][1], ridges[r]);
                assert_int_equal(solve(&q, (nes_cpu)level), 0);
                assert_within(slope(&q), 0, 1e-11 * (double)q.n);
                drop(&q);
            }
}

/* Without a visible ridge b = a x gives x back. */
static void test_exact(void **state)
{
    (void)state;
    problem q = make(60, 33, 1e-14);
    double want[33];
    dense_normals(4, 33, want);
    for (size_t i = 0; i < q.n; i++) {
        double *row = q.kept + i * q.stride;
        row[q.p] = 0;
        for (size_t j = 0; j < q.p; j++) row[q.p] += row[j] * want[j];
    }
    assert_int_equal(solve(&q, nes_cpu_best()), 0);
    assert_all_relative(q.p, q.x, want, 1e-11);
    drop(&q);
}

/* Equal columns share, a column of zeros gets nothing. How equally they share is a question of
 * condition squared, which a larger ridge keeps moderate. */
static void test_rank(void **state)
{
    (void)state;
    problem q = make(30, 18, 1e-8);
    for (size_t j = 0; j < q.p; j++) q.ridge[j] = 1e-4;
    for (size_t i = 0; i < q.n; i++) {
        double *row = q.kept + i * q.stride;
        row[17] = row[2];
        row[5] = 0;
    }
    assert_int_equal(solve(&q, nes_cpu_best()), 0);
    assert_within(q.x[17], q.x[2], 1e-6);
    assert_within(q.x[5], 0, 0);
    assert_within(slope(&q), 0, 1e-10);
    drop(&q);
}

static void test_not_finite(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t k = 0; k < 3; k++) {
        problem q = make(20, 9, 1e-8);
        q.kept[3 * q.stride + 4] = bad[k];
        assert_int_not_equal(solve(&q, nes_cpu_best()), 0);
        drop(&q);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_rank),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
