/* SPDX-License-Identifier: MIT
 *
 * Whether a run that goes on still evaluates what it evaluated: the files (session/identity.h), and
 * what its problem file says of the objective (session/job.h). A difference is named, and needs the
 * word of the user: --changed=accept, or --changed=keep, which leaves the problem file as it was.
 * The folder keeps the files with their digests in the fact `identity`, a changed problem file in
 * `job_now`, and in `accepted` what was accepted, with the round after which it holds:
 *
 *     [{"round":4,"when":"2026-01-31T12:00:00Z","changed":["program ./sim"]},...]
 *
 * Functions that return int return 0, or the exit status with the error printed. */
#pragma once

#include "session/facts.h"
#include "session/identity.h"
#include "store/store.h"

typedef struct acceptance {
    const char *command; /* "resume", "ask" or "tell", for advice */
    const char *launch;  /* what starts the ranks again, in front of it; null: there are none */
    const char *word;    /* the value of --changed; null: not given */

    /* What comes of it, until the folder has it: */
    char *identity; /* owned; null: as the folder has it */
    char *job;      /* the problem file as it is now, owned; null: as the folder has it */
    cJSON *changed; /* what was accepted, a list of texts; owned; null: nothing */
} acceptance;

/* A row for the option table of a command. offset: of a const char *. */
#define ACCEPT_OPTION(offset)                                                                      \
    {                                                                                              \
        "changed", "WORD", offset,                                                                 \
            "accept: go on although a program, source or other file that is evaluated has "        \
            "changed; the folder records it. keep: go on with the problem file as the folder "     \
            "has it, not as it was edited"                                                         \
    }

/* Writes the files of a new run. */
int accept_begin(store *s, const run_options *o);

/* Notes, at the end of a part of the run, which files among the arguments have changed meanwhile.
 */
int accept_end(store *s);

/* Compares, in the folder in which the run was started, with the command line of the run. from:
 * gets the problem file as it is now. set: gets lines NAME=VALUE for what has changed in it and is
 * the optimiser's to take. */
int accept_check(acceptance *a, store *s, facts_origin *from, buffer *set);

/* Writes what is new, which is closed then. round: the one of the state. */
int accept_keep(acceptance *a, store *s, uint64_t round);
void accept_close(acceptance *a);
