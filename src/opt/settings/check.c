/* SPDX-License-Identifier: MIT
 *
 * Refuses settings that cannot be run, with a sentence that names the value and the remedy. */
#include "opt/settings/check.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "nes/density.h"
#include "opt/settings/options.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/limits.h"
#include "util/try.h"

static const size_t MAX_DIMENSION =
    0xffffffffu; /* a stream has addresses for so many coordinates */

static nes_status check_bounds(const nes_settings *s, size_t dim, nes_note note)
{
    if (s->lower == NULL && s->upper == NULL) return NES_OK;
    for (size_t i = 0; i < dim; i++) {
        const double l = s->lower != NULL ? s->lower[i] : -INFINITY;
        const double u = s->upper != NULL ? s->upper[i] : INFINITY;
        if (!(l <= u) || l >= NES_HUGE || u <= -NES_HUGE)
            return nes_refuse(note, NES_ERR_BOUNDS,
                              "variable %zu has lower bound %g and upper bound %g: the lower must "
                              "not be above the upper, and be less than %g, the upper above %g",
                              i + 1, l, u, NES_HUGE, -NES_HUGE);
    }
    return NES_OK;
}

/* Initial standard deviations are given by std, or by sigma and scale, but not by both. */
static nes_status check_std(const nes_settings *s, nes_note note)
{
    if (s->std == NULL || (s->scale == NULL && s->sigma == NES_AUTO)) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "option 'std' has the initial standard deviations themselves, but '%s' is "
                      "given too: leave one of them out",
                      s->scale != NULL ? "scale" : "sigma");
}

/* An integer may start between integers, and up to where numbers are rounded to the first and the
 * last. Rounding the bounds again, where they are those of a search, changes nothing. */
static bool is_in_box(const nes_settings *s, size_t i, double x)
{
    const double low = nes_lower_of(s, i), high = nes_upper_of(s, i);
    if (!nes_is_integer(s, i) || nes_is_log(s, i)) return x >= low && x <= high;
    return x >= ceil(low) - 0.5 && x <= floor(high) + 0.5;
}

/* The start of a choice. */
static nes_status check_value(const nes_settings *s, size_t i, double x, nes_note note)
{
    const size_t k = nes_choice_count(s, i);
    if (x == rint(x) && x >= -1 && x < (double)k) return NES_OK;
    return nes_refuse(note, NES_ERR_START,
                      "variable %zu of x0 is %g, but it is a choice among %zu value%s: give the "
                      "number of one, from 0 to %zu, or -1 for none",
                      i + 1, x, k, nes_s(k), k - 1);
}

static nes_status check_start(const nes_settings *s, size_t dim, const double *x0, nes_note note)
{
    for (size_t i = 0; x0 != NULL && i < dim; i++) {
        if (nes_choice_count(s, i) > 0) {
            NES_TRY(check_value(s, i, x0[i], note));
            continue;
        }
        if (!isfinite(x0[i]))
            return nes_refuse(note, NES_ERR_START, "variable %zu of x0 is %g: give a finite start",
                              i + 1, x0[i]);
        if (fabs(x0[i]) > NES_HUGE)
            return nes_refuse(note, NES_ERR_START,
                              "variable %zu of x0 is %g: start between %g and %g, or measure it in "
                              "a larger unit",
                              i + 1, x0[i], -NES_HUGE, NES_HUGE);
        if (nes_is_fixed(s, i) && x0[i] != s->lower[i])
            return nes_refuse(note, NES_ERR_START,
                              "variable %zu of x0 is %.17g, but its bounds fix it at %.17g: start "
                              "there",
                              i + 1, x0[i], s->lower[i]);
        if (!is_in_box(s, i, x0[i]))
            return nes_refuse(
                note, NES_ERR_START,
                "variable %zu of x0 is %g, outside its bounds [%g, %g]: start inside them", i + 1,
                x0[i], nes_lower_of(s, i), nes_upper_of(s, i));
    }
    NES_TRY(check_std(s, note));
    const bool varied = s->scale != NULL || s->sigma == NES_AUTO;
    for (size_t i = 0; i < (varied ? dim : 1); i++) {
        const double std = nes_start_std(s, i);
        if (nes_choice_count(s, i) == 0 && !nes_is_fixed(s, i) && !(std > 0 && std < NES_HUGE))
            return nes_refuse(
                note, NES_ERR_VALUE,
                "the initial step size of variable %zu is %g: it must be positive and "
                "finite",
                i + 1, std);
    }
    return NES_OK;
}

static nes_status check_factor(const nes_settings *s, size_t dim, bool turns, nes_note note)
{
    if (s->factor == NULL) return NES_OK;
    if (!turns)
        return nes_refuse(note, NES_ERR_METHOD,
                          "option 'factor' needs a family with a full matrix, such as gauss-full, "
                          "not %s",
                          s->family);
    for (size_t i = 0; i < dim * dim; i++)
        if (!isfinite(s->factor[i]))
            return nes_refuse(note, NES_ERR_VALUE, "number %zu of factor is %g: it must be finite",
                              i + 1, s->factor[i]);
    return NES_OK;
}

/* The utilities of a table are finite, and none is above the one before. */
static nes_status check_table_of(const char *name, uint64_t n, const double *u, nes_note note)
{
    for (size_t i = 0; u != NULL && i < n; i++)
        if (!isfinite(u[i]) || (i > 0 && u[i] > u[i - 1]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of %s is %g: they must be finite and not increase", i + 1,
                              name, u[i]);
    return NES_OK;
}

static nes_status check_utilities(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const bool table = nes_is_table(p->shaping);
    if (!table && (s->utilities != NULL || s->mean_utilities != NULL))
        return nes_refuse(note, NES_ERR_VALUE,
                          "option '%s' is used with shaping 'table' only, not with '%s'",
                          s->utilities != NULL ? "utilities" : "mean_utilities", s->shaping);
    if (table && s->utilities == NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "shaping 'table' needs the field 'utilities': %llu numbers, best first",
                          (unsigned long long)s->popsize);
    if (s->mean_utilities != NULL && (p->gradient->scores || p->scheme->elitist))
        return nes_refuse(note, NES_ERR_METHOD,
                          "option 'mean_utilities' is not used with gradient '%s' and scheme '%s': "
                          "leave it out, or use gradient 'local' and scheme 'comma'",
                          s->gradient, s->scheme);
    NES_TRY(check_table_of("utilities", s->popsize, s->utilities, note));
    return check_table_of("mean_utilities", s->popsize, s->mean_utilities, note);
}

/* Refuses a technique that asks for what the family or the scheme cannot do. */
static nes_status check_technique(const nes_plan *p, const nes_technique *t, nes_note note)
{
    const nes_family *f = p->family;
    const char *none = nes_technique_at(t->option, 0)->name;
    if (p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs scheme 'comma', not '%s', which has one sample only: "
                          "change the scheme, or use %s '%s'",
                          t->option, t->name, p->s.scheme, t->option, none);
    if (p->choices > 0 && !t->carries)
        return nes_refuse(note, NES_ERR_METHOD, "%s '%s' cannot be done with choices: use %s '%s'",
                          t->option, t->name, t->option, none);
    if (t->stretches && f->densities == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' cannot be done with family '%s': use %s '%s'", t->option,
                          t->name, p->s.family, t->option, none);
    const bool silent = f->scores == NULL || (p->s.density != NULL && p->s.density->logpdf == NULL);
    if ((t->weighs && silent) || (t->densities && (f->densities == NULL || silent)))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs a family with a log-density, which '%s' lacks%s: use %s "
                          "'%s'",
                          t->option, t->name, p->s.family,
                          p->s.density != NULL ? " (function 'logpdf' of the density is null)" : "",
                          t->option, none);
    if (t->natural && (p->gradient->scores || f->natural == NULL))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs steps in natural coordinates, which family '%s' with "
                          "gradient '%s' does not give: use gradient 'local' and gauss-full, "
                          "gauss-diag, gauss-radial or student, or %s '%s'",
                          t->option, t->name, p->s.family, p->s.gradient, t->option, none);
    if (t->carries && !f->carries)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs a family that takes paths along, which '%s' does not: use "
                          "family 'gauss-dd', or %s '%s'",
                          t->option, t->name, p->s.family, t->option, none);
    if (t->rescales && (p->mixes || p->adapts))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' cannot be combined with %s '%s': use one of them", t->option,
                          t->name, p->mixes ? "mixing" : "adaptation",
                          p->mixes ? p->s.mixing : p->s.adaptation);
    return NES_OK;
}

static nes_status check_techniques(const nes_plan *p, nes_note note)
{
    bool carries = false;
    for (size_t i = 0; i < p->ntechniques; i++) {
        NES_TRY(check_technique(p, p->technique[i], note));
        carries = carries || p->technique[i]->carries;
    }
    if (p->family->carries && !carries)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family '%s' finds its step size by paths alone: use paths 'cumulation', "
                          "as method 'dd-xnes' does, not '%s'",
                          p->s.family, p->s.paths);
    if (p->choices > 0 && p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "choices are learnt from several samples at a time, but scheme '%s' has "
                          "one: use scheme 'comma'",
                          p->s.scheme);
    if (p->family->crowd && p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family '%s' learns from several samples at a time, but scheme '%s' has "
                          "one: use scheme 'comma', or another family",
                          p->s.family, p->s.scheme);
    return NES_OK;
}

nes_status nes_check_parts(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const nes_model_kind model = p->family->model;
    if (model != NES_MODEL_DENSITY && s->density != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "a density is given, but the family is '%s': set family to 'user'",
                          s->family);
    if (p->family->check != NULL) NES_TRY(p->family->check(s, note));
    if (model != NES_MODEL_RADIAL && s->radial != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "a law of distances is given in 'radial', but the family is '%s': set "
                          "family to 'user-radial'",
                          s->family);
    if (!p->gradient->scores && p->family->propose == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family '%s' has no natural gradient in closed form: use gradient "
                          "'fisher' or 'plain', not '%s'",
                          s->family, s->gradient);
    if (p->gradient->scores && p->family->scores == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "gradient '%s' needs the scores of the distribution, which family '%s' "
                          "does not give: use gauss-full, student, gauss-cov, gauss-factor, "
                          "gauss-exp, gauss-diag or gauss-radial",
                          s->gradient, s->family);
    if (p->gradient->scores && p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "gradient '%s' needs scheme 'comma', not '%s': a hill climber has one "
                          "sample only",
                          s->gradient, s->scheme);
    return NES_OK;
}

/* An option and its word, of a part that takes rows one by one, which a sampling with groups of
 * rows does not allow. */
typedef struct choice {
    const char *option, *word;
} choice;

static choice takes_single_rows(const nes_plan *p)
{
    if (p->scheme->elitist) return (choice){"scheme", p->scheme->name};
    if (p->family->sample != NULL) return (choice){"family", p->family->name};
    for (size_t i = 0; i < p->ntechniques; i++)
        if (p->technique[i]->singly)
            return (choice){p->technique[i]->option, p->technique[i]->name};
    if (p->replaces) return (choice){"failures", p->s.failures};
    return (choice){NULL, NULL};
}

/* Refuses a sampling whose groups of rows do not fit the other parts or the population. */
static nes_status check_sampling(const nes_plan *p, nes_note note)
{
    const nes_sampling *sampling = p->sampling;
    const choice single = takes_single_rows(p);
    if (!nes_is_independent(sampling) && single.option != NULL)
        return nes_refuse(
            note, NES_ERR_METHOD,
            "%s '%s' needs independent samples, which sampling '%s' does not draw: use "
            "sampling 'iid'",
            single.option, single.word, sampling->name);
    if (sampling->spherical && !nes_is_spherical(p->family))
        return nes_refuse(note, NES_ERR_METHOD,
                          "sampling '%s' needs a distribution that is the same in all directions, "
                          "which family '%s' is not: use sampling 'iid'",
                          sampling->name, p->family->name);
    if (p->s.popsize % sampling->multiple != 0)
        return nes_refuse(note, NES_ERR_VALUE,
                          "popsize is %llu, but sampling '%s' needs a multiple of %zu: use %llu",
                          (unsigned long long)p->s.popsize, sampling->name, sampling->multiple,
                          (unsigned long long)nes_sampling_round(sampling, p->s.popsize));
    return NES_OK;
}

static nes_status check_table(const nes_settings *s, nes_note note)
{
    NES_EACH_FIELD (f) NES_TRY(nes_field_check(f, s, note));
    return NES_OK;
}

nes_status nes_check_length(const nes_field *f, const nes_settings *s, size_t dim, nes_note note)
{
    const size_t given = s->array_length[nes_field_array(f)];
    const size_t wanted = nes_field_length(f, dim, s);
    if (given == 0 || given == wanted) return NES_OK;
    return nes_refuse(note, NES_ERR_COUNT,
                      "option '%s' has %zu number%s, but %zu %s needed: one for each %s",
                      f->option.name, given, nes_s(given), wanted, wanted == 1 ? "is" : "are",
                      f->option.length == NES_PER_VARIABLE ? "variable"
                      : f->option.length == NES_PER_PAIR   ? "pair of variables"
                      : f->option.length == NES_PER_POINT  ? "point of a generation"
                                                           : "constraint");
}

/* Refuses arrays that were set by name with a wrong number of elements. */
static nes_status check_lengths(const nes_plan *p, nes_note note)
{
    NES_EACH_FIELD (f)
        if (f->option.type == NES_TYPE_ARRAY && nes_array_of(&p->s, f) != NULL)
            NES_TRY(nes_check_length(f, &p->s, p->dim, note));
    return NES_OK;
}

nes_status nes_check_frame(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (p->dim == 0)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension is 0: it must be at least 1");
    if (p->space.whole > MAX_DIMENSION)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension %zu is too large: at most %zu",
                          p->space.whole, MAX_DIMENSION);
    if ((s->allocator.allocate == NULL) != (s->allocator.release == NULL))
        return nes_refuse(note, NES_ERR_ARGUMENT,
                          "the allocator has only one of allocate and release: give both or none");
    NES_TRY(check_table(s, note));
    return nes_check_counts(s, p->dim, note);
}

nes_status nes_check_plan(const nes_plan *p, const double *x0, nes_note note)
{
    NES_TRY(check_techniques(p, note));
    NES_TRY(check_sampling(p, note));
    NES_TRY(check_lengths(p, note));
    NES_TRY(nes_check_constraints(p, note));
    NES_TRY(check_bounds(&p->s, p->dim, note));
    NES_TRY(nes_check_restarts(p, x0, note));
    NES_TRY(check_start(&p->s, p->dim, x0, note));
    NES_TRY(check_factor(&p->s, p->dim, p->family->matrix, note));
    return check_utilities(p, note);
}
