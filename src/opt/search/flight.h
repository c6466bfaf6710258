/* SPDX-License-Identifier: MIT
 *
 * Points under way: handed out one at a time, and without a value so far. They are those of all
 * runs behind a handle: the values of a run that has ended still count for the best point, the
 * target and the budgets. */
#pragma once

#include "nes/nes.h"
#include "opt/settings/resolve.h"
#include "util/arena.h"

/* Room for so many, or for twice the first population where that is more. */
enum { NES_LEAST_FLIGHT = 1024 };

typedef struct nes_flier {
    uint64_t id;
    uint64_t born;  /* updates of its run before it was drawn */
    uint64_t tries; /* failed evaluations */
    bool again;     /* its evaluation has failed, and it waits to be handed out once more */
    bool large;     /* its run belongs to the regime of large populations */
    bool heard;     /* a tell that is being read has a record for it */
    size_t row;     /* of its point and sample */
} nes_flier;

/* Points are in the order of their ids. Behind the n that are under way stand those whose rows are
 * free. */
typedef struct nes_flight {
    size_t n, room, d;
    nes_flier *of;  /* room */
    double *x, *z;  /* room x d: points before bounds brought them inside, and their samples */
    double *shown;  /* room x d: points as they are handed out */
    double *asked;  /* room x d: those of the last ask, one behind the other */
    uint64_t *id;   /* room: their ids */
    double *told;   /* room x (1 + m): room for the caller's values, */
    nes_fate *fate; /* and room: for their fates */
} nes_flight;

void nes_flight_carve(nes_flight *t, const nes_plan *p, nes_arena *a);

static inline double *nes_flight_x(const nes_flight *t, size_t i)
{
    return t->x + t->of[i].row * t->d;
}

static inline double *nes_flight_z(const nes_flight *t, size_t i)
{
    return t->z + t->of[i].row * t->d;
}

static inline double *nes_flight_shown(const nes_flight *t, size_t i)
{
    return t->shown + t->of[i].row * t->d;
}

/* The place of the point of that id; n: it is not under way. */
size_t nes_flight_find(const nes_flight *t, uint64_t id);

/* Adds a point, behind all others, of which only the row is set, and returns its place; there is
 * room. Takes the point at place i out. */
size_t nes_flight_enter(nes_flight *t);
void nes_flight_leave(nes_flight *t, size_t i);

/* How many points are being evaluated, and not waiting for another try. */
size_t nes_flight_busy(const nes_flight *t);
