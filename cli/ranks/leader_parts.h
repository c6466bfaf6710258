/* SPDX-License-Identifier: MIT
 *
 * What the files of the leader share. */
#pragma once

#include "mpi/board.h"
#include "ranks/leader.h"
#include "ranks/patience.h"
#include "ranks/places.h"
#include "ranks/wire.h"

enum { LEADER_BATCH = 32, LEADER_LAUNCH_SIZE = 64, LEADER_CHECKS = 16 };

/* The texts of a record that was collected. */
typedef struct said_words {
    char failure[ENDING_FAILURE_SIZE], said[ENDING_SAID_SIZE];
} said_words;

/* The digest of a round that all ranks are to have. */
typedef struct check {
    uint64_t round, digest;
} check;

struct leader {
    MPI_Comm comm;
    int ranks;
    rank_team team;
    ranks_use use;
    char launch[LEADER_LAUNCH_SIZE];
    int status; /* 0, or the exit status of what has gone wrong */

    /* The evaluator: */
    bool open;
    uint64_t opening;
    const run_setup *setup; /* borrowed */
    size_t dim;
    evaluator local;
    places places;
    size_t local_taken;
    uint64_t local_lost;            /* starts again here, as far as they were counted */
    patience patience;              /* with which values are waited for */
    work *parcel;                   /* a point with its numbers; owned */
    said_words words[LEADER_BATCH]; /* of the last collect */

    /* The run: */
    nes_opt *opt;          /* borrowed; null: the points are not those of a run */
    const bool *changed;   /* limits have changed since the last round */
    bool stale;            /* the others do not have the search of the last round */
    uint64_t round, fresh; /* numbers: of the round, and of rounds since the last state */
    uint64_t *id;          /* points of the last round; owned */
    size_t told, room;     /* those that have come, and room for ids */
    nes_board board;       /* their records */
    check checks[LEADER_CHECKS];
};

/* ranks/leader_values.c: the evaluator. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s);

/* ranks/leader_rounds.c: the observer. */
observer leader_observer(void *self, const bool *changed);

/* A rank has told its digest of a round. */
void leader_compare(leader *l, int rank, const news *w);
