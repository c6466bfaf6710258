/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `nes`, one file each. A command gets its own arguments (argv[0] is its name)
 * and returns the exit status of the program. A new command is a new file and a line in main.c. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/exit_status.h"

int command_run(int argc, char **argv);
int command_run_help(void); /* prints its help text */
int command_resume(int argc, char **argv);
int command_show(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_ask(int argc, char **argv);
int command_tell(int argc, char **argv);
int command_ctl(int argc, char **argv);
int command_init(int argc, char **argv);
int command_eval(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_experiment(int argc, char **argv);
int command_list(int argc, char **argv);
int command_options(int argc, char **argv);
int command_selftest(int argc, char **argv);

#endif
