/* SPDX-License-Identifier: MIT
 *
 * What the normal distributions with an explicit parameter matrix share. Their parameters differ
 * (covariance, factor, logarithm of the covariance); beside them theta keeps a root A of the
 * covariance, its inverse and ln |det A|:
 *   theta = (mu, h numbers, A, A^-1, ln |det A|, what else the family keeps)
 * The h numbers are the upper triangle of the parameter matrix where it is symmetric. Otherwise the
 * parameter is A itself, and h is 0.
 * For small d and for comparison: every refresh costs O(d^3). [math: A2, A3, A10] */
#pragma once

#include "family/family.h"

/* theta, taken apart. */
typedef struct nes_multinormal {
    double *mu, *packed, *root, *inverse, *log_det, *rest;
} nes_multinormal;

nes_multinormal nes_multinormal_of(const nes_dist *p);
size_t nes_multinormal_nparam(const nes_dist *p);
size_t nes_multinormal_ntheta(const nes_dist *p);          /* up to ln |det A| */
size_t nes_multinormal_nwork(const nes_dist *p, size_t n); /* for a refresh, and another theta */

/* Symmetric matrices by their upper triangle, row by row. */
void nes_pack(size_t d, const double *full, double *packed);
void nes_unpack(size_t d, const double *packed, double *full);

/* mu and A = factor diag(std) of a start, and A A^T where it is wanted (or null). */
void nes_multinormal_start(const nes_dist *p, const nes_start *s, double *a, double *covariance);

void nes_multinormal_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);
int nes_multinormal_localize(const nes_dist *p, nes_slots at, double *work);

/* Sigma^-1 (x - mu) = A^-T z of slot k. */
void nes_multinormal_whiten(const nes_dist *p, const nes_batch *b, size_t k, double *w);

double nes_multinormal_logpdf(const nes_dist *p, const nes_batch *b, size_t k);

/* The record but for the move of the parameters behind mu by the rate of the scale, and where that
 * stands. */
void nes_multinormal_remember(const nes_dist *p, nes_step *s, const double *before);
double *nes_multinormal_move(const nes_dist *p, const nes_step *s);

extern const nes_densities nes_multinormal_densities;
extern const nes_widths nes_multinormal_widths;
