/* SPDX-License-Identifier: MIT
 *
 * What the families with a full matrix share: theta = (mu, sigma, B, probes), x = mu + sigma B s
 * with s = t z and det B = 1. They differ in how z and t are drawn and in how much a sample weighs.
 * [math: A12, A24] */
#ifndef NES_FAMILY_AFFINE_H
#define NES_FAMILY_AFFINE_H

#include "family/family.h"

size_t nes_affine_ntheta(size_t d);
size_t nes_affine_nwork(size_t d, size_t n);
int nes_affine_init(nes_dist *p, const nes_start *s);

/* y = B z and x = mu + sigma t y for slots whose z and t are there. */
void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

/* One move with G = sum_k a_k z_k z_k^T, where weight(p, b, k) is the factor that turns u_k into
 * a_k = u_k weight_k; the mean follows sum_k v_k t_k z_k. */
typedef double (*nes_affine_weight)(const nes_dist *p, const nes_batch *b, size_t k);
int nes_affine_move(nes_dist *p, const nes_batch *b, const nes_rates *eta,
                    nes_affine_weight weight);

double nes_affine_sigma(const nes_dist *p);
void nes_affine_spread(const nes_dist *p, double *std);
double nes_affine_condition(const nes_dist *p);
void nes_affine_axis(const nes_dist *p, size_t i, double *a);

#endif
