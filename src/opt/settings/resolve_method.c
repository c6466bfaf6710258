/* SPDX-License-Identifier: MIT
 *
 * The method, by name or chosen, and the parts that it is made of. [math: A22] */
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/methods.h"
#include "opt/settings/options.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/bounds.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/sentence.h"
#include "util/try.h"

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
    const char *option;
    for (size_t i = 0; (option = nes_technique_option(i)) != NULL; i++) {
        const char *word = nes_word_of(&p->s, nes_field_find(option));
        const nes_technique *t = nes_technique_find(option, word);
        if (t == nes_technique_at(option, 0)) continue; /* the first word does nothing */
        p->technique[p->ntechniques++] = t;
        p->mixes = p->mixes || t->densities;
        p->adapts = p->adapts || t->stretches;
    }
}

/* Turns the words of the settings into pointers and flags. */
static void resolve_parts(nes_plan *p, bool gradient_chosen)
{
    nes_settings *s = &p->s;
    p->family = nes_family_find(s->family);
    resolve_gradient(p, gradient_chosen);
    p->sampling = nes_sampling_find(s->sampling);
    p->scheme = nes_scheme_find(s->scheme);
    p->shaping = nes_shaping_find(s->shaping);
    p->strategy = nes_strategy_find(s->restarts);
    p->races = strcmp(s->challenger, "none") != 0;
    if (s->lower != NULL || s->upper != NULL) p->bounder = nes_bounder_find(s->bounds);
    resolve_techniques(p);
    p->replaces = strcmp(s->failures, "resample") == 0;
    p->noisy = strcmp(s->noisy, "yes") == 0;
    s->bits = s->bits || p->family->binary || (p->family->discrete && s->choices == NULL);
}

static bool is_open(const char *word)
{
    return word == NULL || strcmp(word, "auto") == 0;
}

/* Sets a count that the caller has left open. */
static void set_open(nes_settings *s, const char *name, uint64_t value)
{
    const nes_field *f = nes_field_find(name);
    if (nes_field_untouched(f, s)) *(uint64_t *)nes_field_in(s, f) = value;
}

/* Resolves how runs follow one another. by: the choice of "auto"; null: the method was named. */
static void resolve_succession(nes_settings *s, const nes_choice *by)
{
    static const nes_choice opinions = {.agree = NES_OPINION_AGREE, .max_runs = NES_OPINION_RUNS};
    const bool chosen = by != NULL && is_open(s->restarts);
    if (is_open(s->restarts)) s->restarts = by != NULL ? by->restarts : "none";
    if (is_open(s->challenger))
        s->challenger =
            by != NULL && nes_strategy_find(s->restarts)->races ? by->challenger : "none";
    if (nes_strategy_find(s->restarts)->opinions)
        by = &opinions;
    else if (!chosen)
        return;
    set_open(s, "restart_agree", by->agree);
    set_open(s, "max_runs", by->max_runs);
}

/* Whether the settings rule pairs of points out: a population of pairs is even, and a pair cannot
 * be replaced point by point. */
static bool needs_single_points(const nes_settings *s)
{
    return s->popsize % 2 != 0 || (s->failures != NULL && strcmp(s->failures, "resample") == 0);
}

/* The sampling of slices, which do without right angles: these take sums over all coordinates for
 * every two samples. Null: as the method says. */
static const char *sampling_of_slices(const nes_method *m)
{
    char word[32] = "";
    nes_method_get(m, "sampling", word, sizeof word);
    return strcmp(word, "mirrored-orthogonal") == 0 ? "mirrored" : NULL;
}

nes_status nes_resolve_method(nes_plan *p, nes_note note)
{
    nes_settings *s = &p->s;
    const bool gradient_chosen = s->gradient != NULL;
    const bool automatic = s->method == NULL || strcmp(s->method, "auto") == 0;
    const nes_choice choice = nes_choose(s, &p->space);
    const nes_method *m = automatic ? choice.method : nes_method_find(s->method);
    resolve_succession(s, automatic ? &choice : NULL);
    if (automatic && s->sampling == NULL && needs_single_points(s)) s->sampling = "iid";
    if (p->space.shared && s->sampling == NULL) s->sampling = sampling_of_slices(m);
    NES_TRY(nes_method_apply(m, s, note));
    resolve_parts(p, gradient_chosen);
    p->method = nes_method_of(s);
    s->method = p->method != NULL ? p->method->name : m->name;
    p->reason = automatic ? choice.reason : NULL;
    return NES_OK;
}

void nes_explain_choice(nes_plan *p, bool open)
{
    const nes_settings *s = &p->s;
    char size[48] = "", jobs[48] = "", restarts[48] = "", race[64] = "", model[96] = "";
    if (p->reason == NULL) return;
    if (!s->bits)
        nes_print(size, sizeof size, " for %zu variable%s", p->space.whole, nes_s(p->space.whole));
    if (open && s->jobs > 1 && !p->models)
        nes_print(jobs, sizeof jobs, " for %llu jobs", (unsigned long long)s->jobs);
    if (p->strategy->restarts)
        nes_print(restarts, sizeof restarts, ", with restarts (%s)", p->strategy->name);
    if (p->races) nes_print(race, sizeof race, ", challenged by %s", s->challenger);
    if (p->models)
        nes_print(model, sizeof model,
                  "; a model saves evaluations, %llu at a time (model off: none)",
                  (unsigned long long)s->batch);
    nes_print(p->choice, sizeof p->choice, "%s, because %s%s; %llu points a generation%s%s%s%s",
              s->method, p->reason, size, (unsigned long long)s->popsize, jobs, restarts, race,
              model);
}
