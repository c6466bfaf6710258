/* SPDX-License-Identifier: MIT
 *
 * An evaluator for runs that are kept in a folder: values come in random order, and none is
 * computed twice in a round. */
#ifndef NES_TEST_SCRIPTED_H
#define NES_TEST_SCRIPTED_H

#include <string.h>

#include "cli/records.h"
#include "store/replay.h"
#include "support/runs.h"
#include "support/variants.h"

enum { SCRIPTED_PLACES = 4, SCRIPTED_MOST = 4000 };

/* What has been evaluated in all parts of a run together. */
typedef struct scripted_tally {
    size_t n;
    uint64_t round[SCRIPTED_MOST], id[SCRIPTED_MOST];
} scripted_tally;

/* Evaluates points in random order, and remembers which values it has handed over. */
typedef struct scripted {
    nes_objective f;
    const replay *replay;
    scripted_tally *tally;
    uint64_t random;
    size_t n;
    uint64_t id[SCRIPTED_PLACES];
    double x[SCRIPTED_PLACES][VARIANT_DIM];
} scripted;

static size_t scripted_submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    scripted *s = self;
    size_t taken = 0;
    for (; taken < n && s->n < SCRIPTED_PLACES; taken++, s->n++) {
        s->id[s->n] = id[taken];
        memcpy(s->x[s->n], x + taken * VARIANT_DIM, sizeof s->x[s->n]);
    }
    return taken;
}

static void scripted_count(scripted *s, uint64_t id)
{
    scripted_tally *t = s->tally;
    const uint64_t round = s->replay->round;
    for (size_t i = 0; i < t->n; i++)
        if (t->round[i] == round && t->id[i] == id) fail_msg("a point was evaluated twice");
    assert_true(t->n < SCRIPTED_MOST);
    t->round[t->n] = round;
    t->id[t->n++] = id;
}

static size_t scripted_collect(void *self, double seconds, size_t room, eval_record *to)
{
    scripted *s = self;
    (void)seconds;
    assert_true(s->n > 0 && room >= 1);
    size_t n = (size_t)(run_random(&s->random) % 3);
    if (n > room) n = room;
    if (n > s->n) n = s->n;
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)(run_random(&s->random) % s->n);
        to[i] = records_make(s->id[k], s->f(VARIANT_DIM, s->x[k], NULL));
        to[i].seconds = 0.25;
        to[i].failure = "exit status 3";
        to[i].said = "no mesh";
        scripted_count(s, to[i].id);
        s->n--;
        s->id[k] = s->id[s->n];
        memcpy(s->x[k], s->x[s->n], sizeof s->x[k]);
    }
    return n;
}

static inline evaluator scripted_evaluator(scripted *s)
{
    return (evaluator){.submit = scripted_submit, .collect = scripted_collect, .self = s};
}

#endif
