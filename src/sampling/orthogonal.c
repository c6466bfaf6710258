/* SPDX-License-Identifier: MIT
 *
 * Orthogonal samples: in groups of at most d, each row is orthogonal to the others and as long as
 * it was drawn. Every row by itself has the law of the family. [math: B14] */
#include "linalg/orthogonalise.h"
#include "sampling/samplings.h"

static size_t group(size_t d, size_t n)
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
    .group = group,
    .arrange = arrange,
};
