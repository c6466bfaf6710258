/* SPDX-License-Identifier: MIT
 *
 * The natural gradient in closed form. In local coordinates the Fisher matrix is constant, so the
 * weighted samples themselves are the step; the family carries it out. [math: A11] */
#include "family/family.h"
#include "gradient/gradient.h"

static int move(nes_gen *g, const nes_rates *eta)
{
    return g->family->move(&g->dist, &g->batch, eta);
}

const nes_gradient nes_gradient_local = {
    .name = "local",
    .doc = "natural gradient in closed form, in local coordinates",
    .mean_rate = 1,
    .move = move,
};
