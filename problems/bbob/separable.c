/* SPDX-License-Identifier: MIT
 *
 * f1 to f5: separable functions. */
#include "kernel.h"
#include "random.h"

static void draw_xopt(nes_bbob *b)
{
    nes_bbob_xopt(b->d, b->seed, b->xopt);
}

/* Sphere: sum d_i^2 */
static vec f1(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)z;
    shift(b, x, y);
    return b->part * sum_of_squares(0, b->d, y) + b->fopt;
}

/* Ellipsoid: z = osz(d), sum 10^(6 t_i) z_i^2 */
static void prepare_f2(nes_bbob *b)
{
    draw_xopt(b);
    nes_bbob_powers(b, 1e6, b->weight);
}

static vec f2(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    shift(b, x, z);
    osz_all(b->d, z);
    return b->part * weighted_squares(b, z) + b->fopt;
}

/* Rastrigin: z_i = 10^(t_i/2) asy(osz(d))_i */
static void prepare_f3(nes_bbob *b)
{
    draw_xopt(b);
    for (size_t i = 0; i < b->d; i++) b->weight[i] = pow(10.0, share(0.5, i, b->d));
}

static vec f3(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    shift(b, x, z);
    osz_all(b->d, z);
    asy_all(0.2, b->d, z);
    for (size_t i = 0; i < b->d; i++) z[i] = b->weight[i] * z[i];
    return b->part * rastrigin(b->d, z) + b->fopt;
}

/* Bueche-Rastrigin: every other coordinate has its optimum on the positive side and is steeper
 * beyond it. z_i = c_i osz(d)_i, c_i = 10^(t_i/2), times 10 if i is even and z_i > 0 */
static void prepare_f4(nes_bbob *b)
{
    draw_xopt(b);
    for (size_t i = 0; i < b->d; i += 2) b->xopt[i] = fabs(b->xopt[i]);
    nes_bbob_powers(b, sqrt(10.0), b->weight);
}

static vec f4(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    shift(b, x, z);
    osz_all(b->d, z);
    for (size_t i = 0; i < b->d; i++) {
        const double c = b->weight[i], steep = i % 2 == 0 ? c * 10.0 : c;
        z[i] = where(z[i] > 0.0, all(steep), all(c)) * z[i];
    }
    return (b->part * rastrigin(b->d, z) + b->fopt) + penalty(b, 100.0, x);
}

/* Linear slope towards a corner of the box, x_opt_i = +-5, and flat beyond it:
 * sum 5 |c_i| - c_i v_i, c_i = sign(x_opt_i) 10^t_i, v_i = x_i if x_i x_opt_i < 25 else x_opt_i */
static void prepare_f5(nes_bbob *b)
{
    draw_xopt(b);
    nes_bbob_powers(b, 10.0, b->weight);
    for (size_t i = 0; i < b->d; i++) {
        b->xopt[i] = b->xopt[i] < 0.0 ? -5.0 : 5.0;
        b->weight[i] = copysign(b->weight[i], b->xopt[i]);
    }
}

static vec f5(const nes_bbob *b, const vec *x, vec *y, vec *z)
{
    (void)y;
    (void)z;
    vec sum = {0};
    for (size_t i = 0; i < b->d; i++) {
        const double c = b->weight[i];
        const vec v = where(x[i] * b->xopt[i] < 25.0, x[i], all(b->xopt[i]));
        sum += 5.0 * fabs(c) - c * v;
    }
    return b->part * sum + b->fopt;
}

const nes_bbob_kernel ON_PROCESSOR(nes_bbob_separable)[] = {
    {{1, 0, 0, draw_xopt}, f1},  {{2, 0, 0, prepare_f2}, f2}, {{3, 0, 0, prepare_f3}, f3},
    {{4, 0, 0, prepare_f4}, f4}, {{5, 0, 0, prepare_f5}, f5}, {{0, 0, 0, NULL}, NULL},
};
