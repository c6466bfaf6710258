/* SPDX-License-Identifier: MIT
 *
 * Normal numbers with vectors of two numbers: SSE2 on x86-64, and on other processors whatever
 * their compiler makes of such vectors. */
#include <stdint.h>

#include "rng/normal.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LANES = 2 };
typedef uint64_t words __attribute__((vector_size(LANES * sizeof(uint64_t))));

static inline words times(words a, uint32_t b)
{
#ifdef __SSE2__
    return (words)_mm_mul_epu32((__m128i)a, _mm_set1_epi64x(b));
#else
    return (a & 0xffffffffu) * b;
#endif
}

#include "rng/normal_kernel.h"

const nes_normal_code nes_normal_baseline = {normals, logarithms};
