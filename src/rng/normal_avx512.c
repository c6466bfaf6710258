/* SPDX-License-Identifier: MIT
 *
 * Normal numbers with AVX-512. */
#include <stdint.h>

#include "rng/normal.h"

#if NES_X86

#include <immintrin.h>

enum { LANES = 8 };
typedef uint64_t words __attribute__((vector_size(LANES * sizeof(uint64_t))));

static inline words times(words a, uint32_t b)
{
    return (words)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi64(b));
}

#include "rng/normal_kernel.h"

const nes_normal_code nes_normal_avx512 = {normals, logarithms};

#endif
