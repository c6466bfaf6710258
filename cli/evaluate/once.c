/* SPDX-License-Identifier: MIT
 *
 * Points that wait for an equal one; see evaluate/once.h. A point is with the evaluator behind, or
 * it waits: for an equal point, or to be given to that evaluator, or to be handed over. */
#include "evaluate/once.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/spared.h"
#include "objective/point_key.h"

typedef struct held {
    uint64_t id;
    double *x;   /* owned */
    buffer key;  /* what the objective sees of it */
    bool inside; /* the evaluator behind has it */
} held;

typedef struct once {
    cache *cache;
    const evaluator *inner;
    held *list; /* points in flight, in the order in which they came; owned */
    size_t n, room;
    size_t inside; /* how many of them the evaluator behind has */
} once;

static held *append(once *o, uint64_t id, const double *x)
{
    if (o->n == o->room) {
        o->room = o->room > 0 ? 2 * o->room : 16;
        o->list = memory_resize(o->list, o->room, sizeof *o->list);
    }
    held *h = &o->list[o->n++];
    *h = (held){.id = id, .x = memory_zeros(o->cache->dim, sizeof *x)};
    memcpy(h->x, x, o->cache->dim * sizeof *x);
    point_key_put(o->cache->objective, o->cache->dim, x, &h->key);
    return h;
}

static void drop(once *o, size_t k)
{
    held *h = &o->list[k];
    o->inside -= h->inside;
    free(h->x);
    buffer_free(&h->key);
    memmove(h, h + 1, (--o->n - k) * sizeof *h);
}

/* Whether an equal point in front of point k is in flight. */
static bool waits_for_another(const once *o, size_t k)
{
    const buffer *key = &o->list[k].key;
    for (size_t i = 0; i < k; i++) {
        const buffer *other = &o->list[i].key;
        if (other->n == key->n && memcmp(other->text, key->text, key->n) == 0) return true;
    }
    return false;
}

static bool is_known(const once *o, const held *h)
{
    eval_record none;
    return cache_find(o->cache, h->x, &none);
}

/* Gives point k to the evaluator behind, unless that has it, or need not have it. Returns false
 * where it has no room. */
static bool give(once *o, size_t k)
{
    held *h = &o->list[k];
    if (h->inside || is_known(o, h) || waits_for_another(o, k)) return true;
    if (o->inner->submit(o->inner->self, 1, &h->id, h->x) == 0) return false;
    h->inside = true;
    o->inside++;
    return true;
}

/* Points whose equals have failed go first. Returns whether none of them is left. */
static bool give_all(once *o)
{
    for (size_t k = 0; k < o->n; k++)
        if (!give(o, k)) return false;
    return true;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    once *o = self;
    size_t k = 0;
    for (bool room = give_all(o); room && k < n; k++) {
        append(o, id[k], x + k * o->cache->dim);
        room = give(o, o->n - 1);
        if (room) continue;
        drop(o, o->n - 1);
        break;
    }
    return k;
}

static bool answer(once *o, size_t k, eval_record *to)
{
    *to = eval_measured(o->list[k].id, (double)NAN);
    if (o->list[k].inside || !cache_find(o->cache, o->list[k].x, to)) return false;
    drop(o, k);
    return true;
}

/* Hands over answers for points that are known, at most room of them. */
static size_t hand_over(once *o, size_t room, eval_record *to)
{
    size_t n = 0, k = 0;
    while (n < room && k < o->n)
        if (answer(o, k, &to[n]))
            n++;
        else
            k++;
    return n;
}

static void take(once *o, const eval_record *r)
{
    size_t k = 0;
    while (k < o->n && o->list[k].id != r->id) k++;
    if (k == o->n) return;
    if (r->fate == NES_MEASURED && !spared_is(r))
        cache_add(o->cache, o->list[k].x, r->f, r->outputs);
    drop(o, k);
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    once *o = self;
    give_all(o);
    size_t n = hand_over(o, room, to);
    if (n > 0) return n;
    if (o->inside == 0) {
        clock_sleep(seconds);
        return 0;
    }
    n = o->inner->collect(o->inner->self, seconds, room, to);
    for (size_t i = 0; i < n; i++) take(o, &to[i]);
    return n;
}

static void close_once(void *self)
{
    once *o = self;
    while (o->n > 0) drop(o, o->n - 1);
    free(o->list);
    free(o);
}

void once_open(evaluator *e, cache *c, const evaluator *inner)
{
    once *o = memory_zeros(1, sizeof *o);
    o->cache = c;
    o->inner = inner;
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_once, .self = o};
}
