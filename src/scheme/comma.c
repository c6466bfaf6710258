/* SPDX-License-Identifier: MIT
 *
 * The comma scheme: popsize fresh samples a generation, weighted by their ranks; nothing survives
 * but the distribution. [math: A4, A12] */
#include "scheme/scheme.h"
#include "technique/shaping.h"

static void weigh(nes_gen *g)
{
    nes_shape(g);
    g->batch.u0 = 0;
    g->step.plain = false;
}

const nes_scheme nes_scheme_comma = {
    .name = "comma",
    .doc = "popsize samples a generation, weighted by rank",
    .weigh = weigh,
};
