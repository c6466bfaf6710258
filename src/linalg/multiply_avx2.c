/* SPDX-License-Identifier: MIT
 *
 * The product with AVX2 and fused multiply-add. 6 x 8 sums take 12 of its 16 registers. */
#include "linalg/multiply.h"

#if NES_X86

#define LANES 4
enum { ROWS = 6, UNITS = 1 };
#include "linalg/multiply_kernel.h"

void nes_multiply_avx2(const nes_factors *f, size_t lo, size_t hi)
{
    multiply(f, lo, hi);
}

#endif
