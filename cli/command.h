/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `nes`, one file each, and the exit statuses they share. A command gets its own
 * arguments (argv[0] is its name) and returns the exit status of the program. Adding one is a file
 * and a line in main.c. */
#ifndef COMMAND_H
#define COMMAND_H

enum {
    EXIT_OK = 0,            /* the command did its work, whatever a run's stop reason was */
    EXIT_CHECK = 1,         /* a check of the self-test failed */
    EXIT_USAGE = 2,         /* the command line or the input was wrong */
    EXIT_OBJECTIVE = 3,     /* the objective could not be used */
    EXIT_FILES = 4,         /* output could not be written */
    EXIT_INTERRUPTED = 130, /* SIGINT ended the run */
};

int command_run(int argc, char **argv);
int command_eval(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_list(int argc, char **argv);
int command_options(int argc, char **argv);
int command_selftest(int argc, char **argv);

#endif
