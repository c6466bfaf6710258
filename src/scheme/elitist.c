/* SPDX-License-Identifier: MIT
 *
 * The elitist scheme (1+1): one sample a generation; the better of parent and sample is the next
 * centre. Weights follow success alone: the parent sits at z = 0 and weighs u_0. Steps follow plain
 * scores, without Fisher factors. [math: A13, A14]
 *   success: u_0 = -up down, u_1 = learn, the centre moves to the sample
 *   failure: u_0 = down,     u_1 = 0,     the centre stays */
#include "scheme/scheme.h"
#include "technique/shaping.h"

static void weigh(nes_gen *g)
{
    nes_batch *b = &g->batch;
    nes_elitist *e = &g->elitist;
    const bool success = nes_is_finite_value(b->f[0]) && b->f[0] < e->parent_f;
    nes_rank_batch(g);
    if (success) e->parent_f = b->f[0];
    b->u0 = success ? -e->up * e->down : e->down;
    b->u[0] = success ? e->learn : 0;
    b->v[0] = success ? 1 : 0;
    g->step.plain = true;
}

const nes_scheme nes_scheme_elitist = {
    .name = "elitist",
    .doc = "one sample a generation, the better of parent and sample survives",
    .elitist = true,
    .weigh = weigh,
};
