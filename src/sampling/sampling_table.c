/* SPDX-License-Identifier: MIT
 *
 * Looking up samplings, and the populations they allow. */
#include "sampling/samplings.h"
#include "util/table.h"

#define ENTRY(sampling) &sampling,
static const nes_sampling *const table[] = {NES_SAMPLINGS(ENTRY)};
#undef ENTRY

NES_TABLE(nes_sampling, nes_sampling, table)

uint64_t nes_sampling_round(const nes_sampling *s, uint64_t n)
{
    return (n + s->multiple - 1) / s->multiple * s->multiple;
}
