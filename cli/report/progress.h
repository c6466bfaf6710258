/* SPDX-License-Identifier: MIT
 *
 * How a run goes, on standard error: on a terminal one line that is there at once and rewritten
 * once per second, otherwise (and on terminals that cannot rewrite a line) a line now and then,
 * ever more rarely. Where a generation takes long the line counts its evaluations. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/terminal.h"
#include "evaluate/observer.h"
#include "evaluate/ranks_use.h"
#include "nes/nes.h"

typedef struct progress {
    bool on;
    live_line line;
    uint64_t before;    /* evaluations of an earlier session */
    uint64_t values;    /* evaluations that have ended in this one, */
    uint64_t failed;    /* and those of them that failed */
    uint64_t late;      /* those that were not waited for */
    uint64_t max_evals; /* budgets, as in the settings */
    double max_time;
    size_t jobs;          /* evaluations at a time */
    size_t asked, told;   /* points of the generation at work, and values of them */
    double asked_at;      /* when they were asked for */
    uint64_t generation;  /* tells so far */
    uint64_t next;        /* generation of the next line when it is not live */
    const ranks_use *use; /* of the ranks that take part; borrowed; null: this process is alone */
    const char *saying;   /* borrowed; what the line says before all else; null: nothing */
    double looked;        /* when these were: */
    double best_f, sigma;
    uint64_t generations, runs; /* runs: so far */
    uint64_t run, popsize;      /* the one at work, as sigma */
} progress;

void progress_start(progress *p, nes_opt *o, bool on);
void progress_asked(progress *p, size_t n); /* so many points are to be evaluated */
void progress_evaluated(progress *p, double f);
void progress_wait(progress *p);             /* time has passed */
void progress_note(progress *p, nes_opt *o); /* after every generation */
void progress_end(progress *p);              /* removes the live line */

/* The line says this from now on, such as "paused", and is shown at once. It lives as long as it is
 * said; null: the run goes on. */
void progress_say(progress *p, const char *text);

/* A sentence on a line of its own, once. */
void progress_tell(progress *p, const char *sentence);

/* Shows the progress of a run; on: whether anything is to be shown; use: of the ranks that take
 * part, null: this process is alone. */
observer progress_observer(progress *p, bool on, const ranks_use *use);

#endif
