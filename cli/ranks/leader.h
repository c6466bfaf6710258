/* SPDX-License-Identifier: MIT
 *
 * Rank 0: the rank_team of its session (session/rank_team.h). It hands the points one by one to
 * free ranks, evaluates some itself, and collects the records. */
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
    uint64_t lost; /* evaluations of all ranks that got lost and were started again */
    char launch[LEADER_LAUNCH_SIZE];
    int status; /* 0, or the exit status of the first error */

    /* The evaluator: */
    bool open;
    uint64_t opening;
    const run_setup *setup; /* borrowed */
    evaluator local;        /* the evaluator of this rank */
    places places;          /* places of all ranks */
    size_t local_taken;     /* points under evaluation on this rank */
    uint64_t local_lost;    /* evaluations started again on this rank that `lost` counts */
    patience patience;      /* pauses while waiting for records */
    work *parcel;           /* a point to send, with its coordinates; owned */
    char *news;             /* LEADER_BATCH messages, borrowed by the last records; owned */
    size_t news_size;       /* bytes of a message */

    /* The run: */
    nes_opt *opt;          /* borrowed; null: the points are not those of a run */
    const bool *changed;   /* whether limits have changed since the last round */
    bool stale;            /* the other ranks need the whole state */
    uint64_t round, fresh; /* number of the round; rounds since the last state was sent */
    nes_board board;       /* records of the present round, as they arrive */
} leader;

/* The communicator is borrowed. The rank_team lives as long as the leader. */
leader *leader_open(MPI_Comm comm);

/* Makes the other ranks quit with this exit status, and waits for their last messages. */
void leader_close(leader *l, int status);

/* In ranks/leader_values.c: opens the evaluator, as session/rank_team.h says. */
int leader_open_evaluator(void *self, evaluator *e, const run_setup *s);

/* Ends the run because of a rank that cannot go on. */
void leader_end_run(leader *l, int rank, news *w);
