/* SPDX-License-Identifier: MIT
 *
 * What the files of the leader share. */
#pragma once

#include "mpi/board.h"
#include "ranks/leader.h"
#include "ranks/patience.h"
#include "ranks/places.h"
#include "ranks/wire.h"

enum { LEADER_BATCH = 32, LEADER_LAUNCH_SIZE = 64 };

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
    evaluator local;        /* of this rank */
    places places;          /* of all ranks */
    size_t local_taken;     /* places of this rank with a point */
    uint64_t local_lost;    /* starts again here, as far as they were counted */
    patience patience;      /* with which records are waited for */
    work *parcel;           /* a point with its numbers; owned */
    char *news;             /* of the last collect, room for a batch of this size; owned */
    size_t news_size;

    /* The run: */
    nes_opt *opt;          /* borrowed; null: the points are not those of a run */
    const bool *changed;   /* limits have changed since the last round */
    bool stale;            /* the others do not have the search of the last round */
    uint64_t round, fresh; /* numbers: of the round, and of rounds since the last state */
    nes_board board;       /* records of the last round, as they come */
};

/* ranks/leader_values.c: the evaluator. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s);

/* Ends the run because of a rank that cannot go on. */
void leader_end_run(leader *l, int rank, news *w);
