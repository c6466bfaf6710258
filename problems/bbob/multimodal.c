/* SPDX-License-Identifier: MIT
 *
 * f15 to f19: many local optima, and an overall shape that leads to the best of them. */
#include <string.h>

#include "kernel.h"
#include "random.h"

/* Rastrigin, rotated: z = M(10) asy(osz(R d)) */
static void prepare_f15(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, sqrt(10.0));
}

static vec f15(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    osz_all(b->d, y);
    asy_all(0.2, b->d, y);
    apply(b->m, b->d, y, z);
    return b->part * rastrigin(b->d, z) + b->fopt;
}

/* The same with z = P4 R P3 Lam(10) P6 Q P5 asy(osz(P4 R P3 d)) */
static void prepare_large_f15(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 10.0);
}

static vec large_f15(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 3, b->r, 4, z, y);
    osz_all(b->d, y);
    asy_all(0.2, b->d, y);
    mix(b, 5, b->q, 6, y, z);
    stretch(b, z);
    mix(b, 3, b->r, 4, z, y);
    return b->part * rastrigin(b->d, y) + b->fopt;
}

/* Weierstrass: z = M(1/100) osz(R d),
 *   10 (1/d sum_i sum_k 2^-k cos(2 pi 3^k (z_i + 1/2)) - F0)^3,   k = 0..11,
 * where F0 is the inner sum at z_i = 0. */
enum { WAVES = 12 };
static const double wave_size[WAVES] = {0x1p0,  0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4,  0x1p-5,
                                        0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-10, 0x1p-11};
static const double wave_number[WAVES] = {1,   3,    9,    27,    81,    243,
                                          729, 2187, 6561, 19683, 59049, 177147};

static void sum_waves_at_0(nes_bbob *b)
{
    b->constant = 0.0;
    for (size_t k = 0; k < WAVES; k++)
        b->constant += wave_size[k] * cos(2.0 * PI * wave_number[k] * 0.5);
}

static void prepare_f16(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, 1.0 / sqrt(100.0));
    sum_waves_at_0(b);
}

static vec weierstrass(const nes_bbob *b, const vec *x, const vec *z)
{
    const double d = (double)b->d;
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++)
        for (size_t k = 0; k < WAVES; k++)
            sum += v_cos(2.0 * PI * (z[i] + 0.5) * wave_number[k]) * wave_size[k];
    const vec v = sum / d - b->constant;
    return (10.0 * v * v * v + b->fopt) + penalty(b, 10.0 / d, x);
}

static vec f16(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    osz_all(b->d, y);
    apply(b->m, b->d, y, z);
    return weierstrass(b, x, z);
}

/* The same with z = P6 R P5 Lam(1/100) P4 Q P3 osz(P6 R P5 d) */
static void prepare_large_f16(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, 1.0 / 100.0);
    sum_waves_at_0(b);
}

static vec large_f16(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 5, b->r, 6, z, y);
    osz_all(b->d, y);
    mix(b, 3, b->q, 4, y, z);
    stretch(b, z);
    mix(b, 5, b->r, 6, z, y);
    return weierstrass(b, x, y);
}

/* Schaffer F7, condition 10, and f18 with condition 1000: z = Lam(condition) Q asy(R d),
 *   (1/(d-1) sum_(i<d-1) q_i^(1/4) (1 + sin^2(50 q_i^(1/10))))^2,   q_i = z_i^2 + z_(i+1)^2 */
static void prepare_f17(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_r(b);
    nes_bbob_make_q(b);
    nes_bbob_powers(b, sqrt(b->function->parameter), b->weight);
    nes_bbob_scale_rows(b, b->q, b->weight);
}

static vec schaffer(const nes_bbob *b, const vec *x, const vec *z)
{
    vec sum = {0};
    for (size_t i = 0; i + 1 < b->d; i++) {
        const vec q = z[i] * z[i] + z[i + 1] * z[i + 1];
        const vec wave = v_sin(50.0 * v_pow(q, all(0.1)));
        sum += v_sqrt(v_sqrt(q)) * (1.0 + wave * wave);
    }
    const vec mean = sum / (double)(b->d - 1);
    return (mean * mean + b->fopt) + penalty(b, 10.0, x);
}

static vec f17(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    asy_all(0.5, b->d, y);
    apply(b->q, b->d, y, z);
    return schaffer(b, x, z);
}

/* The same with z = Lam(condition) P4 Q P3 asy(P6 R P5 d) */
static void prepare_large_f17(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_large(b, b->function->parameter);
}

static vec large_f17(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    shift(b, x, z);
    mix(b, 5, b->r, 6, z, y);
    asy_all(0.5, b->d, y);
    mix(b, 3, b->q, 4, y, z);
    stretch(b, z);
    return schaffer(b, x, z);
}

/* Griewank-Rosenbrock: z = c Q x + 0.5, x_opt = Q^T 1 / (2 c),
 *   F + F/(d-1) sum_(i<d-1) (q_i/4000 - cos q_i),  q_i = 100 (z_i^2 - z_(i+1))^2 + (1 - z_i)^2 */
static void prepare_f19(nes_bbob *b)
{
    const size_t d = b->d;
    const double c = valley(b);
    nes_bbob_make_q(b);
    for (size_t k = 0; k < d * d; k++) b->q[k] *= c;
    for (size_t j = 0; j < d; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < d; i++) sum += b->q[i * d + j];
        b->xopt[j] = sum / (2.0 * c);
    }
}

static vec griewank_rosenbrock(const nes_bbob *b, const vec *z)
{
    const double factor = b->function->parameter;
    vec sum = {0};
    for (size_t i = 0; i + 1 < b->d; i++) {
        const vec p = z[i] * z[i] - z[i + 1], e = 1.0 - z[i];
        const vec q = 100.0 * p * p + e * e;
        sum += q / 4000.0 - v_cos(q);
    }
    return factor + factor * sum / (double)(b->d - 1) + b->fopt;
}

static vec f19(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    apply(b->q, b->d, x, z);
    for (size_t i = 0; i < b->d; i++) z[i] = z[i] + 0.5;
    return griewank_rosenbrock(b, z);
}

/* The same with z = c P3 Q P2 x + 0.5 */
static void prepare_large_f19(nes_bbob *b)
{
    nes_bbob_make_large(b, 1.0);
    b->constant = valley(b);
    for (size_t j = 0; j < b->d; j++) {
        const size_t first = j - j % b->block;
        const size_t n = b->d - first < b->block ? b->d - first : b->block;
        const double *k = b->q + first * b->block;
        double sum = 0.0;
        for (size_t i = 0; i < n; i++) sum += k[i * n + (j - first)];
        b->xopt[b->order ? b->order[j] : j] = sum / (2.0 * b->constant); /* order 2 is the first */
    }
}

static vec large_f19(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    memcpy(z, x, b->d * sizeof *z);
    mix(b, 2, b->q, 3, z, y);
    for (size_t i = 0; i < b->d; i++) y[i] = b->constant * y[i] + 0.5;
    return griewank_rosenbrock(b, y);
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_multimodal)[] = {
    {{15, R | Q | M, 0, prepare_f15}, f15},
    {{16, R | Q | M, 0, prepare_f16}, f16},
    {{17, R | Q, 0, prepare_f17}, f17},
    {{19, Q, 0, prepare_f19}, f19},
    {{NES_BBOB_LARGE + 15, R | Q, 0, prepare_large_f15}, large_f15},
    {{NES_BBOB_LARGE + 16, R | Q, 0, prepare_large_f16}, large_f16},
    {{NES_BBOB_LARGE + 17, R | Q, 0, prepare_large_f17}, large_f17},
    {{NES_BBOB_LARGE + 19, Q, 0, prepare_large_f19}, large_f19},
    {{0, 0, 0, NULL}, NULL},
};
