/* SPDX-License-Identifier: MIT
 *
 * Chooses the code of the product for a level of vector instructions. */
#include "linalg/multiply.h"

void nes_multiply_columns(const nes_factors *f, size_t lo, size_t hi)
{
    switch (f->level) {
#if NES_X86
    case NES_CPU_AVX512:
        nes_multiply_avx512(f, lo, hi);
        return;
    case NES_CPU_AVX2:
        nes_multiply_avx2(f, lo, hi);
        return;
#endif
    default:
        nes_multiply_baseline(f, lo, hi);
    }
}

void nes_multiply(const nes_factors *f)
{
    nes_multiply_columns(f, 0, f->width);
}
