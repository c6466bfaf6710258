/* SPDX-License-Identifier: MIT
 *
 * The schemes there are.
 *   comma    popsize new samples a generation, weighted by their ranks; nothing survives but the
 *            distribution [math: A4, A12]
 *   elitist  (1+1): one sample a generation; the better of parent and sample is the next centre.
 *            The parent sits at z = 0 and weighs u_0, the sample weighs u_1. Steps follow plain
 *            scores, without Fisher factors. [math: A13, A14]
 *              success: u_0 = -up down, u_1 = learn, the centre moves to the sample
 *              failure: u_0 = down,     u_1 = 0,     the centre stays */
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/table.h"

static void weigh_comma(nes_gen *g)
{
    nes_shape(g);
    g->batch.u0 = 0;
    g->step.plain = false;
}

enum { UP, DOWN, LEARN };

static void take_elitist(double *own, const nes_settings *s)
{
    own[UP] = s->elitist_up;
    own[DOWN] = s->elitist_down;
    own[LEARN] = s->elitist_learn;
}

/* Whether the sample is better than the parent. */
static bool is_success(const nes_gen *g)
{
    const nes_batch *b = &g->batch;
    if (b->group == NULL) return nes_is_finite_value(b->f[0]) && b->f[0] < g->parent_f;
    if (b->group[0] >= NES_RANKED_AS_INFINITE) return false;
    return b->group[0] != g->parent_group ? b->group[0] < g->parent_group : b->key[0] < g->parent_f;
}

static void weigh_elitist(nes_gen *g)
{
    nes_batch *b = &g->batch;
    const double *own = g->own;
    const bool success = is_success(g);
    nes_rank_batch(g);
    if (success) g->parent_f = b->group != NULL ? b->key[0] : b->f[0];
    if (success && b->group != NULL) g->parent_group = b->group[0];
    b->u0 = success ? -own[UP] * own[DOWN] : own[DOWN];
    b->u[0] = success ? own[LEARN] : 0;
    b->v[0] = success ? 1 : 0;
    g->step.plain = true;
}

const nes_scheme nes_scheme_comma = {
    .name = "comma",
    .doc = "popsize samples a generation, weighted by rank",
    .weigh = weigh_comma,
};
const nes_scheme nes_scheme_elitist = {
    .name = "elitist",
    .doc = "one sample a generation, the better of parent and sample survives",
    .elitist = true,
    .take = take_elitist,
    .weigh = weigh_elitist,
};

static const nes_scheme *const table[] = {&nes_scheme_comma, &nes_scheme_elitist};

NES_TABLE(nes_scheme, nes_scheme, table)
