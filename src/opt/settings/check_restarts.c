/* SPDX-License-Identifier: MIT
 *
 * Refuses settings of restarts and of the challenger, the second method of a race, that cannot be
 * run, with a sentence that names the value and the remedy; the settings of the challenger.
 * [math: B10] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/settings/check.h"
#include "opt/settings/methods.h"
#include "opt/settings/options.h"
#include "sampling/sampling.h"
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

/* Runs that start far away need a distance. */
static nes_status check_distance(const nes_plan *p, nes_note note)
{
    if (!p->strategy->opinions || p->family->located) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "restarts 'opinions' start far away, but family '%s' has no centre: for bits "
                      "and choices use restarts 'ipop'",
                      p->s.family);
}

static nes_status check_values(const nes_plan *p, nes_note note)
{
    if (!p->strategy->pins || (p->choices == 1 && p->dim > 1)) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "restarts 'values' are runs for the values of a choice beside other "
                      "variables, but there are %zu choices and %zu other variables: use restarts "
                      "'bipop'",
                      p->choices, p->dim - p->choices);
}

/* Two arrays that together say where runs start: refuses one without the other. */
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

/* Whether an option belongs to the first method. The challenger keeps population and window of the
 * run that it challenges. */
static bool is_of_method(const nes_field *f)
{
    const char *section = f->option.section;
    const bool part = f->option.type == NES_TYPE_CHOICE && f->word == NULL;
    const bool learns = strcmp(section, "move") == 0 || strcmp(section, "technique") == 0;
    const bool kept =
        strcmp(f->option.name, "popsize") == 0 || strcmp(f->option.name, "window") == 0;
    return part || (learns && !kept);
}

void nes_challenger_settings(nes_settings *s)
{
    NES_EACH_FIELD (f)
        if (is_of_method(f)) nes_field_reset(f, s);
    s->method = s->challenger;
    s->challenger = s->restarts = "none";
    s->eval_start = "auto";
    s->factor = NULL;
    s->density = NULL;
    s->radial = NULL;
}

const nes_sampling *nes_challenger_sampling(const nes_settings *s)
{
    char word[32] = "iid";
    nes_method_get(nes_method_find(s->method), "sampling", word, sizeof word);
    return nes_sampling_find(word);
}

/* Whether the family that the method has by itself is one of bits or choices. */
static bool lacks_reals(const char *method)
{
    char family[32] = "";
    nes_method_get(nes_method_find(method), "family", family, sizeof family);
    const nes_family *f = nes_family_find(family);
    return f != NULL && (f->binary || f->discrete);
}

nes_status nes_plan_challenger(const nes_plan *p, const double *x0, nes_plan *plan, nes_note note)
{
    nes_settings s;
    nes_settings_copy(&s, &p->s);
    nes_challenger_settings(&s);
    /* Populations of later runs may be larger than the window, which not every method allows. */
    if (p->strategy->resizes && s.popsize <= s.window) s.popsize = s.window + 1;
    s.popsize = nes_sampling_round(nes_challenger_sampling(&s), s.popsize);
    return nes_resolve(plan, &p->space, x0, &s, note);
}

static nes_status check_challenger(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_settings *s = &p->s;
    nes_plan plan;
    if (!p->races) return NES_OK;
    if (!p->strategy->races)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' needs restarts 'none', 'ipop' or 'bipop', not '%s'",
                          s->challenger, s->restarts);
    if (!p->family->located)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' starts from the centre of the distribution, which "
                          "family '%s' does not have: use challenger 'none'",
                          s->challenger, s->family);
    if (lacks_reals(s->challenger))
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' has no real variables, but this search has: use another "
                          "one, or 'none'",
                          s->challenger);
    return nes_plan_challenger(p, x0, &plan, note);
}

nes_status nes_check_restarts(const nes_plan *p, const double *x0, nes_note note)
{
    NES_TRY(check_populations(p, note));
    NES_TRY(check_distance(p, note));
    NES_TRY(check_values(p, note));
    NES_TRY(check_law(p, note));
    return check_challenger(p, x0, note);
}
