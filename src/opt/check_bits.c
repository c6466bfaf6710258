/* SPDX-License-Identifier: MIT
 *
 * What settings of bits cannot be run, each with a sentence that names the value and the remedy. */
#include "family/family.h"
#include "opt/check.h"
#include "opt/options.h"
#include "util/try.h"

/* Options of a distribution of real numbers: a number is there where it is not automatic. */
static nes_status refuse_real(const nes_plan *p, const char *name, nes_note note)
{
    const nes_field *f = nes_field_find(name);
    const bool array = f->option.type == NES_TYPE_ARRAY;
    const double value = array ? NES_AUTO : *(const double *)nes_field_of(&p->s, f);
    const bool given = array ? nes_array_of(&p->s, f) != NULL : value != NES_AUTO;
    if (!given || (f->option.off && value == NES_OFF)) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "option '%s' has no meaning for bits, which family '%s' has as variables: "
                      "leave it out",
                      name, p->family->name);
}

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

/* Options of bits alone. */
static nes_status refuse_binary(const nes_plan *p, const char *name, double value, nes_note note)
{
    if (value == NES_AUTO) return NES_OK;
    return nes_refuse(note, NES_ERR_METHOD,
                      "option '%s' is for bits, but family '%s' has real variables: leave it out, "
                      "or use family 'bernoulli'",
                      name, p->family->name);
}

nes_status nes_check_bits(const nes_plan *p, const double *x0, nes_note note)
{
    static const char *const real[] = {"sigma",          "scale",       "std",   "factor",
                                       "start_lower",    "start_upper", "lower", "upper",
                                       "mean_utilities", "tolx"};
    const nes_settings *s = &p->s;
    if (s->bits && !p->family->binary)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the variables are bits, but family '%s' has real ones: use method "
                          "'bernoulli', or leave bits out",
                          p->family->name);
    if (!p->family->binary) {
        NES_TRY(refuse_binary(p, "margin", s->margin, note));
        return refuse_binary(p, "settled", s->settled, note);
    }
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) NES_TRY(refuse_real(p, real[i], note));
    return check_string(p->dim, x0, note);
}
