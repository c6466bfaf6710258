/* SPDX-License-Identifier: MIT
 *
 * __builtin_cpu_supports reads a word that the compiler's run time has filled in when the program
 * started: cheap enough to ask every time, so that nothing has to be remembered here. */
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
