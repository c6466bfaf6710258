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
    children *children; /* those who are started; set and closed by the owner */
    scratch scratch;    /* opened by the owner, where files are made */
    buffer text;        /* of files, then of the arguments */
    char **arguments;   /* owned, as the rest */
    char **environment; /* that of this process, and what is added */
    size_t n_environment;
    char *names; /* NES_NAMES=... */
    char *start; /* NES_START=... */
} launcher;

/* The paths that one start has made. All owned; null: not there. */
typedef struct launched {
    char *folder, *point_file, *value_file;
} launched;

void launcher_open(launcher *l, const program *p, size_t dim);
void launcher_close(launcher *l);

/* Starts the program for a point. owner: as in process_request. Returns 0, or errno with nothing
 * left behind. */
int launch(launcher *l, uint64_t id, const double *x, void *owner, launched *made);

/* Removes what a start has made, or keeps its folder. The process must have been released. */
void launch_clear(launcher *l, uint64_t id, bool keep, launched *made);

/* Fills in the arguments of a program, and a null behind them. text: room for them. */
void launch_arguments(const program *p, const placeholder_values *v, buffer *text,
                      char **arguments);

/* Says that so many programs, workers or the like cannot be started, and why. Returns the exit
 * status. */
int launch_refused(size_t n, const char *what, int error);
