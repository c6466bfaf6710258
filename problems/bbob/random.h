/* SPDX-License-Identifier: MIT
 *
 * COCO's random numbers, from which all instances are made: uniform and normal numbers, random
 * rotations, the place and the value of the optimum. They are part of the definition of the
 * functions, so every operation and its order are fixed. Each use has its own seed. */
#ifndef BBOB_RANDOM_H
#define BBOB_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Uniform numbers in (0, 1): a Lehmer generator whose output is shuffled by a table. */
typedef struct nes_bbob_uniform {
    int64_t state, output, table[32];
} nes_bbob_uniform;

void nes_bbob_uniform_seed(nes_bbob_uniform *g, int64_t seed);
double nes_bbob_uniform_next(nes_bbob_uniform *g);

/* unif(n, seed) and gauss(n, seed): n numbers to v. */
void nes_bbob_unif(size_t n, int64_t seed, double *v);
void nes_bbob_gauss(size_t n, int64_t seed, double *v);

/* rot(seed): a d x d rotation, row-major, to b. work has room for NES_BBOB_PANEL d numbers. */
enum { NES_BBOB_PANEL = 8 };
void nes_bbob_rotation(size_t d, int64_t seed, double *b, double *work);

/* xopt(seed): d multiples of 0.0008 in [-4, 4), none of them 0. */
void nes_bbob_xopt(size_t d, int64_t seed, double *x);

/* The optimal value of the instance with that seed, two decimals, in [-1000, 1000]. */
double nes_bbob_fopt(int64_t seed);

#endif
