/* SPDX-License-Identifier: MIT
 *
 * Resolving and refusing settings. [math: A22] */
#include "opt/resolve.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "family/user.h"
#include "gradient/gradient.h"
#include "nes/nes.h"
#include "opt/bounds.h"
#include "opt/methods.h"
#include "opt/options.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/limits.h"
#include "util/try.h"

static const size_t MAX_DIMENSION = 0xffffffffu; /* coordinates a stream has addresses for */

bool nes_two_sided(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && fabs(s->lower[i]) < NES_HUGE &&
           fabs(s->upper[i]) < NES_HUGE;
}

/* sigma is NES_AUTO here only when bounds are to set the scale. */
double nes_start_std(const nes_settings *s, size_t i)
{
    const double scale = s->scale != NULL ? s->scale[i] : 1;
    if (s->sigma != NES_AUTO) return s->sigma * scale;
    return nes_two_sided(s, i) ? scale * 0.25 * (s->upper[i] - s->lower[i]) : scale;
}

double nes_start_mean(const nes_settings *s, const double *x0, size_t i)
{
    if (x0 != NULL) return x0[i];
    if (nes_two_sided(s, i)) return s->lower[i] + 0.5 * (s->upper[i] - s->lower[i]);
    const double low = s->lower != NULL ? s->lower[i] : -INFINITY;
    const double high = s->upper != NULL ? s->upper[i] : INFINITY;
    return fmin(fmax(0, low), high);
}

static nes_status check_bounds(const nes_settings *s, size_t dim, nes_note note)
{
    if (s->lower == NULL && s->upper == NULL) return NES_OK;
    for (size_t i = 0; i < dim; i++) {
        const double l = s->lower != NULL ? s->lower[i] : -INFINITY;
        const double u = s->upper != NULL ? s->upper[i] : INFINITY;
        if (!(l < u) || l >= NES_HUGE || u <= -NES_HUGE)
            return nes_refuse(note, NES_ERR_BOUNDS,
                              "variable %zu has lower bound %g and upper bound %g: the lower must "
                              "be less than the upper and below %g, the upper above %g",
                              i + 1, l, u, NES_HUGE, -NES_HUGE);
    }
    return NES_OK;
}

static nes_status check_start(const nes_settings *s, size_t dim, const double *x0, nes_note note)
{
    for (size_t i = 0; x0 != NULL && i < dim; i++) {
        if (!isfinite(x0[i]))
            return nes_refuse(note, NES_ERR_START, "variable %zu of x0 is %g: give a finite start",
                              i + 1, x0[i]);
        if ((s->lower != NULL && x0[i] < s->lower[i]) || (s->upper != NULL && x0[i] > s->upper[i]))
            return nes_refuse(
                note, NES_ERR_START,
                "variable %zu of x0 is %g, outside its bounds [%g, %g]: start inside them", i + 1,
                x0[i], s->lower != NULL ? s->lower[i] : -INFINITY,
                s->upper != NULL ? s->upper[i] : INFINITY);
    }
    const bool varied = s->scale != NULL || s->sigma == NES_AUTO;
    for (size_t i = 0; i < (varied ? dim : 1); i++) {
        const double std = nes_start_std(s, i);
        if (!(std > 0 && std < NES_HUGE))
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

static nes_status check_utilities(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const bool table = p->shaping->fill == NULL && !p->shaping->raw;
    if (!table && s->utilities != NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "option 'utilities' is used with shaping 'table' only, not with '%s'",
                          s->shaping);
    if (!table) return NES_OK;
    if (s->utilities == NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "shaping 'table' needs the field 'utilities': %llu numbers, best first",
                          (unsigned long long)s->popsize);
    for (size_t i = 0; i < s->popsize; i++)
        if (!isfinite(s->utilities[i]) || (i > 0 && s->utilities[i] > s->utilities[i - 1]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of utilities is %g: they must be finite and not increase",
                              i + 1, s->utilities[i]);
    return NES_OK;
}

/* A table of utilities fits one population only. */
static nes_status check_restarts(const nes_plan *p, nes_note note)
{
    if (!p->strategy->resizes || p->shaping->fill != NULL || p->shaping->raw) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "restarts '%s' change the population, but shaping 'table' has utilities for "
                      "%llu points: use another shaping, or restarts 'interleaved'",
                      p->s.restarts, (unsigned long long)p->s.popsize);
}

/* What a technique asks for and the family or the scheme cannot do. */
static nes_status check_technique(const nes_plan *p, const nes_technique *t, nes_note note)
{
    const nes_family *f = p->family;
    const char *none = nes_technique_at(t->option, 0)->name;
    if (strcmp(t->name, none) == 0) return NES_OK;
    if (p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs scheme 'comma', not '%s', which has one sample only: "
                          "change the scheme, or use %s '%s'",
                          t->option, t->name, p->s.scheme, t->option, none);
    if (t->densities && (f->relocate == NULL || !nes_family_has_logpdf(f, p->s.density)))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs a family with a log-density, which '%s' lacks: use %s "
                          "'%s'",
                          t->option, t->name, p->s.family, t->option, none);
    if (t->stretches && (f->longer == NULL || f->stretch == NULL))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' cannot be done with family '%s': use %s '%s'", t->option,
                          t->name, p->s.family, t->option, none);
    if (t->natural && (p->gradient->scores || f->natural == NULL))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' needs steps in natural coordinates, which family '%s' with "
                          "gradient '%s' does not give: use gradient 'local' and gauss-full, "
                          "gauss-diag, gauss-radial or student, or %s '%s'",
                          t->option, t->name, p->s.family, p->s.gradient, t->option, none);
    if (t->rescales && (p->mixes || p->adapts))
        return nes_refuse(note, NES_ERR_METHOD,
                          "%s '%s' cannot be combined with %s '%s': use one of them", t->option,
                          t->name, p->mixes ? "mixing" : "adaptation",
                          p->mixes ? p->s.mixing : p->s.adaptation);
    return NES_OK;
}

static nes_status check_techniques(const nes_plan *p, nes_note note)
{
    for (size_t i = 0; i < NES_TECHNIQUES; i++) NES_TRY(check_technique(p, p->technique[i], note));
    return NES_OK;
}

/* Whether family, gradient and scheme fit one another, and the density the family. */
static nes_status check_parts(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    const bool user = p->family->ntheta == NULL; /* theta is what the density says */
    if (user) NES_TRY(nes_user_check(s->density, note));
    if (!user && s->density != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "a density is given, but the family is '%s': set family to 'user'",
                          s->family);
    if (!p->gradient->scores && p->family->propose == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family '%s' has no natural gradient in closed form: use gradient "
                          "'fisher' or 'plain', not '%s'",
                          s->family, s->gradient);
    if (p->gradient->scores && p->family->score == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "gradient '%s' needs the scores of the distribution, which family '%s' "
                          "does not give: use gauss-cov, gauss-factor, gauss-exp, gauss-diag or "
                          "gauss-radial",
                          s->gradient, s->family);
    if (p->gradient->scores && p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "gradient '%s' needs scheme 'comma', not '%s': a hill climber has one "
                          "sample only",
                          s->gradient, s->scheme);
    if (!p->family->located && p->eval_start)
        return nes_refuse(note, NES_ERR_METHOD,
                          "eval_start is 'yes', but family '%s' has no centre: use 'no'",
                          s->family);
    return NES_OK;
}

/* What takes rows one by one, which a sampling with groups of rows does not allow: an option and
 * its word. */
typedef struct choice {
    const char *option, *word;
} choice;

static choice takes_single_rows(const nes_plan *p)
{
    if (p->scheme->elitist) return (choice){"scheme", p->scheme->name};
    if (p->family->sample != NULL) return (choice){"family", p->family->name};
    for (size_t i = 0; i < NES_TECHNIQUES; i++)
        if (p->technique[i]->singly)
            return (choice){p->technique[i]->option, p->technique[i]->name};
    if (p->replaces) return (choice){"failures", p->s.failures};
    return (choice){NULL, NULL};
}

/* Whether everything else lets rows belong together as the sampling wants it. */
static nes_status check_sampling(const nes_plan *p, nes_note note)
{
    const nes_sampling *sampling = p->sampling;
    const choice single = takes_single_rows(p);
    if (sampling->group != NULL && single.option != NULL)
        return nes_refuse(
            note, NES_ERR_METHOD,
            "%s '%s' needs independent samples, which sampling '%s' does not draw: use "
            "sampling 'iid'",
            single.option, single.word, sampling->name);
    if (sampling->spherical && !p->family->spherical)
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

/* The level of the option 'kernels', if this processor and this build have it. */
static nes_status resolve_kernels(nes_plan *p, nes_note note)
{
    static const char *const names[] = {
        [NES_CPU_BASELINE] = "baseline", [NES_CPU_AVX2] = "avx2", [NES_CPU_AVX512] = "avx512"};
    p->level = nes_cpu_best();
    for (int level = NES_CPU_BASELINE; level <= NES_CPU_AVX512; level++)
        if (strcmp(p->s.kernels, names[level]) == 0) {
            if (level > (int)nes_cpu_best())
                return nes_refuse(note, NES_ERR_VALUE,
                                  "kernels '%s' are not to be had on this processor or in this "
                                  "build, whose best are '%s': use those, or 'auto'",
                                  p->s.kernels, names[nes_cpu_best()]);
            p->level = (nes_cpu)level;
        }
    return NES_OK;
}

/* A family without closed form follows its scores, unless the caller chose the gradient. */
static void resolve_gradient(nes_plan *p, bool chosen)
{
    p->gradient = nes_gradient_find(p->s.gradient);
    if (!chosen && !p->gradient->scores && p->family->propose == NULL)
        p->gradient = nes_gradient_find("fisher");
    p->s.gradient = p->gradient->name;
}

static void resolve_techniques(nes_plan *p)
{
    for (size_t i = 0; i < NES_TECHNIQUES; i++) {
        const char *option = nes_technique_option(i);
        const char *word = nes_word_of(&p->s, nes_field_find(option));
        p->technique[i] = nes_technique_find(option, word);
        p->mixes = p->mixes || p->technique[i]->densities;
        p->adapts = p->adapts || p->technique[i]->stretches;
    }
}

/* Words to pointers and flags. */
static void resolve_parts(nes_plan *p, bool gradient_chosen)
{
    nes_settings *s = &p->s;
    p->family = nes_family_find(s->family);
    resolve_gradient(p, gradient_chosen);
    p->sampling = nes_sampling_find(s->sampling);
    p->scheme = nes_scheme_find(s->scheme);
    p->shaping = nes_shaping_find(s->shaping);
    p->strategy = nes_strategy_find(s->restarts);
    if (s->lower != NULL || s->upper != NULL) p->bounder = nes_bounder_find(s->bounds);
    resolve_techniques(p);
    if (strcmp(s->eval_start, "auto") == 0) s->eval_start = p->scheme->elitist ? "yes" : "no";
    p->eval_start = strcmp(s->eval_start, "yes") == 0;
    p->replaces = strcmp(s->failures, "resample") == 0;
    p->average_ties = strcmp(s->ties, "average") == 0;
}

/* The method fills in what the caller left open. */
static nes_status resolve_method(nes_plan *p, nes_note note)
{
    nes_settings *s = &p->s;
    const bool gradient_chosen = s->gradient != NULL;
    const nes_situation situation = nes_situation_of(s, p->dim);
    const nes_method *m = s->method == NULL || strcmp(s->method, "auto") == 0
                              ? nes_method_choose(&situation, p->choice, sizeof p->choice)
                              : nes_method_find(s->method);
    NES_TRY(nes_method_apply(m, s, note));
    resolve_parts(p, gradient_chosen);
    p->method = nes_method_of(s);
    s->method = p->method != NULL ? p->method->name : m->name;
    if (p->method != m) p->choice[0] = '\0';
    return NES_OK;
}

/* [math: A22]; at least so many. */
static uint64_t default_popsize(size_t dim, size_t least)
{
    const uint64_t n = 4 + (uint64_t)floor(3 * log((double)dim));
    return n > least ? n : least < UINT32_MAX ? least : UINT32_MAX;
}

/* Rows that are drawn again together must be in the same part. */
static nes_status check_window(const nes_plan *p, nes_note note)
{
    const bool redraws = p->bounder != NULL && p->bounder->into == NULL;
    if (!redraws || p->window % p->sampling->multiple == 0) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "window is %zu, but with bounds 'resample' sampling '%s' needs a multiple of "
                      "%zu: use %zu",
                      p->window, p->sampling->name, p->sampling->multiple,
                      (size_t)nes_sampling_round(p->sampling, p->window));
}

/* A generation can be handed out in parts when samples can be made again and nothing looks back at
 * them. By itself it is where points would take more than WHOLE bytes; the setting stays 0 where
 * it is all of the population, which restarts may double. */
static nes_status resolve_window(nes_plan *p, size_t dim, nes_note note)
{
    static const double WHOLE = 512e6;
    nes_settings *s = &p->s;
    const bool can = !p->family->stores && !p->sampling->whole && !p->gradient->scores &&
                     !p->mixes && !p->adapts;
    if (s->window == 0 && can && (double)p->rows * (double)dim * sizeof(double) > WHOLE)
        s->window = nes_sampling_round(p->sampling, s->jobs > 0 ? s->jobs : 1);
    p->window = s->window > 0 && s->window < p->rows ? (size_t)s->window : p->rows;
    if (p->window == p->rows) return NES_OK;
    if (can) return check_window(p, note);
    return nes_refuse(note, NES_ERR_METHOD,
                      "window %zu is below the population of %zu, but family '%s' with this "
                      "sampling, this gradient and these techniques needs all points of a "
                      "generation at once: leave window out, or use method 'snes'",
                      p->window, p->rows, p->family->name);
}

static void resolve_numbers(nes_plan *p, size_t dim)
{
    nes_settings *s = &p->s;
    const bool elitist = p->scheme->elitist;
    const bool box = s->lower != NULL && s->upper != NULL;
    const size_t nparam = p->gradient->scores ? nes_family_nparam(p->family, dim, s->density) : 0;
    if (s->popsize == 0)
        s->popsize = nes_sampling_round(
            p->sampling,
            default_popsize(dim, p->gradient->popsize != NULL ? p->gradient->popsize(nparam) : 0));
    p->rows = elitist ? 1 : (size_t)s->popsize;
    if (s->restart_slice == 0) s->restart_slice = 10 * s->popsize;
    if (s->sigma == NES_AUTO && !box) s->sigma = 1;
    if (s->eta_mu == NES_AUTO || elitist) s->eta_mu = p->gradient->mean_rate;
    if (s->eta_sigma == NES_AUTO)
        s->eta_sigma = p->gradient->rate > 0 ? p->gradient->rate : p->family->rate(dim);
    if (s->eta_shape == NES_AUTO) s->eta_shape = s->eta_sigma;
    if (s->nu == NES_AUTO) s->nu = elitist ? 1 : 3;
    if (s->eta_nu == NES_AUTO) s->eta_nu = s->eta_sigma;
    if (s->elitist_down == NES_AUTO) s->elitist_down = p->family->elitist_down;
    if (s->elitist_learn == NES_AUTO) s->elitist_learn = p->family->elitist_learn;
    if (s->tolx == NES_AUTO) s->tolx = elitist ? NES_OFF : 1e-12;
    if (s->tolfun == NES_AUTO) s->tolfun = s->noisy ? NES_OFF : 1e-12;
}

static nes_status check_table(const nes_settings *s, nes_note note)
{
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) NES_TRY(nes_field_check(f, s, note));
    return NES_OK;
}

/* The caller's strings may die: the table's own stay. */
static void own_words(nes_settings *s)
{
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++)
        if (f->option.type == NES_TYPE_CHOICE && nes_word_of(s, f) != NULL)
            *(const char **)nes_field_in(s, f) = nes_field_word(f, nes_word_of(s, f));
}

/* Arrays that were set by name have the length that they should have. */
static nes_status check_lengths(const nes_plan *p, nes_note note)
{
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        if (f->option.type != NES_TYPE_ARRAY || nes_array_of(&p->s, f) == NULL) continue;
        const size_t given = p->s.array_length[nes_field_array(f)];
        const size_t wanted = nes_field_length(f, p->dim, p->s.popsize);
        if (given != 0 && given != wanted)
            return nes_refuse(note, NES_ERR_COUNT,
                              "option '%s' has %zu numbers, but %zu are needed: one for each %s",
                              f->option.name, given, wanted,
                              f->option.length == NES_PER_VARIABLE ? "variable"
                              : f->option.length == NES_PER_PAIR   ? "pair of variables"
                                                                   : "point of a generation");
    }
    return NES_OK;
}

/* What can be said before the method is known. */
static nes_status check_frame(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (p->dim == 0)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension is 0: it must be at least 1");
    if (p->dim > MAX_DIMENSION)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension %zu is too large: at most %zu",
                          p->dim, MAX_DIMENSION);
    if ((s->allocator.allocate == NULL) != (s->allocator.release == NULL))
        return nes_refuse(note, NES_ERR_ARGUMENT,
                          "the allocator has only one of allocate and release: give both or none");
    return check_table(s, note);
}

/* What must hold once everything is resolved. */
static nes_status check_plan(const nes_plan *p, const double *x0, nes_note note)
{
    NES_TRY(check_techniques(p, note));
    NES_TRY(check_sampling(p, note));
    NES_TRY(check_lengths(p, note));
    NES_TRY(check_restarts(p, note));
    NES_TRY(check_bounds(&p->s, p->dim, note));
    NES_TRY(check_start(&p->s, p->dim, x0, note));
    NES_TRY(check_factor(&p->s, p->dim, p->family->turns, note));
    return check_utilities(p, note);
}

nes_status nes_resolve(nes_plan *plan, size_t dim, const double *x0, const nes_settings *user,
                       nes_note note)
{
    memset(plan, 0, sizeof *plan);
    if (user != NULL)
        plan->s = *user;
    else
        nes_settings_default(&plan->s);
    plan->s.message[0] = '\0';
    plan->dim = dim;
    NES_TRY(check_frame(plan, note));
    own_words(&plan->s);
    NES_TRY(resolve_method(plan, note));
    NES_TRY(resolve_kernels(plan, note));
    if (plan->family->square && dim > 0x7fffffff)
        return nes_refuse(note, NES_ERR_DIMENSION,
                          "the dimension %zu is too large for family '%s': use gauss-diag", dim,
                          plan->s.family);
    NES_TRY(check_parts(plan, note));
    resolve_numbers(plan, dim);
    NES_TRY(resolve_window(plan, dim, note));
    return check_plan(plan, x0, note);
}
