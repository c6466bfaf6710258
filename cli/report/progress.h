/* SPDX-License-Identifier: MIT
 *
 * The progress of a run on standard error: on a terminal one line that is there at once and
 * rewritten once per second; elsewhere, also on terminals that cannot rewrite a line, a line now
 * and then, ever more rarely. If a generation takes long, the line counts its evaluations. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/terminal.h"
#include "evaluate/observer.h"
#include "evaluate/places_use.h"
#include "nes/by_name.h"
#include "options/variables.h"

/* Evaluations that take far longer than others. */
typedef struct progress_hung {
    size_t n;              /* how many there are; 0: none */
    eval_under_way first;  /* the oldest of them: */
    double seconds, usual; /* seconds so far, and the median of others */
} progress_hung;

typedef struct progress {
    bool on; /* whether anything is shown */
    terminal_line line;
    uint64_t before;    /* evaluations of an earlier session */
    uint64_t values;    /* evaluations that have ended in this session */
    uint64_t failed;    /* evaluations that failed */
    uint64_t late;      /* evaluations that were left behind */
    uint64_t max_evals; /* most evaluations, as in the settings */
    double max_time;
    size_t jobs;                /* evaluations at the same time */
    size_t asked, told;         /* points of the present generation, and how many have values */
    bool asynchronous;          /* there are no generations: points under way, and what has come
                                   since the last update */
    double asked_at;            /* when these points were asked for, in seconds on the clock */
    uint64_t generation;        /* generations of this session */
    uint64_t next;              /* generation of the next line in a log */
    const variables *variables; /* of the run; borrowed; null: not known */
    const places_use *use;      /* how busy the places are; borrowed; null: not known */
    const char *saying;         /* text at the beginning of the line; borrowed; null: none */
    progress_hung hung;         /* evaluations that seem to hang */
    uint64_t hung_told;         /* the point that a log was told of, plus one */
    double looked;              /* when the following fields were read, in seconds on the clock */
    double best_f, sigma;
    char choices[100];          /* the most probable values of the first choices, "" for none */
    bool infeasible;            /* the best point violates constraints */
    uint64_t generations, runs; /* generations and runs so far */
    uint64_t run, popsize; /* number and population of the run at work; sigma is its step size */
} progress;

/* Makes the line begin with a text from now on, such as "paused", and shows it at once. The text is
 * borrowed until the next call; null: nothing. */
void progress_say(progress *p, const char *text);

/* Shows an evaluation that seems to hang, or from now on none: in the line, or once in a log. */
void progress_hang(progress *p, const progress_hung *hung);

/* Appends "95 times the median of 2.1 s". */
void progress_print_times(double seconds, double usual, buffer *to);

/* Appends a text such as "point 17 for 3:20, 95 times the median of 2.1 s, process 4711". */
void progress_print_hung(const progress_hung *hung, buffer *to);

/* Prints a sentence on a line of its own. */
void progress_tell(progress *p, const char *sentence);

/* The observer that shows the progress of a run. on: whether anything is shown; use: how busy the
 * places are; null: not known. */
observer progress_observer(progress *p, bool on, const places_use *use);
