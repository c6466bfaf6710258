/* SPDX-License-Identifier: MIT
 *
 * Refuses constraints that mean nothing, and parts that compare values across generations, which
 * merits do not allow. [math: B19] */
#include <math.h>
#include <string.h>

#include "opt/settings/check.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/try.h"

static nes_status check_kind(const nes_constraints *c, size_t i, nes_note note)
{
    const double kind = c->kind != NULL ? c->kind[i] : NES_CONSTRAINT_BELOW;
    const double tol = c->tol != NULL ? c->tol[i] : 0;
    if (kind != NES_CONSTRAINT_BELOW && kind != NES_CONSTRAINT_EQUAL && kind != NES_CONSTRAINT_SIGN)
        return nes_refuse(note, NES_ERR_VALUE,
                          "constraint %zu has the kind %g: it must be 0 (g <= 0), 1 (g = 0) or 2 "
                          "(g <= 0, of which only the sign means something)",
                          i + 1, kind);
    if (!(tol >= 0 && tol < INFINITY))
        return nes_refuse(note, NES_ERR_VALUE,
                          "constraint %zu has the tolerance %g: it must be finite and not negative",
                          i + 1, tol);
    if (kind == NES_CONSTRAINT_EQUAL && tol == 0)
        return nes_refuse(note, NES_ERR_VALUE,
                          "constraint %zu is an equality and needs a tolerance: say in option "
                          "'constraint_tol' how far |g| may be from 0",
                          i + 1);
    if (kind == NES_CONSTRAINT_SIGN && tol > 0)
        return nes_refuse(note, NES_ERR_VALUE,
                          "constraint %zu has a tolerance, but only its sign means something: give "
                          "it the tolerance 0",
                          i + 1);
    return NES_OK;
}

static nes_status refuse(const char *option, const char *word, const char *why, const char *use,
                         nes_note note)
{
    return nes_refuse(note, NES_ERR_METHOD,
                      "%s '%s' cannot be used with constraints, since it %s: use %s", option, word,
                      why, use);
}

nes_status nes_check_constraints(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const nes_constraints all = nes_constraints_of(s);
    if (all.m == 0) return NES_OK;
    if (s->outputs < all.m)
        return nes_refuse(
            note, NES_ERR_VALUE,
            "there are %zu constraints, which are the first outputs of an evaluation, "
            "but outputs is %llu: leave it out, or give at least %zu",
            all.m, (unsigned long long)s->outputs, all.m);
    for (size_t i = 0; i < all.m; i++) NES_TRY(check_kind(&all, i, note));
    if (p->scheme->elitist && !p->rules)
        return refuse("scheme", s->scheme,
                      "compares values of different generations, which have other multipliers",
                      "constraint_handling 'rules', or scheme 'comma'", note);
    if (p->shaping->raw)
        return refuse("shaping", s->shaping, "takes values as they are, not by rank",
                      "another shaping", note);
    if (p->mixes)
        return refuse("mixing", s->mixing, "compares values of different generations",
                      "mixing 'none'", note);
    if (p->adapts)
        return refuse("adaptation", s->adaptation, "compares values of different generations",
                      "adaptation 'none'", note);
    return NES_OK;
}
