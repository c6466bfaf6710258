/* SPDX-License-Identifier: MIT
 *
 * Normal numbers for the processor at hand. */
#include "rng/normal.h"

void nes_normal_fill_with(nes_cpu level, size_t n, const nes_normal_blocks *in, double *out)
{
    switch (level) {
#if NES_X86
    case NES_CPU_AVX512:
        nes_normal_fill_avx512(n, in, out);
        return;
    case NES_CPU_AVX2:
        nes_normal_fill_avx2(n, in, out);
        return;
#endif
    default:
        nes_normal_fill_baseline(n, in, out);
    }
}

void nes_normal_fill(size_t n, const nes_normal_blocks *in, double *out)
{
    nes_normal_fill_with(nes_cpu_best(), n, in, out);
}
