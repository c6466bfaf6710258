/* SPDX-License-Identifier: MIT
 *
 * Adaptation sampling: hill climbing on the learning rate of the scale. Would the last move have
 * done better with a larger rate? [math: A6, A7] */
#ifndef NES_TECHNIQUE_ADAPTATION_H
#define NES_TECHNIQUE_ADAPTATION_H

#include "nes/status.h"
#include "state/gen.h"

typedef struct nes_adaptation {
    const char *name;
    const char *doc;
    bool
        singly; /* samples are drawn one at a time until enough are accepted: must be independent */
    /* Rows of the larger rate to be evaluated, drawn into trial (local samples); null: none. */
    size_t (*plan)(nes_gen *g, nes_batch *trial);
    /* Weights of the rows of the batch as samples of the larger rate; null: they are none. */
    double (*weight)(const nes_gen *g, double log_ratio);
} nes_adaptation;

const nes_adaptation *nes_adaptation_find(const char *name); /* null: no such form */
size_t nes_adaptation_count(void);
const nes_adaptation *nes_adaptation_at(size_t i); /* null past the end */

/* Tests the larger rate with the batch and the valued rows of trial (may be null), and sets
 * g->eta.sigma; initial is the rate at the start. Writes to the scratch of g. */
void nes_adapt(nes_gen *g, const nes_batch *trial, double initial);

#endif
