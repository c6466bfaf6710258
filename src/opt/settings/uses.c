/* SPDX-License-Identifier: MIT
 *
 * Options that only some methods use: the option table says what each of them needs. An option that
 * is given in vain is refused, since whoever gives it expects an effect. An option that is off or
 * has its default is not given. A field that was not set by name may be what it would be anyway:
 * resolved settings can be the settings of another run. */
#include <string.h>

#include "family/family.h"
#include "family/user_law.h"
#include "gradient/gradient.h"
#include "opt/settings/check.h"
#include "opt/settings/needs.h"
#include "opt/settings/options.h"
#include "scheme/scheme.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/sentence.h"
#include "util/try.h"

/* Whether a technique of that option is at work. */
static bool has_technique(const nes_plan *p, const char *option)
{
    for (size_t i = 0; i < p->ntechniques; i++)
        if (strcmp(p->technique[i]->option, option) == 0) return true;
    return false;
}

static void set_parts(const nes_plan *p, bool holds[NES_MOST_NEEDS])
{
    const nes_family *f = p->family;
    const bool closed = !p->gradient->scores || f->scores->along != NULL;
    holds[CENTRED] = f->located;
    holds[WIDE] = f->located || p->bounder != NULL;
    holds[COMMA] = !p->scheme->elitist;
    holds[ELITIST] = p->scheme->elitist;
    holds[STEPS] = holds[COMMA];
    holds[RANKS] = holds[COMMA] && !p->shaping->raw;
    holds[SHAPE] = nes_has_shape_rate(f, p->gradient->scores);
    holds[CLAMPED] = closed && (f->uses & NES_USES_LIMIT) != 0;
    holds[TAILS] = f->nu != NULL;
    holds[BINARY] = f->binary;
    holds[WHOLE] = f->binary || p->integers > 0;
    holds[DISCRETE] = holds[WHOLE] || p->choices > 0;
    holds[CHOOSING] = p->choices > 0;
    holds[MOVABLE] = holds[COMMA] && (f->uses & NES_USES_ADAPT_NU) != 0;
    holds[ADAPTED] =
        (holds[MOVABLE] && p->s.adapt_nu) || (holds[COMMA] && nes_law_ntau(p->s.radial) > 0);
    holds[CAUCHY] = holds[ELITIST] && p->s.nu == 1 && (f->uses & NES_USES_LITERAL) != 0;
    holds[FITTED] = p->gradient->fits;
    holds[MIXED] = has_technique(p, "mixing");
    holds[TESTED] = has_technique(p, "adaptation");
    holds[NOISE] = has_technique(p, "rates");
    holds[PATHS] = f->carries || (f->uses & NES_USES_PATHS) != 0;
    holds[FACTORS] = (f->uses & NES_USES_DIAG) != 0;
    holds[GROUPED] =
        (f->uses & NES_USES_GROUPS) != 0 || (p->reason != NULL && !nes_has_groups(&p->s, p->dim));
}

static void set_frame(const nes_plan *p, const nes_settings *user, const double *x0,
                      bool holds[NES_MOST_NEEDS])
{
    const nes_strategy *s = p->strategy;
    holds[CHOSEN] = p->reason != NULL && !p->family->binary && !p->family->discrete;
    holds[OPEN] = user->popsize == 0;
    holds[MODELLED] = p->models;
    holds[RANDOM] = x0 == NULL || s->restarts;
    holds[FREE] = strcmp(p->s.noisy, "auto") != 0;
    holds[BOUNDED] = p->bounder != NULL;
    holds[CONSTRAINED] = p->s.constraints > 0;
    holds[MULTIPLIED] = p->s.constraints > 0 && !p->rules;
    holds[REPLACED] = p->replaces;
    holds[RESTARTED] = s->restarts;
    holds[SHARED] = s->restarts && !s->resizes;
    holds[RESIZED] = s->resizes;
    holds[LIMITED] = s->resizes && !s->opinions;
    holds[RACED] = p->races;
}

static bool is_off(const nes_field *f, const nes_settings *s)
{
    const void *at = nes_field_of(s, f);
    if (f->option.type == NES_TYPE_FLAG) return !*(const bool *)at;
    return f->option.type == NES_TYPE_REAL && f->option.off && *(const double *)at == NES_OFF;
}

/* Whether the option would have the same value if it had not been given. */
static bool is_the_same(const nes_plan *p, const nes_field *f, const nes_settings *user,
                        const double *x0)
{
    nes_settings s;
    nes_plan plan;
    nes_settings_copy(&s, user);
    nes_field_reset(f, &s);
    if (nes_resolve(&plan, &p->space, x0, &s, (nes_note){NULL, 0}) != NES_OK) return false;
    return f->option.type != NES_TYPE_ARRAY && nes_field_is_same(f, user, &plan.s);
}

/* Writes "method 'xnes'", or the parts of a combination without a name. */
static void describe(const nes_plan *p, char *text, size_t size)
{
    if (p->method != NULL)
        nes_print(text, size, "method '%s'%s", p->method->name,
                  p->reason != NULL ? ", which auto has chosen" : "");
    else
        nes_print(text, size, "family '%s' with gradient '%s' and scheme '%s'", p->family->name,
                  p->gradient->name, p->scheme->name);
}

static nes_status refuse(const nes_plan *p, const nes_settings *user, const nes_field *f,
                         const char *need, nes_note note)
{
    const char *name = f->option.name;
    char value[64] = "given", who[128];
    if (f->option.type == NES_TYPE_REAL)
        nes_print(value, sizeof value, "%g", *(const double *)nes_field_of(user, f));
    else if (f->option.type != NES_TYPE_ARRAY)
        nes_get(user, name, value, sizeof value);
    describe(p, who, sizeof who);
    return nes_refuse(note, NES_ERR_METHOD,
                      "option '%s' is %s, which is of no use with %s: it needs %s; choose that, "
                      "or leave '%s' out",
                      name, value, who, need, name);
}

/* The first of some needs, in words; null: there is none. */
static const char *first_of(uint64_t needs)
{
#define TEXT(name, text) text,
    static const char *const texts[] = {NES_NEEDS(TEXT)};
#undef TEXT
    for (size_t i = 0; needs >> i != 0; i++)
        if ((needs >> i & 1) != 0) return texts[i];
    return NULL;
}

nes_status nes_check_uses(const nes_plan *p, const nes_settings *user, const double *x0,
                          nes_note note)
{
    bool holds[NES_MOST_NEEDS];
    set_parts(p, holds);
    set_frame(p, user, x0, holds);
    uint64_t missing = 0;
    for (size_t i = 0; i < NES_MOST_NEEDS; i++) missing |= (uint64_t)!holds[i] << i;
    NES_EACH_FIELD (f) {
        const char *need = first_of(f->needs & missing);
        if (need == NULL || nes_field_is_default(f, user) || is_off(f, user)) continue;
        if (nes_field_is_marked(f, user) || !is_the_same(p, f, user, x0))
            return refuse(p, user, f, need, note);
    }
    return NES_OK;
}
