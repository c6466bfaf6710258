/* SPDX-License-Identifier: MIT
 *
 * What a run and the runs behind a handle remember of constraints. Data of searches without
 * constraints has nothing of it. [math: B19] */
#include <math.h>

#include "opt/run/run.h"
#include "opt/save/save.h"
#include "opt/search/runs.h"

#define FIELD(kind, name, field) NES_CODED(kind, struct nes_run, name, constrained.field)

static const nes_coded fields[] = {
    FIELD(COUNT, "first feasible evaluation", first_feasible),
    FIELD(COUNT, "generation of the last improvement", improved),
    FIELD(VALUE, "value at the last improvement", best),
    FIELD(REAL, "violation at the last improvement", violation),
    FIELD(FLAG, "feasible points in the last generation", here),
    FIELD(RATE, "generations of merits", merits.t),
    FIELD(RATE, "margin of the constraints", merits.margin),
    FIELD(LENGTH, "squared spread of the Lagrangian", merits.lagrangian),
    FIELD(FLAG, "first spreads are known", scales.full),
    FIELD(RATE, "rows of the first spreads", scales.seen),
    FIELD(RATE, "finite rows of the first spreads", scales.rows),
    FIELD(VALUE, "value of the nearest point", nearest.f),
    FIELD(COUNT, "evaluation of the nearest point", nearest.evaluation),
    NES_CODED(COUNT, struct nes_run, "feasible evaluations", tally.feasible),
};

static const nes_coded course[] = {
    NES_CODED(COUNT, nes_runs, "feasible evaluations", tally.feasible),
    NES_CODED(COUNT, nes_runs, "first feasible evaluation", first_feasible),
};

/* The multipliers of inequalities are not negative, and variances are not. */
static void check(nes_coder *c, const struct nes_run *run)
{
    const nes_constrained *s = &run->constrained;
    for (size_t i = 0; i < s->of.m && !c->bad; i++) {
        const bool equality = s->of.kind != NULL && (int)s->of.kind[i] == NES_CONSTRAINT_EQUAL;
        const double variance = s->merits.covariance[i * (i + 1) / 2 + i];
        if (!equality && s->merits.lam[i] < 0)
            nes_code_refuse(c, "multiplier %zu is %g, but its constraint is an inequality", i + 1,
                            s->merits.lam[i]);
        if (variance < 0)
            nes_code_refuse(c, "the variance of constraint %zu is %g", i + 1, variance);
        if (s->merits.weight[i] < 1)
            nes_code_refuse(c, "the weight of constraint %zu is %g, below 1", i + 1,
                            s->merits.weight[i]);
    }
    const uint64_t last = run->tally.evaluations + run->plan.rows + run->plan.guests;
    nes_code_check(c, "evaluation of the nearest point", s->nearest.evaluation, "the last one is",
                   last);
    if (isnan(s->nearest.f) != (s->nearest.evaluation == 0))
        nes_code_refuse(c, "'value of the nearest point' is %g with evaluation %llu", s->nearest.f,
                        (unsigned long long)s->nearest.evaluation);
    nes_code_check(c, "first feasible evaluation", s->first_feasible,
                   "there were evaluations:", last);
    nes_code_check(c, "generation of the last improvement", s->improved,
                   "there were generations:", run->tally.generations);
}

void nes_code_constraints(nes_coder *c, struct nes_run *run)
{
    nes_constrained *s = &run->constrained;
    nes_merits *a = &s->merits;
    const size_t m = s->of.m;
    if (m == 0) return;
    uint64_t group = run->g.parent_group;
    NES_CODE_TABLE(c, fields, run);
    nes_code_count(c, &group);
    nes_code_check(c, "group of the parent", group, "at most", NES_RANKED_AS_NAN);
    if (c->in != NULL) run->g.parent_group = (unsigned char)group;
    nes_code_row(c, "multipliers", NES_CODED_FINITE, a->lam, m);
    nes_code_row(c, "covariances with the value", NES_CODED_FINITE, a->slope, m);
    nes_code_row(c, "weights of constraints", NES_CODED_RATE, a->weight, m);
    nes_code_row(c, "covariances of constraints", NES_CODED_FINITE, a->covariance, m * (m + 1) / 2);
    nes_code_row(c, "means of constraints", NES_CODED_FINITE, a->mean, m);
    nes_code_row(c, "first means of constraints", NES_CODED_REAL, s->scales.mean, m);
    nes_code_row(c, "first squares of constraints", NES_CODED_REAL, s->scales.square, m);
    nes_code_reals(c, s->nearest.x, run->plan.dim);
    nes_code_reals(c, s->nearest.outputs, run->outputs);
    if (c->in == NULL || c->bad) return;
    check(c, run);
    nes_merits_restore(a);
}

void nes_code_constrained_course(nes_coder *c, nes_runs *r)
{
    if (r->plan.s.constraints > 0) NES_CODE_TABLE(c, course, r);
}
