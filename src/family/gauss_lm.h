/* SPDX-License-Identifier: MIT
 *
 * The parts of the family gauss-lm: x = mu + sigma D y with fixed factors D per coordinate, and y
 * made of z by k transformations, each along one direction M_i:
 *
 *     y <- (1 - c_i) y + c_i (M_i . y) M_i
 *
 * theta = (mu, sigma, steps, D, path of the scale, Gram matrix M_i . M_j, M). Directions of the
 * first min(steps, k) are used. All of them together map z to a z + sum b_i M_i, where b follows
 * from the numbers M_i . z and the Gram matrix. So samples are read a block of coordinates at a
 * time, and none is stored. [math: B16] */
#pragma once

#include "family/family.h"

size_t nes_lm_directions(size_t d); /* k */

static inline double *nes_lm_steps(const nes_dist *p)
{
    return p->theta + p->d + 1;
}

static inline double *nes_lm_factors(const nes_dist *p)
{
    return p->theta + p->d + 2;
}

static inline double *nes_lm_path(const nes_dist *p)
{
    return nes_lm_factors(p) + p->d;
}

static inline double *nes_lm_gram(const nes_dist *p)
{
    return nes_lm_path(p) + p->d;
}

static inline double *nes_lm_direction(const nes_dist *p, size_t i)
{
    const size_t k = nes_lm_directions(p->d);
    return nes_lm_gram(p) + k * k + i * p->d;
}

size_t nes_lm_used(const nes_dist *p); /* directions that transform a sample */

/* c_1 of the first transformation is the rate rank_one; each has this part of the one before. */
static const double NES_LM_NEXT = 1 / 1.5;

/* All transformations together: z becomes a z + sum b_i M_i. */
typedef struct nes_lm_map {
    double a;
    const double *b;
} nes_lm_map;

/* From M_i . z to b_i, in place, for the directions used; returns a. */
double nes_lm_transform(const nes_dist *p, double *b);

/* What the map makes of z, coordinates lo .. lo+n-1; z and out have those alone. */
void nes_lm_combine(const nes_dist *p, size_t lo, size_t n, nes_lm_map map, const double *z,
                    double *out);

/* gauss_lm_shape.c */
size_t nes_lm_nwork_shape(size_t k);
extern const nes_widths nes_lm_widths;
