/* SPDX-License-Identifier: MIT
 *
 * Makes blocks of random bits, and normal numbers from them, many at a time. One file for each
 * instruction set includes this one; before that it defines LANES, the numbers in a vector, and
 * times(), which multiplies the lower halves of words. The loops have no calls and no branches, so
 * that the compiler can turn them into vector instructions. It must not fuse multiplications and
 * additions, so that the numbers have the same bits everywhere. [math: R1] */
#include <math.h>
#include <string.h>

#include "rng/normal.h"
#include "util/each.h"

typedef uint64_t words __attribute__((vector_size(LANES * sizeof(uint64_t))));
typedef uint32_t halves __attribute__((vector_size(LANES * sizeof(uint32_t))));

static inline words widen(const uint32_t *p)
{
    halves v;
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, words);
}

enum { ROUNDS = 10, TOGETHER = 2 * NES_NORMAL_STEP / LANES }; /* TOGETHER: vectors in two steps */

/* Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011). Each lane of 64 bits holds one word of 32 in its
 * lower half. Upper halves may hold anything during the rounds, because times() ignores them and
 * the end masks them. Every round waits for the result of the one before, so several independent
 * vectors go through it together and keep the processor busy. */
static inline __attribute__((always_inline)) void philox_of(size_t vectors,
                                                            const nes_normal_blocks *in,
                                                            const uint64_t *key, size_t i,
                                                            uint64_t *first, uint64_t *second)
{
    words x0[TOGETHER], x1[TOGETHER], x2[TOGETHER], x3[TOGETHER];
    EACH (v, vectors) {
        x0[v] = widen(in->index + i + v * LANES);
        x1[v] = widen(in->row + i + v * LANES);
        x2[v] = (words){0} + in->generation;
        x3[v] = widen(in->rest + i + v * LANES);
    }
    for (size_t round = 0; round < ROUNDS; round++)
        EACH (v, vectors) {
            const words p = times(x0[v], 0xd2511f53u), q = times(x2[v], 0xcd9e8d57u);
            x0[v] = q >> 32 ^ x1[v] ^ key[2 * round];
            x1[v] = q;
            x2[v] = p >> 32 ^ x3[v] ^ key[2 * round + 1];
            x3[v] = p;
        }
    EACH (v, vectors) {
        x0[v] = x0[v] << 32 | (x1[v] & 0xffffffffu);
        x2[v] = x2[v] << 32 | (x3[v] & 0xffffffffu);
        memcpy(first + i + v * LANES, &x0[v], sizeof x0[v]);
        memcpy(second + i + v * LANES, &x2[v], sizeof x2[v]);
    }
}

/* Makes the random bits of n blocks, 64 to first and 64 to second; makes the keys of all rounds
 * once. */
static void philox(size_t n, const nes_normal_blocks *in, uint64_t *first, uint64_t *second)
{
    uint64_t key[2 * ROUNDS];
    size_t i = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        key[2 * round] = (uint32_t)(in->key[0] + round * 0x9e3779b9u);
        key[2 * round + 1] = (uint32_t)(in->key[1] + round * 0xbb67ae85u);
    }
    for (; i + TOGETHER * LANES <= n; i += TOGETHER * LANES)
        philox_of(TOGETHER, in, key, i, first, second);
    if (i < n) philox_of(TOGETHER / 2, in, key, i, first, second);
}

static inline double real_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Converts a whole number below 2^52, exactly: its bits become the mantissa of a number between
 * 2^52 and 2^53. Few processors can convert vectors of such integers directly. */
static inline double small(uint64_t v)
{
    return real_of(v | 0x4330000000000000u) - 0x1p52;
}

/* Returns (v + 1/2)/2^53, rounded, for the upper 53 bits v; never 0, so the logarithm is finite. */
static inline double unit(uint64_t bits)
{
    const uint64_t v = bits >> 11;
    return (small(v >> 32) * 0x1p32 + small(v & 0xffffffffu) + 0.5) * 0x1p-53;
}

/* Natural logarithm of v = 2^k m, a positive normal number with m in [sqrt(1/2), sqrt(2)):
 *   ln v = k ln 2 + 2 artanh(s),   s = (m - 1)/(m + 1) = f/(2 + f)
 * The polynomial is the minimax one of FreeBSD's mathematical library. ln 2 is split into two
 * numbers, of which the larger times k is exact. The error is below one unit in the last place. */
static inline double logarithm(double v)
{
    const uint64_t shifted = bits_of(v) + (0x3ff0000000000000u - 0x3fe6a09e00000000u);
    const double k = small(shifted >> 52) - 1023;
    const double f = real_of((shifted & 0xfffffffffffffu) + 0x3fe6a09e00000000u) - 1;
    const double s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    const double even =
        w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332));
    const double odd =
        z * (0.6666666666666735130 +
             w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)));
    return s * (half + (even + odd)) + k * 1.90821492927058770002e-10 - half + f +
           k * 6.93147180369123816490e-01;
}

/* Sine and cosine of 2 pi u, 0 < u < 1. Whole quarter turns are subtracted exactly: adding and
 * subtracting 1.5 2^52 rounds 4 u to the nearest integer. The remaining angle is at most pi/4 in
 * size; the polynomials are those of FreeBSD's mathematical library. The number of quarters decides
 * which of the two is the sine, and the signs. */
static inline void turn(double u, double *sine, double *cosine)
{
    const double quarters = (4 * u + 0x1.8p52) - 0x1.8p52;
    const uint64_t q = bits_of(4 * u + 0x1.8p52);
    const double x = (4 * u - quarters) * 1.5707963267948966, z = x * x, w = z * z;
    const double s =
        x +
        z * x *
            (-1.66666666666666324348e-01 +
             z * (8.33333333332248946124e-03 +
                  z * (-1.98412698298579493134e-04 +
                       z * (2.75573137070700676789e-06 +
                            z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double c =
        1 - 0.5 * z +
        w * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const double a = q & 1 ? c : s, b = q & 1 ? s : c;
    *sine = real_of(bits_of(a) ^ (q & 2) << 62);
    *cosine = real_of(bits_of(b) ^ ((q + 1) & 2) << 62);
}

/* Box and Muller's formula: two uniform numbers give two normal ones. */
static void normals(size_t n, const nes_normal_blocks *in, double *out)
{
    _Alignas(64) uint64_t a[NES_NORMAL_BLOCKS], b[NES_NORMAL_BLOCKS];
    philox(n, in, a, b);
    for (size_t i = 0; i < n; i++) {
        double sine, cosine;
        const double radius = sqrt(-2 * logarithm(unit(a[i])));
        turn(unit(b[i]), &sine, &cosine);
        out[2 * i] = radius * cosine;
        out[2 * i + 1] = radius * sine;
    }
}

static void logarithms(size_t n, const nes_normal_blocks *in, double *out)
{
    _Alignas(64) uint64_t a[NES_NORMAL_BLOCKS], b[NES_NORMAL_BLOCKS];
    philox(n, in, a, b);
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = logarithm(unit(a[i]));
        out[2 * i + 1] = logarithm(unit(b[i]));
    }
}
