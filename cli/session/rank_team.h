/* SPDX-License-Identifier: MIT
 *
 * The ranks of an MPI job that evaluate for one session, as the session sees them. This process is
 * rank 0: it has the folder and does the talking. The other ranks hold the same optimiser, make the
 * points by themselves, and send values. Without MPI there is no team; ranks/leader.h makes one. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "session/facts.h"
#include "setup/run_setup.h"

typedef struct rank_team {
    /* Before anything else: every rank opens the objective of this command line, whose options are
     * o, and all agree on the files that it names and on the kernels in the settings. Returns 0, or
     * the exit status with the error printed. */
    int (*begin)(void *self, const facts_origin *from, const run_options *o, run_setup *s);

    /* An evaluator that hands points to all ranks: as numbers, unless the observer below is at
     * work. The setup is borrowed, and the one of begin(). Returns 0, or the exit status with the
     * error printed. */
    int (*open)(void *self, evaluator *e, const run_setup *s);

    /* An observer of the run. From its start to its end the points are those of the run, and all
     * ranks make them by themselves. It comes after observers that change limits; *changed says
     * that one of them has. */
    observer (*observer)(void *self, const bool *changed);

    /* 0, or the exit status of what has gone wrong, with the error printed: then the observer has
     * stopped the run. */
    int (*status)(const void *self);

    int ranks;            /* how many there are */
    const uint64_t *lost; /* evaluations of all ranks that got lost and were started again */
    const char *launch;   /* what stands before `nes resume` to start as many ranks again */
    void *self;           /* passed to each function */
} rank_team;
