/* SPDX-License-Identifier: MIT
 *
 * Points that are tried ahead; see evaluate/again.h. A record borrows from the evaluator behind
 * until that is called again, so a point that has failed is given to it with the next call. */
#include "evaluate/again.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"

/* A record that waits until the optimiser asks for it. Texts and outputs are owned. */
typedef struct kept {
    struct kept *next;
    eval_record record;
} kept;

/* A point that has failed and is tried ahead. */
typedef struct ahead {
    uint64_t id, fails; /* how often it has failed */
    double *x;          /* owned */
    bool waits;         /* the evaluator behind has not got it yet, */
    bool under_way;     /* or it has */
    bool asked;         /* the optimiser has asked for it, and waits for a record */
    kept *first;        /* records of earlier tries; owned */
} ahead;

struct again {
    const evaluator *inner;
    const failures *failures;
    size_t outputs, dim;
    size_t in_flight; /* points for which those in front wait */

    /* The points of the round, a copy: */
    size_t n, room;
    uint64_t *id;  /* owned */
    double *x;     /* owned */
    uint64_t left; /* evaluations of the budget beyond this round */

    ahead *list; /* n_ahead points; owned */
    size_t n_ahead;
    kept *lent; /* the record that was handed over last, with what it borrows */
};

/* ---- records -------------------------------------------------------------------------------- */

static void free_kept(kept *k)
{
    while (k != NULL) {
        kept *next = k->next;
        free((char *)k->record.failure);
        free((char *)k->record.said);
        free((double *)k->record.outputs);
        free(k);
        k = next;
    }
}

static void keep(const again *a, ahead *p, const eval_record *r)
{
    kept *k = memory_zeros(1, sizeof *k), **end = &p->first;
    k->record = *r;
    k->record.failure = memory_text(r->failure);
    k->record.said = memory_text(r->said);
    if (r->outputs != NULL)
        k->record.outputs = memcpy(memory_zeros(a->outputs, sizeof *r->outputs), r->outputs,
                                   a->outputs * sizeof *r->outputs);
    while (*end != NULL) end = &(*end)->next;
    *end = k;
}

/* ---- points --------------------------------------------------------------------------------- */

static ahead *find(const again *a, uint64_t id)
{
    for (size_t i = 0; i < a->n_ahead; i++)
        if (a->list[i].id == id) return &a->list[i];
    return NULL;
}

static void drop(again *a, ahead *p)
{
    free(p->x);
    free_kept(p->first);
    *p = a->list[--a->n_ahead];
}

/* Drops a point of which nothing is to come. */
static void drop_if_done(again *a, ahead *p)
{
    if (!p->waits && !p->under_way && p->first == NULL) drop(a, p);
}

/* Has a point tried once more after another failure, if the optimiser will ask for it. */
static void try_again(again *a, ahead *p)
{
    p->waits = ++p->fails <= a->failures->retries && a->left > 0 && !interrupt_is_urgent();
    if (p->waits) a->left--;
}

/* A point of the round has failed for the first time here. */
static void add(again *a, uint64_t id)
{
    size_t k = 0;
    while (k < a->n && a->id[k] != id) k++;
    if (k == a->n) return;
    a->list = memory_resize(a->list, a->n_ahead + 1, sizeof *a->list);
    ahead *p = &a->list[a->n_ahead++];
    *p = (ahead){.id = id, .fails = failures_tries(a->failures, id)};
    p->x = memory_zeros(a->dim, sizeof *p->x);
    memcpy(p->x, a->x + k * a->dim, a->dim * sizeof *p->x);
    try_again(a, p);
    drop_if_done(a, p);
}

/* Gives the points that wait to the evaluator behind, as far as it takes them. */
static void give(again *a)
{
    for (size_t i = 0; i < a->n_ahead; i++) {
        ahead *p = &a->list[i];
        if (!p->waits) continue;
        if (a->inner->submit(a->inner->self, 1, &p->id, p->x) == 0) return;
        p->waits = false;
        p->under_way = true;
    }
}

/* ---- the evaluator -------------------------------------------------------------------------- */

/* Points that are tried ahead are taken, and the others passed on. */
static size_t take_points(again *a, size_t n, const uint64_t *id, const double *x)
{
    const evaluator *e = a->inner;
    size_t k = 0;
    while (k < n) {
        size_t end = k;
        while (end < n && find(a, id[end]) == NULL) end++;
        if (end > k) k += e->submit(e->self, end - k, id + k, x + k * a->dim);
        if (k < end || k == n) break;
        find(a, id[k++])->asked = true;
    }
    return k;
}

/* Hands over the first record of a point for which the optimiser waits. Returns whether there is
 * one. */
static bool hand_over(again *a, eval_record *to)
{
    for (size_t i = 0; i < a->n_ahead; i++) {
        ahead *p = &a->list[i];
        kept *k = p->first;
        if (!p->asked || k == NULL) continue;
        *to = k->record;
        p->first = k->next;
        p->asked = false;
        k->next = NULL;
        a->lent = k;
        drop_if_done(a, p);
        return true;
    }
    return false;
}

/* Takes a record from behind. Returns whether it is one for those in front. */
static bool take(again *a, const eval_record *r)
{
    ahead *p = find(a, r->id);
    const bool failed = r->fate == NES_FAILED && !r->stops;
    if (p == NULL) {
        if (failed) add(a, r->id);
        return true;
    }
    const bool now = p->asked;
    p->under_way = p->asked = false;
    if (!now) keep(a, p, r);
    if (failed) try_again(a, p);
    drop_if_done(a, p);
    return now;
}

/* Takes records from behind. Returns how many of them are for those in front. */
static size_t take_records(again *a, double seconds, size_t room, eval_record *to)
{
    const size_t came = a->inner->collect(a->inner->self, seconds, room, to);
    size_t n = 0;
    for (size_t i = 0; i < came; i++)
        if (take(a, &to[i])) to[n++] = to[i];
    return n;
}

/* Where points that are tried ahead keep all places, and nobody in front waits for another, this
 * waits for one of them, but only as long as observers may wait. */
static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    again *a = self;
    eval_record none;
    give(a);
    size_t taken = take_points(a, n, id, x);
    if (taken == 0 && a->in_flight == 0) {
        take_records(a, OBSERVER_PATIENCE, 1, &none);
        taken = take_points(a, n, id, x);
    }
    a->in_flight += taken;
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    again *a = self;
    free_kept(a->lent);
    a->lent = NULL;
    give(a);
    const size_t n = hand_over(a, to) ? 1 : take_records(a, seconds, room, to);
    a->in_flight -= n;
    return n;
}

static void close_again(void *self)
{
    again *a = self;
    while (a->n_ahead > 0) drop(a, a->list);
    free_kept(a->lent);
    free(a->list);
    free(a->id);
    free(a->x);
    free(a);
}

again *again_open(evaluator *e, const evaluator *inner, const failures *f, size_t outputs)
{
    again *a = memory_zeros(1, sizeof *a);
    a->inner = inner;
    a->failures = f;
    a->outputs = outputs;
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_again, .self = a};
    return a;
}

/* ---- the observer --------------------------------------------------------------------------- */

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    again *a = data;
    uint64_t done = 0;
    const uint64_t most = nes_get_settings(o)->max_evals;
    nes_get_count(o, "evaluations", &done);
    a->left = most == 0 ? UINT64_MAX : most > done + p->n ? most - done - p->n : 0;
    a->n = 0;
    if (a->failures->retries == 0) return false;
    if (p->n > a->room) {
        a->room = p->n;
        a->id = memory_resize(a->id, p->n, sizeof *a->id);
        a->x = memory_resize(a->x, p->n * p->dim, sizeof *a->x);
    }
    a->n = p->n;
    a->dim = p->dim;
    memcpy(a->id, p->id, p->n * sizeof *a->id);
    memcpy(a->x, p->x, p->n * p->dim * sizeof *a->x);
    return false;
}

observer again_observer(again *a)
{
    return (observer){.asked = on_asked, .data = a};
}
