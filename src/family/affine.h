/* SPDX-License-Identifier: MIT
 *
 * What the families with a full matrix share: theta = (mu, sigma, B, probes, nu), x = mu + sigma B
 * s with s = t z and det B = 1. They differ in how z and t are drawn, in the law of |s|^2, and in
 * how much a sample weighs. [math: A12, A17, A24] */
#pragma once

#include "family/family.h"

/* Options: degrees of freedom, which stand in theta of all of them; the others are Student's. */
enum { NES_AFFINE_NU, NES_AFFINE_ADAPTS, NES_AFFINE_LITERAL };
void nes_affine_take(nes_dist *p, const nes_settings *s);

size_t nes_affine_ntheta(const nes_dist *p);
size_t nes_affine_nwork(const nes_dist *p, size_t n);
int nes_affine_init(nes_dist *p, const nes_start *s);

/* Parts of theta. Matrices are stored column by column, columns and rows padded as
 * linalg/multiply.h wants them: B^T has d rows of nes_padded(d), the probes d rows of one unit. */
double *nes_affine_shape(const nes_dist *p);  /* B^T */
double *nes_affine_probes(const nes_dist *p); /* column i is probe number i */
double *nes_affine_nu(const nes_dist *p);     /* degrees of freedom */

/* Those before a step whose record has densities, and that record's length for n rows. */
double nes_affine_nu_before(const nes_step *s);
size_t nes_affine_nrecord(size_t d, size_t n);

size_t nes_affine_nprobe(size_t d); /* how many probes there are */

/* y = B z and x = mu + sigma t y for slots whose z and t are there, and back. */
void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);
size_t nes_affine_nlocalize(const nes_dist *p, size_t n);
int nes_affine_localize(const nes_dist *p, nes_slots at, double *work);

/* mu += eta_mu sigma sum mean_k y_k,  ln sigma += eta_sigma/2 scale; the shape moves by the
 * trace-free part of G = sum outer_k z_k z_k^T. */
int nes_affine_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

/* Gradients made of scores act on delta and M in natural coordinates. A score, for h = -q'/q at the
 * sample; returns where further ones go. A direction in these coordinates as rows of the step, d of
 * them behind the samples; returns what else is in the direction. */
size_t nes_affine_nparam(const nes_dist *p);
double *nes_affine_score(const nes_dist *p, const nes_batch *b, size_t k, double h, double *score);
const double *nes_affine_along(const nes_dist *p, nes_batch *b, nes_step *s);
double nes_affine_logpdf(const nes_dist *p, const nes_batch *b, size_t k);

/* What the families differ in. log_k += c ln q(r2_k): logarithms of the standard density at n
 * squared radii, with the tail that it has now (before null) or had before that step. */
typedef struct nes_affine_law {
    void (*log)(const nes_dist *p, const nes_step *before, double c, size_t n, const double *r2,
                double *log);
} nes_affine_law;

extern const nes_densities nes_affine_densities;
extern const nes_natural nes_affine_natural; /* S = eta_shape (G - tr(G)/d I) + eta_sigma scale I by
                                                its upper triangle, row by row; numbers off the
                                                diagonal stand for two */
extern const nes_widths nes_affine_widths;
