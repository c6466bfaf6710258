/* SPDX-License-Identifier: MIT
 *
 * Normal numbers and logarithms of uniform numbers, many at a time, with the vector instructions of
 * a given level. All levels give the same bits. [math: R1] */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "util/cpu.h"

/* Most blocks made at a time; the number of blocks is a multiple of the step. */
enum { NES_NORMAL_BLOCKS = 128, NES_NORMAL_STEP = 8 };

/* Addresses of blocks of random bits, as in rng/stream.h. One block makes two numbers. */
typedef struct nes_normal_blocks {
    uint32_t key[2];
    uint32_t generation;
    _Alignas(64) uint32_t index[NES_NORMAL_BLOCKS]; /* aligned: no vector spans two cache lines */
    uint32_t row[NES_NORMAL_BLOCKS];
    uint32_t rest[NES_NORMAL_BLOCKS]; /* high bits of the generation, run and lane */
} nes_normal_blocks;

/* Makes 2 n numbers from n blocks; n is a multiple of NES_NORMAL_STEP. */
typedef void (*nes_normal_fill)(size_t n, const nes_normal_blocks *in, double *out);

typedef struct nes_normal_code {
    nes_normal_fill normals, logarithms;
} nes_normal_code;

/* Each instruction set has a file of its own. */
extern const nes_normal_code nes_normal_baseline, nes_normal_avx2, nes_normal_avx512;
extern const nes_normal_code *const nes_normal_codes[]; /* indexed by nes_cpu */
