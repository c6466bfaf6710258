/* SPDX-License-Identifier: MIT
 *
 * What a step minimises: a problem of the problem library on a random domain (bounds, fixed
 * variables, logarithmic scales, integers, choices, bits), with values that fail, are not finite,
 * or have noise. */
#ifndef NES_SOAK_PROBLEM_H
#define NES_SOAK_PROBLEM_H

#include "nes/problems.h"
#include "soak/soak.h"

enum { SOAK_MOST_DIM = 64 };

typedef struct soak_problem {
    nes_problem *made;
    size_t dim;
    bool bits, bounded, any_log, any_integer, any_choice;
    bool start;    /* x0 is given */
    bool by_point; /* values depend on the point alone, so that drivers can compute them */
    double x0[SOAK_MOST_DIM];
    double lower[SOAK_MOST_DIM], upper[SOAK_MOST_DIM];
    double log[SOAK_MOST_DIM], integer[SOAK_MOST_DIM], choices[SOAK_MOST_DIM];
    uint64_t salt;
    unsigned failing, odd, infinite; /* of 1000 evaluations: fail, are NaN or huge, are infinite */
    double noise;
} soak_problem;

bool soak_problem_draw(soak *k, soak_problem *p); /* false: there is no such problem */
void soak_problem_free(soak_problem *p);

/* The value of a point, told for the n-th time under that id. */
double soak_problem_value(const soak_problem *p, const double *x, uint64_t id, uint64_t n);

/* The same as a nes_objective, user a soak_problem whose values depend on the point alone. */
double soak_problem_objective(size_t dim, const double *x, void *user);
void soak_problem_batch(size_t n, size_t dim, const double *x, double *f, void *user);

/* Whether a point may be handed out; *i is the variable that is wrong. */
bool soak_problem_contains(const soak_problem *p, const double *x, size_t *i);

#endif
