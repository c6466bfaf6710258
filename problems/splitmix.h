/* SPDX-License-Identifier: MIT
 *
 * A small random generator for the parts of problems (rotations, starts): splitmix64 (Steele, Lea,
 * Flood, OOPSLA 2014). It is so simple that any program can make the same numbers. */
#ifndef PROBLEMS_SPLITMIX_H
#define PROBLEMS_SPLITMIX_H

#include <stdint.h>

/* The generator's output function: a bijection on 64 bits that maps similar numbers to unrelated
 * ones. */
static inline uint64_t nes_splitmix_mix(uint64_t x)
{
    uint64_t z = x + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform on (0, 1): the middle of one of 2^53 equal cells, rounded; never 0. */
double nes_splitmix_uniform(uint64_t *state);

/* One normal number from two uniform ones, by the Box-Muller transform; the second of the pair is
 * not used. */
double nes_splitmix_normal(uint64_t *state);

#endif
