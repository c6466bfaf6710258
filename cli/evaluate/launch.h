/* SPDX-License-Identifier: MIT
 *
 * One start of a program: its arguments, its environment, its files. */
#pragma once

#include "base/buffer.h"
#include "evaluate/value_file.h"
#include "objective/objective.h"
#include "objective/program.h"
#include "process/process.h"

/* Folders of evaluations. They are made in one folder of the run, which is gone at the end, also
 * where this program is killed (process/guardian.c). Those that stay are moved out of it. */
typedef struct scratch {
    char *root;   /* the folder of the run, an absolute path; owned */
    char *parent; /* the folder that the root is in, and folders that stay are moved to; owned */
    char *kept;   /* the folder with those that were kept so far; owned; null: none was */
    bool own;     /* kept folders get a folder of their own in the parent */
} scratch;        /* a zeroed struct makes no folders */

/* What all starts of a program use. */
typedef struct launcher {
    const program *program;
    const time_limit *limit; /* borrowed */
    size_t dim;
    children *children; /* processes that were started; set and closed by the owner */
    scratch scratch;    /* closed with the launcher */
    buffer text;        /* text of a file, then of the arguments */
    char **arguments;   /* owned, as the rest */
    char **environment; /* environment of this process, and the variables that are added */
    size_t n_environment;
} launcher;

/* What was made for one start. Paths are owned; null: there is none. */
typedef struct launched {
    char *folder, *point_file;
    value_file value;
    value_file *outputs; /* one per output, if any of them is in a file; owned */
    size_t n_outputs;
} launched;

void launcher_open(launcher *l, const objective *o);
void launcher_close(launcher *l);

/* Makes the folder for folders of evaluations, if the program needs any. parent: a folder that is
 * made if it is not there; null: $TMPDIR, or /tmp; for programs that are launched, nes-scratch in
 * this folder. Returns 0, or the exit status with the error printed. */
int launcher_open_scratch(launcher *l, const char *parent);

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
