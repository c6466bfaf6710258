/* SPDX-License-Identifier: MIT
 *
 * What can be searched without generations: the family whose update takes points of any age. */
#include <string.h>

#include "family/families.h"
#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/check.h"
#include "scheme/scheme.h"
#include "technique/bounds.h"
#include "technique/technique.h"
#include "util/try.h"

static nes_status refuse(const char *option, const char *value, const char *use, nes_note note)
{
    return nes_refuse(note, NES_ERR_METHOD,
                      "%s '%s' needs generations, which an asynchronous search does not have: use "
                      "%s, or leave asynchronous out",
                      option, value, use);
}

/* Refuses what the method is made of. */
static nes_status check_method(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (p->family != &nes_gauss_dd) return refuse("family", s->family, "method 'dd-xnes'", note);
    if (p->gradient->scores) return refuse("gradient", s->gradient, "gradient 'local'", note);
    if (p->scheme->elitist) return refuse("scheme", s->scheme, "scheme 'comma'", note);
    for (size_t i = 0; i < p->ntechniques; i++) {
        const nes_technique *t = p->technique[i];
        const char *none = nes_technique_at(t->option, 0)->name;
        if (!t->carries) return refuse(t->option, t->name, none, note);
    }
    return NES_OK;
}

/* Refuses what is decided about a generation as a whole. */
static nes_status check_course(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (p->races) return refuse("challenger", s->challenger, "challenger 'none'", note);
    if (strcmp(s->restarts, "interleaved") == 0)
        return refuse("restarts", s->restarts, "restarts 'bipop'", note);
    if (p->replaces) return refuse("failures", s->failures, "failures 'worst'", note);
    if (strcmp(s->noisy, "auto") == 0)
        return refuse("noisy", s->noisy, "noisy 'yes' or 'no'", note);
    if (p->bounder != NULL && p->bounder->into == NULL)
        return refuse("bounds", s->bounds, "bounds 'transform'", note);
    return NES_OK;
}

nes_status nes_check_asynchronous(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (!s->asynchronous) return NES_OK;
    NES_TRY(check_method(p, note));
    NES_TRY(check_course(p, note));
    const char *what = s->constraints > 0 ? "constraints"
                       : p->choices > 0   ? "choices"
                       : p->integers > 0  ? "integers"
                                          : NULL;
    if (what == NULL) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "an asynchronous search cannot have %s: leave out asynchronous, or them",
                      what);
}
