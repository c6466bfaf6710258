/* SPDX-License-Identifier: MIT
 *
 * The gradients there are, and the shortest: the natural gradient in closed form. In local
 * coordinates the Fisher matrix is constant, so the weighted samples themselves are the step; the
 * family carries it out. [math: A11] */
#include "family/family.h"
#include "gradient/gradient.h"
#include "util/table.h"

static int propose(nes_gen *g)
{
    g->dist.family->propose(&g->dist, &g->batch, &g->step);
    return NES_MOVED;
}

static int apply(nes_gen *g, const nes_rates *eta)
{
    return g->dist.family->apply(&g->dist, &g->batch, &g->step, eta);
}

const nes_gradient nes_gradient_local = {
    .name = "local",
    .doc = "natural gradient in closed form, in local coordinates",
    .mean_rate = 1,
    .propose = propose,
    .apply = apply,
};

static const nes_gradient *const table[] = {
    &nes_gradient_local,
    &nes_gradient_plain,
    &nes_gradient_fisher,
};

NES_TABLE(nes_gradient, nes_gradient, table)
