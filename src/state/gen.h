/* SPDX-License-Identifier: MIT
 *
 * One generation: the distribution, the batch drawn from it, the parts that act on them and the
 * rates of the next move. Data only; the algorithm is opt/generation.c. */
#ifndef NES_STATE_GEN_H
#define NES_STATE_GEN_H

#include "state/batch.h"
#include "state/dist.h"

/* The hill climber's weights [math: A13, A14] and its incumbent. */
typedef struct nes_elitist {
    double up, down, learn;
    double parent_f; /* value of the centre; +infinity while it is not known */
} nes_elitist;

typedef struct nes_gen {
    const struct nes_family *family;
    const struct nes_gradient *gradient;
    const struct nes_scheme *scheme;
    nes_dist dist;
    nes_batch batch;
    nes_rates eta;     /* of the next move */
    double *utilities; /* by rank, best first; as many as the population */
    bool average_ties;
    nes_elitist elitist;
    size_t finite; /* finite values in this batch */
} nes_gen;

#endif
