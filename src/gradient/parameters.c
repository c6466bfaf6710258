/* SPDX-License-Identifier: MIT
 *
 * A step in the parameters of a family is tried, and taken back when it leads to no distribution.
 * [math: A1, A3] */
#include "gradient/parameters.h"

#include <math.h>
#include <string.h>

#include "family/family.h"

size_t nes_parameter_count(const nes_gen *g)
{
    return g->dist.family->scores->nparam(&g->dist);
}

size_t nes_theta_count(const nes_gen *g)
{
    return g->dist.family->ntheta(&g->dist);
}

static bool finite(size_t n, const double *v)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

void nes_parameter_propose(nes_gen *g)
{
    const nes_scores *f = g->dist.family->scores;
    if (f->along != NULL) f->along(&g->dist, &g->batch, &g->step);
}

int nes_parameter_apply(nes_gen *g, const nes_rates *eta)
{
    if (g->dist.family->scores->along != NULL) return nes_gradient_local.apply(g, eta);
    nes_dist *p = &g->dist;
    const double *direction = g->step.direction;
    double *before = g->work;
    const size_t nparam = nes_parameter_count(g), bytes = nes_theta_count(g) * sizeof *before;
    const size_t centre = g->dist.family->located ? p->d : 0;
    memcpy(before, p->theta, bytes);
    g->step.rates = *eta;
    for (size_t i = 0; i < nparam; i++)
        p->theta[i] += (i < centre ? eta->mu : eta->sigma) * direction[i];
    int outcome = finite(nparam, p->theta) ? NES_MOVED : NES_MOVE_NONFINITE;
    if (outcome == NES_MOVED && g->dist.family->scores->refresh(p) != 0) outcome = NES_MOVE_INVALID;
    if (outcome != NES_MOVED)
        memcpy(p->theta, before, bytes);
    else if (g->step.record != NULL)
        g->dist.family->densities->remember(p, &g->step, before);
    return outcome;
}
