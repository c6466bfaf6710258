/* SPDX-License-Identifier: MIT
 *
 * How a run goes, on standard error: on a terminal one line that is rewritten once per second,
 * otherwise a line now and then, ever more rarely. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "nes/nes.h"

typedef struct progress {
    bool on, terminal, open; /* open: a live line stands on the terminal */
    double begin, shown;     /* seconds */
    uint64_t generation;
    uint64_t next; /* generation of the next line when there is no terminal */
} progress;

/* Seconds on a clock that only runs forward. */
double progress_clock(void);

void progress_start(progress *p, bool on);
void progress_note(progress *p, nes_opt *o); /* after every generation */
void progress_end(progress *p);              /* removes the live line */

#endif
