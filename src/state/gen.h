/* SPDX-License-Identifier: MIT
 *
 * One generation: the distribution, the batch drawn from it, the parts that act on them and the
 * rates of the next move. Data only; the algorithm is opt/generation.c. */
#pragma once

#include "state/batch.h"
#include "state/dist.h"
#include "state/step.h"

/* Options that are techniques (technique/technique.h); a technique that a run has. */
enum { NES_MIXING, NES_ADAPTATION, NES_RATES, NES_PATHS, NES_TECHNIQUES };

typedef struct nes_active {
    const struct nes_technique *technique;
    double *state; /* nstate: what it remembers from one generation to the next */
    size_t nstate;
    double *scratch;
    double own[NES_OWN]; /* options, as the technique has taken them */
} nes_active;

typedef struct nes_gen {
    const struct nes_sampling *sampling;
    const struct nes_gradient *gradient;
    const struct nes_scheme *scheme;
    nes_dist dist;
    nes_batch batch;
    nes_step step;          /* the last one, or the one that is about to be made */
    nes_rates eta;          /* of the next step */
    nes_rates base;         /* those of the settings */
    double *utilities;      /* of scale and shape, by rank, best first; as many as the population */
    double *mean_utilities; /* of the mean */
    bool average_ties;
    bool raw;            /* values themselves are the utilities */
    bool baseline;       /* the estimated natural gradient takes out a constant */
    double *work;        /* scratch of the gradient */
    double own[NES_OWN]; /* options, as the scheme has taken them */
    double parent_f;     /* value of a hill climber's centre; +infinity while it is not known */
    nes_active active[NES_TECHNIQUES]; /* those that do something, in the order of the options */
    size_t nactive;
    size_t finite; /* finite values in this batch */
} nes_gen;
