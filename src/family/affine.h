/* SPDX-License-Identifier: MIT
 *
 * What the families with a full matrix share: theta = (mu, sigma, B, probes, nu), x = mu + sigma B
 * s with s = t z and det B = 1. They differ in how z and t are drawn, in the law of |s|^2, and in
 * how much a sample weighs. [math: A12, A17, A24] */
#ifndef NES_FAMILY_AFFINE_H
#define NES_FAMILY_AFFINE_H

#include "family/family.h"

size_t nes_affine_ntheta(size_t d);
size_t nes_affine_nwork(size_t d, size_t n);
size_t nes_affine_nrecord(size_t d, size_t n, bool densities);
int nes_affine_init(nes_dist *p, const nes_start *s);

/* Parts of theta. Matrices are stored column by column, columns and rows padded as
 * linalg/multiply.h wants them: B^T has d rows of nes_padded(d), the probes d rows of one unit. */
double *nes_affine_shape(const nes_dist *p);  /* B^T */
double *nes_affine_probes(const nes_dist *p); /* column i is probe number i */
double *nes_affine_nu(const nes_dist *p);     /* degrees of freedom */

/* Those before a step whose record has densities, and that record's length. */
double nes_affine_nu_before(const nes_step *s);
size_t nes_affine_record(const nes_dist *p, const nes_step *s);

size_t nes_affine_nprobe(size_t d); /* how many probes there are */

/* A/scale, with A = factor diag(std). */
void nes_affine_factor(const nes_start *s, size_t d, double scale, double *a);

/* y = B z and x = mu + sigma t y for slots whose z and t are there. */
void nes_affine_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

/* mu += eta_mu sigma sum mean_k y_k,  ln sigma += eta_sigma/2 scale; the shape moves by the
 * trace-free part of G = sum outer_k z_k z_k^T. */
int nes_affine_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

/* S = eta_shape (G - tr(G)/d I) + eta_sigma scale I by its upper triangle, row by row; numbers off
 * the diagonal stand for two. */
size_t nes_affine_nnatural(size_t d);
void nes_affine_natural(const nes_dist *p, const nes_batch *b, const nes_step *s,
                        const nes_rates *eta, double *mean, double *shape);

/* Gradients made of scores act on delta and M in natural coordinates. A score, for h = -q'/q at the
 * sample; returns where further ones go. A direction in these coordinates as rows of the step, d of
 * them behind the samples; returns what else is in the direction. */
size_t nes_affine_nparam(size_t d);
double *nes_affine_score(const nes_dist *p, const nes_batch *b, size_t k, double h, double *score);
const double *nes_affine_along(const nes_dist *p, nes_batch *b, nes_step *s);

/* log_k += c ln q(r2_k): logarithms of the standard density at n squared radii, with the tail that
 * it has now (before null) or had before that step. */
typedef void (*nes_radial_log)(const nes_dist *p, const nes_step *before, double c, size_t n,
                               const double *r2, double *log);

void nes_affine_change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log,
                       nes_radial_log q);
void nes_affine_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                         const unsigned char *keep);
void nes_affine_ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                      size_t hi, double *log, nes_radial_log q);
void nes_affine_longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                       size_t hi, double extra, double *log, nes_radial_log q);
int nes_affine_stretch(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo, size_t hi,
                       double extra);
double nes_affine_logpdf(const nes_dist *p, const nes_batch *b, size_t k, nes_radial_log q);

/* A family's own versions of the relations, for its law q. */
#define NES_AFFINE_RELATIONS(q)                                                                    \
    static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)      \
    {                                                                                              \
        nes_affine_change(p, s, b, log, q);                                                        \
    }                                                                                              \
    static void ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,         \
                      size_t hi, double *log)                                                      \
    {                                                                                              \
        nes_affine_ratio(p, s, b, lo, hi, log, q);                                                 \
    }                                                                                              \
    static void longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,        \
                       size_t hi, double extra, double *log)                                       \
    {                                                                                              \
        nes_affine_longer(p, s, b, lo, hi, extra, log, q);                                         \
    }                                                                                              \
    static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)                          \
    {                                                                                              \
        return nes_affine_logpdf(p, b, k, q);                                                      \
    }

/* The table entries that are the same for all of them. */
#define NES_AFFINE_ENTRIES                                                                         \
    .located = true, .spherical = true, .variates = nes_normal_variates, .stores = true,           \
    .images = true, .square = true, .turns = true, .shares = true, .ntheta = nes_affine_ntheta,    \
    .nwork = nes_affine_nwork, .nrecord = nes_affine_nrecord, .nnatural = nes_affine_nnatural,     \
    .natural = nes_affine_natural, .place = nes_affine_place, .relocate = nes_affine_relocate,     \
    .change = change, .ratio = ratio, .longer = longer, .stretch = nes_affine_stretch,             \
    .logpdf = logpdf, .sigma = nes_affine_sigma, .width = nes_affine_sigma,                        \
    .spread = nes_affine_spread, .condition = nes_affine_condition,                                \
    .condition_bound = nes_affine_condition_bound, .axis = nes_affine_axis

double nes_affine_sigma(const nes_dist *p);
void nes_affine_spread(const nes_dist *p, double *std);
double nes_affine_condition(const nes_dist *p);
double nes_affine_condition_bound(const nes_dist *p);
void nes_affine_axis(const nes_dist *p, size_t i, double *a);

#endif
