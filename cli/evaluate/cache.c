/* SPDX-License-Identifier: MIT
 *
 * See evaluate/cache.h. */
#include "evaluate/cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "objective/point_key.h"

void cache_open(cache *c, const objective *o, size_t dim, size_t outputs)
{
    *c = (cache){.objective = o, .dim = dim, .outputs = outputs};
}

void cache_close(cache *c)
{
    free(c->end);
    free(c->values);
    free(c->slot);
    buffer_free(&c->keys);
    buffer_free(&c->key);
    *c = (cache){.n = 0};
}

/* FNV-1a. */
static uint64_t hash(const char *bytes, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

static const char *key_of(const cache *c, size_t k, size_t *n)
{
    const size_t begin = k > 0 ? c->end[k - 1] : 0;
    *n = c->end[k] - begin;
    return c->keys.text + begin;
}

/* The slot of a key: that of its point, or the free one where it would be. */
static size_t *find(const cache *c, const char *key, size_t n)
{
    size_t length;
    for (size_t at = (size_t)hash(key, n);; at++) {
        size_t *slot = &c->slot[at & (c->slots - 1)];
        if (*slot == 0) return slot;
        const char *other = key_of(c, *slot - 1, &length);
        if (length == n && memcmp(other, key, n) == 0) return slot;
    }
}

static size_t *look_up(cache *c, const double *x)
{
    c->key.n = 0;
    point_key_put(c->objective, c->dim, x, &c->key);
    return find(c, c->key.text, c->key.n);
}

/* At least half of the slots are free. */
static void make_room(cache *c)
{
    if (2 * (c->n + 1) <= c->slots) return;
    free(c->slot);
    c->slots = c->slots > 0 ? 2 * c->slots : 64;
    c->slot = memory_zeros(c->slots, sizeof *c->slot);
    for (size_t k = 0; k < c->n; k++) {
        size_t n;
        const char *key = key_of(c, k, &n);
        *find(c, key, n) = k + 1;
    }
    c->end = memory_resize(c->end, c->slots / 2, sizeof *c->end);
    c->values = memory_resize(c->values, c->slots / 2 * (1 + c->outputs), sizeof *c->values);
}

bool cache_find(cache *c, const double *x, eval_record *to)
{
    const size_t k = c->n > 0 ? *look_up(c, x) : 0;
    if (k == 0) return false;
    const double *row = c->values + (k - 1) * (1 + c->outputs);
    to->fate = NES_KNOWN;
    to->f = row[0];
    to->outputs = c->outputs > 0 ? row + 1 : NULL;
    return true;
}

bool cache_add(cache *c, const double *x, double f, const double *outputs)
{
    make_room(c);
    size_t *slot = look_up(c, x);
    if (*slot != 0) return false;
    double *row = c->values + c->n * (1 + c->outputs);
    buffer_add(&c->keys, c->key.text, c->key.n);
    c->end[c->n] = c->keys.n;
    row[0] = f;
    for (size_t i = 0; i < c->outputs; i++) row[1 + i] = outputs != NULL ? outputs[i] : (double)NAN;
    *slot = ++c->n;
    return true;
}
