/* SPDX-License-Identifier: MIT
 *
 * The observer that keeps a run in its folder: the course after generations, and the state of the
 * optimiser between two rounds, about once per second. Evaluations are kept by store/replay.h. */
#pragma once

#include "evaluate/noisy_problem.h"
#include "evaluate/observer.h"
#include "session/course.h"
#include "session/evaluators.h"
#include "store/replay.h"
#include "store/store.h"

typedef struct record {
    store *store;
    replay *replay;
    evaluators_price price;     /* of an evaluation; unknown: it is found out by the first values */
    const noisy_problem *noisy; /* whose knowledge goes with the state */
    double before;              /* seconds of earlier parts of the run */
    double begin;               /* of this part, and the last time that the state was written */
    double saved;
    double cost;   /* seconds that writing the state took */
    bool open;     /* a round has begun and is not complete */
    bool wanted;   /* the state is to be written after this round: something has changed */
    size_t values; /* that have come */
    course_row row;
    int status; /* 0, or the exit status of what failed, with the error printed */
} record;

/* What an evaluation of this run costs, as the options say, or as an earlier part has found out. */
evaluators_price record_price(store *s, const run_options *o);

void record_open(record *r, store *s, replay *p, evaluators_price price, const noisy_problem *j,
                 double before);
observer record_observer(record *r);
void record_close(record *r);
