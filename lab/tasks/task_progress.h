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
    bool on; /* anything is shown */
    terminal_line line;
    size_t runs, done;  /* all, and those done, before included */
    double all, before; /* weight of all, and of what was done before */
} task_progress;

/* p has all but its line. */
void task_progress_start(task_progress *p);

/* weight: what has been done so far, parts of runs included. Shows the line when it is due. */
void task_progress_note(task_progress *p, size_t done, double weight);

/* Removes the live line, so that something else can be printed. */
void task_progress_clear(task_progress *p);

/* The line itself, for width columns. */
void task_progress_line(const task_progress *p, double weight, double seconds, int width,
                        char *line, size_t size);
