/* SPDX-License-Identifier: MIT
 *
 * What the families with independent coordinates share: theta = (mu, sigma), x_i = mu_i + sigma_i
 * z_i, linear in d. They differ in the law of one coordinate. Local samples need not be stored: the
 * move makes them again, a block of coordinates at a time. [math: A15] */
#pragma once

#include "family/family.h"

/* Sums over samples for some coordinates, and the weights of a sample in them. */
typedef struct nes_coordinate_sums {
    double v, u;
    double *mu, *sigma;
} nes_coordinate_sums;

/* The law of one standard coordinate. */
typedef struct nes_coordinate_law {
    /* Adds v l(z_i) to mu_i and u g(z_i) to sigma_i, i < n: l is the natural gradient of the
     * location, g the score of the logarithm of the scale, g(0) = -1. */
    void (*accumulate)(size_t n, double nu, const double *z, const nes_coordinate_sums *to);
    double (*natural)(double nu);         /* what makes g/2 natural; 1 for the normal law */
    double (*log)(double nu, double z2);  /* logarithm of the density at z^2 */
    double (*score)(double nu, double z); /* minus its derivative in z */
} nes_coordinate_law;

/* The law of a family, and its degrees of freedom. */
static inline const nes_coordinate_law *nes_coordinate_law_of(const nes_dist *p)
{
    return p->family->law;
}

double nes_separable_nu(const nes_dist *p);
void nes_separable_take(nes_dist *p, const nes_settings *s);
size_t nes_separable_ntheta(const nes_dist *p);
size_t nes_separable_nwork(const nes_dist *p, size_t n);
int nes_separable_init(nes_dist *p, const nes_start *s);
void nes_separable_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);
int nes_separable_localize(const nes_dist *p, nes_slots at, double *work);
void nes_separable_propose(const nes_dist *p, const nes_batch *b, nes_step *s);
int nes_separable_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

extern const nes_densities nes_separable_densities;
extern const nes_scores nes_separable_scores;
extern const nes_natural nes_separable_natural;
extern const nes_widths nes_separable_widths;
