/* SPDX-License-Identifier: MIT
 *
 * Points that are evaluated with the first generation and take no part in it: the start, one or
 * more times. They stand directly before the points of the batch, so that one ask hands out both.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/memory.h"

struct nes_run;

typedef struct nes_guests {
    bool kept;           /* the start is still to be evaluated: its point is needed */
    size_t n;            /* of the open batch; 0: there are none, or none any more */
    size_t waiting;      /* of them, without a value */
    size_t asked;        /* of the last ask that tell has not yet answered */
    double noise;        /* standard deviation of their values; NaN: not known */
    bool infinite;       /* those of the last batch had no finite value */
    double *f;           /* values, internal sign */
    uint64_t *tries;     /* failed evaluations */
    double *outputs;     /* m of each, behind one another */
    unsigned char *fate; /* as in a batch */
} nes_guests;

void nes_guests_carve(struct nes_run *run, nes_arena *a);

double *
nes_guests_x(const struct nes_run *run);   /* the point of the first; null: no start is kept */
void nes_guests_copy(struct nes_run *run); /* gives its point to the others */

size_t nes_guests_expected(const struct nes_run *run); /* in the next generation */
void nes_guests_open(struct nes_run *run);             /* with a generation that begins */
void nes_guests_close(struct nes_run *run);            /* with its batch, once that is closed */

/* Puts the ids of those that wait directly before the ids of the batch; how many they are. */
size_t nes_guests_gather(struct nes_run *run);

/* The guest of that id, or n. */
size_t nes_guests_find(const struct nes_run *run, uint64_t id);
