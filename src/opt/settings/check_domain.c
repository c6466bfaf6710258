/* SPDX-License-Identifier: MIT
 *
 * Refuses what cannot be done with bits and with fixed, logarithmic and integer variables, with a
 * sentence that names the value and the remedy. Options of real variables that do bits no harm are
 * refused with others in opt/settings/uses.c. */
#include <math.h>

#include "family/family.h"
#include "opt/settings/check.h"
#include "util/try.h"

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

/* The least integer within the bounds, which are rounded inward; on a logarithmic scale the least
 * integer is 1. */
static double least_integer(const nes_settings *s, size_t i)
{
    return nes_is_log(s, i) ? fmax(1, ceil(nes_lower_of(s, i))) : ceil(nes_lower_of(s, i));
}

double nes_only_value(const nes_settings *s, size_t i)
{
    if (!nes_is_integer(s, i)) return nes_is_fixed(s, i) ? s->lower[i] : NAN;
    const double least = least_integer(s, i);
    return least == floor(nes_upper_of(s, i)) ? least : NAN;
}

static nes_status check_flags(const char *name, const double *flags, size_t dim, nes_note note)
{
    for (size_t i = 0; flags != NULL && i < dim; i++)
        if (flags[i] != 0 && flags[i] != 1)
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of option '%s' is %g: it must be 1 or 0, yes or no for "
                              "that variable",
                              i + 1, name, flags[i]);
    return NES_OK;
}

/* Refuses fixed variables where no other is left, or where a factor or a density needs all. */
static nes_status check_fixed(const nes_plan *p, nes_note note)
{
    size_t n = 0;
    for (size_t i = 0; i < p->dim; i++) n += isnan(nes_only_value(&p->s, i)) ? 0 : 1;
    if (n == p->dim)
        return nes_refuse(note, NES_ERR_BOUNDS,
                          "the bounds fix %s %zu variable%s: there is nothing to search; evaluate "
                          "that point yourself",
                          n == 1 ? "the" : "all", n, n == 1 ? "" : "s");
    if (n > 0 && p->s.factor != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the bounds fix %zu variable%s, with which option 'factor' cannot be "
                          "used: leave %s out of the objective, or use std",
                          n, n == 1 ? "" : "s", n == 1 ? "it" : "them");
    if (n > 0 && p->s.density != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the bounds fix %zu variable%s, but a density of your own is one of all "
                          "variables: leave %s out of the objective",
                          n, n == 1 ? "" : "s", n == 1 ? "it" : "them");
    return NES_OK;
}

/* Refuses a number without a logarithm; -infinity: the number was not given. */
static nes_status check_positive(size_t i, const char *what, nes_status status, double x,
                                 nes_note note)
{
    if (x > 0 || x == -INFINITY) return NES_OK;
    return nes_refuse(note, status,
                      "variable %zu is on a logarithmic scale, but its %s is %g: give a number "
                      "above 0, or leave it out of option 'log'",
                      i + 1, what, x);
}

static nes_status check_log(const nes_settings *s, const double *x0, size_t i, nes_note note)
{
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    NES_TRY(check_positive(i, "lower bound", NES_ERR_BOUNDS, low, note));
    NES_TRY(check_positive(i, "upper bound", NES_ERR_BOUNDS, high, note));
    if (x0 != NULL) NES_TRY(check_positive(i, "start in x0", NES_ERR_START, x0[i], note));
    if (s->start_lower != NULL)
        NES_TRY(check_positive(i, "start_lower", NES_ERR_START, s->start_lower[i], note));
    if (s->start_mean != NULL)
        NES_TRY(check_positive(i, "start_mean", NES_ERR_START, s->start_mean[i], note));
    if (!(low > 0 && log(low) == log(high)) || nes_is_integer(s, i)) return NES_OK;
    return nes_refuse(note, NES_ERR_BOUNDS,
                      "variable %zu is on a logarithmic scale, but its bounds %.17g and %.17g have "
                      "the same logarithm: leave it out of option 'log', or fix it",
                      i + 1, low, high);
}

#define NONE_BETWEEN                                                                               \
    "variable %zu is an integer, but there is none between its %s %g and %g: widen them, or "      \
    "leave it out of option 'integer'"

static nes_status check_integer(const nes_settings *s, const double *x0, size_t i, nes_note note)
{
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    const double least = least_integer(s, i);
    if (least > floor(high))
        return nes_refuse(note, NES_ERR_BOUNDS, NONE_BETWEEN, i + 1, "bounds", low, high);
    if (x0 != NULL && x0[i] != floor(x0[i]))
        return nes_refuse(note, NES_ERR_START,
                          "variable %zu of x0 is %.17g, but it is an integer: start with %.17g, or "
                          "leave it out of option 'integer'",
                          i + 1, x0[i], fmin(fmax(rint(x0[i]), least), floor(high)));
    if (s->start_lower != NULL && ceil(s->start_lower[i]) > floor(s->start_upper[i]))
        return nes_refuse(note, NES_ERR_START, NONE_BETWEEN, i + 1, "start_lower and start_upper",
                          s->start_lower[i], s->start_upper[i]);
    return NES_OK;
}

nes_status nes_check_domain(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_settings *s = &p->s;
    NES_TRY(check_flags("log", s->log, p->dim, note));
    NES_TRY(check_flags("integer", s->integer, p->dim, note));
    for (size_t i = 0; i < p->dim; i++) {
        if (nes_is_integer(s, i)) NES_TRY(check_integer(s, x0, i, note));
        if (nes_is_log(s, i) && isnan(nes_only_value(s, i))) NES_TRY(check_log(s, x0, i, note));
    }
    return check_fixed(p, note);
}
