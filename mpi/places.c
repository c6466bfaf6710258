/* SPDX-License-Identifier: MIT
 *
 * See places.h. */
#include "places.h"

#include <math.h>
#include <stdlib.h>

static void append(nes_places *p, size_t number)
{
    p->queue[(p->first + p->n_free++) % p->n] = number;
}

/* Rank 0, which has other things to do, comes last. */
bool nes_places_open(nes_places *p, int ranks, size_t jobs)
{
    const size_t n = (size_t)ranks * jobs;
    *p = (nes_places){.n = n, .jobs = jobs};
    p->all = calloc(n, sizeof *p->all);
    p->queue = calloc(n, sizeof *p->queue);
    if (p->all == NULL || p->queue == NULL) {
        nes_places_close(p);
        return false;
    }
    for (size_t i = 0; i < n; i++) p->all[i].rank = (int)(i / jobs);
    for (size_t job = 0; job < jobs; job++)
        for (size_t k = 1; k <= (size_t)ranks; k++) append(p, k % (size_t)ranks * jobs + job);
    return true;
}

void nes_places_close(nes_places *p)
{
    free(p->all);
    free(p->queue);
    *p = (nes_places){.n = 0};
}

nes_place *nes_places_take(nes_places *p, uint64_t point, double now)
{
    if (p->n_free == 0) return NULL;
    nes_place *at = &p->all[p->queue[p->first]];
    p->first = (p->first + 1) % p->n;
    p->n_free--;
    at->taken = true;
    at->point = point;
    at->began = now;
    return at;
}

nes_place *nes_places_find(const nes_places *p, int rank, uint64_t point)
{
    for (size_t i = 0; i < p->jobs; i++) {
        nes_place *at = &p->all[(size_t)rank * p->jobs + i];
        if (at->taken && at->point == point) return at;
    }
    return NULL;
}

double nes_places_last(const nes_places *p)
{
    double last = -INFINITY;
    for (size_t i = 0; i < p->n; i++)
        if (p->all[i].taken) last = fmax(last, p->all[i].began);
    return last;
}

void nes_places_free(nes_places *p, nes_place *at)
{
    at->taken = false;
    append(p, (size_t)(at - p->all));
}
