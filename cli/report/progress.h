/* SPDX-License-Identifier: MIT
 *
 * How a run goes, on standard error: on a terminal one line that is there at once and rewritten
 * once per second, otherwise (and on terminals that cannot rewrite a line) a line now and then,
 * ever more rarely. Slow objectives are seen to move within a generation too. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "evaluate/observer.h"
#include "nes/nes.h"

typedef struct progress {
    bool on, live;       /* live: the line is rewritten */
    bool open;           /* a live line stands on the terminal */
    double begin, shown; /* seconds */
    uint64_t values;     /* evaluations that have ended */
    uint64_t max_evals;  /* budgets, as in the settings */
    double max_time;
    uint64_t generation;
    uint64_t next; /* generation of the next line when it is not live */
    double looked; /* when these were: */
    double best_f, sigma;
} progress;

void progress_start(progress *p, const nes_opt *o, bool on);
void progress_evaluated(progress *p);        /* after every evaluation */
void progress_note(progress *p, nes_opt *o); /* after every generation */
void progress_end(progress *p);              /* removes the live line */

/* Shows the progress of a run; on: whether anything is to be shown. */
observer progress_observer(progress *p, bool on);

#endif
