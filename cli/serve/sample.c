/* SPDX-License-Identifier: MIT
 *
 * See serve/sample.h. */
#include "serve/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/order.h"

/* The finaliser of SplitMix64, of which every bit is as good as any other; its zeros are counted.
 */
unsigned sample_level(since_place place)
{
    enum { HIGHEST = 62 };
    unsigned level = 0;
    uint64_t h = place.round * UINT64_C(0x9e3779b97f4a7c15) + place.id;
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    h ^= h >> 31;
    while (level < HIGHEST && (h >> level & 1) == 0) level++;
    return level;
}

/* Drops rows of low levels until there are few enough. */
static void reduce(sample *s)
{
    while (s->n > s->most) {
        size_t kept = 0;
        s->level++;
        for (size_t i = 0; i < s->n; i++)
            if (s->row[i].level >= s->level) s->row[kept++] = s->row[i];
        s->n = kept;
    }
}

/* Puts a row among the best, in its place, if it is one of them. */
static void take_best(sample *s, sample_row row)
{
    size_t i = s->n_best;
    row.f *= s->sign;
    if (isnan(row.f) || (i == SAMPLE_BEST && row.f >= s->best[i - 1].f)) return;
    if (i == SAMPLE_BEST) i--;
    for (; i > 0 && s->best[i - 1].f > row.f; i--) s->best[i] = s->best[i - 1];
    row.level = SAMPLE_KEPT;
    s->best[i] = row;
    if (s->n_best < SAMPLE_BEST) s->n_best++;
}

static int take(const since_value *v, void *data)
{
    sample *s = data;
    const sample_row row = {v->place, v->f, sample_level(v->place)};
    s->seen++;
    s->gap = s->gap || !v->settled;
    if (!s->gap) s->after = v->place;
    take_best(s, row);
    if (row.level < s->level) return 0;
    s->row[s->n++] = row;
    if (s->n == 2 * s->most) reduce(s);
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const sample_row *one = a, *other = b;
    if (one->place.round != other->place.round) return ORDER(one->place.round, other->place.round);
    if (one->place.id != other->place.id) return ORDER(one->place.id, other->place.id);
    return ORDER(other->level, one->level); /* one of the best first */
}

/* Adds the best rows to the others, in the order of places, each once. */
static void join(sample *s)
{
    size_t n = 0;
    s->row = memory_resize(s->row, s->n + s->n_best + 1, sizeof *s->row);
    memcpy(s->row + s->n, s->best, s->n_best * sizeof *s->row);
    s->n += s->n_best;
    qsort(s->row, s->n, sizeof *s->row, by_place);
    for (size_t i = 0; i < s->n; i++)
        if (n == 0 || s->row[i].place.round != s->row[n - 1].place.round ||
            s->row[i].place.id != s->row[n - 1].place.id)
            s->row[n++] = s->row[i];
    s->n = n;
}

int sample_take(sample *to, store *s, since_place after)
{
    to->after = after;
    to->row = memory_zeros(2 * to->most, sizeof *to->row);
    const int status = since_each_value(s, after, take, to);
    reduce(to);
    if (to->level > 0) join(to);
    return status;
}

void sample_close(sample *s)
{
    free(s->row);
}
