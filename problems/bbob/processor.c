/* SPDX-License-Identifier: MIT
 *
 * Which code this processor can run. The build compiles the definitions for the baseline of the
 * platform and, on x86-64, for wider vectors too. The choice is made when a problem is opened, so
 * one library serves all processors. */
#include "bbob.h"

extern const nes_bbob_code nes_bbob_code_baseline;
#ifdef NES_X86_VECTORS
extern const nes_bbob_code nes_bbob_code_avx2, nes_bbob_code_avx512;
#endif

const nes_bbob_code *nes_bbob_code_at(size_t i)
{
    const nes_bbob_code *usable[NES_BBOB_CODES];
    size_t n = 0;
#ifdef NES_X86_VECTORS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        usable[n++] = &nes_bbob_code_avx512;
    if (__builtin_cpu_supports("avx2")) usable[n++] = &nes_bbob_code_avx2;
#endif
    usable[n++] = &nes_bbob_code_baseline;
    return i < n ? usable[i] : NULL;
}
