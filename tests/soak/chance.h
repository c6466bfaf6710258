/* SPDX-License-Identifier: MIT
 *
 * Random numbers of the soak itself. Everything that a step does follows from its seed. */
#ifndef NES_SOAK_CHANCE_H
#define NES_SOAK_CHANCE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct chance {
    uint64_t state;
} chance;

/* A number that looks random, from two others. */
static inline uint64_t chance_mix(uint64_t a, uint64_t b)
{
    uint64_t z = a + (b + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t chance_next(chance *c)
{
    c->state += UINT64_C(0x9e3779b97f4a7c15);
    return chance_mix(c->state, 0);
}

static inline size_t chance_below(chance *c, size_t n)
{
    return (size_t)(chance_next(c) % n);
}

static inline bool chance_one_in(chance *c, size_t n)
{
    return chance_below(c, n) == 0;
}

/* Uniform in [low, high). */
static inline double chance_real(chance *c, double low, double high)
{
    return low + (high - low) * (double)(chance_next(c) >> 11) * 0x1p-53;
}

/* Uniform in the logarithm; both ends positive. */
static inline double chance_log(chance *c, double low, double high)
{
    return exp(chance_real(c, log(low), log(high)));
}

#endif
