/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, put together from all tables of its folder: while it goes on, after it has
 * ended, and after it was killed. Evaluations of quick objectives are not kept; then the course and
 * the state, which may be some generations old, say what is known. */
#pragma once

#include "evaluate/places_use.h"
#include "report/constrained.h"
#include "report/probabilities.h"
#include "store/store.h"
#include "store/under_way.h"

typedef enum standing_word {
    STANDING_LIVE,    /* a process is at work */
    STANDING_WAITING, /* values come by hand, from `nes tell` */
    STANDING_STOPPED, /* the run has ended by itself */
    STANDING_HALTED,  /* interrupted or failed, by its own account */
    STANDING_LOST,    /* its process has gone without a word */
} standing_word;

/* The facts of a run that are shown as they are. */
typedef enum standing_fact {
    FACT_OBJECTIVE,
    FACT_COMMAND,
    FACT_FOLDER,
    FACT_VERSION,
    FACT_STARTED,
    FACT_STATUS,
    FACT_STOP,
    FACT_STOP_TEXT,
    FACT_TRUST,
    FACT_TRUST_TEXT,
    FACT_ACCEPTED,
    STANDING_FACTS
} standing_fact;

typedef struct standing {
    standing_word word;
    long process; /* number of the process at work; -1: it is not known; 0: none is at work */
    bool maximize;
    bool asynchronous; /* a round is one point (--async) */
    variables names;
    store_counts counts;
    uint64_t evaluations, generation, run, round;
    double sigma;        /* NaN: not known, as best_f */
    double seconds;      /* seconds that the run has taken */
    places_share places; /* how busy the places for evaluations are */
    double best_f;
    double *best_x; /* owned; null: not known */
    constrained constrained;
    double *probabilities;  /* of choices (report/probabilities.h); owned; null: not known */
    double *theta;          /* parameters of a law of the user's own; owned */
    size_t n_theta;         /* 0: there are none */
    state_health state;     /* of the saved state of the search */
    failure_kind *failures; /* owned, and so are their texts */
    size_t n_failures;
    under_way under_way[UNDER_WAY_MOST]; /* evaluations that take long, or did when it was killed */
    size_t n_under_way;                  /* 0 where the run has ended by itself */
    double now;                          /* seconds since 1970 */
    char *fact[STANDING_FACTS];          /* owned; null: the run has not written it */
} standing;

/* Returns 0, or the exit status with the error printed. standing_close() in either case. */
int standing_open(standing *t, store *s);
void standing_close(standing *t);

/* standing_print.c: as text for people. */
void standing_print(const standing *t, const char *folder);

/* Appends how the run goes on: commands with the name of the folder. */
void standing_advise(const standing *t, const char *folder, buffer *to);

/* standing_json.c: as an object of JSON. */
cJSON *standing_json(const standing *t, const char *folder);

/* "running", "paused", "waiting", "stopped", "interrupted", "failed", "lost" */
const char *standing_name(const standing *t);
