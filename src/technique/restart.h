/* SPDX-License-Identifier: MIT
 *
 * Restart strategies: which run of a set goes next, when a new one is started, and what it is like.
 * A strategy looks at numbers only, never into a run, and draws its random numbers by address, so
 * that its answer is a function of what happened so far. [math: A9, B10] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/nes.h"
#include "rng/stream.h"
#include "technique/opinions.h"
#include "technique/race.h"

/* A run that goes on. The second half is for the owner of the runs; no strategy looks at it. */
typedef struct nes_member {
    uint64_t used;   /* evaluations so far */
    uint64_t next;   /* evaluations of its next generation */
    bool large;      /* bipop: it belongs to the regime of large populations */
    bool challenger; /* it races with the run before it, or has won that race */

    uint64_t max_evals; /* limit of all evaluations since its start; 0: none */
    uint64_t patience;  /* generations after which it must improve to go on; 0: any number */
    struct nes_run *run;
    uint64_t number;  /* from 1, in order of their start */
    uint64_t popsize; /* population that it was made with */
    double shrink;
    uint64_t best_evaluation; /* number of its best evaluation among those of all runs; 0: none */
} nes_member;

/* What a new run is like. */
typedef struct nes_newcomer {
    uint64_t number; /* number of the run, from 1; 0 before it starts */
    uint64_t popsize;
    double shrink;      /* factor of the initial step size */
    uint64_t max_evals; /* limit of its evaluations; 0: none */
    double far;         /* distance of its start, in initial step sizes; 0: as all restarts begin */
    bool around_best;   /* far: from the best point so far, not from the first start */
    bool large;
    bool challenger;   /* it has the other method and starts where the present run is */
    uint64_t enlarged; /* large: how often its population was enlarged */
} nes_newcomer;

/* How a run ended. */
typedef struct nes_outcome {
    nes_stop reason; /* NES_RUNNING: it was given up */
    double best;     /* value, internal sign; NaN: it never saw a finite one */
} nes_outcome;

typedef struct nes_schedule {
    /* settings */
    double p;       /* interleaved: share of the first run */
    uint64_t slice; /* interleaved: least share that is worth a run, in evaluations */
    uint64_t
        popsize; /* population of the first run, before it is rounded to what the sampling needs */
    double factor;         /* ipop, bipop: factor by which the population is enlarged */
    uint64_t max_enlarged; /* ipop, bipop: how many times; then the first population comes again */
    uint64_t max_runs;     /* limit of all runs: the option, or how many random streams there are */
    nes_stream stream;     /* stream of the first run; those of the others follow */

    uint64_t values; /* values: how many the only choice has */
    uint64_t trial;  /* values: evaluations of each before the first is given up */

    /* course */
    uint64_t created;     /* runs started so far */
    uint64_t challengers; /* challengers among them */
    uint64_t enlarged;    /* how often the population was enlarged since the first */
    uint64_t spent[2];    /* evaluations of ended runs: [0] small, [1] large regime */
    uint64_t last_large;  /* evaluations of the last large run that ended, at first of the first */
    uint64_t ended;       /* evaluations of ended runs since the last start, in a race */
    uint64_t barren;      /* runs in a row that ended without a finite value */
    nes_opinions opinions;
    bool noisy;           /* values of one point differ: ends of runs cannot be compared */
    bool hopeless;        /* the first run has found that the objective seems to be unbounded */
    nes_newcomer present; /* the last start */
    nes_race race;        /* race since that start; its settings stay */
    size_t worst;         /* values: the place of the worst run that goes on */
    bool started; /* a run has started since the last generation: no second one before the next */
    nes_member *member; /* runs that go on, in order of their start */
    size_t n;
} nes_schedule;

/* What comes next: the end; a new run, or member[place] is given up, and then the strategy is asked
 * again; or a generation of member[place]. */
typedef enum nes_turn_kind {
    NES_TURN_END,
    NES_TURN_CREATE,
    NES_TURN_DROP,
    NES_TURN_ADVANCE
} nes_turn_kind;

typedef struct nes_decision {
    nes_turn_kind kind;
    size_t place;
    nes_newcomer run;
} nes_decision;

typedef struct nes_strategy {
    const char *name;
    const char *doc;
    nes_decision (*next)(const nes_schedule *s); /* called by nes_schedule_next */
    bool restarts;                               /* there may be a second start */
    bool resizes;                                /* later runs have other populations */
    bool opinions; /* later runs start far away, and are asked for their opinion of the best end */
    bool pins;     /* each of the first runs has a value of the only choice */
    bool races;    /* one start at a time: there can be a challenger */
} nes_strategy;

size_t nes_strategy_count(void);
const nes_strategy *nes_strategy_at(size_t i); /* null past the end */
const nes_strategy *nes_strategy_find(const char *name);

nes_decision nes_schedule_next(const nes_strategy *strategy, const nes_schedule *s);

/* Notes a run that starts, for which the array must have room, and a run that has ended. */
void nes_schedule_add(nes_schedule *s, const nes_newcomer *like, uint64_t next,
                      struct nes_run *run);
void nes_schedule_remove(nes_schedule *s, size_t place, nes_outcome how);

/* Takes the run that was removed last back, as the first of those that go on. */
void nes_schedule_return(nes_schedule *s, const nes_member *m, nes_outcome how);

/* In a race, notes a generation with its best value (NaN: none), after the evaluations of its run
 * were counted and before the run is removed. */
void nes_schedule_note(nes_schedule *s, double best);

/* Evaluations since the last start, of all runs that came from it. */
uint64_t nes_schedule_used(const nes_schedule *s);

/* Evaluations of all runs that have ended. */
uint64_t nes_schedule_total(const nes_schedule *s);

/* The largest population that a run of it has, before rounding. */
uint64_t nes_schedule_largest(const nes_schedule *s);

/* Whether numbers that were read are those of a schedule: places that a strategy names exist. */
bool nes_schedule_fits(const nes_schedule *s);

/* The rows of a new run's numbers in the stream of lane NES_LANE_START. */
enum { NES_START_NORMALS = 0, NES_START_UNIFORMS = 1, NES_START_REGIME = 2 };

/* The stream of run number `number`, from 1. */
nes_stream nes_newcomer_stream(const nes_schedule *s, uint64_t number, uint32_t row);
