/* SPDX-License-Identifier: MIT
 *
 * Whether a run can begin: its distribution is made from the start, and thrown away again. */
#include "family/family.h"
#include "opt/run/run.h"
#include "opt/settings/check.h"
#include "util/try.h"

static nes_status refused_start(const nes_plan *p, nes_note note)
{
    if (p->s.factor != NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "option 'factor' is a singular matrix: it must be invertible");
    return nes_refuse(note, NES_ERR_VALUE,
                      "the initial standard deviations are too large, too small or too "
                      "different for family '%s': scale the variables",
                      p->family->name);
}

nes_bounds nes_plan_bounds(const nes_plan *p, const double *std)
{
    return (nes_bounds){.d = p->dim,
                        .bounder = p->bounder,
                        .lower = p->s.lower,
                        .upper = p->s.upper,
                        .margin = std,
                        .sigma = p->s.sigma,
                        .integer = p->s.integer};
}

nes_status nes_run_init(nes_dist *dist, const nes_plan *p, const double *x0, double *mu,
                        double *std, nes_note note)
{
    const nes_bounds bounds = nes_plan_bounds(p, std);
    for (size_t i = 0; i < p->dim; i++) {
        mu[i] = nes_start_mean(&p->s, x0, i);
        std[i] = nes_start_std(&p->s, i);
    }
    if (p->bounder != NULL) nes_bounds_from(&bounds, mu);
    const nes_start start = {.mu = p->family->binary && x0 == NULL ? NULL : mu,
                             .std = std,
                             .factor = p->s.factor,
                             .seed = p->s.seed,
                             .run = (uint32_t)p->s.run};
    const bool refused = p->family->init(dist, &start) != 0;
    if (nes_coords_any(dist->coords, refused)) return refused_start(p, note);
    return p->family->attempt != NULL ? p->family->attempt(dist, p->s.seed, mu, note) : NES_OK;
}

nes_status nes_run_try(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_allocator *a = &p->s.allocator;
    nes_dist dist = nes_plan_dist(p);
    const size_t d = p->dim, ntheta = p->family->ntheta(&dist);
    const size_t nwork = nes_family_nwork(&dist, 1, 0); /* of a density its parameters */
    const size_t parts = d / NES_PART + 1, n = parts + ntheta + nwork + 2 * d;
    double *room = nes_allocate(a, n * sizeof *room), *theta = room + parts;
    nes_status st = room != NULL ? NES_OK : nes_no_memory_for_run(p, n * sizeof *room, note);
    st = nes_agree(&p->space, st, note);
    if (st != NES_OK) {
        nes_release(a, room);
        return st;
    }
    double *mu = theta + ntheta, *std = mu + d, *rest = std + d;
    nes_coords coords = nes_coords_of(&p->space);
    coords.room = room;
    dist.theta = theta;
    dist.work = rest;
    if (nes_is_sliced(&p->space)) dist.coords = &coords;
    st = nes_run_init(&dist, p, x0, mu, std, note);
    nes_release(a, room);
    return st;
}

nes_status nes_try_challenger(const nes_plan *p, const double *x0, nes_note note)
{
    nes_plan plan;
    if (!p->races) return NES_OK;
    NES_TRY(nes_plan_challenger(p, x0, &plan, note));
    const nes_status st = nes_run_try(&plan, x0, note);
    if (st != NES_ERR_VALUE) return st;
    return nes_refuse(note, NES_ERR_VALUE,
                      "challenger '%s' cannot begin with these initial standard deviations, which "
                      "are too large, too small or too different for family '%s': scale the "
                      "variables, or use another challenger",
                      p->s.challenger, plan.family->name);
}
