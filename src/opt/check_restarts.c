/* SPDX-License-Identifier: MIT
 *
 * What settings of restarts cannot be run, each with a sentence that names the value and the
 * remedy. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/challenger.h"
#include "opt/check.h"
#include "sampling/sampling.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "util/limits.h"
#include "util/try.h"

/* A table of utilities fits one population only. */
static nes_status check_populations(const nes_plan *p, nes_note note)
{
    if (!p->strategy->resizes || p->shaping->fill != NULL || p->shaping->raw) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "restarts '%s' change the population, but shaping 'table' has utilities for "
                      "%llu points: use another shaping, or restarts 'interleaved'",
                      p->s.restarts, (unsigned long long)p->s.popsize);
}

/* One variable of the box in which runs start. */
static nes_status check_side(const nes_settings *s, size_t i, nes_note note)
{
    const double low = s->start_lower[i], high = s->start_upper[i];
    const bool fixed = s->lower != NULL && s->upper != NULL && s->lower[i] == s->upper[i];
    if (fixed) return NES_OK; /* it is where its bounds are */
    if (!(fabs(low) < NES_HUGE && fabs(high) < NES_HUGE && low <= high))
        return nes_refuse(
            note, NES_ERR_START,
            "variable %zu has start_lower %g and start_upper %g: both must be finite, "
            "and the lower not above the upper",
            i + 1, low, high);
    if ((s->lower != NULL && low < s->lower[i]) || (s->upper != NULL && high > s->upper[i]))
        return nes_refuse(note, NES_ERR_START,
                          "variable %zu starts in [%g, %g], which is not inside its bounds [%g, "
                          "%g]: lower start_upper or raise start_lower",
                          i + 1, low, high, s->lower != NULL ? s->lower[i] : -INFINITY,
                          s->upper != NULL ? s->upper[i] : INFINITY);
    return NES_OK;
}

static nes_status check_box(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if ((s->start_lower == NULL) != (s->start_upper == NULL))
        return nes_refuse(note, NES_ERR_START,
                          "option '%s' is given without '%s': give both or none",
                          s->start_lower != NULL ? "start_lower" : "start_upper",
                          s->start_lower != NULL ? "start_upper" : "start_lower");
    for (size_t i = 0; s->start_lower != NULL && i < p->dim; i++) NES_TRY(check_side(s, i, note));
    return NES_OK;
}

/* The challenger by itself must be a run like any other. */
static nes_status check_challenger(const nes_plan *p, const double *x0, nes_note note)
{
    nes_settings s = p->s;
    nes_plan plan;
    if (!p->races) return NES_OK;
    if (!p->strategy->races)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' needs restarts 'none', 'ipop' or 'bipop', not '%s', "
                          "where several runs go on at once",
                          s.challenger, s.restarts);
    if (!p->family->located)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' starts from the centre of the distribution, which "
                          "family '%s' does not have: use challenger 'none'",
                          s.challenger, s.family);
    nes_challenger_settings(&s);
    s.popsize = nes_sampling_round(nes_challenger_sampling(&s), s.popsize);
    return nes_resolve(&plan, p->dim, x0, &s, note);
}

nes_status nes_check_restarts(const nes_plan *p, const double *x0, nes_note note)
{
    NES_TRY(check_populations(p, note));
    NES_TRY(check_box(p, note));
    return check_challenger(p, x0, note);
}
