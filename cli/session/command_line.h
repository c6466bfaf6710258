/* SPDX-License-Identifier: MIT
 *
 * The command line of `nes run` and the problem file that it may name. `nes resume` reads both
 * again from the folder of the run. */
#pragma once

#include "options/args.h"
#include "problem_file/problem_file.h"
#include "session/facts.h"
#include "setup/run_setup.h"

typedef struct command_line {
    run_options options;
    run_setup setup; /* its settings have the library's options; run_setup_open() fills the rest */
    problem_file file;
    problem_file first; /* as it was when the run began, which its search goes on with */
} command_line;

/* The texts of a problem file that are read in its place: the one with which the run began, and the
 * one that holds now; empty: it is the same. */
typedef struct command_line_job {
    const buffer *first, *now;
} command_line_job;

/* Reads the command line. job: texts of the problem file; null: the file is read from the disk.
 * ARGS_BAD: the error has been printed, and *status is the exit status. command_line_close() in any
 * case. */
args_outcome command_line_read(command_line *c, int argc, char **argv, const command_line_job *job,
                               int *status);

/* Reads the command line of a run that goes on, in the same way. */
args_outcome command_line_again(command_line *c, const facts_origin *from, int *status);

/* Notes in the origin the jobs that the run began with, before others are added to its command
 * line: the choices of method auto depend on them. Returns 0, or the exit status with the error
 * printed.
 */
int command_line_first_jobs(facts_origin *from);
void command_line_close(command_line *c);
