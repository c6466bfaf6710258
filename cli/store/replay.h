/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another: points whose values are in the database are answered from
 * there, and only the others are evaluated. The database learns of every value before anybody else
 * does, so that a value that the optimiser knows is never lost. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "store/arrival_log.h"
#include "store/store.h"

/* The values of a round that the database has. */
typedef struct recall {
    eval_record *values; /* values in the order of ids; owned */
    size_t n;
    bool changed; /* limits have changed just before a round that was read */
} recall;         /* a zeroed struct is empty */

/* Reads the values of a round with these points, in the place of earlier values. Refuses a row that
 * belongs to other points. Where limits have changed just before the round, it may have had more
 * points before: values stay until a later round asks for their points, and the other points are
 * removed, also those that failed: they are tried again. Returns 0, or the exit status with the
 * error printed. */
int recall_round(recall *r, store *s, uint64_t round, const nes_points *p);

/* Forgets all values. */
void recall_clear(recall *r);
void recall_close(recall *r);

/* For front_open; data: a recall. */
bool recall_answer(void *data, const double *x, eval_record *to);

typedef struct replay {
    const evaluator *inner;
    evaluator writer; /* in front of inner: writes what comes from there */
    evaluator front;  /* in front of the writer: answers from the database; owned */
    arrival_log *log; /* of an asynchronous search, where rounds have one point; null: rounds are
                         told as a whole */
    store *store;
    recall recall;   /* values of the present round */
    uint64_t round;  /* the last round that has begun */
    uint64_t last;   /* the last round that the database knew at first; 0: it answers nothing */
    uint64_t known;  /* values that the database had for the rounds so far */
    bool keeps;      /* whether points and values of this round are written */
    bool keeps_next; /* whether those of the next round will be; the recorder of the run sets it */
    int status;      /* 0, or the exit status of what failed: then the run has been stopped */
    double synced;   /* when the database was last brought to the disk, on the clock */
    bool unsynced;   /* whether something has been written since then */
} replay;

/* Makes the evaluator *e, which closes the replay. dim: numbers in a point. inner and s are
 * borrowed. round: the last round that the optimiser has been told of. keeps: whether points and
 * values are written to the database; otherwise it only answers. */
replay *replay_open(evaluator *e, size_t dim, const evaluator *inner, store *s, uint64_t round,
                    bool keeps);

/* Answers and writes in the order of a log from now on. The evaluator closes it. */
void replay_in_order(replay *r, arrival_log *log);

/* The observer to which every ask is the beginning of a round, whose points it writes. */
observer replay_observer(replay *r);
