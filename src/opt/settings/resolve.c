/* SPDX-License-Identifier: MIT
 *
 * The order in which settings are resolved, and the numbers that the caller left open: kernels,
 * learning rates, thresholds of the stop tests, restarts. What cannot be run is refused by
 * opt/settings/check.c. [math: A22] */
#include "opt/settings/resolve.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "util/sentence.h"
#include "util/try.h"

static const char *const LEVELS[] = {
    [NES_CPU_BASELINE] = "baseline", [NES_CPU_AVX2] = "avx2", [NES_CPU_AVX512] = "avx512"};

/* The level of vector instructions that the option 'kernels' names, or the best of this processor.
 */
static nes_cpu kernel_level(const char *kernels)
{
    for (int level = NES_CPU_BASELINE; level <= NES_CPU_AVX512; level++)
        if (strcmp(kernels, LEVELS[level]) == 0) return (nes_cpu)level;
    return nes_cpu_best();
}

nes_status nes_check_kernels(const nes_settings *s, nes_note note)
{
    if (kernel_level(s->kernels) <= nes_cpu_best()) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "kernels '%s' are not available here: the best of this processor and build "
                      "are '%s'; use those, or 'auto'",
                      s->kernels, LEVELS[nes_cpu_best()]);
}

/* The value, or `otherwise` where it is NES_AUTO. */
static double or_else(double value, double otherwise)
{
    return value == NES_AUTO ? otherwise : value;
}

/* The effective sample number. A table of utilities with a wrong length, which is refused later, is
 * not read. */
static double effective_samples(const nes_extent *e)
{
    const nes_plan *p = e->data;
    const bool fits = nes_has_length(&p->s, "utilities", e->n);
    return nes_effective_samples(p->shaping, e->n, fits ? p->s.utilities : NULL);
}

nes_extent nes_plan_extent(const nes_plan *p)
{
    return (nes_extent){.d = p->space.whole - (p->dim - p->coords),
                        .n = (size_t)p->s.popsize,
                        .effective = effective_samples,
                        .data = p};
}

/* Computes the learning rates that the caller left open. */
static void resolve_rates(nes_plan *p)
{
    nes_settings *s = &p->s;
    const nes_extent extent = nes_plan_extent(p);
    nes_defaults r = {.sigma = p->gradient->rate};
    if (!(r.sigma > 0)) p->family->rate(&extent, &r);
    s->eta_sigma = or_else(s->eta_sigma, r.sigma);
    s->eta_shape = or_else(s->eta_shape, r.shape > 0 ? r.shape : s->eta_sigma);
    s->eta_diag = or_else(s->eta_diag, r.diag);
    s->path_sigma = or_else(s->path_sigma, r.paths.sigma);
    s->path_shape = or_else(s->path_shape, r.paths.shape);
    s->path_diag = or_else(s->path_diag, r.paths.diag);
    s->rank_one = or_else(s->rank_one, r.paths.one);
    s->rank_one_diag = or_else(s->rank_one_diag, r.paths.one_diag);
    if (s->refresh == 0) s->refresh = r.refresh > 0 ? r.refresh : 1;
}

/* Evaluations with all probabilities at their margins after which a string that differs from the
 * most probable one in one given bit has been drawn: one of the d is missing with probability 1/20
 * at most. [math: B6] */
static double many_strings(const nes_plan *p)
{
    const double d = (double)p->dim, m = p->s.margin;
    return log(20 * d) / (m * pow(1 - m, d - 1));
}

/* Resolves the margin and the stop tests of bits, whose values are often equal, which says little.
 */
static void resolve_bits(nes_plan *p)
{
    nes_settings *s = &p->s;
    if (!p->family->binary) return;
    s->margin = or_else(s->margin, fmin(0.25, 1 / (double)p->dim));
    const double many = fmin(many_strings(p), 1e15);
    s->settled = or_else(s->settled, many);
    s->tolfun = or_else(s->tolfun, NES_OFF);
    s->flat = or_else(s->flat, p->noisy ? NES_OFF : ceil(2 * many / (double)s->popsize));
}

/* How often each of n variables has to change so that this part of the points changes some. */
static double share_of(double part, size_t n)
{
    return -expm1(log(1 - part) / (double)n);
}

nes_choices nes_plan_choices(const nes_plan *p)
{
    const size_t n = p->choices, first = p->dim - n;
    const double share = n > 0 ? share_of(p->s.choice_margin, p->integers + n) : 0;
    return nes_choices_of(n, p->s.choices != NULL ? p->s.choices + first : NULL, share);
}

double nes_many_changes(const nes_plan *p)
{
    const nes_choices c = nes_plan_choices(p);
    const double changes = 2 * (double)p->integers + (double)nes_choices_npath(&c);
    double least = p->integers == 0 ? 1 : p->crosses ? 0.5 * p->s.margin : p->s.margin;
    for (size_t i = 0; i < c.n; i++) least = fmin(least, nes_choices_least(&c, i));
    return 2 * log(20 * changes) / least;
}

/* Resolves the margins of integers and choices. A margin that the caller gives for choices is one
 * of integers beside them, too. */
static void resolve_margins(nes_plan *p)
{
    nes_settings *s = &p->s;
    const size_t n = p->integers + p->choices;
    const double given = or_else(s->choice_margin, 0.1);
    const double seldom = fmin(0.25, 1 / ((double)s->popsize * (double)p->dim));
    if (p->integers > 0)
        s->margin = or_else(s->margin, p->crosses ? fmin(share_of(given, n), 0.4) : seldom);
    if (p->choices > 0)
        s->choice_margin = or_else(s->choice_margin, p->choices < p->dim ? 0.27 : 0.5);
}

/* Resolves the stop tests of integers and choices. Points that have the same ones may have equal
 * values, which says little before others have been tried. */
static void resolve_changes(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool fits = nes_has_length(s, "integer", p->dim) && nes_has_length(s, "choices", p->dim);
    for (size_t i = 0; fits && s->integer != NULL && i < p->dim; i++)
        p->integers += nes_is_integer(s, i);
    if (p->integers > 0)
        p->crosses = !p->scheme->elitist && !p->gradient->scores && !p->mixes && !p->adapts;
    resolve_margins(p);
    if (p->integers + p->choices == 0) return;
    const double many = nes_many_changes(p), generations = ceil(many / (double)s->popsize);
    s->flat = or_else(s->flat, p->noisy ? NES_OFF : fmax(generations, (double)p->dim / 3));
    if (p->integers + p->choices < p->dim) return;
    s->tolfun = or_else(s->tolfun, NES_OFF);
    if (p->integers == 0 || p->crosses)
        s->settled = or_else(s->settled, p->noisy ? NES_OFF : ceil(many));
}

double nes_noisy_stagnation(const nes_plan *p)
{
    if (nes_has_budget(&p->s)) return NES_OFF;
    return p->s.constraints > 0 ? 0.3 : 0.2;
}

/* Constraints are the first outputs. With them, the test of stagnation is one of the best point. */
static void resolve_constraints(nes_plan *p)
{
    nes_settings *s = &p->s;
    if (s->outputs == 0) s->outputs = s->constraints;
    p->rules = strcmp(s->constraint_handling, "rules") == 0;
    if (s->constraints > 0)
        s->stagnation = or_else(s->stagnation, p->noisy ? nes_noisy_stagnation(p) : 0.3);
}

/* Resolves the other stop tests. Small rates make progress that the test of stagnation does not
 * see. [math: A26] */
static void resolve_stops(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool slow = p->gradient->scores || strcmp(s->rates, "fixed") != 0;
    s->tolx = or_else(s->tolx, p->scheme->elitist ? NES_OFF : 5e-12);
    s->tolfun = or_else(s->tolfun, p->noisy ? NES_OFF : 1e-12);
    s->flat = or_else(s->flat, p->noisy ? NES_OFF : fmax(2, (double)p->space.whole / 3));
    s->stagnation = or_else(s->stagnation, p->noisy ? nes_noisy_stagnation(p)
                                           : slow   ? NES_OFF
                                                    : 0.2);
    s->max_growth = or_else(s->max_growth, 1e10);
    s->all_failed = or_else(s->all_failed, fmax(10, (double)s->popsize));
}

/* Defaults of restarts and of the race. [math: B10] */
static void resolve_restarts(nes_settings *s, size_t dim)
{
    const double d = (double)dim, most = 512;
    const bool open = s->restart_max == 0;
    if (s->restart_slice == 0) s->restart_slice = 10 * s->popsize;
    for (double r = s->restart_factor; open && r <= most && s->restart_max < 64;
         r *= s->restart_factor)
        s->restart_max++;
    if (s->race_first == 0) s->race_first = (uint64_t)(fmax(350, 15 * sqrt(d)) * d);
    if (s->race_length == 0) s->race_length = 100 * dim;
}

static void resolve_numbers(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool elitist = p->scheme->elitist;
    const bool box = s->lower != NULL && s->upper != NULL;
    nes_resolve_population(p);
    resolve_restarts(s, p->space.whole);
    if (s->sigma == NES_AUTO && !box && s->std == NULL) s->sigma = 1;
    if (s->eta_mu == NES_AUTO || elitist) s->eta_mu = p->gradient->mean_rate;
    resolve_rates(p);
    s->nu = or_else(s->nu, elitist ? 1 : 3);
    s->eta_nu = or_else(s->eta_nu, s->eta_sigma);
    s->elitist_down = or_else(s->elitist_down, p->family->elitist_down);
    s->elitist_learn = or_else(s->elitist_learn, p->family->elitist_learn);
    resolve_bits(p);
    resolve_changes(p);
    resolve_constraints(p);
    resolve_stops(p);
}

/* Decides how often the start is evaluated. A start that the caller gave is, and so is the parent
 * of an elitist scheme. */
static void resolve_eval_start(nes_plan *p, bool given)
{
    enum { REPEATS = 5 }; /* further values of the start, to see whether they differ */
    nes_settings *s = &p->s;
    const bool looks = strcmp(s->noisy, "auto") == 0;
    if (strcmp(s->eval_start, "auto") == 0 || looks)
        s->eval_start = given || looks || p->scheme->elitist ? "yes" : "no";
    p->guests = strcmp(s->eval_start, "yes") == 0 ? 1 + (looks ? REPEATS : 0) : 0;
}

/* Finds out which variables are choices, and which of them the distribution leaves to others. */
static void resolve_variables(nes_plan *p)
{
    const bool alone = p->family->discrete;
    p->choices = alone ? p->dim : nes_count_choices(&p->s, p->dim);
    p->coords = alone ? p->dim : p->dim - p->choices;
}

/* Whether the caller gave a start of all variables: choices may be without one. */
static bool has_start(const nes_plan *p, const double *x0)
{
    bool all = x0 != NULL;
    for (size_t i = 0; all && i < p->dim && p->choices > 0; i++)
        all = nes_choice_count(&p->s, i) == 0 || x0[i] >= 0;
    return all;
}

/* Replaces the caller's strings, which may die, by those of the tables. */
static void own_words(nes_settings *s)
{
    NES_EACH_FIELD (f)
        if (f->option.type == NES_TYPE_CHOICE && nes_word_of(s, f) != NULL)
            *(const char **)nes_field_in(s, f) = nes_field_word(f, nes_word_of(s, f));
}

nes_status nes_resolve(nes_plan *plan, const nes_space *space, const double *x0,
                       const nes_settings *user, nes_note note)
{
    memset((char *)plan + sizeof plan->s, 0, sizeof *plan - sizeof plan->s); /* s comes first */
    if (user != NULL)
        nes_settings_copy(&plan->s, user);
    else
        nes_settings_default(&plan->s);
    plan->s.message[0] = '\0';
    plan->s.owner = NULL;
    plan->dim = space->dim;
    plan->space = *space;
    NES_TRY(nes_check_frame(plan, note));
    own_words(&plan->s);
    NES_TRY(nes_resolve_method(plan, note));
    resolve_variables(plan);
    resolve_eval_start(plan, has_start(plan, x0));
    NES_TRY(nes_check_kernels(&plan->s, note));
    plan->level = kernel_level(plan->s.kernels);
    if (plan->family->matrix && plan->dim > 0x7fffffff)
        return nes_refuse(note, NES_ERR_DIMENSION,
                          "the dimension %zu is too large for family '%s': use gauss-diag",
                          plan->dim, plan->s.family);
    NES_TRY(nes_check_parts(plan, note));
    if (space->shared) NES_TRY(nes_check_slice(plan, note));
    NES_TRY(nes_check_bits(plan, x0, note));
    resolve_numbers(plan);
    NES_TRY(nes_resolve_window(plan, note));
    nes_explain_choice(plan, user == NULL || user->popsize == 0);
    NES_TRY(nes_check_plan(plan, x0, note));
    return nes_check_asynchronous(plan, note);
}
