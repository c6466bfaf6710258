/* SPDX-License-Identifier: MIT
 *
 * The compiler's run time asks the processor once, when the program starts;
 * __builtin_cpu_supports only reads that answer. It is cheap enough to be called every time, so the
 * library needs no global variable for it. */
#include "util/cpu.h"

#ifndef NES_CPU_MOST /* a build may leave the best levels unused, to test the others */
#define NES_CPU_MOST NES_CPU_AVX512
#endif

nes_cpu nes_cpu_best(void)
{
#if NES_X86
    if (NES_CPU_MOST >= NES_CPU_AVX512 && __builtin_cpu_supports("avx512f")) return NES_CPU_AVX512;
    if (NES_CPU_MOST >= NES_CPU_AVX2 && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma"))
        return NES_CPU_AVX2;
#endif
    return NES_CPU_BASELINE;
}
