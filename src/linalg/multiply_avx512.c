/* SPDX-License-Identifier: MIT
 *
 * The product with AVX-512. 8 x 24 sums take 24 of its 32 registers. */
#include "linalg/multiply.h"

#if NES_X86

#define LANES 8
enum { ROWS = 8, UNITS = 3 };
#include "linalg/multiply_kernel.h"

void nes_multiply_avx512(const nes_factors *f, size_t lo, size_t hi)
{
    multiply(f, lo, hi);
}

#endif
