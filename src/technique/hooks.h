/* SPDX-License-Identifier: MIT
 *
 * Calling the hooks of all techniques that a run has; inline, since most runs have none. */
#pragma once

#include "technique/technique.h"

#define FOR_EACH_TECHNIQUE(a, g)                                                                   \
    for (nes_active *a = (g)->active; a < (g)->active + (g)->nactive; a++)

/* How many rows stay: as many as all techniques that look at them agree on, none if no technique
 * does. */
static inline size_t nes_before_sample(nes_gen *g)
{
    bool looked = false;
    size_t kept = 0;
    FOR_EACH_TECHNIQUE (a, g) {
        if (a->technique->before_sample == NULL) continue;
        const size_t own = a->technique->before_sample(g, a);
        kept = !looked || own < kept ? own : kept;
        looked = true;
    }
    return kept;
}

/* Draws the samples of all techniques, one behind the other; returns how many there are. */
static inline size_t nes_draw_trial(nes_gen *g, nes_batch *trial)
{
    trial->n = 0;
    FOR_EACH_TECHNIQUE (a, g)
        if (a->technique->draw_trial != NULL) a->technique->draw_trial(g, a, trial);
    return trial->n;
}

static inline void nes_before_propose(nes_gen *g, const nes_batch *trial)
{
    FOR_EACH_TECHNIQUE (a, g)
        if (a->technique->before_propose != NULL) a->technique->before_propose(g, a, trial);
}

static inline void nes_before_apply(nes_gen *g, nes_rates *eta)
{
    FOR_EACH_TECHNIQUE (a, g)
        if (a->technique->before_apply != NULL) a->technique->before_apply(g, a, eta);
}

static inline void nes_after_apply(nes_gen *g)
{
    FOR_EACH_TECHNIQUE (a, g)
        if (a->technique->after_apply != NULL) a->technique->after_apply(g, a);
}

/* The rates of the last step, apart from what a generation with few values takes off. */
static inline nes_rates nes_rates_in_force(const nes_gen *g)
{
    nes_rates eta = g->eta;
    for (const nes_active *a = g->active; a < g->active + g->nactive; a++)
        if (a->technique->in_force != NULL) a->technique->in_force(a, &eta);
    return eta;
}

#undef FOR_EACH_TECHNIQUE
