/* SPDX-License-Identifier: MIT
 *
 * Resolving settings; what cannot be run is refused by opt/check.c. [math: A22] */
#include "opt/resolve.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "family/user.h"
#include "gradient/gradient.h"
#include "opt/bounds.h"
#include "opt/challenger.h"
#include "opt/check.h"
#include "opt/methods.h"
#include "opt/options.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/limits.h"
#include "util/text.h"
#include "util/try.h"

bool nes_has_length(const nes_settings *s, const char *name, size_t dim)
{
    const size_t n = s->array_length[nes_field_array(nes_field_find(name))];
    return n == 0 || n == dim;
}

bool nes_two_sided(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && fabs(s->lower[i]) < NES_HUGE &&
           fabs(s->upper[i]) < NES_HUGE;
}

bool nes_is_fixed(const nes_settings *s, size_t i)
{
    return nes_two_sided(s, i) && s->lower[i] == s->upper[i];
}

const void *nes_model_of(const nes_settings *s)
{
    return s->density != NULL ? (const void *)s->density : s->radial;
}

/* sigma is NES_AUTO here only when bounds or std are to set the scale. */
double nes_start_std(const nes_settings *s, size_t i)
{
    if (s->std != NULL) return s->std[i];
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

static const char *const LEVELS[] = {
    [NES_CPU_BASELINE] = "baseline", [NES_CPU_AVX2] = "avx2", [NES_CPU_AVX512] = "avx512"};

/* The level that the option 'kernels' names; the best there is, where it names none. */
static nes_cpu level_of(const char *kernels)
{
    for (int level = NES_CPU_BASELINE; level <= NES_CPU_AVX512; level++)
        if (strcmp(kernels, LEVELS[level]) == 0) return (nes_cpu)level;
    return nes_cpu_best();
}

nes_status nes_check_kernels(const nes_settings *s, nes_note note)
{
    if (level_of(s->kernels) <= nes_cpu_best()) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "kernels '%s' are not available here: the best of this processor and build "
                      "are '%s'; use those, or 'auto'",
                      s->kernels, LEVELS[nes_cpu_best()]);
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
    p->races = nes_has_challenger(s);
    if (s->lower != NULL || s->upper != NULL) p->bounder = nes_bounder_find(s->bounds);
    resolve_techniques(p);
    p->replaces = strcmp(s->failures, "resample") == 0;
    p->noisy = strcmp(s->noisy, "yes") == 0;
    p->average_ties = strcmp(s->ties, "average") == 0;
    s->bits = s->bits || p->family->binary;
}

/* A start that the caller gave is evaluated, and so is the parent of an elitist scheme. */
static void resolve_start(nes_plan *p, bool given)
{
    enum { REPEATS = 5 }; /* values of one point more, to see whether they differ */
    nes_settings *s = &p->s;
    const bool looks = strcmp(s->noisy, "auto") == 0;
    if (strcmp(s->eval_start, "auto") == 0 || looks)
        s->eval_start = given || looks || p->scheme->elitist ? "yes" : "no";
    p->guests = strcmp(s->eval_start, "yes") == 0 ? 1 + (looks ? REPEATS : 0) : 0;
}

static bool is_open(const char *word)
{
    return word == NULL || strcmp(word, "auto") == 0;
}

/* How runs follow one another; by: what "auto" says of it, null: the method was named. */
static void resolve_succession(nes_settings *s, const nes_choice *by)
{
    const bool chosen = by != NULL && is_open(s->restarts);
    if (is_open(s->restarts)) s->restarts = by != NULL ? by->restarts : "none";
    if (is_open(s->challenger))
        s->challenger =
            by != NULL && nes_strategy_find(s->restarts)->races ? by->challenger : "none";
    if (chosen && nes_field_untouched(nes_field_find("restart_agree"), s))
        s->restart_agree = by->agree;
    if (chosen && nes_field_untouched(nes_field_find("max_runs"), s)) s->max_runs = by->max_runs;
}

/* Pairs of points have an even number of them, and cannot be replaced one by one. */
static bool needs_single_points(const nes_settings *s)
{
    return s->popsize % 2 != 0 || (s->failures != NULL && strcmp(s->failures, "resample") == 0);
}

/* The method fills in what the caller left open. */
static nes_status resolve_method(nes_plan *p, nes_note note)
{
    nes_settings *s = &p->s;
    const bool gradient_chosen = s->gradient != NULL;
    const bool automatic = s->method == NULL || strcmp(s->method, "auto") == 0;
    const nes_situation situation = nes_situation_of(s, p->dim);
    const nes_choice choice = nes_choose(&situation);
    const nes_method *m = automatic ? choice.method : nes_method_find(s->method);
    resolve_succession(s, automatic ? &choice : NULL);
    if (automatic && s->sampling == NULL && needs_single_points(s)) s->sampling = "iid";
    NES_TRY(nes_method_apply(m, s, note));
    resolve_parts(p, gradient_chosen);
    p->method = nes_method_of(s);
    s->method = p->method != NULL ? p->method->name : m->name;
    p->reason = automatic ? choice.reason : NULL;
    return NES_OK;
}

/* One line about what "auto" chose and why, once all numbers are known. open: the population was
 * left to it. */
static void explain(nes_plan *p, bool open)
{
    const nes_settings *s = &p->s;
    char size[48] = "", jobs[48] = "", restarts[48] = "", race[64] = "";
    if (p->reason == NULL) return;
    if (!s->bits)
        nes_print(size, sizeof size, " for %zu variable%s", p->dim, p->dim == 1 ? "" : "s");
    if (open && s->jobs > 1)
        nes_print(jobs, sizeof jobs, " for %llu jobs", (unsigned long long)s->jobs);
    if (p->strategy->restarts)
        nes_print(restarts, sizeof restarts, ", with restarts (%s)", p->strategy->name);
    if (p->races) nes_print(race, sizeof race, ", challenged by %s", s->challenger);
    nes_print(p->choice, sizeof p->choice, "%s, because %s%s; %llu points a generation%s%s%s",
              s->method, p->reason, size, (unsigned long long)s->popsize, jobs, restarts, race);
}

/* [math: A22]; at least so many; "auto" keeps all jobs busy. */
static uint64_t default_popsize(const nes_plan *p, size_t least)
{
    const uint64_t first = 4 + (uint64_t)floor(3 * log((double)p->dim));
    const uint64_t d = p->dim, long_run = d < UINT64_MAX / 1000 ? 1000 * d : UINT64_MAX;
    const bool averages = p->noisy && p->reason != NULL && p->s.max_evals >= long_run;
    const uint64_t n = (averages ? 4 : strcmp(p->s.preset, "robust") == 0 ? 2 : 1) * first;
    const uint64_t busy = p->reason != NULL ? nes_popsize_for_jobs(n, p->s.jobs) : n;
    return busy > least ? busy : least < UINT32_MAX ? least : UINT32_MAX;
}

bool nes_plan_stores(const nes_plan *p)
{
    if (p->family->stores || !p->sampling->whole) return p->family->stores;
    return !p->family->blocks || nes_sampling_draws(p->sampling, p->dim, p->rows) == 0;
}

/* Rows that are drawn again together must be in the same part. */
static nes_status check_window(const nes_plan *p, nes_note note)
{
    const bool redraws = p->bounder != NULL && p->bounder->into == NULL;
    const uint64_t window = p->s.window;
    if (redraws && p->sampling->whole)
        return nes_refuse(note, NES_ERR_METHOD,
                          "window is %llu, but with bounds 'resample' sampling '%s' draws all "
                          "points of a generation again at once: leave window out, or use bounds "
                          "'transform'",
                          (unsigned long long)window, p->sampling->name);
    if (!redraws || window % p->sampling->multiple == 0) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "window is %llu, but with bounds 'resample' sampling '%s' needs a multiple "
                      "of %zu: use %llu",
                      (unsigned long long)window, p->sampling->name, p->sampling->multiple,
                      (unsigned long long)nes_sampling_round(p->sampling, window));
}

/* A generation can be handed out in parts when samples can be made again and nothing looks back at
 * them. By itself it is where points would take more than WHOLE bytes; the setting stays 0 where
 * it is all of the population, which restarts may double. */
static nes_status resolve_window(nes_plan *p, size_t dim, nes_note note)
{
    static const double WHOLE = 512e6;
    nes_settings *s = &p->s;
    const bool can = !nes_plan_stores(p) && !p->gradient->scores && !p->mixes && !p->adapts;
    if (s->window == 0 && can && (double)p->rows * (double)dim * sizeof(double) > WHOLE)
        s->window = nes_sampling_round(p->sampling, s->jobs > 0 ? s->jobs : 1);
    p->window = s->window > 0 && s->window < p->rows ? (size_t)s->window : p->rows;
    const bool later = s->window > 0 && p->strategy->resizes; /* it may be below then */
    if (p->window == p->rows && !later) return NES_OK;
    if (can) return check_window(p, note);
    return nes_refuse(note, NES_ERR_METHOD,
                      "window %llu is below the population of %zu%s, but family '%s' with this "
                      "sampling, this gradient and these techniques needs all points of a "
                      "generation at once%s: leave window out, or use method 'snes'",
                      (unsigned long long)s->window, p->rows, later ? " or of a later run" : "",
                      p->family->name,
                      p->family->blocks ? " below 8 variables for each of them" : "");
}

/* A table of another length is refused later, and not read before. */
static double effective_samples(const nes_extent *e)
{
    const nes_plan *p = e->data;
    const bool fits = nes_has_length(&p->s, "utilities", e->n);
    return nes_effective_samples(p->shaping, e->n, fits ? p->s.utilities : NULL);
}

static double or_else(double value, double otherwise)
{
    return value == NES_AUTO ? otherwise : value;
}

/* Learning rates that the caller left open. */
static void resolve_rates(nes_plan *p)
{
    nes_settings *s = &p->s;
    const nes_extent extent = {
        .d = p->dim, .n = (size_t)s->popsize, .effective = effective_samples, .data = p};
    nes_defaults r = {.sigma = p->gradient->rate};
    if (p->family->defaults != NULL && !(r.sigma > 0))
        p->family->defaults(&extent, &r);
    else if (!(r.sigma > 0) && s->eta_sigma == NES_AUTO)
        r.sigma = p->family->rate(&extent);
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

/* Values of strings of bits are equal all the time, which says little. */
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

double nes_many_integers(const nes_plan *p)
{
    return 2 * log(40 * (double)p->integers) / p->s.margin;
}

/* Values of points that round to the same integers are equal, which says little before others have
 * been tried. */
static void resolve_integers(nes_plan *p)
{
    nes_settings *s = &p->s;
    if (!nes_has_length(s, "integer", p->dim)) return;
    for (size_t i = 0; s->integer != NULL && i < p->dim; i++) p->integers += nes_is_integer(s, i);
    if (p->integers == 0) return;
    s->margin = or_else(s->margin, fmin(0.25, 1 / ((double)s->popsize * (double)p->dim)));
    const double many = ceil(nes_many_integers(p) / (double)s->popsize);
    s->flat = or_else(s->flat, p->noisy ? NES_OFF : fmax(many, (double)p->dim / 3));
    if (p->integers == p->dim) s->tolfun = or_else(s->tolfun, NES_OFF);
}

/* Small rates make progress that a window of stagnation does not see. [math: A26] */
static void resolve_stops(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool slow = p->gradient->scores || strcmp(s->rates, "fixed") != 0;
    s->tolx = or_else(s->tolx, p->scheme->elitist ? NES_OFF : 5e-12);
    s->tolfun = or_else(s->tolfun, p->noisy ? NES_OFF : 1e-12);
    s->flat = or_else(s->flat, p->noisy ? NES_OFF : fmax(2, (double)p->dim / 3));
    s->stagnation = or_else(s->stagnation, p->noisy || slow ? NES_OFF : 0.2);
    s->max_growth = or_else(s->max_growth, 1e10);
    s->all_failed = or_else(s->all_failed, fmax(10, (double)s->popsize));
}

/* [math: B10] */
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

static void resolve_numbers(nes_plan *p, size_t dim)
{
    nes_settings *s = &p->s;
    const bool elitist = p->scheme->elitist;
    const bool box = s->lower != NULL && s->upper != NULL;
    const size_t nparam =
        p->gradient->scores ? nes_family_nparam(p->family, dim, nes_model_of(s)) : 0;
    p->popsize = s->popsize;
    if (p->popsize == 0)
        p->popsize =
            default_popsize(p, p->gradient->popsize != NULL ? p->gradient->popsize(nparam) : 0);
    if (s->popsize == 0) s->popsize = nes_sampling_round(p->sampling, p->popsize);
    p->rows = elitist ? 1 : (size_t)s->popsize;
    resolve_restarts(s, dim);
    if (s->sigma == NES_AUTO && !box && s->std == NULL) s->sigma = 1;
    if (s->eta_mu == NES_AUTO || elitist) s->eta_mu = p->gradient->mean_rate;
    resolve_rates(p);
    if (s->nu == NES_AUTO) s->nu = elitist ? 1 : 3;
    if (s->eta_nu == NES_AUTO) s->eta_nu = s->eta_sigma;
    if (s->elitist_down == NES_AUTO) s->elitist_down = p->family->elitist_down;
    if (s->elitist_learn == NES_AUTO) s->elitist_learn = p->family->elitist_learn;
    resolve_bits(p);
    resolve_integers(p);
    resolve_stops(p);
}

/* The caller's strings may die: the table's own stay. */
static void own_words(nes_settings *s)
{
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++)
        if (f->option.type == NES_TYPE_CHOICE && nes_word_of(s, f) != NULL)
            *(const char **)nes_field_in(s, f) = nes_field_word(f, nes_word_of(s, f));
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
    plan->s.owner = NULL;
    plan->dim = dim;
    NES_TRY(nes_check_frame(plan, note));
    own_words(&plan->s);
    NES_TRY(resolve_method(plan, note));
    resolve_start(plan, x0 != NULL);
    NES_TRY(nes_check_kernels(&plan->s, note));
    plan->level = level_of(plan->s.kernels);
    if (plan->family->square && dim > 0x7fffffff)
        return nes_refuse(note, NES_ERR_DIMENSION,
                          "the dimension %zu is too large for family '%s': use gauss-diag", dim,
                          plan->s.family);
    NES_TRY(nes_check_parts(plan, note));
    NES_TRY(nes_check_bits(plan, x0, note));
    resolve_numbers(plan, dim);
    NES_TRY(resolve_window(plan, dim, note));
    explain(plan, user == NULL || user->popsize == 0);
    return nes_check_plan(plan, x0, note);
}
