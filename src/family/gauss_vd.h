/* SPDX-License-Identifier: MIT
 *
 * The parts of the family gauss-vd: covariance sigma^2 D (I + v v^T) D with a factor per coordinate
 * and one direction, so that
 *
 *     x = mu + sigma D y,   y = z + (sqrt(1 + |v|^2) - 1) (w . z) w,   w = v/|v|
 *
 * theta = (mu, sigma, D, v, path of the scale, path of the shape). Everything is linear in d, and
 * samples are read a block of coordinates at a time. [math: B1] */
#pragma once

#include "family/family.h"

static inline double *nes_vd_factors(const nes_dist *p)
{
    return p->theta + p->d + 1;
}

static inline double *nes_vd_axis(const nes_dist *p)
{
    return nes_vd_factors(p) + p->d;
}

static inline double *nes_vd_scale_path(const nes_dist *p)
{
    return nes_vd_axis(p) + p->d;
}

static inline double *nes_vd_shape_path(const nes_dist *p)
{
    return nes_vd_scale_path(p) + p->d;
}

/* Lengths that the formulas are made of. */
typedef struct nes_vd_lengths {
    double norm2; /* n = |v|^2 */
    double norm;
    double gamma; /* 1 + n */
    double root;  /* sqrt gamma: the length of y along v, if z is a unit vector along v */
} nes_vd_lengths;

nes_vd_lengths nes_vd_measure(const nes_dist *p);
nes_vd_lengths nes_vd_lengths_of(double norm2);

/* Draws a new direction from its stream. length: 0 for a random length of about 1. */
void nes_vd_turn(nes_dist *p, const nes_stream *s, double length);

/* Scales D such that the determinant of D (I + v v^T) D is 1. log_factor: sum ln D. */
void nes_vd_normalise(nes_dist *p, double log_factor, double norm2);

/* gauss_vd_apply.c */
void nes_vd_defaults(const nes_extent *e, nes_defaults *r);
size_t nes_vd_nwork(const nes_dist *p, size_t n);
int nes_vd_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta);

/* What the samples of a step add up to, for its shape. along_r is w . z_r, and e_r is the weight of
 * row r, a pair of samples being one row. */
typedef struct nes_vd_sums {
    double *mixed;   /* d: sum e_r along_r z_r; destroyed */
    double *squares; /* d: sum e_r z_r^2, coordinate by coordinate; destroyed */
    double along2;   /* sum e_r along_r^2 */
    double weight;   /* sum e_r */
    double path;     /* w . (path of the shape/D) */
    double rate;     /* eta_B: rate of the samples */
    double rank_one; /* c_1: rate of the path */
    double widest;   /* max v_j^2/n */
} nes_vd_sums;

/* gauss_vd_shape.c: v and D after the step; a direction that got lost is drawn anew from the
 * stream. Non-zero: a number is not finite. */
int nes_vd_reshape(nes_dist *p, const nes_vd_lengths *l, const nes_vd_sums *s,
                   const nes_stream *stream);
