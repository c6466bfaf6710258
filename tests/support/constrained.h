/* SPDX-License-Identifier: MIT
 *
 * Classical problems with constraints and known optima (Hock and Schittkowski; Michalewicz and
 * Schoenauer), and a search for such an optimum. */
#ifndef NES_TEST_CONSTRAINED_H
#define NES_TEST_CONSTRAINED_H

#include "support/runs.h"

enum { CONSTRAINED_DIM = 20, CONSTRAINED_MOST = 8 };

typedef struct constrained_problem {
    const char *name;
    size_t d, m;
    double start, sigma; /* of all variables; start NaN: x0 */
    double x0[CONSTRAINED_DIM];
    double best;                                                 /* the optimum */
    size_t equalities;                                           /* the last ones; tolerance 1e-6 */
    void (*evaluate)(size_t d, const double *x, double *values); /* f, then m numbers g */
} constrained_problem;

extern const constrained_problem constrained_problems[]; /* ends with a null name */
const constrained_problem *constrained_find(const char *name);

/* Settings for a problem, and its start. The kinds and tolerances are static. */
nes_settings constrained_settings(const constrained_problem *p, uint64_t seed, double *x);

/* Evaluations of a search until a feasible point is within 1e-6 of the optimum, relative where that
 * is above 1; 0: it was not found. */
size_t constrained_search(const constrained_problem *p, const nes_settings *s);

#endif
