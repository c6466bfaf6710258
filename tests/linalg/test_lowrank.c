/* SPDX-License-Identifier: MIT
 *
 * The exponential of a low-rank matrix in its own small space, against a dense exponential in
 * extended precision: relative error in the Frobenius norm at most 1e-13 for d = 1 .. 200, with
 * fewer, as many and more samples than dimensions, for small and for large exponents. [math: A24]
 */
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/family.h"
#include "linalg/lowrank.h"
#include "support/check.h"
#include "support/dense.h"
#include "technique/shaping.h"

#define EXACT 1e-13

/* n samples in d dimensions and what the library makes of them. */
typedef struct problem {
    size_t d, n, k;
    double c;
    double *z, *u;          /* n x d, n */
    double *weights, *gram; /* k x k; gram is null when n >= d */
    double *plus, *minus, trace;
    double *scratch;
} problem;

static void set_up(problem *p, size_t d, size_t n, uint64_t seed)
{
    const size_t k = n < d ? n : d;
    *p = (problem){.d = d, .n = n, .k = k};
    p->z = dense_room(n * d, sizeof *p->z);
    p->u = dense_room(n, sizeof *p->u);
    p->weights = dense_room(k * k, sizeof *p->weights);
    p->gram = n < d ? dense_room(k * k, sizeof *p->gram) : NULL;
    p->plus = dense_room(2 * k * k, sizeof *p->plus);
    p->minus = p->plus + k * k;
    p->scratch = dense_room(nes_lowrank_scratch(k), sizeof *p->scratch);
    dense_normals(seed + 1000 * d + n, n * d, p->z);
    nes_shaping_find("paper")->fill(n, p->u);
}

static void tear_down(problem *p)
{
    free(p->z);
    free(p->u);
    free(p->weights);
    free(p->gram);
    free(p->plus);
    free(p->scratch);
}

/* W and K by plain loops; n >= d: W = G, K = I. */
static void fill_small(problem *p)
{
    const size_t d = p->d, n = p->n, k = p->k;
    memset(p->weights, 0, k * k * sizeof *p->weights);
    for (size_t r = 0; r < n; r++)
        if (p->gram != NULL) {
            p->weights[r * k + r] = p->u[r];
            for (size_t q = 0; q < n; q++) {
                wide dot = 0;
                for (size_t i = 0; i < d; i++) dot += (wide)p->z[r * d + i] * p->z[q * d + i];
                p->gram[r * k + q] = (double)dot;
            }
        } else {
            for (size_t i = 0; i < d; i++)
                for (size_t j = 0; j < d; j++)
                    p->weights[i * d + j] += p->u[r] * p->z[r * d + i] * p->z[r * d + j];
        }
}

/* Largest absolute row sum of c K W, which is what the library compares with the limit. */
static double size_of(const problem *p)
{
    double size = 0;
    for (size_t i = 0; i < p->k; i++) {
        double sum = 0;
        for (size_t j = 0; j < p->k; j++) {
            double e = p->gram == NULL ? p->weights[i * p->k + j] : 0;
            for (size_t l = 0; p->gram != NULL && l < p->k; l++)
                e += p->gram[i * p->k + l] * p->weights[l * p->k + j];
            sum += fabs(e);
        }
        size = fmax(size, sum);
    }
    return size;
}

static int run(problem *p, double limit)
{
    return nes_lowrank_expm1(p->k, p->c, p->weights, p->gram, limit, p->plus, p->minus, &p->trace,
                             p->scratch);
}

/* I + Z^T m Z, or I + m: d x d. */
static void expand(const problem *p, const double *m, double *out)
{
    const size_t d = p->d, k = p->k;
    wide *mz = dense_room(k * d, sizeof *mz);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            for (size_t j = 0; j < d; j++)
                mz[a * d + j] += p->gram != NULL ? (wide)m[a * k + b] * p->z[b * d + j]
                                                 : (wide)m[a * k + b] * (b == j);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            wide sum = i == j;
            if (p->gram == NULL)
                sum += mz[i * d + j];
            else
                for (size_t a = 0; a < k; a++) sum += (wide)p->z[a * d + i] * mz[a * d + j];
            out[i * d + j] = (double)sum;
        }
    free(mz);
}

/* Both exponentials against the dense ones, one the inverse of the other, and the determinant. */
static double check_against_dense(problem *p)
{
    const size_t d = p->d, dd = d * d;
    wide *g = dense_room(3 * dd, sizeof *g), *e = g + dd, *unit = e + dd, trace = 0;
    double *got = dense_room(2 * dd, sizeof *got), *back = got + dd, worst = 0;
    assert_int_equal(run(p, 10), 0);
    expand(p, p->plus, got);
    expand(p, p->minus, back);
    for (int sign = d > 40 ? 1 : -1; sign <= 1; sign += 2) { /* time: one of two when d is large */
        dense_gram(d, p->n, sign * p->c, p->u, p->z, 0, g);
        dense_exponential(d, g, e);
        worst = fmax(worst, dense_error(dd, sign > 0 ? got : back, e));
    }
    for (size_t i = 0; i < d; i++) trace += g[i * d + i];
    assert_within(p->trace, (double)trace, 1e-13 * fmax(1, p->c * size_of(p)));
    assert_within(dense_log_det(d, got), p->trace, 1e-11);
    for (size_t i = 0; i < dd; i++) g[i] = got[i], e[i] = back[i];
    dense_multiply(d, g, e, unit);
    for (size_t i = 0; i < d; i++) unit[i * d + i] -= 1;
    const double sizes = dense_norm(dd, got) * dense_norm(dd, back);
    for (size_t i = 0; i < dd; i++) assert_within((double)unit[i], 0, EXACT * sizes);
    free(g);
    free(got);
    if (!(worst <= EXACT)) fail_msg("d = %zu, n = %zu: error %.3g", d, p->n, worst);
    return worst;
}

/* scale 0: the default rate; else the size of the exponent. */
static double check_case(size_t d, size_t n, double scale)
{
    problem p;
    set_up(&p, d, n, 1);
    fill_small(&p);
    p.c = scale > 0 ? scale / size_of(&p) : 0.5 * nes_rate_full(d);
    const double error = check_against_dense(&p);
    tear_down(&p);
    return error;
}

static void test_small_dimensions(void **state)
{
    (void)state;
    double worst = 0;
    for (size_t d = 1; d <= 40; d++) {
        const size_t sizes[] = {d > 2 ? d / 2 + 1 : 2, d > 1 ? d : 2, d + 1, 2 * d + 3,
                                4 + (size_t)(3 * log((double)d))};
        for (size_t i = 0; i < 5; i++)
            for (double scale = 0; scale <= 8; scale = scale > 0 ? 4 * scale : 0.5)
                worst = fmax(worst, check_case(d, sizes[i], scale));
    }
    print_message("largest error, d = 1 .. 40: %.2g\n", worst);
}

static void test_large_dimensions(void **state)
{
    (void)state;
    double worst = 0;
    const size_t dims[] = {50, 64, 77, 100, 128, 150, 175};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        const size_t d = dims[i], n = 4 + (size_t)(3 * log((double)d));
        worst = fmax(worst, check_case(d, n, 0));
        if (d > 100) continue;
        worst = fmax(worst, check_case(d, n, 8));
        worst = fmax(worst, check_case(d, d, 0));
        worst = fmax(worst, check_case(d, d + 9, 8));
    }
    worst = fmax(worst, check_case(200, 19, 0));
    worst = fmax(worst, check_case(200, 19, 8));
    worst = fmax(worst, check_case(200, 200, 1));
    worst = fmax(worst, check_case(200, 250, 0));
    print_message("largest error, d = 50 .. 200: %.2g\n", worst);
}

/* exp(c G) with each eigenvalue of c G clamped, by the eigenvectors of the d x d matrix. */
static double clamped_reference(const problem *p, double limit, int sign, wide *e)
{
    const size_t d = p->d;
    wide *g = dense_room(d * d, sizeof *g);
    double *v = dense_room(d * d + d, sizeof *v), *w = v + d * d, trace = 0;
    dense_gram(d, p->n, p->c, p->u, p->z, 0, g);
    for (size_t i = 0; i < d * d; i++) v[i] = (double)g[i];
    assert_int_equal(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)d, v, (lapack_int)d, w),
                     0);
    memset(e, 0, d * d * sizeof *e);
    for (size_t l = 0; l < d; l++) {
        const double exponent = fmax(-limit, fmin(limit, w[l]));
        trace += exponent;
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++)
                e[i * d + j] += (wide)v[i * d + l] * expl(sign * exponent) * v[j * d + l];
    }
    free(g);
    free(v);
    return trace;
}

static void check_clamped(size_t d, size_t n, double scale, double limit, bool repeated)
{
    problem p;
    set_up(&p, d, n, 7);
    if (repeated) memcpy(p.z, p.z + d, d * sizeof *p.z); /* K is singular */
    fill_small(&p);
    p.c = scale / size_of(&p);
    double *got = dense_room(d * d, sizeof *got);
    wide *want = dense_room(d * d, sizeof *want);
    assert_int_equal(run(&p, limit), 0);
    for (int sign = 1; sign >= -1; sign -= 2) {
        const double trace = clamped_reference(&p, limit, sign, want);
        expand(&p, sign > 0 ? p.plus : p.minus, got);
        assert_within(dense_error(d * d, got, want), 0, 1e-11);
        assert_within(p.trace, trace, 1e-10);
    }
    free(got);
    free(want);
    tear_down(&p);
}

static void test_clamped(void **state)
{
    (void)state;
    const size_t dims[] = {2, 3, 5, 10, 30};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
        for (size_t n = 2; n <= 2 * dims[i] + 1; n += 1 + dims[i] / 3) {
            check_clamped(dims[i], n, 40, 3, false); /* clamped */
            check_clamped(dims[i], n, 1, 0.5, false);
            check_clamped(dims[i], n, 5, 4, false); /* large by row sums, hardly by eigenvalues */
            if (n > 2) check_clamped(dims[i], n, 40, 3, true);
        }
}

static void test_rank_one(void **state)
{
    (void)state;
    double weight = 0.25, gram = 4, plus, minus, trace, scratch[16];
    assert_int_equal(nes_lowrank_expm1(1, 0.5, &weight, &gram, 10, &plus, &minus, &trace, scratch),
                     0);
    assert_relative(plus, expm1(0.5) / 4, 1e-15);
    assert_relative(minus, expm1(-0.5) / 4, 1e-15);
    assert_relative(trace, 0.5, 1e-15);
    assert_int_equal(nes_lowrank_expm1(1, 0.5, &weight, NULL, 10, &plus, &minus, &trace, scratch),
                     0);
    assert_relative(plus, expm1(0.125), 1e-15);
    weight = 1e6; /* clamped */
    assert_int_equal(nes_lowrank_expm1(1, 1, &weight, &gram, 10, &plus, &minus, &trace, scratch),
                     0);
    assert_relative(plus, expm1(10) / 4, 1e-15);
    assert_relative(trace, 10, 0);
    gram = 0; /* a sample at the centre turns nothing */
    assert_int_equal(nes_lowrank_expm1(1, 1, &weight, &gram, 10, &plus, &minus, &trace, scratch),
                     0);
    assert_true(plus == 0 && minus == 0 && trace == 0);
}

static void test_not_finite(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++)
        for (size_t n = 1; n <= 6; n++) {
            problem p;
            if (n == 1 && i > 0) continue; /* an infinite exponent is clamped like a large one */
            set_up(&p, 4, n, 3);
            fill_small(&p);
            p.c = 0.1;
            p.weights[0] = bad[i];
            assert_int_not_equal(run(&p, 10), 0);
            tear_down(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_dimensions), cmocka_unit_test(test_large_dimensions),
        cmocka_unit_test(test_clamped),          cmocka_unit_test(test_rank_one),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests_name("lowrank", tests, NULL, NULL);
}
