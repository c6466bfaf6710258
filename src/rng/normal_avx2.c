/* SPDX-License-Identifier: MIT
 *
 * Normal numbers with AVX2. */
#include <stdint.h>

#include "rng/normal.h"

#if NES_X86

#include <immintrin.h>

enum { LANES = 4 };
typedef uint64_t words __attribute__((vector_size(LANES * sizeof(uint64_t))));

static inline words times(words a, uint32_t b)
{
    return (words)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(b));
}

#include "rng/normal_kernel.h"

const nes_normal_code nes_normal_avx2 = {normals, logarithms};

#endif
