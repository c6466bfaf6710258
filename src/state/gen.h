/* SPDX-License-Identifier: MIT
 *
 * One generation: the distribution, the batch drawn from it, the parts that act on them and the
 * rates of the next move. Data only; the algorithm is opt/generation.c. */
#pragma once

#include "state/batch.h"
#include "state/dist.h"
#include "state/step.h"

enum { NES_MOST_TECHNIQUES = 8 }; /* that a run can have: one of each option */

/* A technique that a run has (technique/technique.h). */
typedef struct nes_active {
    const struct nes_technique *technique;
    double *state; /* nstate: what it remembers from one generation to the next */
    size_t nstate;
    double *scratch;
    double own[NES_OWN]; /* options, as the technique has taken them */
} nes_active;

/* How values become weights (technique/shaping.h): tables of utilities by rank, best first. */
typedef struct nes_utilities {
    const struct nes_shaping *shaping;
    bool average_ties; /* equal values share their utilities */
    size_t n;          /* rows that the tables are for; 0: they are not filled yet */
    double *mean;      /* utilities of the mean, */
    double *shape;     /* and those of scale and shape; room for a whole population in both */
} nes_utilities;

typedef struct nes_gen {
    const struct nes_sampling *sampling;
    const struct nes_gradient *gradient;
    const struct nes_scheme *scheme;
    nes_dist dist;
    nes_batch batch;
    nes_step step;  /* the last one, or the one that is about to be made */
    nes_rates eta;  /* of the next step */
    nes_rates base; /* those of the settings */
    nes_utilities utilities;
    double *work;                 /* scratch of the gradient */
    double gradient_own[NES_OWN]; /* options, as the gradient has taken them, */
    double own[NES_OWN];          /* and the scheme */
    double parent_f; /* value of a hill climber's centre; +infinity while it is not known. With */
    unsigned char parent_group; /* constraints its group, and its key as a row of that */
    nes_active active[NES_MOST_TECHNIQUES];
    size_t nactive;
    size_t finite; /* finite values in this batch */
} nes_gen;
