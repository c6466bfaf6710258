/* SPDX-License-Identifier: MIT
 *
 * A search distribution as plain numbers. theta is a flat array whose first d entries are the
 * centre mu (of families that have one); the family gives the rest its meaning. Everybody else
 * copies, saves and compares it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/coords.h"
#include "util/cpu.h"

enum { NES_OWN = 8 }; /* numbers that a family or a technique may take from the settings */

typedef struct nes_dist {
    const struct nes_family *family;
    size_t d;                 /* coordinates that are here */
    const nes_coords *coords; /* their place among all; null: all are here */
    double *theta;
    struct nes_team *team; /* shares large work; null: none */
    nes_cpu level;         /* instructions that products of matrices may use */
    double *work;          /* scratch of the family; only relocate looks at what is left there */
    double own[NES_OWN];   /* options, as the family has taken them */
    const void *model;     /* the user's own density, law or table */
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
    uint64_t seed;        /* of random numbers of the family's own */
    uint32_t run;         /* number of this run, for the same */
} nes_start;

/* Entry ij of the factor. */
static inline double nes_start_entry(const nes_start *s, size_t d, size_t i, size_t j)
{
    return s->factor != NULL ? s->factor[i * d + j] : (double)(i == j);
}

/* Learning rates of one move, and the clamp of its exponents. */
typedef struct nes_rates {
    double mu, sigma, shape;
    double limit;
    double nu;
    double diag; /* of factors per coordinate beside a shape */
} nes_rates;
