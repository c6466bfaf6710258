/* SPDX-License-Identifier: MIT
 *
 * Learning rates that the caller left open. [math: A22] */
#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/resolve.h"
#include "opt/settings/resolve_steps.h"
#include "technique/shaping.h"

/* The effective sample number. A table of utilities with a wrong length, which is refused later, is
 * not read. */
static double effective_samples(const nes_extent *e)
{
    const nes_plan *p = e->data;
    const bool fits = nes_has_length(&p->s, "utilities", e->n);
    return nes_effective_samples(p->shaping, e->n, fits ? p->s.utilities : NULL);
}

nes_extent nes_plan_extent(const nes_plan *p)
{
    return (nes_extent){
        .d = p->space.whole, .n = (size_t)p->s.popsize, .effective = effective_samples, .data = p};
}

void nes_resolve_rates(nes_plan *p)
{
    nes_settings *s = &p->s;
    const nes_extent extent = nes_plan_extent(p);
    nes_defaults r = {.sigma = p->gradient->rate};
    if (!(r.sigma > 0)) p->family->rate(&extent, &r);
    s->eta_sigma = nes_or_else(s->eta_sigma, r.sigma);
    s->eta_shape = nes_or_else(s->eta_shape, r.shape > 0 ? r.shape : s->eta_sigma);
    s->eta_diag = nes_or_else(s->eta_diag, r.diag);
    s->path_sigma = nes_or_else(s->path_sigma, r.paths.sigma);
    s->path_shape = nes_or_else(s->path_shape, r.paths.shape);
    s->path_diag = nes_or_else(s->path_diag, r.paths.diag);
    s->rank_one = nes_or_else(s->rank_one, r.paths.one);
    s->rank_one_diag = nes_or_else(s->rank_one_diag, r.paths.one_diag);
    if (s->refresh == 0) s->refresh = r.refresh > 0 ? r.refresh : 1;
}
