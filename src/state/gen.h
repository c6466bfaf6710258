/* SPDX-License-Identifier: MIT
 *
 * One generation: the distribution, the batch drawn from it, the parts that act on them and the
 * rates of the next move. Data only; the algorithm is opt/generation.c. */
#ifndef NES_STATE_GEN_H
#define NES_STATE_GEN_H

#include "state/batch.h"
#include "state/dist.h"
#include "state/step.h"

/* The hill climber's weights [math: A13, A14] and its incumbent. */
typedef struct nes_elitist {
    double up, down, learn;
    double parent_f; /* value of the centre; +infinity while it is not known */
} nes_elitist;

/* Adaptation sampling [math: A6, A7] */
typedef struct nes_adapting {
    double ratio; /* of the imagined rate to the present one */
    double c_rho; /* rho = 1/2 - 1/(c_rho (d + 1)) */
    double grow, decay, most;
} nes_adapting;

/* Rates by signal-to-noise ratio [math: B8] */
typedef struct nes_snr {
    double alpha, beta_mean, beta_shape, gamma;
} nes_snr;

/* Options that are techniques (technique/technique.h); a technique that a run has. */
enum { NES_MIXING, NES_ADAPTATION, NES_RATES, NES_PATHS, NES_TECHNIQUES };

typedef struct nes_active {
    const struct nes_technique *technique;
    double *state; /* nstate: what it remembers from one generation to the next */
    size_t nstate;
    double *scratch;
} nes_active;

typedef struct nes_gen {
    const struct nes_family *family;
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
    bool raw;      /* values themselves are the utilities */
    bool baseline; /* the estimated natural gradient takes out a constant */
    double *work;  /* scratch of the gradient */
    nes_elitist elitist;
    nes_adapting adapt;
    nes_snr snr;
    nes_path_rates paths;
    double mixing_alpha;               /* least share of new samples */
    nes_active active[NES_TECHNIQUES]; /* those that do something, in the order of the options */
    size_t nactive;
    size_t finite; /* finite values in this batch */
} nes_gen;

#endif
