/* SPDX-License-Identifier: MIT
 *
 * What the families with independent coordinates share: theta = (mu, sigma), x_i = mu_i + sigma_i
 * z_i, linear in d. They differ in the law of one coordinate. Local samples need not be stored: the
 * move makes them again, a block of coordinates at a time. [math: A15] */
#ifndef NES_FAMILY_SEPARABLE_H
#define NES_FAMILY_SEPARABLE_H

#include "family/family.h"

/* The law of one standard coordinate. */
typedef struct nes_coordinate_law {
    /* Adds v l(z_i) to gmu_i and u g(z_i) to gsigma_i, i < n: l is the natural gradient of the
     * location, g the score of the logarithm of the scale, g(0) = -1. */
    void (*accumulate)(size_t n, double nu, const double *z, double v, double u, double *gmu,
                       double *gsigma);
    double (*natural)(double nu);         /* what makes g/2 natural; 1 for the normal law */
    double (*log)(double nu, double z2);  /* logarithm of the density at z^2 */
    double (*score)(double nu, double z); /* minus its derivative in z */
} nes_coordinate_law;

size_t nes_separable_ntheta(size_t d);
size_t nes_separable_nwork(size_t d, size_t n);
size_t nes_separable_nrecord(size_t d, size_t n, bool densities);
int nes_separable_init(nes_dist *p, const nes_start *s);
void nes_separable_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);
void nes_separable_propose(const nes_dist *p, const nes_batch *b, nes_step *s,
                           const nes_coordinate_law *law);
int nes_separable_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta,
                        const nes_coordinate_law *law);

size_t nes_separable_nnatural(size_t d);
void nes_separable_natural(const nes_dist *p, const nes_batch *b, const nes_step *s,
                           const nes_rates *eta, double *mean, double *shape,
                           const nes_coordinate_law *law);

void nes_separable_change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log,
                          const nes_coordinate_law *law);
void nes_separable_relocate(const nes_dist *p, const nes_step *s, nes_batch *b,
                            const unsigned char *keep);
void nes_separable_ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                         size_t hi, double *log, const nes_coordinate_law *law);
void nes_separable_longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,
                          size_t hi, double extra, double *log, const nes_coordinate_law *law);
int nes_separable_stretch(const nes_dist *p, const nes_step *s, nes_batch *b, size_t lo, size_t hi,
                          double extra);
double nes_separable_logpdf(const nes_dist *p, const nes_batch *b, size_t k,
                            const nes_coordinate_law *law);
void nes_separable_score(const nes_dist *p, const nes_batch *b, size_t k, double *s,
                         const nes_coordinate_law *law);
int nes_separable_refresh(nes_dist *p);
void nes_separable_remember(const nes_dist *p, nes_step *s, const double *before);

double nes_separable_sigma(const nes_dist *p);
double nes_separable_width(const nes_dist *p);
const double *nes_separable_deviations(const nes_dist *p);
void nes_separable_spread(const nes_dist *p, double *std);
double nes_separable_condition(const nes_dist *p);
void nes_separable_axis(const nes_dist *p, size_t i, double *a);

/* A family's own versions, for its law. */
#define NES_SEPARABLE_FUNCTIONS(law)                                                               \
    static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)                        \
    {                                                                                              \
        nes_separable_propose(p, b, s, law);                                                       \
    }                                                                                              \
    static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)                 \
    {                                                                                              \
        return nes_separable_apply(p, b, s, eta, law);                                             \
    }                                                                                              \
    static void natural_step(const nes_dist *p, const nes_batch *b, const nes_step *s,             \
                             const nes_rates *eta, double *mean, double *shape)                    \
    {                                                                                              \
        nes_separable_natural(p, b, s, eta, mean, shape, law);                                     \
    }                                                                                              \
    static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)      \
    {                                                                                              \
        nes_separable_change(p, s, b, log, law);                                                   \
    }                                                                                              \
    static void ratio(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,         \
                      size_t hi, double *log)                                                      \
    {                                                                                              \
        nes_separable_ratio(p, s, b, lo, hi, log, law);                                            \
    }                                                                                              \
    static void longer(const nes_dist *p, const nes_step *s, const nes_batch *b, size_t lo,        \
                       size_t hi, double extra, double *log)                                       \
    {                                                                                              \
        nes_separable_longer(p, s, b, lo, hi, extra, log, law);                                    \
    }                                                                                              \
    static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)                          \
    {                                                                                              \
        return nes_separable_logpdf(p, b, k, law);                                                 \
    }                                                                                              \
    static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)                  \
    {                                                                                              \
        nes_separable_score(p, b, k, s, law);                                                      \
    }

/* The table entries that are the same for all of them. */
#define NES_SEPARABLE_ENTRIES                                                                      \
    .located = true, .shares = true, .sliced = true, .ntheta = nes_separable_ntheta,               \
    .nwork = nes_separable_nwork, .nrecord = nes_separable_nrecord,                                \
    .nnatural = nes_separable_nnatural, .natural = natural_step, .init = nes_separable_init,       \
    .place = nes_separable_place, .propose = propose, .apply = apply,                              \
    .remember = nes_separable_remember, .change = change, .relocate = nes_separable_relocate,      \
    .ratio = ratio, .longer = longer, .stretch = nes_separable_stretch,                            \
    .nparam = nes_separable_ntheta, .logpdf = logpdf, .score = score,                              \
    .refresh = nes_separable_refresh, .sigma = nes_separable_sigma, .width = nes_separable_width,  \
    .spread = nes_separable_spread, .deviations = nes_separable_deviations,                        \
    .condition = nes_separable_condition, .axis = nes_separable_axis

#endif
