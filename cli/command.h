/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `nes`, one file each. A command gets its own arguments (argv[0] is its name)
 * and returns the exit status of the program. A new command is a new file and a line in main.c. */
#pragma once

#include "base/exit_status.h"

int command_run(int argc, char **argv);
int command_run_help(void); /* prints the help text of `nes run` */
int command_resume(int argc, char **argv);
int command_show(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_report(int argc, char **argv);
int command_ask(int argc, char **argv);
int command_tell(int argc, char **argv);
int command_ctl(int argc, char **argv);
int command_init(int argc, char **argv);
int command_eval(int argc, char **argv);
int command_lab(int argc, char **argv); /* bench, compare and experiment; see sister.c */
int command_list(int argc, char **argv);
int command_options(int argc, char **argv);
int command_selftest(int argc, char **argv);

struct rank_team; /* session/rank_team.h */

/* The same commands on all ranks of the rank_team t; null: in this process alone. */
int command_run_with(int argc, char **argv, const struct rank_team *t);
int command_resume_with(int argc, char **argv, const struct rank_team *t);

/* In sister.c, called before `nes run` and `nes resume` with the arguments of the program: starts
 * nes-mpi in place of this program where --mpi is given. Returns EXIT_OK if the command is for this
 * process; else the exit status, with the error printed. */
int command_mpi(int argc, char **argv);
