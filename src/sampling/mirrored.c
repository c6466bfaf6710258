/* SPDX-License-Identifier: MIT
 *
 * Mirrored samples: rows 2q and 2q + 1 are z and -z, with the same radial factor. The odd moments
 * of a generation vanish. Both rows have the address of the first, so each can be made alone.
 * [math: B14] */
#include "sampling/samplings.h"

uint64_t nes_mirrored_source(uint64_t row)
{
    return row % 2 == 0 ? row : (row - 1) | NES_MIRROR;
}

static size_t group(size_t d, size_t n)
{
    (void)d, (void)n;
    return 2;
}

const nes_sampling nes_sampling_mirrored = {
    .name = "mirrored",
    .doc = "pairs z and -z: odd moments vanish",
    .multiple = 2,
    .source = nes_mirrored_source,
    .group = group,
};
