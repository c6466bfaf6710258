/* SPDX-License-Identifier: MIT
 *
 * The inside of the suite bbob-constrained: an objective f and m constraints g <= 0, which are
 * linear functions of bent coordinates y. docs/problems.md has the definition.
 *
 * The constraints are built around the slope of the objective at y = 0, so that the optimum of the
 * constrained problem is there: x_opt is known, and at it f is c (F(0) + f_opt). */
#ifndef CONSTRAINED_CONSTRAINED_H
#define CONSTRAINED_CONSTRAINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bbob/workspace.h"
#include "problem.h"

typedef struct nes_constrained nes_constrained;

/* The bend N, which acts on the coordinates of objective and constraints. */
enum { NES_BEND_OSZ = 1, NES_BEND_ASY = 2 }; /* Tosz comes first */

/* A kind of objective (objectives.c). */
typedef struct nes_objective_kind {
    bool separable; /* so COCO calls it; the others are ill-conditioned */
    bool rotated;   /* it has a rotation R */
    bool of_x;      /* F is a function of x, not of y */
    unsigned bend;
    double scale;                                    /* c */
    void (*place)(nes_constrained *b, int64_t seed); /* fills in centre and weight */
    void (*localize)(const nes_constrained *b, const double *y, double *v);
    double (*value)(const nes_constrained *b, const double *v);          /* F, from v */
    void (*slope)(const nes_constrained *b, const double *v, double *w); /* of F, by v */
} nes_objective_kind;

enum { NES_OBJECTIVE_KINDS = 9 };
extern const nes_objective_kind nes_objective_kinds[NES_OBJECTIVE_KINDS];

/* What makes a suite, of which there are three. */
typedef struct nes_constrained_variant {
    bool inactive;  /* there are constraints that do not touch the optimum */
    bool disguised; /* the constraint along the slope is mixed with the others */
} nes_constrained_variant;

/* One instance in one dimension. */
struct nes_constrained {
    const nes_objective_kind *kind;
    size_t d, m, active;      /* m constraints, so many of which are active at the optimum */
    double fopt;              /* added to F */
    const double *optimum;    /* d; the problem's solution */
    double *centre, *weight;  /* d each; the meaning is that of the kind */
    double *rotation;         /* d x d, or null */
    double *a, *norm, *shift; /* of a constraint: m x d, m and m numbers */
    double *start;            /* d; feasible */
    nes_bbob_workspace *work; /* rooms of NES_CONSTRAINED_ROOM d numbers */
};

enum { NES_CONSTRAINED_ROOM = 3 };

/* bends.c: coordinates and back. */
void nes_bend(const nes_constrained *b, const double *x, double *y); /* y = N(x - x_opt) */
double nes_unbend(const nes_constrained *b, size_t i, double y);     /* coordinate i of x - x_opt */

/* The increasing function t(v, parameter), with t(0) = 0, solved for v by Brent's method. */
typedef double nes_increasing(double v, double parameter);
double nes_inverse(nes_increasing *t, double parameter, double y);
double nes_oscillate(double v, double unused);
double nes_asymmetric(double v, double beta); /* v^(1 + beta sqrt(v)) for v > 0 */

/* objectives.c */
double nes_objective_at(const nes_constrained *b, const double *y, double *v); /* F; v: d numbers */
void nes_objective_slope(const nes_constrained *b, double *slope, double *room); /* at y = 0; 2 d */

/* constraints.c: g_j(y); then all of them, for an instance whose optimum and objective are set.
 * work has room for 3 d numbers. */
double nes_constraint_at(const nes_constrained *b, size_t j, const double *y);
void nes_constraints_build(nes_constrained *b, const nes_constrained_variant *v, int64_t s1,
                           int64_t s2, size_t instance, double *work);

/* lagged.c: a second generator of COCO's, a lagged sum of 607 numbers. */
enum { NES_LAGS = 607 };

typedef struct nes_lagged {
    double x[NES_LAGS];
    size_t next;
} nes_lagged;

void nes_lagged_seed(nes_lagged *g, int64_t seed);
double nes_lagged_uniform(nes_lagged *g);
double nes_lagged_normal(nes_lagged *g);

#endif
