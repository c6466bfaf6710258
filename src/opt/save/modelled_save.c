/* SPDX-License-Identifier: MIT
 *
 * What runs with a model remember, saved and loaded: the archive that they share, and the state of
 * each. Models are not saved: they are fitted again from the archive. The format is
 * docs/save-format.md. */
#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "util/try.h"

#define FIELD(kind, name, field) NES_CODED(kind, struct nes_run, name, field)

static const nes_coded fields[] = {
    FIELD(COUNT, "points valued by the model", tally.modelled),
    FIELD(FLAG, "model fitted", modelled.fitted),
    FIELD(COUNT, "points at the last search", modelled.fitted_at),
    FIELD(WORD, "generations until minimisers", modelled.wait),
    FIELD(COUNT, "generations that a failure costs", modelled.back),
    FIELD(COUNT, "types of polynomials", modelled.types),
    FIELD(COUNT, "generations ahead", modelled.ahead),
    FIELD(FLAG, "step size held", modelled.holds),
    FIELD(FLAG, "values are noisy", modelled.noisy),
    FIELD(FLAG, "in a portion", modelled.asks),
    FIELD(FLAG, "later portion", modelled.later),
    FIELD(FLAG, "last row replaced", modelled.injected),
    FIELD(COUNT, "evaluations before the portions", modelled.since),
    FIELD(LEVEL, "best value before the portions", modelled.before),
};

static const nes_coded course[] = {
    NES_CODED(COUNT, nes_runs, "points valued by the model", tally.modelled),
    NES_CODED(SIZE, nes_runs, "known results", known.told),
};

/* Refuses what no run can have come to. */
static void check(nes_coder *c, const struct nes_run *run)
{
    enum { TYPES = 3, AHEAD = 3, BACK = 1000000 };
    const nes_modelled *m = &run->modelled;
    nes_code_check(c, "points valued by the model", run->tally.modelled, "at most", NES_MOST_COUNT);
    nes_code_check(c, "points at the last search", m->fitted_at, "points in the archive are",
                   m->known->points.n);
    nes_code_check(c, "generations that a failure costs", m->back, "at most", BACK);
    nes_code_check(c, "types of polynomials", m->types, "at most", TYPES);
    nes_code_check(c, "generations ahead", m->ahead, "at most", AHEAD);
    nes_code_check(c, "evaluations before the portions", m->since,
                   "there were evaluations:", run->tally.evaluations);
    if (m->wait < -NES_MOST_COUNT || m->wait > BACK || m->back == 0)
        nes_code_refuse(c, "'generations until minimisers' is %lld", (long long)m->wait);
    if (m->asks && !run->open)
        nes_code_refuse(c, "'in a portion' is 1 in a run that has no portion open");
}

void nes_code_modelled(nes_coder *c, struct nes_run *run)
{
    nes_modelled *m = &run->modelled;
    if (!run->plan.models) return;
    NES_CODE_TABLE(c, fields, run);
    nes_code_row(c, "hyper-parameters", NES_CODED_WIDTH, m->theta, NES_GP_PARAMETERS);
    if (m->injected) nes_code_row(c, "sample of a minimiser", NES_CODED_FINITE, m->z, run->dim);
    if (m->injected) nes_code_row(c, "minimiser", NES_CODED_FINITE, m->at, run->dim);
    if (c->in == NULL || c->bad) return;
    m->partial = m->asks;
    check(c, run);
    nes_knowledge_recall(run);
}

static void check_archive(nes_coder *c, const nes_runs *r)
{
    const nes_archive *a = &r->known.points;
    nes_code_check(c, "points valued by the model", r->tally.modelled, "at most", NES_MOST_COUNT);
    nes_code_check(c, "known results", r->known.told, "points in the archive are", a->n);
    for (size_t i = 0; i < a->n && !c->bad; i++)
        if (a->run[i] == 0 || a->run[i] > r->schedule.created)
            nes_code_refuse(c, "point %zu of the archive is of run %llu, but %llu were started",
                            i + 1, (unsigned long long)a->run[i],
                            (unsigned long long)r->schedule.created);
}

nes_status nes_code_archive(nes_coder *c, nes_runs *r, nes_note note)
{
    nes_archive *a = &r->known.points;
    size_t n = a->n;
    if (!r->plan.models) return NES_OK;
    NES_CODE_TABLE(c, course, r);
    nes_code_size(c, &n);
    if (c->in != NULL && n > (c->size - c->used) / 8 / (r->plan.coords + 2))
        nes_code_refuse(c, "the archive has %zu points, for which there is no data", n);
    if (c->bad) return NES_OK;
    if (c->in != NULL)
        NES_TRY(nes_knowledge_make_room(&r->known, r->plan.coords, n, &r->given.allocator, note));
    if (c->in != NULL) a->n = n;
    nes_code_row(c, "points of the archive", NES_CODED_FINITE, a->x, n * r->plan.coords);
    nes_code_row(c, "values of the archive", NES_CODED_VALUE, a->f, n);
    for (size_t i = 0; i < n; i++) nes_code_count(c, &a->run[i]);
    if (c->in != NULL && !c->bad) check_archive(c, r);
    return NES_OK;
}
