/* SPDX-License-Identifier: MIT
 *
 * The random numbers of one sample in the order in which a user's density asks for them. Uniform
 * and normal numbers are counted separately and have separate addresses, so no random bits are used
 * twice. [math: R1] */
#pragma once

#include "nes/density.h"
#include "rng/stream.h"

struct nes_random {
    nes_stream stream;
    uint64_t uniforms, normals; /* numbers drawn so far */
};
