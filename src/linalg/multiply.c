/* SPDX-License-Identifier: MIT
 *
 * The product for the processor at hand. */
#include "linalg/multiply.h"

void nes_multiply_with(nes_cpu level, const nes_factors *f)
{
    switch (level) {
#if NES_X86
    case NES_CPU_AVX512:
        nes_multiply_avx512(f);
        return;
    case NES_CPU_AVX2:
        nes_multiply_avx2(f);
        return;
#endif
    default:
        nes_multiply_baseline(f);
    }
}

void nes_multiply(const nes_factors *f)
{
    nes_multiply_with(nes_cpu_best(), f);
}
