/* SPDX-License-Identifier: MIT
 *
 * Importance mixing: samples of the last generation are used again as far as the new density
 * allows. [math: A5] */
#pragma once

#include "state/gen.h"

/* Fills the batch of the new distribution from that of the previous one (all rows valued, slots in
 * row order): kept rows stay valued and come first, the others are drawn anew (local samples only)
 * and wait for points and values. fresh: at least one row is new. Returns the first slot that
 * waits. */
size_t nes_mix(nes_gen *g, double alpha, bool fresh);

/* Step 2 alone, for a density pi' and a reference. */
typedef struct nes_mix_target {
    const nes_active *technique; /* technique that the functions belong to; may be null */
    double alpha;                /* least share of new samples */
    uint64_t first;              /* number of the first candidate */
    /* Turns local samples of the distribution into samples of pi'; null: they are that already.
     * Non-zero: it cannot, and they stay as they are. */
    int (*prepare)(const nes_gen *g, const nes_active *a, nes_slots at);
    /* Fills ln reference - ln pi' of some slots. */
    void (*log_ratio)(const nes_gen *g, const nes_active *a, nes_slots at, double *log);
} nes_mix_target;

/* Fills the slots from lo on with local samples: one is accepted with probability
 * max(alpha, 1 - reference/pi'), otherwise the next one is tried. */
void nes_mix_draw(const nes_gen *g, nes_batch *b, size_t lo, const nes_mix_target *target);
