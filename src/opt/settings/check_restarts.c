/* SPDX-License-Identifier: MIT
 *
 * Refuses settings of restarts that cannot be run, with a sentence that names the value and the
 * remedy. */
#include <math.h>

#include "opt/settings/check.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "util/limits.h"
#include "util/try.h"

/* A table of utilities fits one population only. */
static nes_status check_populations(const nes_plan *p, nes_note note)
{
    if (!p->strategy->resizes || !nes_is_table(p->shaping)) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "restarts '%s' change the population, but shaping 'table' has utilities for "
                      "%llu points: use another shaping, or restarts 'interleaved'",
                      p->s.restarts, (unsigned long long)p->s.popsize);
}

/* Refuses one of the two arrays that say where runs start without the other. */
static nes_status check_pair(const double *a, const char *name_a, const double *b,
                             const char *name_b, nes_note note)
{
    if ((a == NULL) == (b == NULL)) return NES_OK;
    return nes_refuse(note, NES_ERR_START, "option '%s' is given without '%s': give both or none",
                      a != NULL ? name_a : name_b, a != NULL ? name_b : name_a);
}

/* Checks the box in which runs start, for one variable. */
static nes_status check_side(const nes_settings *s, size_t i, nes_note note)
{
    const double low = s->start_lower[i], high = s->start_upper[i];
    if (!(fabs(low) < NES_HUGE && fabs(high) < NES_HUGE && low <= high))
        return nes_refuse(
            note, NES_ERR_START,
            "variable %zu has start_lower %g and start_upper %g: both must be finite, "
            "and the lower not above the upper",
            i + 1, low, high);
    if (low < nes_lower_of(s, i) || high > nes_upper_of(s, i))
        return nes_refuse(note, NES_ERR_START,
                          "variable %zu starts in [%g, %g], which is not inside its bounds [%g, "
                          "%g]: lower start_upper or raise start_lower",
                          i + 1, low, high, nes_lower_of(s, i), nes_upper_of(s, i));
    return NES_OK;
}

/* Checks the normal law of starts, for one variable. */
static nes_status check_normal(const nes_settings *s, size_t i, nes_note note)
{
    const double mean = s->start_mean[i], std = s->start_std[i];
    if (!(fabs(mean) < NES_HUGE && std >= 0 && std < NES_HUGE))
        return nes_refuse(note, NES_ERR_START,
                          "variable %zu has start_mean %g and start_std %g: both must be finite, "
                          "and start_std not below 0",
                          i + 1, mean, std);
    if (mean < nes_lower_of(s, i) || mean > nes_upper_of(s, i))
        return nes_refuse(note, NES_ERR_START,
                          "variable %zu starts around %g, which is outside its bounds [%g, %g]: "
                          "give a start_mean inside them",
                          i + 1, mean, nes_lower_of(s, i), nes_upper_of(s, i));
    return NES_OK;
}

/* Checks the law of starts. A fixed variable stays at its bounds, whatever the law says. */
static nes_status check_law(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    NES_TRY(check_pair(s->start_lower, "start_lower", s->start_upper, "start_upper", note));
    NES_TRY(check_pair(s->start_mean, "start_mean", s->start_std, "start_std", note));
    if (s->start_lower != NULL && s->start_mean != NULL)
        return nes_refuse(note, NES_ERR_START,
                          "options 'start_lower' and 'start_mean' name two laws of the start: give "
                          "a box or a normal distribution, not both");
    if (s->start_lower == NULL && s->start_mean == NULL) return NES_OK;
    for (size_t i = 0; i < p->dim; i++) {
        if (nes_is_fixed(s, i)) continue;
        NES_TRY(s->start_lower != NULL ? check_side(s, i, note) : check_normal(s, i, note));
    }
    return NES_OK;
}

nes_status nes_check_restarts(const nes_plan *p, const double *x0, nes_note note)
{
    NES_TRY(check_populations(p, note));
    NES_TRY(check_law(p, note));
    return nes_check_challenger(p, x0, note);
}
