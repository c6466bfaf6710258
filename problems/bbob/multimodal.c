/* SPDX-License-Identifier: MIT
 *
 * f15 to f19: many local optima, and an overall shape that leads to the best of them. */
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
    return rastrigin(b->d, z) + b->fopt;
}

/* Weierstrass: z = M(1/100) osz(R d),
 *   10 (1/d sum_i sum_k 2^-k cos(2 pi 3^k (z_i + 1/2)) - F0)^3,   k = 0..11,
 * where F0 is the inner sum at z_i = 0. */
enum { WAVES = 12 };
static const double wave_size[WAVES] = {0x1p0,  0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4,  0x1p-5,
                                        0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-10, 0x1p-11};
static const double wave_number[WAVES] = {1,   3,    9,    27,    81,    243,
                                          729, 2187, 6561, 19683, 59049, 177147};

static void prepare_f16(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
    nes_bbob_make_m(b, 1.0 / sqrt(100.0));
    b->constant = 0.0;
    for (size_t k = 0; k < WAVES; k++)
        b->constant += wave_size[k] * cos(2.0 * PI * wave_number[k] * 0.5);
}

static vec f16(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    const double d = (double)b->d;
    apply_shifted(b, b->r, x, y, z);
    osz_all(b->d, y);
    apply(b->m, b->d, y, z);
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++)
        for (size_t k = 0; k < WAVES; k++)
            sum += v_cos(2.0 * PI * (z[i] + 0.5) * wave_number[k]) * wave_size[k];
    const vec v = sum / d - b->constant;
    return (10.0 * v * v * v + b->fopt) + penalty(b, 10.0 / d, x);
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

static vec f17(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    apply_shifted(b, b->r, x, y, z);
    asy_all(0.5, b->d, y);
    apply(b->q, b->d, y, z);
    vec sum = {0};
    for (size_t i = 0; i + 1 < b->d; i++) {
        const vec q = z[i] * z[i] + z[i + 1] * z[i + 1];
        const vec wave = v_sin(50.0 * v_pow(q, all(0.1)));
        sum += v_sqrt(v_sqrt(q)) * (1.0 + wave * wave);
    }
    const vec mean = sum / (double)(b->d - 1);
    return (mean * mean + b->fopt) + penalty(b, 10.0, x);
}

/* Griewank-Rosenbrock: z = c Q x + 0.5, x_opt = Q^T 1 / (2 c),
 *   F + F/(d-1) sum_(i<d-1) (q_i/4000 - cos q_i),  q_i = 100 (z_i^2 - z_(i+1))^2 + (1 - z_i)^2 */
static void prepare_f19(nes_bbob *b)
{
    const size_t d = b->d;
    const double c = valley(d);
    nes_bbob_make_q(b);
    for (size_t k = 0; k < d * d; k++) b->q[k] *= c;
    for (size_t j = 0; j < d; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < d; i++) sum += b->q[i * d + j];
        b->xopt[j] = sum / (2.0 * c);
    }
}

static vec f19(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    const double factor = b->function->parameter;
    (void)y;
    apply(b->q, b->d, x, z);
    for (size_t i = 0; i < b->d; i++) z[i] = z[i] + 0.5;
    vec sum = {0};
    for (size_t i = 0; i + 1 < b->d; i++) {
        const vec p = z[i] * z[i] - z[i + 1], e = 1.0 - z[i];
        const vec q = 100.0 * p * p + e * e;
        sum += q / 4000.0 - v_cos(q);
    }
    return factor + factor * sum / (double)(b->d - 1) + b->fopt;
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_multimodal)[] = {
    {{15, R | Q | M, 0, prepare_f15}, f15},
    {{16, R | Q | M, 0, prepare_f16}, f16},
    {{17, R | Q, 0, prepare_f17}, f17},
    {{19, Q, 0, prepare_f19}, f19},
    {{0, 0, 0, NULL}, NULL},
};
