/* SPDX-License-Identifier: MIT
 *
 * Rows of a run's course on their way into the database and out of it; and the observer that keeps
 * a run in its folder: the course after generations, and the state of the optimiser between two
 * rounds, about once per second. Evaluations are kept by store/replay.h. */
#pragma once

#include "evaluate/noisy_problem.h"
#include "evaluate/observer.h"
#include "evaluate/places_use.h"
#include "report/history.h"
#include "setup/run_setup.h"
#include "store/replay.h"
#include "store/store.h"

/* Adds a row for the generation that has just ended, `seconds` after the start of the run. row:
 * room for it, which stays the caller's; v: whose numbers it shows. Returns 0, or the exit status
 * with the error printed. */
int record_generation(store *s, nes_opt *o, const variables *v, course_row *row, double seconds);

/* Adds all rows of the database up to a generation to a history. Returns the same. */
int record_recall(store *s, uint64_t last, history *h);

/* What an evaluation costs: whether it is worth a place in the database. */
typedef enum record_price { PRICE_CHEAP, PRICE_UNKNOWN, PRICE_DEAR } record_price;

/* Callers set the first seven; course_free() frees the row in the end. */
typedef struct record {
    store *store;
    replay *replay;
    record_price price;         /* price of an evaluation; unknown: the first values will tell */
    const noisy_problem *noisy; /* its noise is written with the state */
    const variables *variables; /* of the run */
    double before;              /* seconds of earlier parts of the run */
    const places_use *use;      /* how busy the places are; null: not known */
    double begin, saved;  /* start of this part, last writing of the state: seconds on the clock */
    double cost;          /* seconds that writing the state took */
    bool open;            /* a round has begun and is not complete */
    bool wanted;          /* the state is to be written after this round: something has changed */
    size_t values;        /* values that have come */
    uint64_t generations; /* those that have a row, where they are updates */
    course_row row;       /* room for the row of a generation */
    int status;           /* 0, or the exit status of what failed, with the error printed */
} record;

/* What an evaluation of this run costs, as the options say, or as an earlier part has found out. */
record_price record_price_of(store *s, const run_options *o);

observer record_observer(record *r);
