/* SPDX-License-Identifier: MIT
 *
 * A search distribution as plain numbers. theta is a flat array whose first d entries are the
 * centre mu (of families that have one); the family gives the rest its meaning. Everybody else
 * copies, saves and compares it.
 */
#ifndef NES_STATE_DIST_H
#define NES_STATE_DIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/coords.h"
#include "util/cpu.h"

/* Paths: averages of the steps made so far. How much a step weighs in each of them, and how fast
 * shape and factors per coordinate learn along theirs. [math: B4] */
typedef struct nes_path_rates {
    double sigma, shape, diag;
    double one, one_diag;
} nes_path_rates;

typedef struct nes_dist {
    size_t d;                 /* coordinates that are here */
    const nes_coords *coords; /* their place among all; null: all are here */
    double *theta;
    struct nes_team *team; /* shares large work; null: none */
    nes_cpu level;         /* instructions that products of matrices may use */
    double *work;          /* scratch of the family; only relocate looks at what is left there */
    double nu;             /* degrees of freedom at the start (heavy tails) */
    double margin;         /* least probability of either value of a bit */
    bool adapt_nu;         /* they are a parameter of the distribution */
    bool literal;          /* Student: scalar Cauchy factor, as once printed [math: A21] */
    const void *model;     /* the user's own density */
    nes_path_rates paths;  /* of families whose paths are part of theta */
    uint32_t run;          /* number of this run, for random numbers of the family's own */
    uint64_t refresh;      /* generations from one decomposition of the shape to the next */
} nes_dist;

/* How many coordinates there are, wherever they are: the dimension of formulas. */
static inline size_t nes_whole(const nes_dist *p)
{
    return p->coords != NULL ? p->coords->whole : p->d;
}

/* What a distribution starts from. */
typedef struct nes_start {
    const double *mu;     /* d; of bits null where no start was given */
    const double *std;    /* d standard deviations */
    const double *factor; /* d x d, multiplies std from the left; null: identity */
    uint64_t seed;        /* of the probes that estimate a condition number */
} nes_start;

/* Learning rates of one move, and the clamp of its exponents. */
typedef struct nes_rates {
    double mu, sigma, shape;
    double limit;
    double nu;
    double diag; /* of factors per coordinate beside a shape */
} nes_rates;

#endif
