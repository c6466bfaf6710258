/* SPDX-License-Identifier: MIT
 *
 * Rank 0: the team of its session (session/rank_team.h). It hands out the points one by one, to
 * whoever is free, evaluates some itself, and collects the records. */
#pragma once

#include "mpi/board.h"
#include "ranks/patience.h"
#include "ranks/places.h"
#include "ranks/wire.h"
#include "session/rank_team.h"

enum { LEADER_BATCH = 32, LEADER_LAUNCH_SIZE = 64 };

typedef struct leader {
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
    size_t local_taken;     /* points that this rank evaluates */
    uint64_t local_lost;    /* evaluations started again here, as far as they were counted */
    patience patience;      /* with which records are waited for */
    work *parcel;           /* a point with its numbers; owned */
    char *news;       /* LEADER_BATCH of them, which the records last collected borrow; owned */
    size_t news_size; /* bytes of each */

    /* The run: */
    nes_opt *opt;          /* borrowed; null: the points are not those of a run */
    const bool *changed;   /* limits have changed since the last round */
    bool stale;            /* the others do not have the search of the last round */
    uint64_t round, fresh; /* numbers: of the round, and of rounds since the last state */
    nes_board board;       /* records of the last round, as they come */
} leader;

/* The communicator is borrowed. The team lives as long as the leader. */
leader *leader_open(MPI_Comm comm);

/* Lets the other ranks end, with this status of the program, and waits for their last words. */
void leader_close(leader *l, int status);

/* In ranks/leader_values.c: opens the evaluator, as session/rank_team.h says. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s);

/* Ends the run because of a rank that cannot go on. */
void leader_end_run(leader *l, int rank, news *w);
