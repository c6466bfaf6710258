/* SPDX-License-Identifier: MIT
 *
 * What settings say of a variable: its bounds, its group, and where its search starts. */
#include <math.h>

#include "family/family.h"
#include "opt/settings/options.h"
#include "opt/settings/resolve.h"
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

size_t nes_count_choices(const nes_settings *s, size_t dim)
{
    size_t n = 0;
    if (!nes_has_length(s, "choices", dim)) return 0;
    for (size_t i = 0; s->choices != NULL && i < dim; i++) n += s->choices[i] >= 2;
    return n;
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
    nes_dist dist = nes_dist_of(p->family, p->coords, &p->s);
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
    return fmin(fmax(0, nes_lower_of(s, i)), nes_upper_of(s, i));
}
