/* SPDX-License-Identifier: MIT
 *
 * How eliminations are cut into blocks, so that nearly all of their work is in the products of
 * linalg/multiply.h. A wide block is itself eliminated by narrow ones, and a narrow one row by row.
 */
#pragma once

#include "linalg/multiply.h"

enum { NES_BLOCK_NARROW = NES_UNIT, NES_BLOCK_WIDE = 64 };

/* Returns the size of the blocks in an elimination of `rows` rows. */
static inline size_t nes_block(size_t rows)
{
    return rows > NES_BLOCK_WIDE ? NES_BLOCK_WIDE : NES_BLOCK_NARROW;
}

/* Returns the distance between rows of a matrix of width d: an odd number of units, since with a
 * power of two all rows would share a few lines of the cache. */
static inline size_t nes_block_stride(size_t d)
{
    return ((d + NES_UNIT - 1) / NES_UNIT | 1) * NES_UNIT;
}
