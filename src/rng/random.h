/* SPDX-License-Identifier: MIT
 *
 * One sample's random numbers in the order in which a user's density asks for them. Uniform and
 * normal numbers have addresses of their own, so that neither wastes or repeats the other's bits.
 * [math: R1] */
#ifndef NES_RNG_RANDOM_H
#define NES_RNG_RANDOM_H

#include "nes/density.h"
#include "rng/stream.h"

struct nes_random {
    nes_stream stream;
    uint64_t uniforms, normals; /* drawn so far */
};

#endif
