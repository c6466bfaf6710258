/* SPDX-License-Identifier: MIT
 *
 * The mixing step of SplitMix64: it turns numbers that differ little into numbers that differ in
 * about half of their 64 bits. */
#pragma once

#include <stdint.h>

static const uint64_t MIX_STEP = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 by the golden ratio, odd */

static inline uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
