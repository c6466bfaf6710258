/* SPDX-License-Identifier: MIT
 *
 * What the normal distributions with an explicit parameter matrix share. Their parameters differ
 * (covariance, factor, logarithm of the covariance); beside them theta keeps a root A of the
 * covariance, its inverse and ln |det A|:
 *   theta = (mu, h numbers, A, A^-1, ln |det A|, what else the family keeps)
 * For small d and for comparison: every refresh costs O(d^3). [math: A2, A3, A10] */
#ifndef NES_FAMILY_MULTINORMAL_H
#define NES_FAMILY_MULTINORMAL_H

#include "family/family.h"

/* theta, taken apart; h: numbers between mu and A. */
typedef struct nes_multinormal {
    double *mu, *packed, *root, *inverse, *log_det, *rest;
} nes_multinormal;

nes_multinormal nes_multinormal_of(const nes_dist *p, size_t h);
size_t nes_multinormal_ntheta(size_t d, size_t h); /* up to ln |det A| */
size_t nes_multinormal_nwork(size_t d, size_t n);  /* 3 d^2 + 4 d and another theta */
size_t nes_multinormal_nrecord(size_t d, size_t n, bool densities);

/* What they differ in: numbers between mu and A, parameters, how theta follows from these. */
typedef struct nes_multinormal_form {
    size_t (*h)(size_t d), (*nparam)(size_t d);
    int (*refresh)(nes_dist *p);
} nes_multinormal_form;

/* Symmetric matrices by their upper triangle, row by row. */
size_t nes_packed(size_t d); /* d (d + 1)/2 */
void nes_pack(size_t d, const double *full, double *packed);
void nes_unpack(size_t d, const double *packed, double *full);

/* mu and A = factor diag(std) of a start, and A A^T where it is wanted (or null). */
void nes_multinormal_start(const nes_dist *p, const nes_start *s, double *a, double *covariance);

void nes_multinormal_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi, size_t h);

/* Sigma^-1 (x - mu) = A^-T z of slot k. */
void nes_multinormal_whiten(const nes_dist *p, const nes_batch *b, size_t k, size_t h, double *w);

void nes_multinormal_remember(const nes_dist *p, nes_step *s, const double *before, size_t h);
/* How far the rate of the scale moved the parameters behind mu: that part of the record, and
 * filling it after a step along scores. */
double *nes_multinormal_move(const nes_dist *p, const nes_step *s);
void nes_multinormal_remember_move(const nes_dist *p, nes_step *s, size_t nparam);

void nes_multinormal_change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log,
                            size_t h);
void nes_multinormal_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                              const unsigned char *keep, size_t h);
double nes_multinormal_ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t k,
                             size_t h);
void nes_multinormal_longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                            size_t hi, double extra, double *log, const nes_multinormal_form *form);
int nes_multinormal_stretch(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo,
                            size_t hi, double extra, const nes_multinormal_form *form);
double nes_multinormal_logpdf(const nes_dist *p, const nes_batch *b, size_t k, size_t h);

double nes_multinormal_sigma(const nes_dist *p, size_t h);
void nes_multinormal_spread(const nes_dist *p, double *std, size_t h);
double nes_multinormal_condition(const nes_dist *p, size_t h);
void nes_multinormal_axis(const nes_dist *p, size_t i, double *a, size_t h);

/* A family's own versions; h is a function of d. nparam and refresh are there already. */
#define NES_MULTINORMAL_FUNCTIONS(h)                                                               \
    static const nes_multinormal_form form = {h, nparam, refresh};                                 \
    static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)                       \
    {                                                                                              \
        nes_multinormal_place(p, b, lo, hi, h(p->d));                                              \
    }                                                                                              \
    static void remember(const nes_dist *p, nes_step *s, const double *before)                     \
    {                                                                                              \
        nes_multinormal_remember(p, s, before, h(p->d));                                           \
        nes_multinormal_remember_move(p, s, nparam(p->d));                                         \
    }                                                                                              \
    static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)      \
    {                                                                                              \
        nes_multinormal_change(p, s, b, log, h(p->d));                                             \
    }                                                                                              \
    static void relocate(const nes_dist *p, const nes_step *s, nes_batch *b,                       \
                         const unsigned char *keep)                                                \
    {                                                                                              \
        nes_multinormal_relocate(p, s, b, keep, h(p->d));                                          \
    }                                                                                              \
    static void ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,         \
                      size_t hi, double *log)                                                      \
    {                                                                                              \
        for (size_t k = lo; k < hi; k++) log[k - lo] = nes_multinormal_ratio(p, s, b, k, h(p->d)); \
    }                                                                                              \
    static void longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,        \
                       size_t hi, double extra, double *log)                                       \
    {                                                                                              \
        nes_multinormal_longer(p, s, b, lo, hi, extra, log, &form);                                \
    }                                                                                              \
    static int stretch(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo, size_t hi,   \
                       double extra)                                                               \
    {                                                                                              \
        return nes_multinormal_stretch(p, s, b, lo, hi, extra, &form);                             \
    }                                                                                              \
    static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)                          \
    {                                                                                              \
        return nes_multinormal_logpdf(p, b, k, h(p->d));                                           \
    }                                                                                              \
    static double sigma(const nes_dist *p)                                                         \
    {                                                                                              \
        return nes_multinormal_sigma(p, h(p->d));                                                  \
    }                                                                                              \
    static void spread(const nes_dist *p, double *std)                                             \
    {                                                                                              \
        nes_multinormal_spread(p, std, h(p->d));                                                   \
    }                                                                                              \
    static double condition(const nes_dist *p)                                                     \
    {                                                                                              \
        return nes_multinormal_condition(p, h(p->d));                                              \
    }                                                                                              \
    static void axis(const nes_dist *p, size_t i, double *a)                                       \
    {                                                                                              \
        nes_multinormal_axis(p, i, a, h(p->d));                                                    \
    }

/* The table entries that are the same for all of them. */
#define NES_MULTINORMAL_ENTRIES                                                                    \
    .located = true, .spherical = true, .variates = nes_normal_variates, .stores = true,           \
    .images = true, .square = true, .turns = true, .moves = true, .ntheta = ntheta,                \
    .nwork = nes_multinormal_nwork, .rate = nes_rate_full, .init = init, .place = place,           \
    .nrecord = nes_multinormal_nrecord, .remember = remember, .change = change,                    \
    .relocate = relocate, .ratio = ratio, .longer = longer, .stretch = stretch, .nparam = nparam,  \
    .logpdf = logpdf, .score = score, .refresh = refresh, .sigma = sigma, .width = sigma,          \
    .spread = spread, .condition = condition, .axis = axis

#endif
