/* SPDX-License-Identifier: MIT
 *
 * Normal numbers, many at a time, with the best instructions this processor has; the same bits
 * with any of them. [math: R1] */
#ifndef NES_RNG_NORMAL_H
#define NES_RNG_NORMAL_H

#include <stddef.h>
#include <stdint.h>

#include "util/cpu.h"

enum { NES_NORMAL_BLOCKS = 128, NES_NORMAL_STEP = 8 };

/* Addresses of blocks of random bits, as rng/stream.h has them; two normal numbers each. */
typedef struct nes_normal_blocks {
    uint32_t key[2];
    uint32_t generation;
    _Alignas(64) uint32_t index[NES_NORMAL_BLOCKS]; /* a vector never lies across two lines */
    uint32_t row[NES_NORMAL_BLOCKS];
    uint32_t rest[NES_NORMAL_BLOCKS];
} nes_normal_blocks;

/* n blocks, in whole steps; out has 2 n numbers. */
void nes_normal_fill(size_t n, const nes_normal_blocks *in, double *out);
void nes_normal_fill_with(nes_cpu level, size_t n, const nes_normal_blocks *in, double *out);

/* The levels, a file each. */
void nes_normal_fill_baseline(size_t n, const nes_normal_blocks *in, double *out);
void nes_normal_fill_avx2(size_t n, const nes_normal_blocks *in, double *out);
void nes_normal_fill_avx512(size_t n, const nes_normal_blocks *in, double *out);

#endif
