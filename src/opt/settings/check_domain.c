/* SPDX-License-Identifier: MIT
 *
 * Refuses what cannot be done with bits and with fixed, logarithmic and integer variables, with a
 * sentence that names the value and the remedy. Options of real variables that do bits no harm are
 * refused with others in opt/settings/uses.c. */
#include <math.h>

#include "family/family.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "util/sentence.h"
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

/* The first variable that is searched as a real number or an integer; dim: there is none. */
static size_t first_coordinate(const nes_settings *s, size_t dim)
{
    size_t i = 0;
    while (i < dim && (nes_choice_count(s, i) > 0 || !isnan(nes_only_value(s, i)))) i++;
    return i;
}

bool nes_has_choices_alone(const nes_settings *s, size_t dim)
{
    static const char *const arrays[] = {"lower", "upper", "log", "integer", "choices"};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!nes_has_length(s, arrays[i], dim)) return false; /* a wrong length is refused later */
    return nes_count_choices(s, dim) > 0 && first_coordinate(s, dim) == dim;
}

/* Choices alone have a family of their own, which has nothing else. */
static nes_status check_alone(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const bool alone = nes_has_choices_alone(s, p->dim);
    if (alone == p->family->discrete || p->choices == 0) return NES_OK;
    if (p->family->discrete)
        return nes_refuse(note, NES_ERR_METHOD,
                          "variable %zu is no choice, but family '%s' has nothing else: use method "
                          "'auto' or 'dd-xnes'",
                          first_coordinate(s, p->dim) + 1, p->family->name);
    return nes_refuse(note, NES_ERR_METHOD,
                      "all variables are choices, but family '%s' is one of real numbers: use "
                      "method 'auto' or 'categorical'",
                      p->family->name);
}

nes_status nes_check_bits(const nes_plan *p, const double *x0, nes_note note)
{
    const nes_settings *s = &p->s;
    if (s->bits && !p->family->binary && !p->family->discrete)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the variables are bits, but family '%s' has real ones: use method "
                          "'categorical', or leave bits out",
                          p->family->name);
    if (!s->bits) return check_alone(p, note);
    if (s->choices != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "option 'choices' is given, but the variables are bits, which have two "
                          "values each: leave it out, or use method 'categorical' without bits");
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
    if (nes_choice_count(s, i) == 1) return 0;
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

nes_status nes_check_counts(const nes_settings *s, size_t dim, nes_note note)
{
    static const double MOST = 1e6;
    if (s->choices == NULL || !nes_has_length(s, "choices", dim)) return NES_OK;
    for (size_t i = 0; i < dim; i++)
        if (!(s->choices[i] >= 0 && s->choices[i] <= MOST) || s->choices[i] != rint(s->choices[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of option 'choices' is %g: it must be 0, for a variable "
                              "that is no choice, or how many values it has, at most %g",
                              i + 1, s->choices[i], MOST);
    return NES_OK;
}

/* A choice has no bounds, and 0 in all other arrays. */
static nes_status check_choice(const nes_settings *s, size_t dim, size_t i, nes_note note)
{
    NES_EACH_FIELD (f) {
        const char *name = f->option.name;
        const double *values = nes_is_per_variable(f) ? nes_array_of(s, f) : NULL;
        if (values == NULL || values == s->choices || !nes_has_length(s, name, dim)) continue;
        const bool lower = values == s->lower, upper = values == s->upper;
        if (lower ? values[i] <= -NES_HUGE : upper ? values[i] >= NES_HUGE : values[i] == 0)
            continue;
        return nes_refuse(note, lower || upper ? NES_ERR_BOUNDS : NES_ERR_METHOD,
                          "variable %zu is a choice, which has no order, but option '%s' is %g "
                          "there: give %s for it",
                          i + 1, name, values[i],
                          lower   ? "-infinity"
                          : upper ? "infinity"
                                  : "0");
    }
    return NES_OK;
}

nes_status nes_check_choices(const nes_settings *s, size_t dim, nes_note note)
{
    NES_TRY(nes_check_counts(s, dim, note));
    if (s->choices == NULL || !nes_has_length(s, "choices", dim)) return NES_OK;
    for (size_t i = 0; i < dim; i++)
        if (nes_choice_count(s, i) > 0) NES_TRY(check_choice(s, dim, i, note));
    return NES_OK;
}

/* Refuses what needs all variables to be coordinates: what says why not, for n of them. */
static nes_status check_whole(const nes_plan *p, size_t n, const char *what, nes_note note)
{
    if (n > 0 && p->s.factor != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s %zu variable%s, with which option 'factor' cannot be used: leave %s "
                          "out of the objective, or use std",
                          what, n, nes_s(n), n == 1 ? "it" : "them");
    if (n > 0 && p->s.density != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s %zu variable%s, but a density of your own is one of all variables: "
                          "leave %s out of the objective",
                          what, n, nes_s(n), n == 1 ? "it" : "them");
    return NES_OK;
}

/* Refuses fixed variables where no other is left, and where a factor or a density needs all. */
static nes_status check_fixed(const nes_plan *p, nes_note note)
{
    size_t n = 0;
    for (size_t i = 0; i < p->dim; i++) n += isnan(nes_only_value(&p->s, i)) ? 0 : 1;
    if (n == p->dim)
        return nes_refuse(note, NES_ERR_BOUNDS,
                          "the bounds fix %s %zu variable%s: there is nothing to search; evaluate "
                          "that point yourself",
                          n == 1 ? "the" : "all", n, nes_s(n));
    NES_TRY(check_whole(p, n, "the bounds fix", note));
    return check_whole(p, p->choices, "option 'choices' has", note);
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

static nes_status check_integer(const nes_settings *s, size_t i, nes_note note)
{
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    const double least = least_integer(s, i);
    if (least > floor(high))
        return nes_refuse(note, NES_ERR_BOUNDS, NONE_BETWEEN, i + 1, "bounds", low, high);
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
        if (nes_is_integer(s, i)) NES_TRY(check_integer(s, i, note));
        if (nes_is_log(s, i) && isnan(nes_only_value(s, i))) NES_TRY(check_log(s, x0, i, note));
    }
    return check_fixed(p, note);
}
