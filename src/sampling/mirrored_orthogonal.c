/* SPDX-License-Identifier: MIT
 *
 * Mirrored orthogonal samples: rows 2q and 2q + 1 are z and -z, and in groups of at most d pairs
 * the directions are orthogonal, each as long as it was drawn. Few long draws are far from
 * dependent: their scalar products give the coefficients of orthogonal combinations, and with these
 * any block of coordinates of any row can be made again. [math: B14] */
#include <string.h>

#include "linalg/gram.h"
#include "linalg/orthogonalise.h"
#include "sampling/samplings.h"

/* Least coordinates per pair for combinations: the condition of the scalar products is about 3. */
enum { LONG = 16 };

static size_t draws(size_t d, size_t n)
{
    return d / LONG >= n / 2 ? n / 2 : 0;
}

/* Computes the coefficients from all draws of the generation. */
static void relate(nes_batch *b)
{
    nes_combined *m = &b->combined;
    const size_t pairs = m->draws, d = b->d;
    memset(m->c, 0, pairs * pairs * sizeof *m->c);
    for (size_t lo = 0; lo < d; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, d);
        nes_batch_block(b, b->n, lo, n);
        if (b->z != NULL)
            nes_gram_add(pairs, n, b->z + lo, 2 * d, m->c);
        else
            nes_gram_add(pairs, n, m->block, NES_BLOCK, m->c);
    }
    nes_gram_solve(pairs, m->c);
    m->found = b->stream.generation + 1;
}

/* Makes rows by the operations that also make them again; the last row first, since it needs all
 * draws. */
static void combine_stored(nes_batch *b)
{
    const size_t d = b->d;
    const nes_combined *m = &b->combined;
    for (size_t lo = 0; lo < d; lo += NES_BLOCK)
        for (size_t q = m->draws; q-- > 0;)
            nes_gram_combine(q, nes_block_at(lo, d), m->c + q * m->draws, b->z + lo, 2 * d,
                             b->z + 2 * q * d + lo);
}

/* Rows of one group stand together, so that the first ones begin a generation: coefficients are
 * found once for all parts of it, and again when it is drawn again. */
static void arrange_combined(nes_batch *b, size_t lo)
{
    if (lo == 0 || b->combined.found != b->stream.generation + 1) relate(b);
    if (b->z != NULL) combine_stored(b);
}

static void arrange(nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = b->d;
    if (b->combined.draws > 0) arrange_combined(b, lo);
    if (b->z == NULL) return;
    for (size_t k = lo; b->combined.draws == 0 && k < hi; k += 2 * d)
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
    .mirrors = true,
    .whole = true,
    .spherical = true,
    .draws = draws,
    .arrange = arrange,
};
