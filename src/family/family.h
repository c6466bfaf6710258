/* SPDX-License-Identifier: MIT
 *
 * A search distribution, as a table of functions. A new one is a file that ends in one of these and
 * a line in family/table.c. A null entry means "cannot": nes_create refuses a choice that needs it.
 *
 * A step is never a d x d gradient. It is the batch itself: local samples z_k (radial factors t_k)
 * with weights v_k for the mean and u_k for scale and shape, and u_0 for a point at z = 0.
 * [math: A11, A24] */
#ifndef NES_FAMILY_FAMILY_H
#define NES_FAMILY_FAMILY_H

#include "nes/status.h"
#include "state/batch.h"
#include "state/dist.h"

typedef struct nes_family {
    const char *name;
    const char *doc;
    bool matrix; /* keeps B z of every sample: a full shape that eta_shape and factor act on */
    size_t (*ntheta)(size_t d);          /* doubles in theta */
    size_t (*nwork)(size_t d, size_t n); /* doubles of scratch for a batch of n */
    double (*rate)(size_t d);            /* default eta_sigma and eta_shape [math: A22] */
    double elitist_down, elitist_learn;  /* default weights of a hill climber [math: A13, A14] */
    bool elitist_only;                   /* has no move for the comma scheme */

    /* theta from a start; 0, or non-zero when the factor is not invertible. */
    int (*init)(nes_dist *p, const nes_start *s);

    /* Slots lo .. hi-1: local samples, radial factors and points mu + A (t z). */
    void (*sample)(const nes_dist *p, nes_batch *b, size_t lo, size_t hi);

    /* Follows the natural gradient in local coordinates. Returns 0, or non-zero when a number is
     * not finite; theta is then unchanged or not finite itself. */
    int (*move)(nes_dist *p, const nes_batch *b, const nes_rates *eta);

    double (*sigma)(const nes_dist *p);             /* |det A|^(1/d) */
    double (*width)(const nes_dist *p);             /* at most the largest standard deviation */
    void (*spread)(const nes_dist *p, double *std); /* d standard deviations */
    double (*condition)(const nes_dist *p);         /* longest to shortest axis, an estimate */
    void (*axis)(const nes_dist *p, size_t i, double *a); /* column i of A, d numbers */
} nes_family;

const nes_family *nes_family_find(const char *name); /* null: no such family */
size_t nes_family_count(void);
const nes_family *nes_family_at(size_t i); /* null past the end */

/* Default rates that families share [math: A22] */
double nes_rate_full(size_t d); /* (9 + 3 ln d)/(5 d sqrt d), at most 1 */
double nes_rate_diag(size_t d); /* (3 + ln d)/(5 sqrt d) */

/* Clamps one exponent of a move; NaN stays NaN, so that the stop tests see it. */
double nes_clamp(double exponent, double limit);

/* Of d positive numbers; exact when all are equal, and for powers of two as a common factor. */
double nes_geometric_mean(size_t d, const double *v);

#endif
