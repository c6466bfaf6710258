/* SPDX-License-Identifier: MIT
 *
 * f10 to f14: ill-conditioned functions with one optimum. */
#include "kernel.h"
#include "random.h"

/* For f11 and f14 this is all. */
static void draw_xopt_and_r(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_r(b);
}

/* Ellipsoid, rotated: z = osz(R d), sum 10^(6 t_i) z_i^2 */
static void prepare_f10(nes_bbob *b)
{
    draw_xopt_and_r(b);
    nes_bbob_powers(b, b->function->parameter, b->weight);
}

static vec bent_ellipsoid(const nes_bbob *b, vec *z)
{
    osz_all(b->d, z);
    return b->part * weighted_squares(b, z) + b->fopt;
}

static vec f10(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    return bent_ellipsoid(b, z);
}

/* The same with P3 R P2 in place of R, as f11, f12 and f14 below */
static void prepare_large(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 1.0);
}

static void prepare_large_f10(nes_bbob *b)
{
    prepare_large(b);
    nes_bbob_powers(b, b->function->parameter, b->weight);
}

/* z = P3 R P2 (x - x_opt); y is overwritten. */
static void mix_shifted(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, y);
    mix(b, 2, b->r, 3, y, z);
}

static vec large_f10(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    mix_shifted(b, x, y, z);
    return bent_ellipsoid(b, z);
}

/* Discus: z = osz(R d), 10^6 z_0^2 + sum_(i>0) z_i^2 */
static vec discus(const nes_bbob *b, vec *z)
{
    vec sum = {0};
    osz_all(b->d, z);
    for (size_t i = 0; i < b->leading; i++) sum += 1e6 * z[i] * z[i];
    for (size_t i = b->leading; i < b->d; i++) sum += z[i] * z[i];
    return b->part * sum + b->fopt;
}

static vec f11(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    return discus(b, z);
}

static vec large_f11(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    mix_shifted(b, x, y, z);
    return discus(b, z);
}

/* Bent cigar: z = R asy(R d), z_0^2 + 10^6 sum_(i>0) z_i^2 */
static void prepare_f12(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed + 1000000, b->xopt);
    nes_bbob_make_r(b);
}

static vec cigar(const nes_bbob *b, const vec *z)
{
    vec sum = sum_of_squares(0, b->leading, z);
    for (size_t i = b->leading; i < b->d; i++) sum += 1e6 * z[i] * z[i];
    return b->part * sum + b->fopt;
}

static vec f12(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    asy_all(0.5, b->d, y);
    apply(b->r, b->d, y, z);
    return cigar(b, z);
}

static void prepare_large_f12(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed + 1000000, b->xopt);
    nes_bbob_make_large(b, 1.0);
}

static vec large_f12(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    mix_shifted(b, x, z, y);
    asy_all(0.5, b->d, y);
    mix(b, 2, b->r, 3, y, z);
    return cigar(b, z);
}

/* Sharp ridge: z = M(10) d, 100 sqrt(sum_(i>0) z_i^2) + z_0^2 */
static void prepare_f13(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, sqrt(10.0));
}

static vec ridge(const nes_bbob *b, const vec *z)
{
    const vec steep = 100.0 * v_sqrt(sum_of_squares(b->leading, b->d, z));
    return b->part * (steep + sum_of_squares(0, b->leading, z)) + b->fopt;
}

static vec f13(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->m, x, z, y);
    return ridge(b, z);
}

/* The same with z = P4 R P3 Lam(10) P6 Q P5 d */
static void prepare_large_f13(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 10.0);
}

static vec large_f13(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 5, b->q, 6, z, y);
    stretch(b, y);
    mix(b, 3, b->r, 4, y, z);
    return ridge(b, z);
}

/* Different powers: z = R d, sqrt(sum |z_i|^(2 + 4 t_i)) */
static vec powers(const nes_bbob *b, const vec *z)
{
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++) sum += v_pow(v_abs(z[i]), all(2.0 + share(4.0, i, b->d)));
    return b->part * v_sqrt(sum) + b->fopt;
}

static vec f14(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    return powers(b, z);
}

static vec large_f14(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    mix_shifted(b, x, y, z);
    return powers(b, z);
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_conditioned)[] = {
    {{10, R, 0, prepare_f10}, f10},
    {{11, R, 0, draw_xopt_and_r}, f11},
    {{12, R, 0, prepare_f12}, f12},
    {{13, R | Q | M, 0, prepare_f13}, f13},
    {{14, R, 0, draw_xopt_and_r}, f14},
    {{NES_BBOB_LARGE + 10, R, 0, prepare_large_f10}, large_f10},
    {{NES_BBOB_LARGE + 11, R, 0, prepare_large}, large_f11},
    {{NES_BBOB_LARGE + 12, R, 0, prepare_large_f12}, large_f12},
    {{NES_BBOB_LARGE + 13, R | Q, 0, prepare_large_f13}, large_f13},
    {{NES_BBOB_LARGE + 14, R, 0, prepare_large}, large_f14},
    {{0, 0, 0, NULL}, NULL},
};
