/* SPDX-License-Identifier: MIT
 *
 * Normal numbers and logarithms of uniform ones, many at a time, with the best instructions this
 * processor has; the same bits with any of them. [math: R1] */
#ifndef NES_RNG_NORMAL_H
#define NES_RNG_NORMAL_H

#include <stddef.h>
#include <stdint.h>

#include "util/cpu.h"

enum { NES_NORMAL_BLOCKS = 128, NES_NORMAL_STEP = 8 };

/* Addresses of blocks of random bits, as rng/stream.h has them; two numbers each. */
typedef struct nes_normal_blocks {
    uint32_t key[2];
    uint32_t generation;
    _Alignas(64) uint32_t index[NES_NORMAL_BLOCKS]; /* a vector never lies across two lines */
    uint32_t row[NES_NORMAL_BLOCKS];
    uint32_t rest[NES_NORMAL_BLOCKS];
} nes_normal_blocks;

/* n blocks, in whole steps; out has 2 n numbers. */
typedef void (*nes_normal_fill)(size_t n, const nes_normal_blocks *in, double *out);

typedef struct nes_normal_code {
    nes_normal_fill normals, logarithms;
} nes_normal_code;

/* The levels, a file each, and the one to use. */
extern const nes_normal_code nes_normal_baseline, nes_normal_avx2, nes_normal_avx512;
const nes_normal_code *nes_normal_at(nes_cpu level);

#endif
