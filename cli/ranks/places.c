/* SPDX-License-Identifier: MIT
 *
 * See ranks/places.h. */
#include "ranks/places.h"

#include <stdlib.h>

#include "base/memory.h"

static void append(places *p, size_t number)
{
    p->queue[(p->first + p->n_free++) % p->n] = number;
}

/* Rank 0, which has other work, comes last in the queue. */
void places_open(places *p, int ranks, size_t jobs)
{
    const size_t n = (size_t)ranks * jobs;
    *p = (places){.n = n, .jobs = jobs};
    p->all = memory_zeros(n, sizeof *p->all);
    p->queue = memory_zeros(n, sizeof *p->queue);
    for (size_t i = 0; i < n; i++) p->all[i].rank = (int)(i / jobs);
    for (size_t job = 0; job < jobs; job++)
        for (size_t k = 1; k <= (size_t)ranks; k++) append(p, k % (size_t)ranks * jobs + job);
}

void places_close(places *p)
{
    free(p->all);
    free(p->queue);
    *p = (places){.n = 0};
}

place *places_take(places *p, uint64_t id, double now)
{
    if (p->n_free == 0) return NULL;
    place *at = &p->all[p->queue[p->first]];
    p->first = (p->first + 1) % p->n;
    p->n_free--;
    at->taken = true;
    at->id = id;
    at->began = now;
    return at;
}

place *places_find(const places *p, int rank, uint64_t id)
{
    for (size_t i = 0; i < p->jobs; i++) {
        place *at = &p->all[(size_t)rank * p->jobs + i];
        if (at->taken && at->id == id) return at;
    }
    return NULL;
}

void places_free(places *p, place *at)
{
    at->taken = false;
    append(p, (size_t)(at - p->all));
}
