/* SPDX-License-Identifier: MIT
 *
 * What the folder of a run says about it, besides its evaluations: the command line that it was
 * started with, which `nes resume` reads again, and how it stands. */
#pragma once

#include "base/buffer.h"
#include "evaluate/judge.h"
#include "nes/nes.h"
#include "setup/run_setup.h"
#include "store/store.h"

/* The command line, and the text of the problem file that it names. */
typedef struct facts_origin {
    int argc;
    char **argv;    /* ends with null; argv[0] is "run". Borrowed when written, owned when read */
    buffer job;     /* empty: there is no problem file */
    char *folder;   /* where nes was started; null: not known */
    double seconds; /* that the run has taken so far */
    double exact;   /* best value without noise; NaN: not known */
    double target;  /* for it; NaN: that of the command line */
    uint64_t draws; /* of noise so far */
} facts_origin;

/* Everything that is known before the first evaluation. */
int facts_begin(store *s, const facts_origin *from, const run_setup *setup);
int facts_read(store *s, facts_origin *to);
void facts_free(facts_origin *f); /* of one that was read */

/* The settings in force, as JSON: once the optimiser is there. */
int facts_settings(store *s, const nes_opt *o);

/* What goes with a state: what the run has taken so far, and its judge. */
int facts_so_far(store *s, double seconds, const judge *j);

/* A new target for values without noise. */
int facts_target(store *s, double target);

/* How the run stands: "running", "stopped", "interrupted" or "failed". Seconds and the best value
 * without noise stay as they are where they are NaN. */
int facts_end(store *s, const char *status, const char *stop, const nes_result *r, double seconds,
              double exact);
