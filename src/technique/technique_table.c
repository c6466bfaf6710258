/* SPDX-License-Identifier: MIT
 *
 * Looking up techniques, and calling the hooks of those that a run has. */
#include <string.h>

#include "technique/techniques.h"

#define ENTRY(technique) &technique,
static const nes_technique *const table[] = {NES_TECHNIQUE_TABLE(ENTRY)};
#undef ENTRY

enum { COUNT = sizeof table / sizeof *table };

const nes_technique *nes_technique_at(const char *option, size_t i)
{
    for (size_t k = 0; k < COUNT; k++)
        if (strcmp(table[k]->option, option) == 0 && i-- == 0) return table[k];
    return NULL;
}

const nes_technique *nes_technique_find(const char *option, const char *name)
{
    for (size_t k = 0; k < COUNT; k++)
        if (strcmp(table[k]->option, option) == 0 && strcmp(table[k]->name, name) == 0)
            return table[k];
    return NULL;
}

void nes_technique_carve(nes_active *a, nes_arena *arena, const nes_technique *t,
                         const nes_family *f, size_t d, size_t n)
{
    a->technique = t;
    a->nstate = t->nstate != NULL ? t->nstate(f, d) : 0;
    a->state = NES_CARVE(arena, double, a->nstate);
    a->scratch = NES_CARVE(arena, double, t->nscratch != NULL ? t->nscratch(f, d, n) : 0);
}

void nes_technique_start(nes_active *a)
{
    if (a->technique->start != NULL) a->technique->start(a);
}

#define FOR_EACH(a, g) for (nes_active *a = (g)->active; a < (g)->active + NES_TECHNIQUES; a++)

size_t nes_before_sample(nes_gen *g)
{
    size_t kept = 0;
    FOR_EACH(a, g)
    if (a->technique->before_sample != NULL) kept = a->technique->before_sample(g, a);
    return kept;
}

size_t nes_plan_trial(nes_gen *g, nes_batch *trial)
{
    size_t rows = 0;
    FOR_EACH(a, g)
    if (a->technique->plan != NULL) rows = a->technique->plan(g, trial);
    return rows;
}

void nes_before_propose(nes_gen *g, const nes_batch *trial)
{
    FOR_EACH(a, g)
    if (a->technique->before_propose != NULL) a->technique->before_propose(g, a, trial);
}

void nes_before_apply(nes_gen *g, nes_rates *eta)
{
    FOR_EACH(a, g)
    if (a->technique->before_apply != NULL) a->technique->before_apply(g, a, eta);
}

void nes_after_apply(nes_gen *g)
{
    FOR_EACH(a, g)
    if (a->technique->after_apply != NULL) a->technique->after_apply(g, a);
}
