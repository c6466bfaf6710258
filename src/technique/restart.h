/* SPDX-License-Identifier: MIT
 *
 * Restart strategies: which run of a set goes next, when a new one is started, and what it is like.
 * A strategy looks at numbers only, never into a run, and draws its random numbers by address, so
 * that its answer is a function of what happened so far. [math: A9, B10] */
#ifndef NES_TECHNIQUE_RESTART_H
#define NES_TECHNIQUE_RESTART_H

#include <stdbool.h>
#include <stddef.h>

#include "rng/stream.h"

/* A run that goes on. The second half is for the owner of the runs; no strategy looks at it. */
typedef struct nes_member {
    uint64_t used; /* evaluations so far */
    uint64_t next; /* evaluations of its next generation */
    bool large;    /* bipop: it belongs to the regime of large populations */

    uint64_t max_evals, max_gens; /* its own limits; 0: none */
    struct nes_run *run;
    uint64_t number;  /* from 1, in order of their start */
    uint64_t popsize; /* what it was made with */
    double shrink;
    uint64_t best_evaluation; /* number of its best one among those of all runs; 0: none */
} nes_member;

typedef struct nes_schedule {
    /* settings */
    double p;              /* interleaved: share of the first run */
    uint64_t slice;        /* interleaved: least share that is worth a run, in evaluations */
    uint64_t popsize;      /* of the first run */
    uint64_t max_doubling; /* ipop, bipop: so many doublings of the population, below 64 */
    uint64_t max_runs;     /* as many as there are random streams */
    nes_stream stream;     /* of the first run; the others follow */

    /* course */
    uint64_t created;    /* runs started so far */
    uint64_t doubling;   /* doublings so far */
    uint64_t spent[2];   /* evaluations of ended runs: [0] small, [1] large regime */
    uint64_t last_large; /* evaluations of the last large run that ended */
    bool started;        /* a run since the last generation: no second one before the next */
    nes_member *member;  /* those that go on, in order of their start */
    size_t n;
} nes_schedule;

/* What a new run is like. */
typedef struct nes_newcomer {
    uint64_t popsize;
    double shrink;      /* factor of the initial step size */
    uint64_t max_evals; /* 0: as many as it likes */
    bool large;
} nes_newcomer;

/* What comes next: a new run, then the strategy is asked again; or a generation of member[place].
 */
typedef enum nes_turn_kind { NES_TURN_END, NES_TURN_CREATE, NES_TURN_ADVANCE } nes_turn_kind;

typedef struct nes_decision {
    nes_turn_kind kind;
    size_t place;
    nes_newcomer run;
} nes_decision;

typedef struct nes_strategy {
    const char *name;
    const char *doc;
    nes_decision (*next)(const nes_schedule *s);
    bool restarts; /* there may be a second run */
    bool resizes;  /* later runs have other populations */
} nes_strategy;

size_t nes_strategy_count(void);
const nes_strategy *nes_strategy_at(size_t i); /* null past the end */
const nes_strategy *nes_strategy_find(const char *name);

/* Notes a run that starts (the array must have room) and one that has ended. */
void nes_schedule_add(nes_schedule *s, const nes_newcomer *like, uint64_t next,
                      struct nes_run *run);
void nes_schedule_remove(nes_schedule *s, size_t place);

/* The rows of a new run's numbers in the stream of lane NES_LANE_START. */
enum { NES_START_NORMALS = 0, NES_START_UNIFORMS = 1, NES_START_REGIME = 2 };

/* Its stream: run number `number`, from 1. */
nes_stream nes_newcomer_stream(const nes_schedule *s, uint64_t number, uint32_t row);

#endif
