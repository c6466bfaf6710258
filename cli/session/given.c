/* SPDX-License-Identifier: MIT
 *
 * Results that are known; see session/parts.h. A row of the folder is one of them by its id. */
#include <math.h>

#include "session/parts.h"
#include "session/results.h"

enum { ROUND = 0 };

void caching_open(session *s)
{
    cache *c = &s->cache;
    if (c->dim > 0) return;
    cache_open(c, s->caches ? &s->setup->objective : NULL, s->setup->objective.dim,
               (size_t)s->setup->settings.outputs);
    known_teach(&s->given, c);
    known_teach(&s->known, c); /* what an earlier part of the run has evaluated */
}

int given_read(session *s)
{
    const run_setup *setup = s->setup;
    if (s->options->known == NULL) return 0;
    const results_wish wish = {.option = "--known",
                               .path = s->options->known,
                               .variables = &setup->objective.variables,
                               .named = setup->objective.named,
                               .settings = &setup->settings};
    return results_read(&s->given, &wish);
}

int given_keep(session *s)
{
    return s->store == NULL ? 0 : results_keep(&s->given, s->store, ROUND, GIVEN_FIRST_ID);
}

bool given_recall(session *s, const store_evaluation *e)
{
    if (e->record.fate != NES_KNOWN || e->record.id < GIVEN_FIRST_ID) return false;
    known_add(&s->given, e->x, NES_KNOWN, e->record.f, e->record.outputs);
    return true;
}
