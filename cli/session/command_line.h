/* SPDX-License-Identifier: MIT
 *
 * The command line of `nes run` and the problem file that it may name. `nes resume` reads both
 * again from the folder of the run. */
#pragma once

#include "options/args.h"
#include "problem_file/problem_file.h"
#include "setup/run_setup.h"

typedef struct command_line {
    run_options options;
    run_setup setup; /* its settings have the library's options; run_setup_open() fills the rest */
    problem_file file;
} command_line;

/* Reads the command line. kept: the text of the problem file as it was then; null: the file is read
 * from the disk. ARGS_BAD: the error has been printed, and *status is the exit status.
 * command_line_close() in any case. */
args_outcome command_line_read(command_line *c, int argc, char **argv, const buffer *kept,
                               int *status);
void command_line_close(command_line *c);
