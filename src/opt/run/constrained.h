/* SPDX-License-Identifier: MIT
 *
 * Constraints inside a run: the first m outputs of an evaluation are the numbers g, of which
 * g_i <= tol_i is wanted, or |g_i| <= tol_i. They decide which of two points is better: a feasible
 * one before others, two feasible ones by their values, two others by their violation, the sum of
 * what constraints are exceeded by in units of the spreads in the first generation. [math: B19] */
#pragma once

#include "opt/run/spot.h"
#include "state/batch.h"
#include "technique/merits.h"

struct nes_run;

/* Spreads of the constraints in the first generation of a search (of a hill climber, in as many
 * evaluations), by running means and squares. */
typedef struct nes_scales {
    bool full;             /* no row joins any more, and the spreads are used */
    double seen, rows;     /* rows so far, and those of them that are finite */
    double *mean, *square; /* m each: means, and sums of squared deviations */
} nes_scales;

/* The best point that is not feasible, while none is. */
typedef struct nes_closest {
    double f;            /* internal sign; NaN: there is none */
    double *x, *outputs; /* the point, as best_x of the run, and m numbers */
    uint64_t evaluation;
} nes_closest;

typedef struct nes_constrained {
    nes_constraints of; /* m 0: there are no constraints, and nothing else is here */
    bool rules;         /* ranked by the rule for the best point, not by merits */
    nes_merits merits;
    double *integer; /* scratch: integers of the rows of a generation, where they are a state */
    nes_scales scales;
    nes_closest nearest;
    uint64_t first_feasible; /* number of the first of them; 0: none */
    bool here;               /* the last generation had a feasible point */
    uint64_t improved;       /* generation in which the best point has last become better, */
    double best, violation;  /* and its value, or violation, then; NaN: there was none */
} nes_constrained;

void nes_constrained_carve(struct nes_run *run, nes_arena *a);
void nes_constrained_begin(struct nes_run *run);

/* Whether all constraints of these numbers hold; and by how much they are violated, NaN if one of
 * the numbers is not finite. */
bool nes_is_feasible(const struct nes_run *run, const double *g);
double nes_violation(const struct nes_run *run, const double *g);
double nes_constraint_unit(const struct nes_run *run, size_t i); /* in which g_i is measured */

/* Whether the best point of a violates the constraints less than that of b, where neither run has a
 * feasible one. */
bool nes_is_closer(const struct nes_run *a, const struct nes_run *b);

/* Takes the spreads of another run of the same search. */
void nes_constrained_share(struct nes_run *run, const struct nes_run *other);

/* The best point of a run by this rule: its value, internal sign, NaN while there is none; x, and
 * outputs. */
typedef struct nes_best {
    double f;
    const double *x, *outputs;
    uint64_t evaluation; /* its number in the run */
} nes_best;

nes_best nes_best_of(const struct nes_run *run);

/* Hears of a point that was told, and returns whether it is feasible. */
bool nes_constrained_hear(struct nes_run *run, double f, const nes_spot *at, uint64_t number);

/* Gives the rows of a generation, which all have their numbers, the groups and keys that they are
 * ranked by. */
void nes_constrained_weigh(struct nes_run *run);

/* After the ranking: what enters the history; and whether the best point has become better. */
void nes_constrained_note(struct nes_run *run);
