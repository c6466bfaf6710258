/* SPDX-License-Identifier: MIT
 *
 * Levels of vector instructions. Hot loops are compiled once for each level, in files named after
 * it, and the level to run is chosen at every call. */
#pragma once

#if defined __x86_64__ && defined __GNUC__
#define NES_X86 1
#else
#define NES_X86 0
#endif

typedef enum nes_cpu {
    NES_CPU_BASELINE, /* instructions that every processor of this kind has; SSE2 on x86-64 */
    NES_CPU_AVX2,     /* AVX2 and fused multiply-add */
    NES_CPU_AVX512
} nes_cpu;

#ifndef NES_CPU_MOST /* a build may leave the best levels unused, to test lower ones */
#define NES_CPU_MOST NES_CPU_AVX512
#endif

/* The best level that this processor has and this build uses. The compiler's run time asks the
 * processor once, when the program starts; __builtin_cpu_supports only reads that answer. It is
 * cheap enough to be called every time, so the library needs no global variable for it. */
static inline nes_cpu nes_cpu_best(void)
{
#if NES_X86
    if (NES_CPU_MOST >= NES_CPU_AVX512 && __builtin_cpu_supports("avx512f")) return NES_CPU_AVX512;
    if (NES_CPU_MOST >= NES_CPU_AVX2 && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma"))
        return NES_CPU_AVX2;
#endif
    return NES_CPU_BASELINE;
}

/* The initialiser of an array with an entry per level, from names that end in the level. */
#if NES_X86
#define NES_CPU_LEVELS(name)                                                                       \
    {                                                                                              \
        name##_baseline, name##_avx2, name##_avx512                                                \
    }
#else
#define NES_CPU_LEVELS(name)                                                                       \
    {                                                                                              \
        name##_baseline                                                                            \
    }
#endif
