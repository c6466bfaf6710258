/* SPDX-License-Identifier: MIT
 *
 * The short samplings, and the table of all of them. Every row by itself has the law of the family.
 * [math: B14]
 *   iid         every row is a sample of its own
 *   mirrored    rows 2q and 2q + 1 are z and -z, with the same radial factor: the odd moments of a
 *               generation vanish. Both rows have the address of the first, so each can be made
 *               alone
 *   orthogonal  in groups of at most d, each row is orthogonal to the others and as long as it was
 *               drawn */
#include "sampling/samplings.h"
#include "linalg/orthogonalise.h"
#include "util/table.h"

const nes_sampling nes_sampling_iid = {
    .name = "iid",
    .doc = "independent samples",
    .multiple = 1,
};

uint64_t nes_mirrored_source(uint64_t row)
{
    return row % 2 == 0 ? row : (row - 1) | NES_MIRROR;
}

static size_t group_of_two(size_t d, size_t n)
{
    (void)d, (void)n;
    return 2;
}

const nes_sampling nes_sampling_mirrored = {
    .name = "mirrored",
    .doc = "pairs z and -z: odd moments vanish",
    .multiple = 2,
    .source = nes_mirrored_source,
    .group = group_of_two,
};

static size_t group_of_dimension(size_t d, size_t n)
{
    return n < d ? n : d;
}

static void arrange(nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = b->d;
    for (size_t k = lo; k < hi; k += d)
        nes_orthogonalise(hi - k < d ? hi - k : d, d, d, b->z + k * d, b->norm2 + k);
}

const nes_sampling nes_sampling_orthogonal = {
    .name = "orthogonal",
    .doc = "samples at right angles to one another, in groups of at most d",
    .multiple = 1,
    .whole = true,
    .spherical = true,
    .group = group_of_dimension,
    .arrange = arrange,
};

#define ENTRY(sampling) &sampling,
static const nes_sampling *const table[] = {NES_SAMPLINGS(ENTRY)};
#undef ENTRY

NES_TABLE(nes_sampling, nes_sampling, table)

uint64_t nes_sampling_round(const nes_sampling *s, uint64_t n)
{
    return (n + s->multiple - 1) / s->multiple * s->multiple;
}
