/* SPDX-License-Identifier: MIT
 *
 * Random numbers by address. Every number is a pure function of (seed, run, generation, row, lane,
 * coordinate): Philox4x32-10 keyed with the seed, counting the rest. Any number can be made again
 * alone, in any order, by any thread. [math: R1] */
#ifndef NES_RNG_STREAM_H
#define NES_RNG_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct nes_stream {
    uint64_t seed;
    uint64_t generation; /* below 2^40 */
    uint32_t run;        /* below 2^16 */
    uint32_t row;
    uint32_t lane; /* below 2^8: 0 for a sample, 1, 2, ... for its redraws, then other purposes */
} nes_stream;

/* Lanes above the redraws */
enum { NES_LANE_REDRAWS = 200, NES_LANE_PROBE = 201, NES_LANE_MAX = 255 };

/* Standard normal numbers for the coordinates first .. first+n-1. */
void nes_normals(const nes_stream *s, uint64_t first, size_t n, double *out);

/* A number in (0, 1] for that coordinate. */
double nes_uniform(const nes_stream *s, uint64_t coordinate);

#endif
