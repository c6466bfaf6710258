/* SPDX-License-Identifier: MIT
 *
 * A run of `nes run` from its setup to its report: a new one, or one that goes on in its folder.
 * Whoever opens a session closes it. Functions that return int return 0, or the exit status with
 * the error printed. */
#pragma once

#include "evaluate/failures.h"
#include "evaluate/judge.h"
#include "nes/nes.h"
#include "session/facts.h"
#include "session/known.h"
#include "session/rank_team.h"
#include "setup/run_setup.h"
#include "store/store.h"

typedef struct session {
    run_setup *setup;           /* borrowed */
    const run_options *options; /* borrowed */
    const rank_team *team;      /* borrowed; null: this process is alone */
    nes_opt *opt;               /* owned */
    store *store;               /* owned; null: the run has no folder */
    uint64_t round;             /* the last one that the optimiser has been told of */
    known known;                /* points of --inject */
    failures failures;          /* of all parts of the run */
    judge judge;                /* of a problem with noise */
    uint64_t repeats;           /* evaluations kept back for the mean */
    double before;              /* seconds of earlier parts of the run */
} session;

/* A new run, with its folder where the options name one. from: what the folder is to say about its
 * origin. Known points are evaluated here. */
int session_begin(session *s, const facts_origin *from);

/* The run in a folder, which becomes the session's also on failure. more: budgets that are to be
 * changed. */
int session_resume(session *s, store *folder, const facts_origin *from, const nes_settings *more);

/* Runs to the end and prints the report. */
int session_run(session *s);

void session_close(session *s);
