/* SPDX-License-Identifier: MIT
 *
 * The named methods, and what "auto" makes of a dimension. [math: A22] */
#include "opt/methods.h"

#include <stdio.h>
#include <string.h>

static const nes_method table[] = {
    {"xnes", "gauss-full", "local", "comma", "none", "none", "iid", "fixed",
     "exponential NES: full covariance, invariant to rotation and scaling; the standard choice"},
    {"xnes-as", "gauss-full", "local", "comma", "none", "virtual", "iid", "fixed",
     "xnes that adapts the learning rate of its step size; fast on smooth functions"},
    {"xnes-im", "gauss-full", "local", "comma", "importance", "none", "iid", "fixed",
     "xnes that uses samples again; fewer evaluations, less robust at small populations"},
    {"xnes-im-as", "gauss-full", "local", "comma", "importance", "virtual", "iid", "fixed",
     "xnes with both; the fastest on simple functions, the least robust"},
    {"xnes-snr", "gauss-full", "local", "comma", "none", "none", "mirrored", "snr",
     "xnes for noisy objectives: slow, but it keeps improving where fixed rates stall"},
    {"snes", "gauss-diag", "local", "comma", "none", "none", "iid", "fixed",
     "separable NES: one step size per coordinate, linear cost; for many parameters"},
    {"1+1-xnes", "gauss-full", "local", "elitist", "none", "none", "iid", "fixed",
     "hill climber with full covariance; for smooth functions and few evaluations"},
    {"1+1-snes", "gauss-diag", "local", "elitist", "none", "none", "iid", "fixed",
     "hill climber with one step size per coordinate, linear cost"},
    {"1+1-nes", "gauss-radial", "local", "elitist", "none", "none", "iid", "fixed",
     "hill climber with a single step size, linear cost"},
    {"t-xnes", "student", "local", "comma", "none", "none", "iid", "fixed",
     "xnes with heavy tails: Student samples, fixed or adapted degrees of freedom"},
    {"1+1-cauchy", "student", "local", "elitist", "none", "none", "iid", "fixed",
     "hill climber with heavy tails: rare long jumps leave local optima"},
    {"canonical", "gauss-cov", "fisher", "comma", "none", "none", "iid", "fixed",
     "canonical NES: natural gradient with estimated Fisher matrix; small problems, comparison"},
    {"gradient", "gauss-cov", "plain", "comma", "none", "none", "iid", "fixed",
     "plain search gradient, without natural gradient; comparison only"},
    {"exp-nes", "gauss-exp", "local", "comma", "none", "none", "iid", "fixed",
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

const nes_method *nes_method_of(const nes_settings *s)
{
    for (size_t i = 0; i < nes_method_count(); i++) {
        const nes_method *m = &table[i];
        if (strcmp(m->family, s->family) == 0 && strcmp(m->gradient, s->gradient) == 0 &&
            strcmp(m->scheme, s->scheme) == 0 && strcmp(m->mixing, s->mixing) == 0 &&
            strcmp(m->adaptation, s->adaptation) == 0 && strcmp(m->sampling, s->sampling) == 0 &&
            strcmp(m->rates, s->rates) == 0)
            return m;
    }
    return NULL;
}

const nes_method *nes_method_choose(size_t d, char *text, size_t size)
{
    if (d <= FULL_LIMIT) {
        snprintf(text, size,
                 "xnes, because a full covariance matrix is affordable for %zu variables", d);
        return nes_method_find("xnes");
    }
    snprintf(text, size,
             "snes, because a full covariance matrix would learn too slowly for %zu variables "
             "(more than %d)",
             d, FULL_LIMIT);
    return nes_method_find("snes");
}
