/* SPDX-License-Identifier: MIT
 *
 * The places for evaluations on all ranks: as many on each as there are jobs. Whoever has been free
 * for longest gets the next point. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct place {
    int rank;
    bool taken;
    uint64_t id;  /* of the point */
    double began; /* when it was handed out, on clock_now() */
} place;

typedef struct places {
    int ranks;
    size_t jobs;                  /* on each rank */
    place *all;                   /* ranks * jobs, rank by rank; owned, as the queue */
    size_t *queue, first, n_free; /* numbers of the free ones, in a circle */
} places;                         /* all zero: there are none */

/* False: no memory, and nothing to close. */
bool places_open(places *p, int ranks, size_t jobs);
void places_close(places *p);

/* The next free place, for a point; null: there is none. */
place *places_take(places *p, uint64_t id, double now);

/* The place of a point on a rank; null: it has no such point. */
place *places_find(const places *p, int rank, uint64_t id);

void places_free(places *p, place *at);
