/* SPDX-License-Identifier: MIT
 *
 * The table from levels of vector instructions to the code for them. */
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
