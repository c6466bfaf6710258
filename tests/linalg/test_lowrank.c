/* SPDX-License-Identifier: MIT
 *
 * The exponential of a low-rank matrix in its own small space, against a dense exponential in
 * extended precision: relative error in the Frobenius norm at most 1e-13 for d = 1 .. 200, with
 * fewer, as many and more samples than dimensions, for small and for large exponents. [math: A24]
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/family.h"
#include "linalg/invert.h"
#include "linalg/lowrank.h"
#include "linalg/multiply.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "technique/shaping.h"

#define EXACT 1e-13

/* n samples in d dimensions and what the library makes of them. */
typedef struct problem {
    size_t d, n;
    double *z, *u; /* n x d, n */
    double *small; /* K when n < d, else G; k rows */
    nes_lowrank e;
} problem;

static void set_up(problem *p, size_t d, size_t n, uint64_t seed)
{
    const size_t k = n < d ? n : d, width = nes_padded(k), size = k * width;
    *p = (problem){.d = d, .n = n, .e = {.k = k, .width = width, .level = nes_cpu_best()}};
    p->z = dense_room(n * d, sizeof *p->z);
    p->u = dense_room(n, sizeof *p->u);
    p->small = dense_room(size, sizeof *p->small);
    p->e.plus = dense_room(2 * size, sizeof *p->e.plus);
    p->e.minus = p->e.plus + size;
    p->e.scratch = dense_room(nes_lowrank_scratch(k, width), sizeof *p->e.scratch);
    p->e.weights = p->u;
    p->e.gram = p->small;
    if (n >= d) p->e.dense = p->small;
    dense_normals(seed + 1000 * d + n, n * d, p->z);
    nes_shaping_find("paper")->fill(2, n, p->u, p->u);
}

static void tear_down(problem *p)
{
    free(p->z);
    free(p->u);
    free(p->small);
    free(p->e.plus);
    free(p->e.scratch);
}

/* K or G by plain loops. */
static void fill_small(problem *p)
{
    const size_t d = p->d, n = p->n, k = p->e.k;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            wide sum = 0;
            if (n < d)
                for (size_t l = 0; l < d; l++) sum += (wide)p->z[i * d + l] * p->z[j * d + l];
            else
                for (size_t r = 0; r < n; r++)
                    sum += (wide)p->u[r] * p->z[r * d + i] * p->z[r * d + j];
            p->small[i * p->e.width + j] = (double)sum;
        }
}

/* Largest absolute row sum of K W. */
static double size_of(const problem *p)
{
    double size = 0;
    for (size_t i = 0; i < p->e.k; i++) {
        double sum = 0;
        for (size_t j = 0; j < p->e.k; j++)
            sum += fabs(p->small[i * p->e.width + j] * (p->e.dense == NULL ? p->u[j] : 1));
        size = fmax(size, sum);
    }
    return size;
}

/* Whatever stands in the padding of the arguments, and everywhere else before, nothing comes into
 * the padding of the results. */
static int run(problem *p, double limit)
{
    const size_t k = p->e.k, width = p->e.width;
    for (size_t i = 0; i < k; i++)
        for (size_t j = k; j < width; j++) p->small[i * width + j] = NAN;
    for (size_t i = 0; i < 2 * k * width; i++) p->e.plus[i] = NAN; /* minus is behind it */
    for (size_t i = 0; i < nes_lowrank_scratch(k, width); i++) p->e.scratch[i] = NAN;
    p->e.limit = limit;
    const int status = nes_lowrank_expm1(&p->e);
    for (size_t i = 0; i < k && status == 0; i++)
        for (size_t j = k; j < width; j++)
            assert_true(p->e.plus[i * width + j] == 0 && p->e.minus[i * width + j] == 0);
    return status;
}

/* I + Z^T m Z, or I + m: d x d. */
static void expand(const problem *p, const double *m, double *out)
{
    const size_t d = p->d, k = p->e.k, width = p->e.width;
    wide *mz = dense_room(k * d, sizeof *mz);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            for (size_t j = 0; j < d; j++)
                mz[a * d + j] += p->e.dense == NULL ? (wide)m[a * width + b] * p->z[b * d + j]
                                                    : (wide)m[a * width + b] * (b == j);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            wide sum = i == j;
            if (p->e.dense != NULL)
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
    expand(p, p->e.plus, got);
    expand(p, p->e.minus, back);
    for (int sign = d > 40 ? 1 : -1; sign <= 1; sign += 2) { /* time: one of two when d is large */
        dense_gram(d, p->n, sign * p->e.c, p->u, p->z, 0, g);
        dense_exponential(d, g, e);
        worst = fmax(worst, dense_error(dd, sign > 0 ? got : back, e));
    }
    for (size_t i = 0; i < d; i++) trace += g[i * d + i];
    assert_within(p->e.trace, (double)trace, 1e-13 * fmax(1, p->e.c * size_of(p)));
    for (size_t i = 0; i < dd; i++) g[i] = got[i], e[i] = back[i];
    dense_multiply(d, g, e, unit);
    for (size_t i = 0; i < d; i++) unit[i * d + i] -= 1;
    const double sizes = dense_norm(dd, got) * dense_norm(dd, back);
    /* the determinant is as uncertain as the shortest axis: rounding times the condition */
    assert_within(dense_log_det(d, got), p->e.trace, 1e-12 + 2e-16 * sizes * (double)d);
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
    p.e.c = scale > 0 ? scale / size_of(&p) : 0.5 * rig_rate(nes_rate_full, d);
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
    double *v = dense_room(2 * d * d + d, sizeof *v), *a = v + d * d, *w = a + d * d, trace = 0;
    double *work = dense_room(nes_invert_work(d), sizeof *work);
    dense_gram(d, p->n, p->e.c, p->u, p->z, 0, g);
    for (size_t i = 0; i < d * d; i++) a[i] = (double)g[i];
    assert_int_equal(nes_decompose(d, a, v, w, work, nes_cpu_best()), 0);
    memset(e, 0, d * d * sizeof *e);
    for (size_t l = 0; l < d; l++) {
        const double exponent = fmax(-limit, fmin(limit, w[l]));
        trace += exponent;
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++)
                e[i * d + j] += (wide)v[l * d + i] * expl(sign * exponent) * v[l * d + j];
    }
    free(g);
    free(v);
    free(work);
    return trace;
}

static void check_clamped(size_t d, size_t n, double scale, double limit, bool repeated)
{
    problem p;
    set_up(&p, d, n, 7);
    if (repeated) memcpy(p.z, p.z + d, d * sizeof *p.z); /* K is singular */
    fill_small(&p);
    p.e.c = scale / size_of(&p);
    double *got = dense_room(d * d, sizeof *got);
    wide *want = dense_room(d * d, sizeof *want);
    assert_int_equal(run(&p, limit), 0);
    for (int sign = 1; sign >= -1; sign -= 2) {
        const double trace = clamped_reference(&p, limit, sign, want);
        expand(&p, sign > 0 ? p.e.plus : p.e.minus, got);
        assert_within(dense_error(d * d, got, want), 0, 1e-11);
        assert_within(p.e.trace, trace, 1e-10);
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

/* K W is not a number although c K W is one: c is small. */
static void test_overflow(void **state)
{
    (void)state;
    double weights[2] = {1e140, 1e140}, gram[2 * NES_UNIT] = {0}, plus[2 * NES_UNIT];
    double minus[2 * NES_UNIT], scratch[16 * NES_UNIT];
    nes_lowrank e = {.k = 2,
                     .width = NES_UNIT,
                     .c = 1e-200,
                     .limit = 10,
                     .weights = weights,
                     .gram = gram,
                     .plus = plus,
                     .minus = minus,
                     .scratch = scratch,
                     .level = nes_cpu_best()};
    gram[0] = gram[NES_UNIT + 1] = 1e200;
    assert_int_not_equal(nes_lowrank_expm1(&e), 0);
    weights[0] = weights[1] = 1e90; /* now it is one, and clamped */
    e.c = 1e-150;
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    assert_relative(e.trace, 20, 1e-15);
    assert_relative(plus[0], expm1(10) / 1e200, 1e-14);
}

static void test_rank_one(void **state)
{
    (void)state;
    double weight = 0.25, gram = 4, scratch[64];
    double plus[NES_UNIT] = {[3] = 17}, minus[NES_UNIT] = {[3] = 17};
    nes_lowrank e = {.k = 1, .width = NES_UNIT, .c = 0.5, .limit = 10, .level = nes_cpu_best()};
    e.weights = &weight;
    e.gram = &gram;
    e.plus = plus;
    e.minus = minus;
    e.scratch = scratch;
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    assert_relative(plus[0], expm1(0.5) / 4, 1e-15);
    assert_relative(minus[0], expm1(-0.5) / 4, 1e-15);
    assert_relative(e.trace, 0.5, 1e-15);
    e.dense = &weight;
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    assert_relative(plus[0], expm1(0.125), 1e-15);
    e.dense = NULL;
    e.c = 1;
    weight = 1e6; /* clamped */
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    assert_relative(plus[0], expm1(10) / 4, 1e-15);
    assert_relative(e.trace, 10, 0);
    gram = 0; /* a sample at the centre turns nothing */
    assert_int_equal(nes_lowrank_expm1(&e), 0);
    assert_true(plus[0] == 0 && minus[0] == 0 && e.trace == 0);
    assert_true(plus[3] == 0 && minus[3] == 0); /* nothing in the padding */
}

/* exp(norm q q^T) for norms closely spaced, so that a series that ends too early shows. */
static void test_every_norm(void **state)
{
    (void)state;
    const double q[2] = {0.6, 0.8};
    double g[2 * NES_UNIT], plus[2 * NES_UNIT], minus[2 * NES_UNIT], scratch[16 * NES_UNIT];
    nes_lowrank e = {
        .k = 2, .width = NES_UNIT, .c = 1, .limit = 10, .dense = g, .level = nes_cpu_best()};
    e.plus = plus;
    e.minus = minus;
    e.scratch = scratch;
    assert_true(nes_lowrank_scratch(2, NES_UNIT) <= sizeof scratch / sizeof *scratch);
    for (double norm = 0.004; norm < 3; norm *= 1.05) {
        const wide want = expm1l(norm), back = expm1l(-norm);
        for (size_t i = 0; i < 4; i++) g[i / 2 * NES_UNIT + i % 2] = norm * q[i / 2] * q[i % 2];
        assert_int_equal(nes_lowrank_expm1(&e), 0);
        for (size_t i = 0; i < 4; i++) {
            const size_t at = i / 2 * NES_UNIT + i % 2;
            const wide share = (wide)q[i / 2] * q[i % 2];
            assert_within(plus[at], (double)(share * want), 2e-15 * (double)want);
            assert_within(minus[at], (double)(share * back), 2e-15 * (double)-back);
        }
    }
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
            p.e.c = 0.1;
            *(p.e.dense != NULL ? p.small : p.u) = bad[i];
            assert_int_not_equal(run(&p, 10), 0);
            tear_down(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_dimensions), cmocka_unit_test(test_large_dimensions),
        cmocka_unit_test(test_clamped),          cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_rank_one),         cmocka_unit_test(test_every_norm),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests_name("lowrank", tests, NULL, NULL);
}
