/* SPDX-License-Identifier: MIT
 *
 * How far a table of tasks is done, on standard error: on a terminal a bar with the time left,
 * rewritten once per second, otherwise a line now and then. Some tasks take longer than others, so
 * each has a weight, which is roughly its time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/terminal.h"

typedef struct task_progress {
    bool on;            /* something is shown */
    terminal_line line; /* to be cleared before something else is printed */
    size_t runs, done;  /* all runs, and those that are done, those of earlier commands included */
    double all, before; /* weight of all, and of what was done before */
} task_progress;

/* Starts the display; p has all members but its line. */
void task_progress_start(task_progress *p);

/* Shows the line when it is due. weight: of what has been done so far, parts of runs included. */
void task_progress_note(task_progress *p, size_t done, double weight);

/* Writes the line for a terminal of width columns. */
void task_progress_line(const task_progress *p, double weight, double seconds, int width,
                        char *line, size_t size);
