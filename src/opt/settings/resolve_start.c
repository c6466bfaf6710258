/* SPDX-License-Identifier: MIT
 *
 * Where a search starts: what settings say of a variable, and whether the start is evaluated. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/settings/options.h"
#include "opt/settings/resolve.h"
#include "opt/settings/resolve_steps.h"
#include "scheme/scheme.h"
#include "util/limits.h"

bool nes_has_length(const nes_settings *s, const char *name, size_t n)
{
    const size_t given = s->array_length[nes_field_array(nes_field_find(name))];
    return given == 0 || given == n;
}

bool nes_has_groups(const nes_settings *s, size_t dim)
{
    if (s->groups == NULL || !nes_has_length(s, "groups", dim)) return false;
    for (size_t i = 1; i < dim; i++)
        if (s->groups[i] != s->groups[0]) return true;
    return false;
}

bool nes_two_sided(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && fabs(s->lower[i]) < NES_HUGE &&
           fabs(s->upper[i]) < NES_HUGE;
}

bool nes_is_fixed(const nes_settings *s, size_t i)
{
    return nes_two_sided(s, i) && s->lower[i] == s->upper[i];
}

nes_dist nes_plan_dist(const nes_plan *p)
{
    nes_dist dist = nes_dist_of(p->family, p->dim, &p->s);
    dist.level = p->level;
    return dist;
}

/* sigma is NES_AUTO here only when bounds or std are to set the scale. */
double nes_start_std(const nes_settings *s, size_t i)
{
    if (s->std != NULL) return s->std[i];
    const double scale = s->scale != NULL ? s->scale[i] : 1;
    if (s->sigma != NES_AUTO) return s->sigma * scale;
    return nes_two_sided(s, i) ? scale * 0.25 * (s->upper[i] - s->lower[i]) : scale;
}

double nes_start_mean(const nes_settings *s, const double *x0, size_t i)
{
    if (x0 != NULL) return x0[i];
    if (nes_two_sided(s, i)) return s->lower[i] + 0.5 * (s->upper[i] - s->lower[i]);
    const double low = s->lower != NULL ? s->lower[i] : -INFINITY;
    const double high = s->upper != NULL ? s->upper[i] : INFINITY;
    return fmin(fmax(0, low), high);
}

void nes_resolve_eval_start(nes_plan *p, bool given)
{
    enum { REPEATS = 5 }; /* further values of the start, to see whether they differ */
    nes_settings *s = &p->s;
    const bool looks = strcmp(s->noisy, "auto") == 0;
    if (strcmp(s->eval_start, "auto") == 0 || looks)
        s->eval_start = given || looks || p->scheme->elitist ? "yes" : "no";
    p->guests = strcmp(s->eval_start, "yes") == 0 ? 1 + (looks ? REPEATS : 0) : 0;
}
