/* SPDX-License-Identifier: MIT
 *
 * f20, f23 and f24: many optima and little overall shape. f21 and f22 are in gallagher.c. */
#include "kernel.h"
#include "random.h"

/* Schwefel: the best point is far from the second best. With signs s_i and mu = 4.2096874637,
 *   y_i = 2 s_i x_i,  w_i = y_i + 1/4 (y_(i-1) - mu),  z_i = 100 (10^(t_i/2) (w_i - mu) + mu),
 *   0.01 (418.98.. - 1/d sum z_i sin(sqrt|z_i|) + sum max(0, |z_i| - 500)^2) */
static const double SCHWEFEL_MU = 4.2096874637, SCHWEFEL_TOP = 418.9828872724339;

static void prepare_f20(nes_bbob *b)
{
    nes_bbob_unif(b->d, b->seed, b->xopt);
    for (size_t i = 0; i < b->d; i++) {
        b->xopt[i] = (b->xopt[i] < 0.5 ? -1.0 : 1.0) * 420.96874633 / 200.0;
        b->weight[i] = pow(10.0, share(0.5, i, b->d));
    }
}

static vec f20(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    const double mu = SCHWEFEL_MU;
    vec outside = {0}, waves = {0};
    (void)z;
    for (size_t i = 0; i < b->d; i++) y[i] = 2.0 * (copysign(1.0, b->xopt[i]) * x[i]);
    for (size_t i = 0; i < b->d; i++) {
        const vec w = i == 0 ? y[0] : y[i] + 0.25 * (y[i - 1] - mu);
        const vec v = 100.0 * (b->weight[i] * (w - mu) + mu), size = v_abs(v);
        const vec out = v_max(size - 500.0, all(0.0));
        outside += out * out;
        waves += v * v_sin(v_sqrt(size));
    }
    return 0.01 * (outside + SCHWEFEL_TOP - waves / (double)b->d) + b->fopt;
}

/* Katsuura: rugged on 32 scales, z = M(100) d,
 *   10/d^2 (prod_i (1 + (i+1) sum_k |2^k z_i - round(2^k z_i)| / 2^k)^(10/d^1.2) - 1), k = 1..32 */
static void prepare_f23(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, sqrt(100.0));
    b->constant = 10.0 / pow((double)b->d, 1.2);
}

static vec katsuura(const nes_bbob *b, const vec *x, const vec *z)
{
    const double d = (double)b->d;
    vec product = all(1.0);
    for (size_t i = 0; i < b->d; i++) {
        vec sum = {0};
        double scale = 2.0, inverse = 0.5;
        for (int k = 1; k <= 32; k++, scale *= 2.0, inverse *= 0.5) {
            const vec v = scale * z[i];
            sum += v_abs(v - v_round(v)) * inverse;
        }
        product *= v_pow(1.0 + (double)(i + 1) * sum, all(b->constant));
    }
    return (10.0 / d / d * (-1.0 + product) + b->fopt) + penalty(b, 1.0, x);
}

static vec f23(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->m, x, z, y);
    return katsuura(b, x, z);
}

/* The same with z = P6 R P5 Lam(100) P4 Q P3 d */
static void prepare_large_f23(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 100.0);
    b->constant = 10.0 / pow((double)b->d, 1.2);
}

static vec large_f23(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 3, b->q, 4, z, y);
    stretch(b, y);
    mix(b, 5, b->r, 6, y, z);
    return katsuura(b, x, z);
}

/* Lunacek bi-Rastrigin: two funnels, the deeper one narrower. y_i = 2 sign(x_opt_i) x_i,
 *   z = R Lam(100) Q (y - mu0),  min(sum (y_i - mu0)^2, d + s sum (y_i - mu1)^2)
 *   + 10 (d - sum cos(2 pi z_i)) */
static const double FUNNEL = 2.5; /* mu0 */

static double funnel_ratio(double d)
{
    return 1.0 - 0.5 / (sqrt(d + 20.0) - 4.1);
}

static void prepare_funnels(nes_bbob *b)
{
    nes_bbob_gauss(b->d, b->seed, b->xopt);
    for (size_t i = 0; i < b->d; i++) b->xopt[i] = b->xopt[i] < 0.0 ? -1.25 : 1.25;
    b->constant = -sqrt((FUNNEL * FUNNEL - 1.0) / funnel_ratio((double)b->d)); /* mu1 */
}

static void prepare_f24(nes_bbob *b)
{
    prepare_funnels(b);
    nes_bbob_make_r(b);
    nes_bbob_make_q(b);
    nes_bbob_powers(b, sqrt(100.0), b->weight);
    nes_bbob_scale_rows(b, b->q, b->weight);
}

/* The depth of the funnels at x; y becomes y - mu0. */
static vec funnels(const nes_bbob *b, const vec *x, vec *y)
{
    const double d = (double)b->d;
    vec deep = {0}, wide = {0};
    for (size_t i = 0; i < b->d; i++) {
        const vec v = copysign(2.0, b->xopt[i]) * x[i];
        const vec to_deep = v - FUNNEL, to_wide = v - b->constant;
        deep += to_deep * to_deep;
        wide += to_wide * to_wide;
        y[i] = to_deep;
    }
    return v_min(deep, d + funnel_ratio(d) * wide);
}

static vec lunacek(const nes_bbob *b, vec depth, const vec *x, const vec *z)
{
    vec waves = {0};
    for (size_t i = 0; i < b->d; i++) waves += v_cos(2.0 * PI * z[i]);
    const vec raw = depth + 10.0 * ((double)b->d - waves);
    return (b->part * raw + penalty(b, 1e4, x)) + b->fopt;
}

static vec f24(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    const vec depth = funnels(b, x, y);
    apply(b->q, b->d, y, z);
    apply(b->r, b->d, z, y);
    return lunacek(b, depth, x, y);
}

/* The same with z = P6 R P5 Lam(100) P4 Q P3 (y - mu0) */
static void prepare_large_f24(nes_bbob *b)
{
    prepare_funnels(b);
    nes_bbob_make_large(b, 100.0);
}

static vec large_f24(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    const vec depth = funnels(b, x, y);
    mix(b, 3, b->q, 4, y, z);
    stretch(b, z);
    mix(b, 5, b->r, 6, z, y);
    return lunacek(b, depth, x, y);
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_weak)[] = {
    {{20, 0, 0, prepare_f20}, f20},
    {{23, R | Q | M, 0, prepare_f23}, f23},
    {{24, R | Q, 0, prepare_f24}, f24},
    {{NES_BBOB_LARGE + 23, R | Q, 0, prepare_large_f23}, large_f23},
    {{NES_BBOB_LARGE + 24, R | Q, 0, prepare_large_f24}, large_f24},
    {{0, 0, 0, NULL}, NULL},
};
