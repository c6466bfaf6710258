/* SPDX-License-Identifier: MIT
 *
 * The named methods, and what "auto" makes of a problem. [math: A22] */
#include "opt/settings/methods.h"

#include <string.h>

#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "util/sentence.h"
#include "util/try.h"

/* A row names what differs from gradient local, scheme comma and no techniques, which the option
 * table has as base words. */
static const nes_method table[] = {
    {"xnes", "family=gauss-full",
     "exponential NES: full covariance, invariant to rotation and scaling; robust, but slow"},
    {"xnes-as", "family=gauss-full adaptation=virtual",
     "xnes that adapts the learning rate of its step size; fast on smooth functions"},
    {"xnes-im", "family=gauss-full mixing=importance",
     "xnes that uses samples again; fewer evaluations, less robust at small populations"},
    {"xnes-im-as", "family=gauss-full mixing=importance adaptation=virtual",
     "xnes with both; the fastest on simple functions, the least robust"},
    {"snes", "family=gauss-diag",
     "separable NES: one step size per coordinate, linear cost; for many parameters"},
    {"snes-snr", "family=gauss-diag sampling=mirrored rates=snr",
     "snes whose rates fall where steps are mostly noise; for noisy values and many local optima"},
    {"dd-xnes",
     "family=gauss-dd sampling=mirrored-orthogonal shaping=active ties=index paths=cumulation",
     "xnes with paths, a step size per coordinate and mirrored samples; the fewest evaluations"},
    {"block-xnes",
     "family=gauss-block sampling=mirrored-orthogonal shaping=active ties=index paths=cumulation",
     "dd-xnes with a matrix for each group of variables (option groups); its cost goes with the "
     "squared group sizes"},
    {"cr-fm-nes", "family=gauss-vd sampling=mirrored-orthogonal ties=index",
     "a step size per coordinate and one direction besides, with paths; linear cost, the choice "
     "for many variables"},
    {"lm-ma-es", "family=gauss-lm sampling=mirrored-orthogonal shaping=half ties=index",
     "some directions that are averages of past steps; linear cost, for many variables that depend "
     "on one another"},
    {"bernoulli", "family=bernoulli",
     "strings of bits: a probability for each, linear cost; for variables that are 0 or 1"},
    {"categorical", "family=categorical shaping=centred ties=index",
     "choices and bits: a probability for each value, steps as long as they agree, linear cost"},
    {"1+1-xnes", "family=gauss-full scheme=elitist",
     "hill climber with full covariance; for smooth functions and few evaluations"},
    {"1+1-snes", "family=gauss-diag scheme=elitist",
     "hill climber with one step size per coordinate, linear cost"},
    {"1+1-nes", "family=gauss-radial scheme=elitist",
     "hill climber with a single step size, linear cost"},
    {"t-xnes", "family=student",
     "xnes with heavy tails: Student samples, fixed or adapted degrees of freedom"},
    {"1+1-cauchy", "family=student scheme=elitist",
     "hill climber with heavy tails: rare long jumps leave local optima"},
    {"canonical", "family=gauss-cov gradient=fisher",
     "canonical NES: natural gradient with estimated Fisher matrix; small problems, comparison"},
    {"gradient", "family=gauss-cov gradient=plain",
     "plain search gradient, without natural gradient; comparison only"},
    {"exp-nes", "family=gauss-exp",
     "exponential parameterisation of the covariance; small problems, comparison"},
};

enum { TEXT_SIZE = 64 }; /* no name or value of a preset is as long */

size_t nes_method_count(void)
{
    return sizeof table / sizeof *table;
}

const nes_method *nes_method_at(size_t i)
{
    return i < nes_method_count() ? &table[i] : NULL;
}

const char *nes_method_text(size_t i, const char *what)
{
    const nes_method *m = nes_method_at(i);
    if (m == NULL || what == NULL) return NULL;
    if (strcmp(what, "name") == 0) return m->name;
    if (strcmp(what, "presets") == 0) return m->presets;
    return strcmp(what, "doc") == 0 ? m->doc : NULL;
}

const nes_method *nes_method_find(const char *name)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

typedef struct preset {
    char name[TEXT_SIZE], value[TEXT_SIZE];
} preset;

/* Takes the text up to one of the ends from *at. */
static void take_text(const char **at, const char *ends, char *text)
{
    const size_t length = strcspn(*at, ends), n = length < TEXT_SIZE ? length : TEXT_SIZE - 1;
    memcpy(text, *at, n);
    text[n] = '\0';
    *at += length;
}

/* Reads the next preset from *at on; false when there is none left. */
static bool next_preset(const char **at, preset *p)
{
    *at += strspn(*at, " ");
    take_text(at, "= ", p->name);
    if (**at != '=') return false;
    ++*at;
    take_text(at, " ", p->value);
    return true;
}

/* Finds what the method says of an option; false: nothing. */
static bool preset_of(const nes_method *m, const nes_field *f, preset *p)
{
    const char *at = m->presets;
    while (next_preset(&at, p))
        if (strcmp(p->name, f->option.name) == 0) return true;
    return false;
}

nes_status nes_method_get(const nes_method *m, const char *name, char *value, size_t size)
{
    preset p;
    if (m == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    const nes_field *f = nes_field_find(name);
    if (f == NULL) return NES_ERR_OPTION;
    const bool there = preset_of(m, f, &p);
    if (!there && f->option.type != NES_TYPE_CHOICE) {
        nes_settings s;
        nes_settings_default(&s);
        return nes_get(&s, name, value, size);
    }
    const int length = nes_print(value, size, "%s", there ? p.value : f->base);
    return (size_t)length < size ? NES_OK : NES_ERR_SPACE;
}

static bool is_choice(const nes_field *f)
{
    return f->option.type == NES_TYPE_CHOICE;
}

nes_status nes_method_apply(const nes_method *m, nes_settings *s, nes_note note)
{
    const char *at = m->presets;
    preset p;
    while (next_preset(&at, &p)) {
        const nes_field *f = nes_field_find(p.name); /* every preset of the table is an option */
        if (nes_field_untouched(f, s)) NES_TRY(nes_field_set(f, s, p.value, note));
    }
    NES_EACH_FIELD (f)
        if (is_choice(f) && nes_word_of(s, f) == NULL) *(const char **)nes_field_in(s, f) = f->base;
    return NES_OK;
}

/* Whether a choice has the word that the method gives it, or its base word if the method says
 * nothing. */
static bool has_part(const nes_method *m, const nes_field *f, const nes_settings *s)
{
    preset p;
    return strcmp(nes_word_of(s, f), preset_of(m, f, &p) ? p.value : f->base) == 0;
}

/* Whether a choice is a part of a method. How values become utilities is none. */
static bool is_part(const nes_field *f)
{
    return is_choice(f) && f->word == NULL && strcmp(f->option.section, "move") != 0;
}

/* Whether all options that are not words are as the method presets them. */
static bool has_presets(const nes_method *m, const nes_settings *s)
{
    const char *at = m->presets;
    preset p;
    while (next_preset(&at, &p)) {
        char value[TEXT_SIZE];
        if (is_choice(nes_field_find(p.name))) continue;
        if (nes_get(s, p.name, value, sizeof value) != NES_OK) return false;
        if (strcmp(p.value, value) != 0) return false;
    }
    return true;
}

const nes_method *nes_method_of(const nes_settings *s)
{
    for (size_t i = 0; i < nes_method_count(); i++) {
        bool same = true;
        NES_EACH_FIELD (f) same = same && (!is_part(f) || has_part(&table[i], f, s));
        if (same && has_presets(&table[i], s)) return &table[i];
    }
    return NULL;
}

/* A full matrix costs COST d^2 seconds an evaluation and takes BYTES d^2 bytes. Where evaluations
 * are slower than that anyway, it is worth having in more dimensions too. */
static bool is_affordable(const nes_settings *s, size_t dim)
{
    static const double COST = 8e-11, BYTES = 32, MEMORY = 1073741824.0;
    const double d2 = (double)dim * (double)dim, jobs = s->jobs > 0 ? (double)s->jobs : 1;
    if (dim <= s->full_limit) return true;
    return s->eval_time != NES_OFF && s->eval_time / jobs >= COST * d2 && BYTES * d2 <= MEMORY;
}

/* Whether the budget ends before a matrix, or even a factor per coordinate, is learnt. */
static bool is_short(const nes_settings *s, size_t dim)
{
    enum { MANY = 60, FEW = 30 };
    return dim > MANY && s->max_evals > 0 && s->max_evals / FEW < dim;
}

/* Whether the caller has chosen parts that make a method. */
static bool has_parts(const nes_settings *s)
{
    return s->family != NULL || s->gradient != NULL || s->scheme != NULL || s->mixing != NULL ||
           s->adaptation != NULL || s->rates != NULL;
}

/* A budget is there to be used, until runs agree; with a target they need not. Without a budget
 * further runs tell whether the first has found more than a local optimum. In many dimensions,
 * where a run is long, that is left to the caller, and with noise ends cannot be compared. A table
 * of utilities fits one population only. */
static nes_choice choose_restarts(const nes_settings *s, size_t dim, bool discrete)
{
    enum { FEW = 20, AGREE = 2, RUNS = 9 };
    const bool one_size = s->shaping != NULL && strcmp(s->shaping, "table") == 0;
    const bool budget = nes_has_budget(s), noise = s->noisy != NULL && strcmp(s->noisy, "no") != 0;
    const bool once = !budget && (dim > FEW || (discrete && noise));
    if (has_parts(s) || one_size || once) return (nes_choice){.restarts = "none"};
    if (!budget && !discrete) return (nes_choice){.restarts = "opinions"};
    return (nes_choice){.restarts = discrete ? "ipop" : "bipop",
                        .agree = budget && s->target != NES_OFF ? 0 : AGREE,
                        .max_runs = budget ? 0 : RUNS};
}

nes_choice nes_choose(const nes_settings *s, const nes_space *space)
{
    const size_t choices = nes_count_choices(s, space->dim);
    const bool named = s->family != NULL && strcmp(s->family, "categorical") == 0;
    const bool discrete = named || s->bits || nes_has_choices_alone(s, space->dim);
    nes_choice c = choose_restarts(s, space->whole, discrete);
    const char *method;
    c.challenger = "none";
    if (s->bits && has_parts(s) && !named) { /* parts that choices cannot have */
        method = "bernoulli";
    } else if (discrete) {
        method = "categorical";
        c.reason = has_parts(s) ? NULL : s->bits ? "the variables are bits" : "all are choices";
    } else if (has_parts(s)) { /* xnes with those parts in the place of its own */
        method = "xnes";
    } else if (space->shared) { /* the only one of the three that can be sliced */
        method = "cr-fm-nes";
        c.reason = "the coordinates are shared out";
    } else if (nes_has_groups(s, space->dim)) {
        method = "block-xnes";
        c.reason = "groups are given";
    } else if (is_short(s, space->whole)) {
        method = "lm-ma-es";
        c.reason = "there are fewer than 30 evaluations a variable";
    } else if (is_affordable(s, space->whole - choices)) {
        method = "dd-xnes";
        c.reason = "a full matrix is affordable";
    } else {
        method = "cr-fm-nes";
        c.challenger = "lm-ma-es";
        c.reason = "a full matrix would take too much time or memory";
    }
    c.method = nes_method_find(method);
    return c;
}

uint64_t nes_popsize_for_jobs(uint64_t n, uint64_t jobs)
{
    const uint64_t even = jobs + jobs % 2, step = jobs % 2 == 0 ? jobs : 2 * jobs;
    if (jobs <= 1) return n;
    return jobs > n ? even : (n + step - 1) / step * step;
}
