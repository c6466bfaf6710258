/* SPDX-License-Identifier: MIT
 *
 * Mirrored orthogonal samples: rows 2q and 2q + 1 are z and -z, and in groups of at most d pairs
 * the directions are orthogonal, each as long as it was drawn. [math: B14] */
#include <string.h>

#include "linalg/orthogonalise.h"
#include "sampling/samplings.h"

static size_t group(size_t d, size_t n)
{
    return n < 2 * d ? n : 2 * d;
}

static void arrange(nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = b->d;
    for (size_t k = lo; k < hi; k += 2 * d)
        nes_orthogonalise((hi - k < 2 * d ? hi - k : 2 * d) / 2, d, 2 * d, b->z + k * d,
                          b->norm2 + k);
    for (size_t k = lo; k < hi; k += 2) {
        double *z = b->z + k * d;
        memcpy(z + d, z, d * sizeof *z);
        nes_negate(d, z + d);
    }
}

const nes_sampling nes_sampling_mirrored_orthogonal = {
    .name = "mirrored-orthogonal",
    .doc = "pairs z and -z along directions at right angles to one another",
    .multiple = 2,
    .whole = true,
    .spherical = true,
    .source = nes_mirrored_source,
    .group = group,
    .arrange = arrange,
};
