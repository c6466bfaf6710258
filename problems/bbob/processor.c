/* SPDX-License-Identifier: MIT
 *
 * The code for this processor. The build compiles the definitions for the baseline of the platform
 * and, on x86-64, for wider vectors too; which of them can be used is asked when a problem is made,
 * so one library serves all. */
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
