/* SPDX-License-Identifier: MIT
 *
 * The places for evaluations on ranks, as many on each as it makes evaluations at a time. Whichever
 * has been free for longest gets the next point. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nes_place {
    int rank;
    bool taken;
    uint64_t point; /* an id, or a number in an ask */
    double began;   /* the clock when the point was handed out */
} nes_place;

typedef struct nes_places {
    size_t n, jobs;               /* of all ranks, and on each */
    nes_place *all;               /* rank by rank; owned, as the queue */
    size_t *queue, first, n_free; /* numbers of the free places, in a circle */
} nes_places;                     /* all zero: there are none */

/* False: there is no memory, and nothing to close. */
bool nes_places_open(nes_places *p, int ranks, size_t jobs);
void nes_places_close(nes_places *p);

/* Takes the next free place for a point; null: none is free. */
nes_place *nes_places_take(nes_places *p, uint64_t point, double now);

/* Returns the place of a point on a rank; null: the rank does not have the point. */
nes_place *nes_places_find(const nes_places *p, int rank, uint64_t point);

/* Returns the clock when the last of the points was handed out that still have places. */
double nes_places_last(const nes_places *p);

void nes_places_free(nes_places *p, nes_place *at);
