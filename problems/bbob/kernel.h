/* SPDX-License-Identifier: MIT
 *
 * A kernel is the code of one definition: how an instance is made, and the values of a block of
 * points. The building blocks that several definitions share follow. In formulas indices begin with
 * 0, t_i = i/(d-1), and d stands for the vector x - x_opt as well as for the dimension. */
#ifndef BBOB_KERNEL_H
#define BBOB_KERNEL_H

#include "bbob.h"
#include "elementary.h"

typedef struct nes_bbob_kernel {
    nes_bbob_plan plan; /* first member, so that values() can get from the plan to the kernel */
    /* The values at a block of points x; y and z are room for d vectors each. */
    vec (*value)(const nes_bbob *b, const vec *x, vec *y, vec *z);
} nes_bbob_kernel;

enum { R = NES_BBOB_R, Q = NES_BBOB_Q, M = NES_BBOB_M };

/* The definitions by group; each group has a file of that name. */
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_separable)[];
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_moderate)[];
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_conditioned)[];
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_multimodal)[];
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_weak)[];
extern const nes_bbob_kernel ON_PROCESSOR(nes_bbob_gallagher)[];

static const double PI = 3.14159265358979323846;

/* beta i / (d - 1) */
static inline double share(double beta, size_t i, size_t d)
{
    return beta * (double)i / (double)(d - 1);
}

/* How much Rosenbrock's valley is narrowed in large dimensions (f8, f9, f19). */
static inline double valley(const nes_bbob *b)
{
    return fmax(1.0, sqrt((double)b->block) / 8.0);
}

/* The two transformations below treat STRIDE coordinates at a time and do each step for all of them
 * before the next step. The operations of a step are independent of each other, so the processor
 * can work on several at once. */
enum { STRIDE = 8 };

static inline size_t stride(size_t i, size_t d)
{
    return d - i < STRIDE ? d - i : STRIDE;
}

/* Oscillation: a smooth, irregular bending of the axes, not symmetric about 0. For v > 0
 *   exp(h + 0.49 (sin(h) + sin(0.79 h)))^0.1,   h = log(v)/0.1,
 * For v < 0 the frequencies are others and the result is negative. The reference lets the inner
 * exponential overflow, and so does this. */
static inline void osz_few(size_t n, vec *v)
{
    vec h[STRIDE], inner[STRIDE];
    for (size_t i = 0; i < n; i++) h[i] = v_log(v_abs(v[i])) / 0.1;
    for (size_t i = 0; i < n; i++) {
        const vec fast = where(v[i] > 0.0, all(1.0), all(0.55));
        const vec slow = where(v[i] > 0.0, all(0.79), all(0.31));
        inner[i] = h[i] + 0.49 * (v_sin(fast * h[i]) + v_sin(slow * h[i]));
    }
    for (size_t i = 0; i < n; i++) {
        const vec outer = inner[i] * 0.1, rest = product_rest(inner[i], all(0.1), outer);
        const vec size = where(inner[i] > EXP_MAX, all(INFINITY), v_exp_of_sum(outer, rest));
        v[i] = where(v[i] == 0.0, all(0.0), v_copysign(size, v[i]));
    }
}

static inline void osz_all(size_t d, vec *v)
{
    for (size_t i = 0; i < d; i += STRIDE) osz_few(stride(i, d), v + i);
}

static inline vec osz(vec v)
{
    osz_few(1, &v);
    return v;
}

/* Asymmetry: positive v_i become v_i^(1 + beta t_i sqrt(v_i)); others stay. */
static inline void asy_all(double beta, size_t d, vec *v)
{
    for (size_t first = 0; first < d; first += STRIDE) {
        const size_t end = first + stride(first, d);
        vec hi[STRIDE], lo[STRIDE];
        for (size_t i = first; i < end; i++)
            log_of_power(v[i], 1.0 + share(beta, i, d) * v_sqrt(v[i]), &hi[i - first],
                         &lo[i - first]);
        for (size_t i = first; i < end; i++)
            v[i] = where(v[i] > 0.0, v_exp_of_sum(hi[i - first], lo[i - first]), v[i]);
    }
}

/* y = x - x_opt */
static inline void shift(const nes_bbob *b, const vec *x, vec *y)
{
    for (size_t i = 0; i < b->d; i++) y[i] = x[i] - b->xopt[i];
}

/* y_i = start + sum_j x_j a_ij. Every sum runs in the order of j, as defined; four of them run at
 * the same time, so that the processor need not wait for each addition. */
static inline void apply_from(double start, const double *a, size_t d, const vec *x, vec *y)
{
    size_t i = 0;
    for (; i + 4 <= d; i += 4) {
        const double *a0 = a + i * d, *a1 = a0 + d, *a2 = a1 + d, *a3 = a2 + d;
        vec s0 = all(start), s1 = s0, s2 = s0, s3 = s0;
        for (size_t j = 0; j < d; j++) {
            s0 += x[j] * a0[j];
            s1 += x[j] * a1[j];
            s2 += x[j] * a2[j];
            s3 += x[j] * a3[j];
        }
        y[i] = s0;
        y[i + 1] = s1;
        y[i + 2] = s2;
        y[i + 3] = s3;
    }
    for (; i < d; i++) {
        vec sum = all(start);
        for (size_t j = 0; j < d; j++) sum += x[j] * a[i * d + j];
        y[i] = sum;
    }
}

/* y = a x */
static inline void apply(const double *a, size_t d, const vec *x, vec *y)
{
    apply_from(0.0, a, d, x, y);
}

/* y = a (x - x_opt); z is overwritten. */
static inline void apply_shifted(const nes_bbob *b, const double *a, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    apply(a, b->d, z, y);
}

/* y = K x for a rotation of blocks */
static inline void turn(const nes_bbob *b, const double *k, const vec *x, vec *y)
{
    for (size_t first = 0; first < b->d; first += b->block) {
        const size_t n = b->d - first < b->block ? b->d - first : b->block;
        apply(k + first * b->block, n, x + first, y + first);
    }
}

/* y_i = x[P_i] with order number k, from 2 as in the definitions */
static inline void permute(const nes_bbob *b, size_t k, const vec *x, vec *y)
{
    const size_t *order = b->order ? b->order + (k - 2) * b->d : NULL;
    for (size_t i = 0; i < b->d; i++) y[i] = x[order ? order[i] : i];
}

/* y = P_after K P_before x; x is overwritten. */
static inline void mix(const nes_bbob *b, size_t before, const double *k, size_t after, vec *x,
                       vec *y)
{
    permute(b, before, x, y);
    turn(b, k, y, x);
    permute(b, after, x, y);
}

static inline void stretch(const nes_bbob *b, vec *x)
{
    for (size_t i = 0; i < b->d; i++) x[i] = b->stretch[i] * x[i];
}

static inline vec sum_of_squares(size_t first, size_t d, const vec *z)
{
    vec sum = {0};
    for (size_t i = first; i < d; i++) sum += z[i] * z[i];
    return sum;
}

/* sum_i weight_i z_i^2 */
static inline vec weighted_squares(const nes_bbob *b, const vec *z)
{
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++) sum += b->weight[i] * z[i] * z[i];
    return sum;
}

/* 10 (d - sum_i cos(2 pi z_i)) + sum_i z_i^2 */
static inline vec rastrigin(size_t d, const vec *z)
{
    vec waves = {0};
    for (size_t i = 0; i < d; i++) waves += v_cos(2.0 * PI * z[i]);
    return 10.0 * ((double)d - waves) + sum_of_squares(0, d, z);
}

/* The boundary penalty factor sum_i max(0, |x_i| - 5)^2, or 0 if the function has none. */
static inline vec penalty(const nes_bbob *b, double factor, const vec *x)
{
    vec sum = {0};
    if (!b->function->penalty) return sum;
    for (size_t i = 0; i < b->d; i++) {
        const vec out = v_max(v_abs(x[i]) - 5.0, all(0.0));
        sum += out * out;
    }
    return factor * sum;
}

#endif
