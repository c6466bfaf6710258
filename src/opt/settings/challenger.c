/* SPDX-License-Identifier: MIT
 *
 * The settings of a challenger, the second method of a race. [math: B10] */
#include <string.h>

#include "family/family.h"
#include "opt/settings/check.h"
#include "opt/settings/methods.h"
#include "opt/settings/options.h"
#include "sampling/sampling.h"
#include "technique/restart.h"
#include "util/try.h"

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

/* Whether the family that the method has by itself is one of bits. */
static bool searches_bits(const char *method)
{
    char family[32] = "";
    nes_method_get(nes_method_find(method), "family", family, sizeof family);
    const nes_family *f = nes_family_find(family);
    return f != NULL && f->binary;
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

nes_status nes_check_challenger(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_settings *s = &p->s;
    nes_plan plan;
    if (!p->races) return NES_OK;
    if (!p->strategy->races)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' needs restarts 'none', 'ipop' or 'bipop', not '%s', "
                          "where several runs go on at once",
                          s->challenger, s->restarts);
    if (!p->family->located)
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' starts from the centre of the distribution, which "
                          "family '%s' does not have: use challenger 'none'",
                          s->challenger, s->family);
    if (searches_bits(s->challenger))
        return nes_refuse(note, NES_ERR_METHOD,
                          "challenger '%s' is for bits, but the variables are real: use another "
                          "one, or 'none'",
                          s->challenger);
    return nes_plan_challenger(p, x0, &plan, note);
}
