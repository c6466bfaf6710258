/* SPDX-License-Identifier: MIT
 *
 * The observer that keeps a run in its folder: the course after generations, and the state of the
 * optimiser between two rounds, about once per second. Evaluations are kept by store/replay.h. */
#ifndef SESSION_RECORD_H
#define SESSION_RECORD_H

#include "evaluate/observer.h"
#include "report/course.h"
#include "session/evaluators.h"
#include "store/replay.h"
#include "store/store.h"

typedef struct record {
    store *store;
    replay *replay;
    evaluators_price price; /* of an evaluation; unknown: it is found out in the first round */
    double before;          /* seconds of earlier parts of the run */
    double begin;           /* of this part, and the last time that the state was written */
    double saved;
    double cost;   /* seconds that writing the state took */
    bool open;     /* a round has begun and is not complete */
    size_t values; /* of the first round */
    course_row row;
    int status; /* 0, or the exit status of what failed, with the error printed */
} record;

/* Adds a row for the generation that has just ended. row: room for it, which stays the caller's.
 * Returns 0, or the exit status with the error printed. */
int record_generation(store *s, nes_opt *o, course_row *row, double seconds);

void record_open(record *r, store *s, replay *p, evaluators_price price, double before);
observer record_observer(record *r);
void record_close(record *r);

#endif
