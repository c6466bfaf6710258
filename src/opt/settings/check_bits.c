/* SPDX-License-Identifier: MIT
 *
 * Refuses settings of bits that cannot be run, with a sentence that names the value and the remedy.
 * Options of real variables that do no harm are refused with others in opt/settings/uses.c. */
#include "family/family.h"
#include "opt/settings/check.h"

static nes_status check_string(size_t dim, const double *x0, nes_note note)
{
    for (size_t i = 0; x0 != NULL && i < dim; i++)
        if (x0[i] != 0 && x0[i] != 1)
            return nes_refuse(note, NES_ERR_START,
                              "variable %zu of x0 is %g, but the variables are bits: start with 0 "
                              "and 1, or without x0 with even odds",
                              i + 1, x0[i]);
    return NES_OK;
}

nes_status nes_check_bits(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_settings *s = &p->s;
    if (s->bits && !p->family->binary)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the variables are bits, but family '%s' has real ones: use method "
                          "'bernoulli', or leave bits out",
                          p->family->name);
    if (!p->family->binary) return NES_OK;
    if (s->lower != NULL || s->upper != NULL)
        return nes_refuse(note, NES_ERR_BOUNDS,
                          "option '%s' is given, but the variables are bits, which are 0 or 1: "
                          "leave it out",
                          s->lower != NULL ? "lower" : "upper");
    if (s->log != NULL || s->integer != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "option '%s' is given, but the variables are bits, which are 0 or 1 "
                          "anyway: leave it out",
                          s->log != NULL ? "log" : "integer");
    return check_string(p->dim, x0, note);
}
