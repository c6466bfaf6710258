/* SPDX-License-Identifier: MIT
 *
 * The named methods, and what "auto" makes of a problem. [math: A22] */
#include "opt/methods.h"

#include <stdio.h>
#include <string.h>

#include "opt/options.h"
#include "util/try.h"

/* What a row does not say is local, comma and without techniques (the option table has the words).
 */
static const nes_method table[] = {
    {"xnes", "family=gauss-full",
     "exponential NES: full covariance, invariant to rotation and scaling; the standard choice"},
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

enum { FULL_LIMIT = 200 }; /* dimensions up to which "auto" takes the full covariance */

size_t nes_method_count(void)
{
    return sizeof table / sizeof *table;
}

const nes_method *nes_method_at(size_t i)
{
    return i < nes_method_count() ? &table[i] : NULL;
}

const nes_method *nes_method_find(const char *name)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

typedef struct preset {
    char name[32], value[48];
} preset;

/* The next preset from *at on; false when there is none left. */
static bool next_preset(const char **at, preset *p)
{
    int length = 0;
    if (sscanf(*at, " %31[^= ]=%47[^ ]%n", p->name, p->value, &length) != 2) return false;
    *at += length;
    return true;
}

/* What the method says of that option, into p; false: nothing. */
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
    const int n = snprintf(value, size, "%s", there ? p.value : f->base);
    return n >= 0 && (size_t)n < size ? NES_OK : NES_ERR_SPACE;
}

nes_status nes_method_apply(const nes_method *m, nes_settings *s, nes_note note)
{
    const nes_field *f;
    preset p;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        if (!nes_field_untouched(f, s)) continue;
        if (preset_of(m, f, &p))
            NES_TRY(nes_field_set(f, s, p.value, note));
        else if (f->option.type == NES_TYPE_CHOICE && f->base != NULL)
            *(const char **)nes_field_in(s, f) = f->base;
    }
    return NES_OK;
}

/* Words that a method chooses must be the method's; other options must be as it presets them. */
static bool agrees(const nes_method *m, const nes_field *f, const nes_settings *s)
{
    preset p;
    const bool there = preset_of(m, f, &p), part = f->option.type == NES_TYPE_CHOICE && !f->word;
    char value[64];
    if (!there && !part) return true;
    if (nes_get(s, f->option.name, value, sizeof value) != NES_OK) return false;
    return strcmp(value, there ? p.value : f->base) == 0;
}

const nes_method *nes_method_of(const nes_settings *s)
{
    for (size_t i = 0; i < nes_method_count(); i++) {
        const nes_field *f;
        size_t k = 0;
        while ((f = nes_field_at(k)) != NULL && agrees(&table[i], f, s)) k++;
        if (f == NULL) return &table[i];
    }
    return NULL;
}

nes_situation nes_situation_of(const nes_settings *s, size_t dim)
{
    return (nes_situation){.dim = dim,
                           .max_evals = s->max_evals,
                           .jobs = s->jobs,
                           .bounded = s->lower != NULL || s->upper != NULL,
                           .noisy = s->noisy};
}

const nes_method *nes_method_choose(const nes_situation *w, char *text, size_t size)
{
    if (w->dim <= FULL_LIMIT) {
        snprintf(text, size,
                 "xnes, because a full covariance matrix is affordable for %zu variables", w->dim);
        return nes_method_find("xnes");
    }
    snprintf(text, size,
             "snes, because a full covariance matrix would learn too slowly for %zu variables "
             "(more than %d)",
             w->dim, FULL_LIMIT);
    return nes_method_find("snes");
}
