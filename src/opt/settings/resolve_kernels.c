/* SPDX-License-Identifier: MIT
 *
 * Which vector instructions a run uses. */
#include <string.h>

#include "opt/settings/resolve.h"
#include "opt/settings/resolve_steps.h"
#include "util/text.h"

static const char *const LEVELS[] = {
    [NES_CPU_BASELINE] = "baseline", [NES_CPU_AVX2] = "avx2", [NES_CPU_AVX512] = "avx512"};

nes_cpu nes_kernel_level(const char *kernels)
{
    for (int level = NES_CPU_BASELINE; level <= NES_CPU_AVX512; level++)
        if (strcmp(kernels, LEVELS[level]) == 0) return (nes_cpu)level;
    return nes_cpu_best();
}

nes_status nes_check_kernels(const nes_settings *s, nes_note note)
{
    if (nes_kernel_level(s->kernels) <= nes_cpu_best()) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "kernels '%s' are not available here: the best of this processor and build "
                      "are '%s'; use those, or 'auto'",
                      s->kernels, LEVELS[nes_cpu_best()]);
}
