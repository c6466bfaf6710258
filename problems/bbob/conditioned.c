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

static vec f10(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    osz_all(b->d, z);
    return weighted_squares(b, z) + b->fopt;
}

/* Discus: z = osz(R d), 10^6 z_0^2 + sum_(i>0) z_i^2 */
static vec f11(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    osz_all(b->d, z);
    vec sum = 1e6 * z[0] * z[0];
    for (size_t i = 1; i < b->d; i++) sum += z[i] * z[i];
    return sum + b->fopt;
}

/* Bent cigar: z = R asy(R d), z_0^2 + 10^6 sum_(i>0) z_i^2 */
static void prepare_f12(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed + 1000000, b->xopt);
    nes_bbob_make_r(b);
}

static vec f12(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    asy_all(0.5, b->d, y);
    apply(b->r, b->d, y, z);
    vec sum = z[0] * z[0];
    for (size_t i = 1; i < b->d; i++) sum += 1e6 * z[i] * z[i];
    return sum + b->fopt;
}

/* Sharp ridge: z = M(10) d, 100 sqrt(sum_(i>0) z_i^2) + z_0^2 */
static void prepare_f13(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, sqrt(10.0));
}

static vec f13(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->m, x, z, y);
    return 100.0 * v_sqrt(sum_of_squares(1, b->d, z)) + z[0] * z[0] + b->fopt;
}

/* Different powers: z = R d, sqrt(sum |z_i|^(2 + 4 t_i)) */
static vec f14(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, z, y);
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++) sum += v_pow(v_abs(z[i]), all(2.0 + share(4.0, i, b->d)));
    return v_sqrt(sum) + b->fopt;
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_conditioned)[] = {
    {{10, R, 0, prepare_f10}, f10},     {{11, R, 0, draw_xopt_and_r}, f11},
    {{12, R, 0, prepare_f12}, f12},     {{13, R | Q | M, 0, prepare_f13}, f13},
    {{14, R, 0, draw_xopt_and_r}, f14}, {{0, 0, 0, NULL}, NULL},
};
