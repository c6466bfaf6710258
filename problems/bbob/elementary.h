/* SPDX-License-Identifier: MIT
 *
 * Logarithm, exponential, power, sine and cosine, lane by lane, with errors of at most one unit in
 * the last place. They use additions, products, quotients and integers only, and no fused
 * operation, so that every processor gives the same bits. The series are Taylor series with as many
 * terms as matter in double precision.
 *
 * Where one double is not accurate enough, a number is the sum hi + lo of two, with |lo| much
 * smaller than |hi|. */
#ifndef BBOB_ELEMENTARY_H
#define BBOB_ELEMENTARY_H

#include <float.h>

#include "lanes.h"

typedef uint64_t bits __attribute__((vector_size(8 * NES_LANES)));

/* Adding this to a number rounds it to an integer, which is then in the low bits of the sum. */
#define ROUNDER 0x1.8p52

/* exp overflows beyond this. */
#define EXP_MAX 0x1.62e42fefa39efp9

/* ln 2 in two parts. The last 11 bits of the first part are 0, so its products with exponents of
 * doubles are exact. */
#define LN2_HI 0x1.62e42fefa38p-1
#define LN2_LO 0x1.ef35793c7673p-45

/* a without the lower half of its digits. The product of two such numbers is exact. */
static inline vec upper(vec a)
{
    return (vec)((bits)a & ~UINT64_C(0x7ffffff));
}

/* a b - p, the rounding error of the product p = a b (Dekker). */
static inline vec product_rest(vec a, vec b, vec p)
{
    const vec a1 = upper(a), a2 = a - a1, b1 = upper(b), b2 = b - b1;
    return ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2;
}

/* 2^n for an integer n in [-1022, 1023], given n + ROUNDER. */
static inline vec power_of_two(vec rounder_plus_n)
{
    return (vec)(((bits)rounder_plus_n + 1023) << 52);
}

/* exp(hi + lo) = 2^n exp(r) with |r| <= ln 2 / 2. The factor 2^n is applied in two halves, because
 * it may be outside the range of doubles although the result is inside. */
static inline vec v_exp_of_sum(vec hi, vec lo)
{
    const vec x = v_max(all(-800.0), v_min(all(800.0), hi)); /* this order of arguments keeps NaN */
    const vec n = (x * 0x1.71547652b82fep0 + ROUNDER) - ROUNDER;
    const vec rest = where(v_abs(hi) < 800.0, lo, all(0.0));
    const vec r = (x - n * LN2_HI) - (n * LN2_LO - rest), r2 = r * r;
    const vec even =
        1.0 / 2 +
        r2 * (1.0 / 24 + r2 * (1.0 / 720 +
                               r2 * (1.0 / 40320 + r2 * (1.0 / 3628800 + r2 * (1.0 / 479001600)))));
    const vec odd =
        1.0 / 6 +
        r2 * (1.0 / 120 + r2 * (1.0 / 5040 + r2 * (1.0 / 362880 + r2 * (1.0 / 39916800 +
                                                                        r2 * (1.0 / 6227020800)))));
    const vec e = 1.0 + (r + r2 * (even + r * odd));
    const vec half = n * 0.5 + ROUNDER, other = (n - (half - ROUNDER)) + ROUNDER;
    return e * power_of_two(half) * power_of_two(other);
}

static inline vec v_exp(vec a)
{
    return v_exp_of_sum(a, all(0.0));
}

/* log a = hi + lo. With a = 2^e m, m in [sqrt(1/2), sqrt(2)), and s = (m - 1)/(m + 1),
 *   log m = 2 s + 2 s^3/3 + 2 s^5/5 + ...
 * where only the first term needs more digits than a double has. a must be positive; infinity and
 * NaN give themselves. */
static inline void log_as_sum(vec a, vec *hi, vec *lo)
{
    const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd), bias = UINT64_C(1024) << 52; /* sqrt(1/2) */
    const mask tiny = a < DBL_MIN;
    const bits u = (bits)where(tiny, a * 0x1p54, a), t = u + (bias - root);
    const vec m = (vec)(u - (t & (UINT64_C(0xfff) << 52)) + bias);
    const vec e = (vec)((t >> 52) | UINT64_C(0x4330000000000000)) -
                  where(tiny, all(0x1p52 + 1024 + 54), all(0x1p52 + 1024));
    const vec f = m - 1.0, inverse = 1.0 / (2.0 + f), s = f * inverse, w = s * s;
    const vec s1 = upper(s), t1 = upper(2.0 + f), t2 = f - (t1 - 2.0);
    const vec s2 = ((f - s1 * t1) - s1 * t2) * inverse;
    const vec w2 = w * w;
    const vec even = 2.0 / 3 + w2 * (2.0 / 7 + w2 * (2.0 / 11 + w2 * (2.0 / 15 + w2 * (2.0 / 19))));
    const vec odd = 2.0 / 5 + w2 * (2.0 / 9 + w2 * (2.0 / 13 + w2 * (2.0 / 17 + w2 * (2.0 / 21))));
    const vec tail = s * (w * (even + w * odd));
    const vec whole = e * LN2_HI, sum = whole + 2.0 * s1;
    const vec rest = (whole - sum) + 2.0 * s1;
    const mask usual = a <= DBL_MAX;
    *hi = where(usual, sum, a);
    *lo = where(usual, rest + (e * LN2_LO + (2.0 * s2 + tail)), all(0.0));
}

static inline vec v_log(vec a)
{
    vec hi, lo;
    log_as_sum(a, &hi, &lo);
    return hi + lo;
}

/* log(a^b) = hi + lo for a > 0. */
static inline void log_of_power(vec a, vec b, vec *hi, vec *lo)
{
    vec log_hi, log_lo;
    log_as_sum(a, &log_hi, &log_lo);
    *hi = log_hi * b;
    *lo = product_rest(log_hi, b, *hi) + log_lo * b;
}

/* a^b for a >= 0, b > 0. */
static inline vec v_pow(vec a, vec b)
{
    vec hi, lo;
    log_of_power(a, b, &hi, &lo);
    return where(a == 0.0, all(0.0), v_exp_of_sum(hi, lo));
}

/* An angle reduced by quarter turns: a = n pi/2 + hi + lo with |hi| <= pi/4, for |a| <= 2^27. pi/2
 * is given in four parts, of which all but the last have 26 digits. Their products with n are
 * exact, so no digits are lost before the third part is subtracted. */
typedef struct angle {
    vec hi, lo;
    bits quarter; /* n, in its low bits */
} angle;

#define ANGLE_MAX 0x1p27

static inline angle reduce(vec a)
{
    const vec shifted = a * 0x1.45f306dc9c883p-1 + ROUNDER, n = shifted - ROUNDER;
    const vec exact = (a - n * 0x1.921fb5p0) - n * 0x1.110b46p-26;
    const vec third = n * 0x1.1a62630p-54, hi = exact - third;
    return (angle){hi, ((exact - hi) - third) - n * 0x1.8a2e03707344ap-81, (bits)shifted};
}

/* sin(r + lo) and cos(r + lo) for |r| <= pi/4. */
static inline vec sine(vec r, vec lo)
{
    const vec w = r * r, w2 = w * w;
    const vec even =
        -1.0 / 6 + w2 * (-1.0 / 5040 + w2 * (-1.0 / 39916800 + w2 * (-1.0 / 1307674368000)));
    const vec odd =
        1.0 / 120 + w2 * (1.0 / 362880 + w2 * (1.0 / 6227020800 + w2 * (1.0 / 355687428096000)));
    return r + (r * w * (even + w * odd) + lo * (1.0 - 0.5 * w));
}

static inline vec cosine(vec r, vec lo)
{
    const vec w = r * r, w2 = w * w, half = 0.5 * w, top = 1.0 - half;
    const vec even =
        1.0 / 24 + w2 * (1.0 / 40320 + w2 * (1.0 / 479001600 + w2 * (1.0 / 20922789888000)));
    const vec odd = -1.0 / 720 + w2 * (-1.0 / 3628800 + w2 * (-1.0 / 87178291200));
    return top + (((1.0 - top) - half) + (w2 * (even + w * odd) - r * lo));
}

/* The sine of the angle plus n quarter turns; n = 1 makes it the cosine. */
static inline vec turned_sine(angle a, uint64_t n)
{
    const bits quarter = a.quarter + n;
    const mask odd = (mask)(-(quarter & 1));
    const vec size = where(odd, cosine(a.hi, a.lo), sine(a.hi, a.lo));
    return (vec)((bits)size ^ (quarter & 2) << 62);
}

/* Larger angles are rare; the C library computes them, lane by lane. */
static __attribute__((noinline, cold)) vec from_library(double (*f)(double), vec a, vec r)
{
    for (int k = 0; k < LANES; k++)
        if (!(fabs(a[k]) <= ANGLE_MAX)) r[k] = f(a[k]);
    return r;
}

static inline vec v_sin(vec a)
{
    const vec r = turned_sine(reduce(a), 0);
    return any(v_abs(a) > ANGLE_MAX) ? from_library(sin, a, r) : r;
}

static inline vec v_cos(vec a)
{
    const vec r = turned_sine(reduce(a), 1);
    return any(v_abs(a) > ANGLE_MAX) ? from_library(cos, a, r) : r;
}

#endif
