/* SPDX-License-Identifier: MIT
 *
 * Looking up samplings, and what is understood where one says nothing. */
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

uint64_t nes_sampling_source(const nes_sampling *s, uint64_t row)
{
    return s->source != NULL ? s->source(row) : row;
}

size_t nes_sampling_group(const nes_sampling *s, size_t d, size_t n)
{
    return s->group != NULL ? s->group(d, n) : 1;
}
