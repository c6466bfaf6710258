/* SPDX-License-Identifier: MIT
 *
 * A run of `nes run` from its setup to its report: a new one, or one that goes on in its folder.
 * Whoever opens a session closes it. Functions that return int return 0, or the exit status with
 * the error printed. */
#pragma once

#include "evaluate/failures.h"
#include "evaluate/noisy_problem.h"
#include "nes/nes.h"
#include "session/accept.h"
#include "session/facts.h"
#include "session/known.h"
#include "session/limits.h"
#include "session/rank_team.h"
#include "setup/run_setup.h"
#include "store/store.h"

typedef struct session {
    run_setup *setup;           /* borrowed */
    const run_options *options; /* borrowed */
    const rank_team *team;      /* borrowed; null: this process is alone */
    nes_opt *opt;               /* owned */
    store *store;               /* owned; null: the run has no folder */
    uint64_t round;             /* the last round that the optimiser has been told of */
    limits limits;              /* limits that the folder keeps */
    known known;                /* points of --inject and --design */
    known given;                /* results of --known */
    cache cache;                /* what is known of points */
    bool caches;                /* known points are not evaluated again */
    failures failures;          /* failures of all parts of the run */
    noisy_problem noisy;        /* the problem with its noise */
    uint64_t jobs;              /* that the run began with */
    uint64_t repeats;           /* evaluations kept back for the mean */
    double before;              /* seconds of earlier parts of the run */
    acceptance *acceptance;     /* borrowed; null: a new run */
    bool told_to_end;           /* by `nes ctl`, while known points were evaluated */
    bool anew;                  /* values that are lost with the state may be made again */
} session;

/* Makes the optimiser of a new run and finds what is wrong, before anything is evaluated or
 * written. session_begin() does it first. */
int session_check(session *s);

/* Begins a new run, with its folder where the options name one. from: the origin of the run for
 * that folder. Known points are evaluated here. */
int session_begin(session *s, const facts_origin *from);

/* Goes on with the run in a folder, which becomes the session's also on failure. set: new limits,
 * lines NAME=VALUE; null: none. */
int session_resume(session *s, store *folder, const facts_origin *from, const char *set);

/* Runs to the end and prints the report. */
int session_run(session *s);

void session_close(session *s);
