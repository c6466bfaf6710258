/* SPDX-License-Identifier: MIT
 *
 * One start of a program: its arguments, its environment, its files. */
#pragma once

#include "base/buffer.h"
#include "evaluate/scratch.h"
#include "objective/program.h"
#include "process/process.h"

/* What is used again for every start. */
typedef struct launcher {
    const program *program;
    size_t dim;
    scratch *scratch;   /* borrowed; its root is null where no files are made */
    buffer text;        /* of files, then of the arguments */
    char **arguments;   /* owned, as the rest */
    size_t *offsets;    /* of the arguments in the text */
    char **environment; /* that of this process, and what is added */
    size_t n_environment;
    char *names; /* NES_NAMES=... */
    char *start; /* NES_START=... */
} launcher;

/* What one start has made. All owned; null: not there. */
typedef struct launched {
    process *process;
    char *folder, *point_file, *value_file;
} launched;

/* Returns whether there was memory. launcher_close() in either case. */
bool launcher_open(launcher *l, const program *p, size_t dim, scratch *s);
void launcher_close(launcher *l);

/* Starts the program for a point. Returns 0, or errno with nothing left behind. */
int launch(launcher *l, children *all, uint64_t id, const double *x, void *owner, launched *made);

/* Removes what a start has made, or keeps its folder. The process must have been released. */
void launch_clear(launcher *l, uint64_t id, bool keep, launched *made);

/* Says that so many programs, workers or the like cannot be started, and why. Returns the exit
 * status. */
int launch_refused(size_t n, const char *what, int error);
