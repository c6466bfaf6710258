/* SPDX-License-Identifier: MIT
 *
 * Results that are known; see session/parts.h. A row of the folder is one of them by its id. */
#include <math.h>

#include "evaluate/front.h"
#include "evaluate/once.h"
#include "evaluate/spared.h"
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

int caching_learn(const store_evaluation *e, void *data)
{
    const eval_record *of = &e->record;
    if ((of->fate == NES_MEASURED && !spared_is(of)) || of->fate == NES_KNOWN)
        cache_add(data, e->x, of->f, of->outputs);
    return 0;
}

/* Answers for known points. Without a cache these are the user's alone, which are never evaluated
 * again. */
static bool answer_known(void *data, const double *x, eval_record *to)
{
    return cache_find(data, x, to);
}

int caching_put(session *s, evaluator *once, const evaluator *inner)
{
    cache *c = &s->cache;
    caching_open(s);
    known_teach(&s->known, c);
    if (s->caches)
        once_open(once, c, inner);
    else if (c->n > 0)
        front_open(once, c->dim, 0, inner, answer_known, c);
    return s->caches && s->store != NULL ? store_each_evaluation(s->store, 0, caching_learn, c) : 0;
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
