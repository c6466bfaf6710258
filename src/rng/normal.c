/* SPDX-License-Identifier: MIT
 *
 * Random numbers for the processor at hand. */
#include "rng/normal.h"

const nes_normal_code *nes_normal_at(nes_cpu level)
{
    switch (level) {
#if NES_X86
    case NES_CPU_AVX512:
        return &nes_normal_avx512;
    case NES_CPU_AVX2:
        return &nes_normal_avx2;
#endif
    default:
        return &nes_normal_baseline;
    }
}
