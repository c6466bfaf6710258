/* SPDX-License-Identifier: MIT
 *
 * Vectors over points: coordinate i of several points is one vector, with point k in lane k. So the
 * vector instructions of the processor evaluate a whole block of points at once. Every lane does
 * the same arithmetic in the same order as a single point would, so a value depends neither on its
 * neighbours nor on the number of lanes.
 *
 * The files that include this one are compiled once for each kind of processor. The build sets
 * NES_LANES and NES_PROCESSOR, and ON_PROCESSOR(name) gives the external names of each copy a
 * suffix. The vector types are those of gcc and clang: operators work lane by lane, and a scalar
 * stands for a vector of equal numbers. */
#ifndef BBOB_LANES_H
#define BBOB_LANES_H

#include <math.h>
#include <stdint.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define ON_PROCESSOR(name)        JOIN_NAMES(name, NES_PROCESSOR)
#define JOIN_NAMES(a, b)          JOIN_EXPANDED_NAMES(a, b)
#define JOIN_EXPANDED_NAMES(a, b) a##_##b

enum { LANES = NES_LANES };

typedef double vec __attribute__((vector_size(8 * NES_LANES)));
typedef int64_t mask __attribute__((vector_size(8 * NES_LANES))); /* of a comparison: 0 or -1 */

/* a in all lanes. a - 0 keeps the sign of a zero, which a + 0 does not. */
static inline vec all(double a)
{
    return a - (vec){0};
}

/* a where the mask is set, else b. */
static inline vec where(mask m, vec a, vec b)
{
    return (vec)((m & (mask)a) | (~m & (mask)b));
}

static inline vec v_abs(vec a)
{
    return (vec)((mask)a & INT64_MAX);
}

/* Larger and smaller number. Where one of them is NaN the result is b. */
static inline vec v_max(vec a, vec b)
{
    return where(a > b, a, b);
}

static inline vec v_min(vec a, vec b)
{
    return where(a < b, a, b);
}

/* The absolute values of a with the signs of b. */
static inline vec v_copysign(vec a, vec b)
{
    return (vec)(((mask)a & INT64_MAX) | ((mask)b & INT64_MIN));
}

/* Adding and subtracting 2^52 rounds to an integer. Numbers from 2^52 on are integers already. */
static inline vec v_floor(vec a)
{
    const vec size = v_abs(a);
    const vec nearest = v_copysign((size + 0x1p52) - 0x1p52, a);
    const vec below = nearest - where(nearest > a, all(1.0), all(0.0));
    return where(size < 0x1p52, below, a);
}

/* The definition's round: halves go up. */
static inline vec v_round(vec a)
{
    return v_floor(a + 0.5);
}

static inline vec v_sqrt(vec a)
{
    for (int k = 0; k < LANES; k++) a[k] = sqrt(a[k]);
    return a;
}

/* Whether the mask is set in some lane. */
static inline int any(mask m)
{
#if defined __AVX512F__
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined __AVX2__
    return _mm256_movemask_pd((__m256d)m) != 0;
#else
    int64_t joined = 0;
    for (int k = 0; k < LANES; k++) joined |= m[k];
    return joined != 0;
#endif
}

#endif
