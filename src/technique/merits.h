/* SPDX-License-Identifier: MIT
 *
 * Constraints: from the values f and g of a generation to one merit for each point, by which points
 * are ranked. Near a constrained optimum grad f = -sum lam_i grad g_i, so among the points of a
 * generation f is a linear function of the g_i with the slopes -lam_i: the multipliers are those of
 * a regression. The merit is the augmented Lagrangian with them. Its penalties are scaled by the
 * spreads of the generation, and a margin makes as many points feasible as are wanted. It sees
 * values alone, and knows nothing of points. [math: B19] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "technique/kinds.h"
#include "util/arena.h"

enum { NES_CONSTRAINT_BELOW = 0, NES_CONSTRAINT_EQUAL = 1, NES_CONSTRAINT_SIGN = 2 };

/* What constraints are, for all runs of a handle. Arrays are borrowed. */
typedef struct nes_constraints {
    size_t m;
    const double *kind; /* m numbers of the list above; null: all are NES_CONSTRAINT_BELOW */
    const double *tol;  /* m numbers: g_i, or |g_i|, may be so large; null: 0 */
    double share;       /* of feasible points, at which the margin aims */
} nes_constraints;

/* Values of a generation, in the order of places. */
typedef struct nes_told {
    size_t n;
    const double *f; /* n, internal sign */
    const double *g; /* n rows, which begin with the m numbers */
    size_t stride;   /* numbers of a row */
    nes_traits traits;
} nes_told;

/* State of a run. C is symmetric; row i of its lower triangle begins at i (i + 1)/2. */
typedef struct nes_merits {
    const nes_constraints *of;
    size_t d;                     /* variables that are searched, of the whole */
    double t, margin, lagrangian; /* generations; c; square of the spread of the Lagrangian */
    double *lam, *slope, *weight; /* m each: multipliers, covariances b of g and f, weights w */
    double *covariance;           /* C: m (m + 1)/2 */
    /* Of the last generation that taught something; spreads and penalties follow from the above.
     * The means are those of the kind with most rows. */
    double *mean, *spread, *penalty; /* m each */
    double sr;                       /* spread of the Lagrangian, never 0 */
    size_t counting, feasible;       /* rows that count, and of them those with all g_i <= 0 */
    size_t kinds;                    /* kinds of rows that count */
    bool *reach, *counts;            /* m: constraints within reach; n: rows that count */
    size_t *kind;                    /* n: the first row of the kind of a row */
    double *deviation, *away, *old;  /* scratch: n rows of m numbers g_i, and n values f, without
                                        the means of their kind (later f + sum lam_i g_i); m
                                        numbers */
} nes_merits;

/* Takes memory for generations of up to n rows; then begins a run. */
void nes_merits_carve(nes_merits *s, nes_arena *a, size_t n);
void nes_merits_begin(nes_merits *s);

/* Learns from a generation, and writes the merits of its n rows: NaN for rows that do not count. */
void nes_merits_take(nes_merits *s, const nes_told *t, double *merit);

/* Spreads and penalties from the state, after it was loaded. */
void nes_merits_restore(nes_merits *s);

/* What a merit is made of: g_i without its tolerance, but that of an equality as it is. */
double nes_constraint_value(const nes_constraints *c, size_t i, double g);

/* By how much g_i, or |g_i|, is above its tolerance; and whether it is not, which NaN never is. */
double nes_constraint_excess(const nes_constraints *c, size_t i, double g);
bool nes_constraint_holds(const nes_constraints *c, size_t i, double g);
