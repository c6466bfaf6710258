/* SPDX-License-Identifier: MIT
 *
 * What the folder of a run says about it, besides its evaluations: the command line that it was
 * started with, which `nes resume` reads again, and how it stands. */
#pragma once

#include "base/buffer.h"
#include "evaluate/noisy_problem.h"
#include "nes/nes.h"
#include "setup/run_setup.h"
#include "store/store.h"

/* The command line, and the text of the problem file that it names. */
typedef struct facts_origin {
    int argc;
    char **argv;    /* ends with null; argv[0] is "run". Borrowed when written, owned when read */
    buffer job;     /* empty: there is no problem file */
    buffer job_now; /* the problem file as it was when the run last went on; empty: as job */
    char *folder;   /* where nes was started; null: not known */
    double seconds; /* seconds that the run has taken so far */
    double exact;   /* best value without noise; NaN: not known */
    double target;  /* target for values without noise; NaN: the one of the command line */
    uint64_t draws; /* draws of noise so far */
    uint64_t jobs;  /* of the command line and the problem file as they were when the run began */
} facts_origin;

/* Writes everything that is known before the first evaluation. */
int facts_begin(store *s, const facts_origin *from, const run_setup *setup);
int facts_read(store *s, facts_origin *to);
void facts_free(facts_origin *f); /* frees an origin that was read */

/* Writes the settings in force, as JSON. */
int facts_settings(store *s, const nes_opt *o);

/* The settings in force, by name. */
cJSON *facts_settings_json(const nes_opt *o);

/* Writes what goes with a state: the seconds that the run has taken so far, and what is
 * known of its values without noise. */
int facts_so_far(store *s, double seconds, const noisy_problem *noisy);

/* Writes a new target for values without noise. */
int facts_target(store *s, double target);

/* Writes how the run stands: "running", "stopped", "interrupted" or "failed". The seconds, and the
 * best value without noise, stay as they are if NaN is given. */
int facts_end(store *s, const char *status, const char *stop, const nes_result *r, double seconds,
              double exact);
