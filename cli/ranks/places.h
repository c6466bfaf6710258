/* SPDX-License-Identifier: MIT
 *
 * Places for evaluations on ranks: each rank has as many as it makes evaluations at a time. The
 * place that has been free for longest gets the next point. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct place {
    int rank;
    bool taken;
    uint64_t id;  /* id of the point in this place */
    double began; /* clock, in seconds, when the point was handed out */
} place;

typedef struct places {
    size_t n, jobs;               /* number of places on all ranks, and on each rank */
    place *all;                   /* places, rank by rank; owned, as the queue */
    size_t *queue, first, n_free; /* numbers of the free places, a ring buffer */
} places;                         /* all zero: no places */

void places_open(places *p, int ranks, size_t jobs);
void places_close(places *p);

/* Takes the next free place for a point; null: none is free. */
place *places_take(places *p, uint64_t id, double now);

/* Returns the place of a point on a rank; null: the rank does not have the point. */
place *places_find(const places *p, int rank, uint64_t id);

void places_free(places *p, place *at);
