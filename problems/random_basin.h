/* SPDX-License-Identifier: MIT
 *
 * The random basin function itself, for any seed and any rotation; an id names only some of these.
 */
#ifndef PROBLEMS_RANDOM_BASIN_H
#define PROBLEMS_RANDOM_BASIN_H

#include <stddef.h>
#include <stdint.h>

/* The value at x (d finite numbers); q: the rotation, d rows of d numbers, null for none. */
double nes_random_basin(uint64_t seed, size_t d, const double *q, const double *x);

#endif
