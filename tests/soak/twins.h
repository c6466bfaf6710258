/* SPDX-License-Identifier: MIT
 *
 * Two handles with the same settings. One is left in peace: it is asked and told. The other gets
 * the same values in another order and in portions, is saved and loaded in between, with other
 * numbers of threads, and hears calls that have to be refused. Both must stay the same. */
#ifndef NES_SOAK_TWINS_H
#define NES_SOAK_TWINS_H

#include "soak/draw.h"
#include "soak/invariants.h"

/* The points of one ask, and what they are told. */
typedef struct soak_round {
    size_t n, room, told; /* told: the first so many get values */
    uint64_t *id;
    double *x, *f;
    size_t *order; /* of telling */
    bool whole;    /* values go by nes_tell, not by id */
} soak_round;

/* How often the ids of the open generation have been told. */
typedef struct soak_tries {
    size_t n, room;
    struct soak_try {
        uint64_t id, times;
    } * list;
    uint64_t generation;
} soak_tries;

typedef struct soak_twins {
    soak *k;
    const soak_problem *p;
    const nes_settings *s;
    nes_opt *calm, *busy;
    soak_record record;
    soak_round round;
    soak_tries tries;
} soak_twins;

/* Both handles. False: refused, or something does not hold; *status is that of nes_create. */
bool soak_twins_create(soak_twins *t, nes_status *status);
void soak_twins_free(soak_twins *t);

/* A copy by save and load, with random numbers of jobs and threads; null: it cannot be loaded. */
nes_opt *soak_copy(soak_twins *t, const nes_opt *o);

/* One ask, and the values of its points; perhaps the generation is closed with some of them. */
bool soak_twins_turn(soak_twins *t);

#endif
