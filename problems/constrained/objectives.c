/* SPDX-License-Identifier: MIT
 *
 * The nine objectives F(y) and their slopes at y = 0, which the constraints need. They are
 * functions of bbob without its bends and penalties. In comments t_i = i/(d-1), and R is the
 * rotation.
 *
 * v is the point as the function sees it; w is the slope by v, up to a factor for some. */
#include <math.h>
#include <string.h>

#include "bbob/random.h"
#include "constrained.h"

static const double PI = 3.14159265358979323846;
static const double CONDITION = 1e6;

/* Places. The rotation has the seed + 1000000. */

static void place_anywhere(nes_constrained *b, int64_t seed)
{
    nes_bbob_xopt(b->d, seed, b->centre);
}

static void place_ellipsoid(nes_constrained *b, int64_t seed)
{
    place_anywhere(b, seed);
    for (size_t i = 0; i < b->d; i++) b->weight[i] = pow(CONDITION, (double)i / (double)(b->d - 1));
}

static void place_cigar(nes_constrained *b, int64_t seed)
{
    place_anywhere(b, seed + 1000000);
}

/* The signs of the slopes c_i, |c_i| = 10^t_i, are those of the place. */
static void place_slope(nes_constrained *b, int64_t seed)
{
    place_anywhere(b, seed);
    for (size_t i = 0; i < b->d; i++) {
        b->weight[i] = copysign(pow(10.0, (double)i / (double)(b->d - 1)), b->centre[i]);
        b->centre[i] = copysign(5.0, b->centre[i]);
    }
}

/* A hundredth away from the origin. */
static void place_powers(nes_constrained *b, int64_t seed)
{
    double square = 0.0;
    place_anywhere(b, seed);
    for (size_t i = 0; i < b->d; i++) square += b->centre[i] * b->centre[i];
    const double factor = 1e-2 / sqrt(square);
    for (size_t i = 0; i < b->d; i++) b->centre[i] *= factor;
}

/* Whole numbers, not all of them 0, so that the origin is one of the local optima. */
static void place_integers(nes_constrained *b, int64_t seed)
{
    bool zero = true;
    nes_bbob_unif(b->d, seed, b->centre);
    for (size_t i = 0; i < b->d; i++) {
        b->centre[i] = trunc(10.0 * b->centre[i] - 5.0);
        zero = zero && b->centre[i] == 0.0;
    }
    for (size_t i = 0; zero && i < b->d; i++) b->centre[i] = (double)(i % 9) - 4.0;
}

/* From y to v. */

static void shift(const nes_constrained *b, const double *y, double *v)
{
    for (size_t i = 0; i < b->d; i++) v[i] = y[i] - b->centre[i];
}

static void keep(const nes_constrained *b, const double *y, double *v)
{
    memcpy(v, y, b->d * sizeof *v);
}

/* v = R (y - centre) */
static void shift_and_rotate(const nes_constrained *b, const double *y, double *v)
{
    for (size_t i = 0; i < b->d; i++) {
        const double *row = b->rotation + i * b->d;
        v[i] = 0.0;
        for (size_t j = 0; j < b->d; j++) v[i] += (y[j] - b->centre[j]) * row[j];
    }
}

/* v = R y - centre */
static void rotate_and_shift(const nes_constrained *b, const double *y, double *v)
{
    for (size_t i = 0; i < b->d; i++) {
        const double *row = b->rotation + i * b->d;
        double sum = 0.0;
        for (size_t j = 0; j < b->d; j++) sum += y[j] * row[j];
        v[i] = sum - b->centre[i];
    }
}

/* Values and slopes. */

/* sum v_i^2 */
static double sphere(const nes_constrained *b, const double *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < b->d; i++) sum += v[i] * v[i];
    return sum;
}

static void sphere_slope(const nes_constrained *b, const double *v, double *w)
{
    for (size_t i = 0; i < b->d; i++) w[i] = 2.0 * v[i];
}

/* sum 10^(6 t_i) v_i^2 */
static double ellipsoid(const nes_constrained *b, const double *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < b->d; i++) sum += b->weight[i] * v[i] * v[i];
    return sum;
}

static void ellipsoid_slope(const nes_constrained *b, const double *v, double *w)
{
    for (size_t i = 0; i < b->d; i++) w[i] = 2.0 * b->weight[i] * v[i];
}

/* sum 5 |c_i| - c_i u_i, u_i = v_i inside the box and its corner beyond */
static double slope(const nes_constrained *b, const double *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < b->d; i++) {
        const double c = b->weight[i], corner = b->centre[i];
        sum += 5.0 * fabs(c) - c * (v[i] * corner < 25.0 ? v[i] : corner);
    }
    return sum;
}

static void slope_slope(const nes_constrained *b, const double *v, double *w)
{
    (void)v;
    for (size_t i = 0; i < b->d; i++) w[i] = -b->weight[i];
}

/* 10^6 v_0^2 + sum_(i>0) v_i^2 */
static double discus(const nes_constrained *b, const double *v)
{
    double sum = CONDITION * v[0] * v[0];
    for (size_t i = 1; i < b->d; i++) sum += v[i] * v[i];
    return sum;
}

static void discus_slope(const nes_constrained *b, const double *v, double *w)
{
    sphere_slope(b, v, w);
    w[0] = CONDITION * 2.0 * v[0];
}

/* v_0^2 + 10^6 sum_(i>0) v_i^2 */
static double cigar(const nes_constrained *b, const double *v)
{
    double sum = v[0] * v[0];
    for (size_t i = 1; i < b->d; i++) sum += CONDITION * v[i] * v[i];
    return sum;
}

static void cigar_slope(const nes_constrained *b, const double *v, double *w)
{
    w[0] = 2.0 * v[0];
    for (size_t i = 1; i < b->d; i++) w[i] = 2.0 * CONDITION * v[i];
}

/* S = sum |v_i|^e_i, e_i = 2 + 4 t_i */
static double exponent(const nes_constrained *b, size_t i)
{
    return 2.0 + 4.0 * (double)i / (double)(b->d - 1);
}

static double sum_of_powers(const nes_constrained *b, const double *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < b->d; i++) sum += pow(fabs(v[i]), exponent(b, i));
    return sum;
}

static double powers(const nes_constrained *b, const double *v)
{
    return sqrt(sum_of_powers(b, v));
}

/* Without the factor sqrt(S). */
static void powers_slope(const nes_constrained *b, const double *v, double *w)
{
    const double sum = sum_of_powers(b, v);
    for (size_t i = 0; i < b->d; i++) {
        const double e = exponent(b, i), sign = (v[i] > 0.0) - (v[i] < 0.0);
        w[i] = (0.5 * e / sum) * (pow(fabs(v[i]), e - 1.0) * sign);
    }
}

/* 10 (d - sum cos(2 pi v_i)) + sum v_i^2 */
static double rastrigin(const nes_constrained *b, const double *v)
{
    double waves = 0.0;
    for (size_t i = 0; i < b->d; i++) waves += cos(2.0 * PI * v[i]);
    return 10.0 * ((double)b->d - waves) + sphere(b, v);
}

static void rastrigin_slope(const nes_constrained *b, const double *v, double *w)
{
    for (size_t i = 0; i < b->d; i++) w[i] = 2.0 * (10.0 * PI * sin(2.0 * PI * v[i]) + v[i]);
}

/* clang-format off */
const nes_objective_kind nes_objective_kinds[NES_OBJECTIVE_KINDS] = {
    {true, false, false, 0, 10.0, place_anywhere, shift, sphere, sphere_slope},
    {true, false, false, NES_BEND_OSZ, 1e-4, place_ellipsoid, shift, ellipsoid, ellipsoid_slope},
    {true, false, true, 0, 10.0, place_slope, keep, slope, slope_slope},
    {false, true, false, NES_BEND_OSZ, 1e-4, place_ellipsoid, shift_and_rotate, ellipsoid,
     ellipsoid_slope},
    {false, true, false, NES_BEND_OSZ, 1e-4, place_anywhere, shift_and_rotate, discus,
     discus_slope},
    {false, true, false, NES_BEND_ASY, 1e-4, place_cigar, shift_and_rotate, cigar, cigar_slope},
    {false, true, false, 0, 100.0, place_powers, shift_and_rotate, powers, powers_slope},
    {true, false, false, NES_BEND_OSZ | NES_BEND_ASY, 10.0, place_integers, shift, rastrigin,
     rastrigin_slope},
    {true, true, false, NES_BEND_OSZ | NES_BEND_ASY, 10.0, place_integers, rotate_and_shift,
     rastrigin, rastrigin_slope},
};
/* clang-format on */

double nes_objective_at(const nes_constrained *b, const double *y, double *v)
{
    b->kind->localize(b, y, v);
    return b->kind->value(b, v);
}

void nes_objective_slope(const nes_constrained *b, double *g, double *room)
{
    double *v = room, *w = room + b->d;
    memset(g, 0, b->d * sizeof *g);
    b->kind->localize(b, g, v);
    b->kind->slope(b, v, b->rotation ? w : g);
    if (!b->rotation) return;
    for (size_t j = 0; j < b->d; j++)
        for (size_t i = 0; i < b->d; i++) g[j] += w[i] * b->rotation[i * b->d + j];
}
