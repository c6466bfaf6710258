/* SPDX-License-Identifier: MIT
 *
 * Points by hand whose results are known: of equal points, and results that the user gives. See
 * session/by_hand.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "session/by_hand.h"
#include "session/parts.h"
#include "session/results.h"

/* Learns all that the folder has, and later what the present round has got. */
static int learn_news(by_hand *h)
{
    const bool first = h->cache.dim == 0;
    if (first) cache_open(&h->cache, NULL, h->variables.n, store_outputs(h->store));
    return store_each_evaluation(h->store, first ? 0 : h->round, caching_learn, &h->cache);
}

int by_hand_answer(by_hand *h, const nes_points *p, bool *any)
{
    int status = h->caches ? learn_news(h) : 0;
    for (size_t i = 0; h->caches && status == 0 && i < p->n; i++) {
        eval_record r = eval_measured(p->id[i], (double)NAN), before;
        const bool open =
            store_find_record(h->store, h->round, r.id, &before) && before.fate == NES_WAITING;
        if (!open || !cache_find(&h->cache, p->x + i * p->dim, &r)) continue;
        status = store_set_record(h->store, h->round, &r);
        *any = true;
    }
    return status;
}

/* Leaves out what is known, and refuses other numbers for a known point. */
static int check_news(by_hand *h, const char *path, const known *given, known *news)
{
    for (size_t i = 0; i < given->n; i++) {
        const double *x = given->x + i * given->dim, *g = given->g + i * given->outputs;
        eval_record r = {.id = 0};
        if (!cache_find(&h->cache, x, &r)) {
            known_copy(news, given, i);
            continue;
        }
        const bool same =
            memcmp(&r.f, &given->f[i], sizeof r.f) == 0 &&
            (given->outputs == 0 || memcmp(r.outputs, g, given->outputs * sizeof *g) == 0);
        if (same) continue;
        return text_error(EXIT_USAGE,
                          "--known %s: result %zu is of a point that has the value %g already, and "
                          "not %g; leave it out",
                          path, i + 1, r.f, given->f[i]);
    }
    return 0;
}

/* How many results the folder has. */
static int count_given(by_hand *h, uint64_t *n)
{
    store_counts counts;
    const int status = store_count_evaluations(h->store, &counts);
    *n = counts.given;
    return status;
}

int by_hand_know(by_hand *h, const char *path, size_t *taken)
{
    known given, news = {.dim = h->variables.n, .outputs = store_outputs(h->store)};
    uint64_t before = 0;
    const results_wish wish = {.option = "--known",
                               .path = path,
                               .variables = &h->variables,
                               .named = h->named,
                               .settings = nes_get_settings(h->opt)};
    *taken = 0;
    if (!h->caches)
        return text_error(EXIT_USAGE,
                          "--known: this run evaluates known points again, since it was "
                          "begun with --cache off, with noise, or by an earlier version");
    int status = learn_news(h);
    if (status == 0)
        status = results_read(&given, &wish);
    else
        given = (known){.n = 0};
    if (status == 0) status = check_news(h, path, &given, &news);
    if (status == 0) status = count_given(h, &before);
    if (status == 0) status = results_keep(&news, h->store, 0, GIVEN_FIRST_ID + before);
    if (status == 0) known_teach(&news, &h->cache);
    if (status == 0) status = known_tell(&news, NULL, &h->variables, h->opt);
    if (status == 0 && news.n > 0) status = store_set_state(h->store, h->round - 1, h->opt);
    *taken = news.n;
    known_close(&given);
    known_close(&news);
    return status;
}
