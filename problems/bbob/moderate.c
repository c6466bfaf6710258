/* SPDX-License-Identifier: MIT
 *
 * f6 to f9: functions of low or moderate conditioning. */
#include "kernel.h"
#include "random.h"

/* Attractive sector: steep where z = M(10) d has the signs of x_opt, flat elsewhere:
 * osz(sum w_i z_i^2)^0.9, w_i = 10^4 if x_opt_i z_i > 0 else 1 */
static void prepare_f6(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, sqrt(10.0));
}

static vec sector(const nes_bbob *b, const vec *z)
{
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++) {
        const vec w = where(b->xopt[i] * z[i] > 0.0, all(1e4), all(1.0));
        sum += w * z[i] * z[i];
    }
    return v_pow(osz(b->part * sum), all(0.9)) + b->fopt;
}

static vec f6(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->m, x, z, y);
    return sector(b, z);
}

/* The same with z = P5 R P4 Lam(10) P3 Q P2 d */
static void prepare_large_f6(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 10.0);
}

static vec large_f6(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 2, b->q, 3, z, y);
    stretch(b, y);
    mix(b, 4, b->r, 5, y, z);
    return sector(b, z);
}

/* Step ellipsoid: w = Lam(10) Q d is rounded, to tenths where it is small, and z = R w:
 * 0.1 max(10^-4 |w_0| before rounding, sum 100^t_i z_i^2) */
static void prepare_f7(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_r(b);
    nes_bbob_make_q(b);
    nes_bbob_powers(b, 10.0, b->weight);
    for (size_t i = 0; i < b->d; i++) b->weight[i] = sqrt(b->weight[i]);
    nes_bbob_scale_rows(b, b->q, b->weight);
    nes_bbob_powers(b, 100.0, b->weight);
}

static void round_steps(size_t d, vec *y)
{
    for (size_t i = 0; i < d; i++)
        y[i] = where(v_abs(y[i]) > 0.5, v_round(y[i]), v_round(10.0 * y[i]) / 10.0);
}

/* first: |w_0| */
static vec steps(const nes_bbob *b, vec first, const vec *x, const vec *z)
{
    const vec raw = 0.1 * v_max(first * 1e-4, weighted_squares(b, z));
    return (b->part * raw + penalty(b, 1.0, x)) + b->fopt;
}

static vec f7(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->q, x, y, z);
    const vec first = v_abs(y[0]);
    round_steps(b->d, y);
    apply(b->r, b->d, y, z);
    return steps(b, first, x, z);
}

/* The same with w = Lam(10) P3 Q P2 d, z = P5 R P4 w, and d |w_0| */
static void prepare_large_f7(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 10.0);
    nes_bbob_powers(b, 100.0, b->weight);
}

static vec large_f7(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 2, b->q, 3, z, y);
    stretch(b, y);
    const vec first = v_abs(y[0]) * (double)b->d;
    round_steps(b->d, y);
    mix(b, 4, b->r, 5, y, z);
    return steps(b, first, x, z);
}

/* 100 sum (z_i^2 - z_(i+1))^2 + sum (z_i - 1)^2, both over i < d-1 */
static vec rosenbrock(size_t d, const vec *z)
{
    vec bend = {0}, rest = {0};
    for (size_t i = 0; i + 1 < d; i++) {
        const vec v = z[i] * z[i] - z[i + 1], w = z[i] - 1.0;
        bend += v * v;
        rest += w * w;
    }
    return 100.0 * bend + rest;
}

/* Rosenbrock: z = c d + 1 */
static void prepare_f8(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    for (size_t i = 0; i < b->d; i++) b->xopt[i] *= 0.75;
    b->constant = valley(b);
}

static vec f8(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    for (size_t i = 0; i < b->d; i++) z[i] = b->constant * (x[i] - b->xopt[i]) + 1.0;
    return b->part * rosenbrock(b->d, z) + b->fopt;
}

/* Rosenbrock, rotated: z = c Q x + 0.5, so that x_opt = Q^T 1 / (2 c) */
static void prepare_f9(nes_bbob *b)
{
    const size_t d = b->d;
    const double c = valley(b);
    nes_bbob_make_q(b);
    for (size_t j = 0; j < d; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < d; i++) sum += b->q[i * d + j];
        b->xopt[j] = sum / (2.0 * c);
    }
    for (size_t k = 0; k < d * d; k++) b->q[k] *= c;
}

static vec f9(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    apply_from(0.5, b->q, b->d, x, z);
    return rosenbrock(b->d, z) + b->fopt;
}

/* The same with z = c P3 Q P2 d + 1 and an optimum of its own, as f8 */
static void prepare_large_f9(nes_bbob *b)
{
    prepare_f8(b);
    nes_bbob_make_large(b, 1.0);
}

static vec large_f9(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 2, b->q, 3, z, y);
    for (size_t i = 0; i < b->d; i++) y[i] = b->constant * y[i] + 1.0;
    return b->part * rosenbrock(b->d, y) + b->fopt;
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_moderate)[] = {
    {{6, R | Q | M, 0, prepare_f6}, f6},
    {{7, R | Q, 0, prepare_f7}, f7},
    {{8, 0, 0, prepare_f8}, f8},
    {{9, Q, 0, prepare_f9}, f9},
    {{NES_BBOB_LARGE + 6, R | Q, 0, prepare_large_f6}, large_f6},
    {{NES_BBOB_LARGE + 7, R | Q, 0, prepare_large_f7}, large_f7},
    {{NES_BBOB_LARGE + 9, Q, 0, prepare_large_f9}, large_f9},
    {{0, 0, 0, NULL}, NULL},
};
