/* SPDX-License-Identifier: MIT
 *
 * The commands of nes-lab, one file each. A command gets its own arguments (argv[0] is its name)
 * and returns the exit status of the program. */
#pragma once

#include "base/exit_status.h"

int command_bench(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_experiment(int argc, char **argv);
