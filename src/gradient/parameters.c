/* SPDX-License-Identifier: MIT
 *
 * A step in the parameters of a family. [math: A1, A3] */
#include "gradient/parameters.h"

#include "family/straight.h"

size_t nes_parameter_count(const nes_gen *g)
{
    return g->dist.family->scores->nparam(&g->dist);
}

size_t nes_theta_count(const nes_gen *g)
{
    return g->dist.family->ntheta(&g->dist);
}

void nes_parameter_propose(nes_gen *g)
{
    const nes_scores *f = g->dist.family->scores;
    if (f->along != NULL) f->along(&g->dist, &g->batch, &g->step);
}

int nes_parameter_apply(nes_gen *g, const nes_rates *eta)
{
    if (g->dist.family->scores->along != NULL) return nes_gradient_local.apply(g, eta);
    double *before = g->work;
    g->step.rates = *eta;
    const int outcome = nes_straight_move(&g->dist, &g->step, eta, before);
    if (outcome == NES_MOVED && g->step.record != NULL)
        g->dist.family->densities->remember(&g->dist, &g->step, before);
    return outcome;
}
