/* SPDX-License-Identifier: MIT
 *
 * Which commands have an option, for users who give it to another one. */
#pragma once

#include "options/args.h"

/* The options of the commands, each table beside its command. */
extern const args_option command_ask_table[], command_eval_table[], command_init_table[],
    command_list_table[], command_options_table[], command_plot_table[], command_resume_own[],
    command_show_table[], command_serve_table[], command_report_table[];

/* Writes the commands that have an option of that name, as "`nes run` and `nes eval`", and returns
 * how many there are. */
size_t owners_of(const char *name, char *text, size_t size);

/* The same among the commands for research, of options that no other command has. */
size_t owners_in_research(const char *name, char *text, size_t size);
