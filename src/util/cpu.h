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
    NES_CPU_BASELINE, /* what every processor of this kind has; on x86-64 SSE2 */
    NES_CPU_AVX2,     /* and fused multiply-add */
    NES_CPU_AVX512
} nes_cpu;

/* The best level that this processor has and this build uses. */
nes_cpu nes_cpu_best(void);
