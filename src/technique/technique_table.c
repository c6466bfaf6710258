/* SPDX-License-Identifier: MIT
 *
 * Looking up techniques, and giving a run those it wants. */
#include <string.h>

#include "technique/techniques.h"

#define ENTRY(technique) &technique,
static const nes_technique *const table[] = {NES_TECHNIQUE_TABLE(ENTRY)};
#undef ENTRY

enum { COUNT = sizeof table / sizeof *table };

const char *nes_technique_option(size_t i)
{
    size_t options = 0;
    for (size_t k = 0; k < COUNT; k++) {
        const bool first = k == 0 || strcmp(table[k]->option, table[k - 1]->option) != 0;
        if (first && options++ == i) return table[k]->option;
    }
    return NULL;
}

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

void nes_techniques_carve(nes_gen *g, nes_arena *arena, const nes_technique *const *chosen,
                          size_t count, size_t n)
{
    const nes_dist *p = &g->dist;
    g->nactive = count;
    for (size_t i = 0; i < count; i++) {
        const nes_technique *t = chosen[i];
        nes_active *a = &g->active[i];
        a->technique = t;
        a->nstate = t->nstate != NULL ? t->nstate(p) : 0;
        a->state = NES_CARVE(arena, double, a->nstate);
        a->scratch = NES_CARVE(arena, double, t->nscratch != NULL ? t->nscratch(p, n) : 0);
    }
}

void nes_techniques_start(nes_gen *g, const nes_settings *s)
{
    for (nes_active *a = g->active; a < g->active + g->nactive; a++) {
        if (a->technique->take != NULL) a->technique->take(a->own, s);
        if (a->technique->start != NULL) a->technique->start(a);
    }
}
